"""Pictures without what they hold beside the picture: places, cameras, authors, notes, previews.

PNG (ISO/IEC 15948) and JPEG (ITU-T T.81, JFIF) are taken apart and put together from the parts that
the picture itself needs; no other kind is kept. Knows nothing of what a picture shows.
"""

import struct

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_NEEDED = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"pHYs", b"sBIT"}
)
_JPEG = b"\xff\xd8"
_JPEG_LEFT_OUT = frozenset({*range(0xE1, 0xEE), 0xEF, 0xFE})  # of APPn all but JFIF and Adobe
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
_SCAN, _END = 0xDA, 0xD9


def bare_picture(data: bytes) -> tuple[str, bytes] | None:
    """The ending that names its kind, and the bare picture; None where it is of another kind, or
    damaged."""
    try:
        if data.startswith(_PNG):
            return "png", _bare_png(data)
        if data.startswith(_JPEG):
            return "jpeg", _bare_jpeg(data)
    except (struct.error, IndexError, ValueError):
        return None
    return None


def _bare_png(data: bytes) -> bytes:
    parts, at = [_PNG], len(_PNG)
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise ValueError
        if kind in _PNG_NEEDED:
            parts.append(data[at:end])
        if kind == b"IEND":
            return b"".join(parts)
        at = end


def _bare_jpeg(data: bytes) -> bytes:
    parts, at = [_JPEG], 2
    while True:
        if data[at] != 0xFF:
            raise ValueError
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        if marker == _END:
            return b"".join([*parts, b"\xff\xd9"])
        end = at + 2
        if marker not in _ALONE:
            end += struct.unpack_from(">H", data, at + 2)[0]
        if marker not in _JPEG_LEFT_OUT:
            parts.append(_jfif(data[at:end]) if marker == 0xE0 else data[at:end])
        if marker == _SCAN:
            begin = end
            while data[end] != 0xFF or data[end + 1] == 0 or data[end + 1] in _ALONE:
                end += 1
            parts.append(data[begin:end])
        at = end


def _jfif(segment: bytes) -> bytes:
    """A JFIF header without its preview; nothing in place of an extension, which holds another."""
    if not segment[4:].startswith(b"JFIF\0") or len(segment) < 18:
        return b""
    return b"\xff\xe0\x00\x10" + segment[4:16] + b"\0\0"
