"""From edits of the text that was read of a document to the text of its single pieces.

What an edit puts in goes to the piece where the edit begins, and so takes on its looks. Knows no
format but that some pieces hold text and others stand for a character.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from unlinkable_index.documents.shared.visible_text import VisibleText


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
