"""Pictures encoded anew, without all that they hold beside what they show: places, authors,
cameras, notes, previews, colours that are not used or not seen, and bytes behind their data.

PNG and JPEG; no other kind is kept. Knows nothing of what a picture shows.
"""

import io
from typing import Any

_ENDINGS = {"PNG": "png", "JPEG": "jpeg"}
_MOST_PIXELS = 40_000_000
_PLAIN = frozenset({"1", "L", "LA", "RGB", "RGBA", "I;16"})
_QUALITY = 95  # of a JPEG, of 100


def bare_picture(data: bytes) -> tuple[str, bytes] | None:
    """The ending that names its kind, and the bare picture; None where it is of another kind, too
    large, or damaged."""
    from PIL import Image  # only for documents with pictures

    try:
        with Image.open(io.BytesIO(data), formats=tuple(_ENDINGS)) as picture:
            kind = picture.format or ""
            if picture.width * picture.height > _MOST_PIXELS:
                return None
            picture.load()
            out = io.BytesIO()
            _plain(picture).save(out, kind, quality=_QUALITY)
    except MemoryError:
        raise
    except Exception:  # in a damaged one Pillow comes upon errors of many kinds
        return None
    return _ENDINGS[kind], out.getvalue()


def _plain(picture: Any) -> Any:
    """What a picture shows: no palette, no names, and no colour where nothing is seen."""
    mode = picture.mode
    if picture.has_transparency_data:
        mode = "LA" if mode in ("1", "L", "LA") else "RGBA"
    elif mode not in _PLAIN:
        mode = "RGB"
    shown = picture.copy() if mode == picture.mode else picture.convert(mode)
    if mode in ("LA", "RGBA"):
        bare = shown.copy()
        bare.paste(0 if mode == "LA" else (0, 0, 0, 0), (0, 0, *shown.size))
        bare.paste(shown, mask=shown.getchannel("A").point(lambda seen: 255 if seen else 0))
        shown = bare
    shown.info = {}
    return shown
