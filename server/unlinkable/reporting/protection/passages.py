"""What was changed in the passages of a draft: where, how, and what went and what came.

Knows the record; nothing of how a report is marked up.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

from unlinkable.reporting.in_words import listed
from unlinkable.reporting.protection.record import ChangeMade, PassageChanged

_WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
_DONE = {"reword": "reworded", "rewrite": "rewritten", "mask": "masked"}


class PieceFate(Enum):
    """What became of a piece of text."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


class ComparedPiece(NamedTuple):
    """A run of text, and what became of it."""

    text: str
    part: PieceFate


def done_by(kinds: Iterable[str]) -> str:
    """What changes of these kinds did, all together."""
    named = {kind for several in kinds for kind in several.split(" and ")}
    return listed([done for kind, done in _DONE.items() if kind in named], "and")


def place(passage: PassageChanged) -> str:
    """Where the first change of a passage stands in the draft, and what kind of change it is."""
    first = passage.changes[0]
    how = done_by([change.kind for change in passage.changes])
    return f"line {first.line:,}, column {first.column:,}: {how}"


def compared(passage: PassageChanged) -> Iterator[ComparedPiece]:
    """A passage with what went and what came, in order."""
    before, at = passage.before, passage.start
    last = 0
    for change in passage.changes:
        start, end = change.start - at, change.end - at
        yield ComparedPiece(before[last:start], PieceFate.SAME)
        yield from _compared(change)
        last = end
    yield ComparedPiece(before[last:], PieceFate.SAME)


def _compared(change: ChangeMade) -> Iterator[ComparedPiece]:
    """What went and what came in a change: of masked words all, of rewritten ones what differs."""
    if change.kind == "mask":
        yield ComparedPiece(change.before, PieceFate.GONE)
        yield ComparedPiece(change.after, PieceFate.NEW)
        return
    old, new = _WORD.findall(change.before), _WORD.findall(change.after)
    bare_old, bare_new = ([word.rstrip() for word in words] for words in (old, new))
    matcher = SequenceMatcher(None, bare_old, bare_new, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            yield ComparedPiece("".join(new[c:d]), PieceFate.SAME)
        else:
            yield ComparedPiece("".join(old[a:b]), PieceFate.GONE)
            yield ComparedPiece("".join(new[c:d]), PieceFate.NEW)
