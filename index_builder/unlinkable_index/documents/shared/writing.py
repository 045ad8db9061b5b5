"""What the writers of several formats share: from edits of the visible text to the text of single
pieces, names of fonts that say nothing, pictures encoded anew, and the new file with counts of
what did not come along. Must never know a format, nor hold text of the document in its counts."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from unlinkable_index.documents.shared.visible_text import VisibleText

_VARIANT = re.compile(
    r" (?:light|semilight|medium|semibold|demi|bold|black|heavy|thin|condensed|narrow|display|ui|ms"
    r"|mt|std|pro|ps)$"
)
_AGAIN = re.compile(r"(?<=[a-z])[1-3]$")  # what LibreOffice puts behind the name of a second one
_KNOWN = frozenset(
    re.split(
        ", ",
        """\
agency fb, aharoni, albany, algerian, amiri, andale mono, andalus, angsana new, aparajita, aptos,
arabic typesetting, arial, arial rounded, arial unicode, arimo, avenir, avenir next, bahnschrift,
baskerville, baskerville old face, batang, bell, berlin sans fb, bitstream vera sans, bitstream
vera sans mono, bitstream vera serif, bodoni, book antiqua, bookman, bookman old style, bookshelf
symbol 7, broadway, browallia new, caladea, calibri, californian fb, calisto, cambria, cambria
math, candara, carlito, century, century gothic, century schoolbook, charter, cochin, comic sans,
computer modern, consolas, constantia, cooper, copperplate, corbel, cordia new, courier, courier
new, cousine, cumberland, daunpenh, david, david libre, dejavu math tex gyre, dejavu sans, dejavu
sans mono, dejavu serif, didot, dokchampa, droid sans, droid sans fallback, droid serif, eb
garamond, ebrima, engravers, estrangelo edessa, euphemia, fangsong, fira mono, fira sans,
footlight, frank ruehl, franklin gothic, franklin gothic book, freemono, freesans, freeserif,
frutiger, futura, gabriola, gadugi, garamond, gautami, geneva, gentium, gentium basic, gentium
plus, georgia, gill sans, gisha, goudy old style, gulim, haettenschweiler, hei, helvetica,
helvetica neue, high tower text, hoefler text, impact, inter, iskoola pota, javanese text, kaiti,
kalinga, kartika, khmer ui, latha, lato, leelawadee, liberation mono, liberation sans, liberation
serif, libre baskerville, libre franklin, linux biolinum, linux biolinum g, linux libertine, linux
libertine g, lohit devanagari, lucida bright, lucida console, lucida grande, lucida sans, lucida
sans unicode, malgun gothic, mangal, marlett, meiryo, menlo, merriweather, microsoft himalaya,
microsoft sans serif, microsoft yahei, mingliu, minion, miriam, monaco, monotype corsiva,
montserrat, ms gothic, ms mincho, ms pgothic, ms pmincho, ms reference sans serif, mt extra, mv
boli, myriad, narkisim, new york, nimbus mono l, nimbus roman no9 l, nimbus sans l, noto mono,
noto naskh arabic, noto sans, noto sans arabic, noto sans cjk jp, noto sans cjk sc, noto sans
devanagari, noto sans hebrew, noto sans mono, noto serif, noto serif cjk sc, nsimsun, nyala, open
sans, opensymbol, optima, oswald, palatino, palatino linotype, perpetua, plantagenet cherokee,
pmingliu, poppins, pt mono, pt sans, pt serif, raavi, raleway, roboto, roboto condensed, roboto
mono, roboto slab, rockwell, rod, sakkal majalla, sans-serif, segoe, segoe print, segoe script,
segoe ui emoji, segoe ui symbol, serif, shruti, simhei, simplified arabic, simsun, sitka text,
source code, source han sans, source sans, source serif, starsymbol, stix, stix two text, sylfaen,
symbol, tahoma, thorndale, times, times new roman, times roman, tinos, trade gothic, traditional
arabic, trebuchet, tunga, tw cen, ubuntu, ubuntu mono, univers, utsaah, vani, verdana, vijaya,
vrinda, webdings, wingdings, wingdings 2, wingdings 3, yu gothic, yu mincho, zapf dingbats,
zapfdingbats""".replace("\n", " "),
    )
)


def is_known_font(name: str) -> bool:
    """Whether a name, perhaps in quotes and with a variant behind it, is that of a known font."""
    bare = _AGAIN.sub("", name.strip("'").lower())
    while bare not in _KNOWN and (shorter := _VARIANT.sub("", bare)) != bare:
        bare = shorter
    return bare in _KNOWN


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


class TextEdit(Protocol):
    """A change of a text: from ``start`` to ``end`` it read ``before``, and becomes ``after``."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def before(self) -> str: ...
    @property
    def after(self) -> str: ...


class _Placed(NamedTuple):
    start: int
    end: int
    origin: Any
    paragraph: int


class RevisionMark(Enum):
    """What became of some text."""

    NONE = "none"
    DELETED = "del"
    INSERTED = "ins"


def edited_pieces(
    seen: VisibleText, edits: Iterable[TextEdit], holds_text: Callable[[Any], bool]
) -> dict[Any, list[str]]:
    """The new text of each piece, by its origin, that an edit of the text of ``seen`` changes: what
    stands now in place of each of its letters, and behind the last one.

    - ``edits``: apart from each other;
    - ``holds_text``: whether what a piece comes from can hold any text.
    """
    placed = list(_placed(seen))
    texts: dict[Any, list[str]] = {}
    trimmed = sorted(filter(None, map(_trimmed, edits)))
    first = 0
    for start, end, after in trimmed:
        while first < len(placed) and placed[first].end < start:
            first += 1
        touched = []
        for number in range(first, len(placed)):
            if placed[number].start > end:
                break
            touched.append(number)
        inside = [n for n in touched if placed[n].start < end and placed[n].end > start]
        for number in inside:
            piece = placed[number]
            text = texts.setdefault(piece.origin, _letters(seen, piece))
            for at in range(max(start, piece.start), min(end, piece.end)):
                text[at - piece.start] = ""
        if not after:
            continue
        wanted = [n for n in inside or touched if holds_text(placed[n].origin)]
        wanted = wanted or _beside(placed, inside or touched, holds_text)
        if wanted:
            piece = placed[wanted[0]]
            text = texts.setdefault(piece.origin, _letters(seen, piece))
            at = min(max(start - piece.start, 0), len(text))
            # behind what stands there: the list has one place more than the piece has letters
            text[at] = after + text[at] if at < len(text) else after
    return texts


def changes(before: str, now: Sequence[str]) -> Iterator[tuple[RevisionMark, str]]:
    """The text of a piece, cut where it changed. ``now``: what stands in place of each letter of
    ``before``, and behind the last one."""
    by_change = groupby(_changes_of_letters(before, now), key=lambda one: one[0])
    for change, letters in by_change:
        yield change, "".join(letter for _, letter in letters)


def _changes_of_letters(before: str, now: Sequence[str]) -> Iterator[tuple[RevisionMark, str]]:
    deleted = inserted = ""
    for letter, new in zip([*before, ""], now, strict=True):
        stays = new.endswith(letter)
        deleted += "" if stays else letter
        inserted += new[: len(new) - len(letter)] if stays else new
        if stays:
            every = (
                (RevisionMark.DELETED, deleted),
                (RevisionMark.INSERTED, inserted),
                (RevisionMark.NONE, letter),
            )
            yield from (one for one in every if one[1])
            deleted = inserted = ""


def _placed(seen: VisibleText) -> Iterable[_Placed]:
    for number, (paragraph, at) in enumerate(zip(seen.paragraphs, seen.starts, strict=True)):
        for piece in paragraph.pieces:
            if piece.origin is not None:
                yield _Placed(at, at + len(piece.text), piece.origin, number)
            at += len(piece.text)


def _letters(seen: VisibleText, piece: _Placed) -> list[str]:
    """The letters of a piece, and a place behind them."""
    return [*seen.text[piece.start : piece.end], ""]


def _beside(
    placed: list[_Placed], among: list[int], holds_text: Callable[[Any], bool]
) -> list[int]:
    """The nearest piece of the same paragraph that can hold text."""
    near = [
        number
        for one in among
        for number in range(max(0, one - 20), min(len(placed), one + 20))
        if placed[number].paragraph == placed[one].paragraph and holds_text(placed[number].origin)
    ]
    return sorted(near, key=lambda number: abs(number - among[0]))[:1]


def _trimmed(edit: TextEdit) -> tuple[int, int, str] | None:
    """An edit without what it leaves as it is at its beginning and end."""
    before, after = edit.before, edit.after
    if before == after:
        return None
    same = _alike(before, after)
    end = _alike(before[same:][::-1], after[same:][::-1])
    return edit.start + same, edit.end - end, after[same : len(after) - end]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


WITH_WORDS = frozenset({"comments", "deleted passages", "hidden passages", "passages moved away"})
"""Which of the things that no reader sees hold words that whoever opens the file can bring back."""


@dataclass(frozen=True)
class WrittenDocument:
    """A new file.

    - ``data``: its bytes;
    - ``removed``: how many things of each kind were left out that a reader does not see;
    - ``left_out``: the same of what a reader did see;
    - ``pictures``: how many are in it. What they show is not known: a person has to look;
    - ``tracked``: how many changes it tracks; what they take away is still in it.
    """

    data: bytes
    removed: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    pictures: int = 0
    tracked: int = 0
