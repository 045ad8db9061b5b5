"""Edits on top of edits: a text, what it was at first, and how the one became the other.

Also which words differ between two passages. Knows nothing of findings.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from unlinkable.draft import Span
from unlinkable.rewriting.proposals import Change, Edit
from unlinkable_index.words import form

_PIECES = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Revision:
    """``text`` is ``original`` with ``edits`` made: in order, apart, in offsets of the original."""

    original: str
    edits: tuple[Edit, ...] = ()

    @property
    def text(self) -> str:
        """The text with all edits made."""
        return applied(self.original, self.edits)

    def revised(self, edits: Iterable[Edit]) -> "Revision":
        """With ``edits`` made as well, which are in offsets of `text` and do not overlap."""
        revision = self
        for edit in sorted(edits, key=lambda edit: -edit.start):
            revision = revision._with(edit)
        return revision

    def original_span(self, start: int, end: int) -> Span:
        """What ``text[start:end]`` was made from, edits that it touches included whole."""
        around = self._around(start, end)
        return Span(around[0], around[1])

    def _with(self, edit: Edit) -> "Revision":
        first, last, left, right, inside = self._around(edit.start, edit.end)
        text = self.text
        after = text[left : edit.start] + edit.after + text[edit.end : right]
        merged = Edit(first, last, self.original[first:last], after)
        others = [other for other in self.edits if other not in inside]
        if merged.before != merged.after:
            others.append(merged)
        return Revision(self.original, tuple(sorted(others, key=lambda other: other.start)))

    def _around(self, start: int, end: int) -> tuple[int, int, int, int, list[Edit]]:
        """The edits that ``text[start:end]`` touches, and the span of both, before and now."""
        shift, inside, left, right = 0, [], start, end
        first = last = None
        shift_at_start = shift_at_end = 0
        for edit in self.edits:
            now_start = edit.start + shift
            now_end = now_start + len(edit.after)
            shift += len(edit.after) - (edit.end - edit.start)
            if now_end < start:
                shift_at_start = shift_at_end = shift
            elif now_start <= end:
                inside.append(edit)
                left, right = min(left, now_start), max(right, now_end)
                first = edit.start if first is None and now_start <= start else first
                shift_at_end = shift
                last = edit.end if now_end >= end else None
        return (
            first if first is not None else start - shift_at_start,
            last if last is not None else end - shift_at_end,
            left,
            right,
            inside,
        )


def applied(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with ``edits`` made, which must fit and not overlap."""
    for edit in sorted(edits, key=lambda edit: -edit.start):
        assert edit.fits(text)
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text


def changes(before: str, after: str) -> tuple[Change, ...]:
    """The words and marks that differ, in order."""
    return tuple(
        Change(before[old.start : old.end], after[new.start : new.end])
        for old, new in _differences(before, after)
    )


def size(before: str, after: str) -> int:
    """How much differs, in words and marks taken away or put in."""
    return sum(
        len(_PIECES.findall(change.before)) + len(_PIECES.findall(change.after))
        for change in changes(before, after)
    )


def replacement(before: str, after: str, phrase: Span) -> tuple[Span, str] | None:
    """What stands in ``after`` in place of ``before[phrase]``, and the part of ``before`` that it
    replaces: the phrase and whatever was changed together with it. None where nothing changed in
    the phrase or nothing stands in its place."""
    changed = [
        (old, new)
        for old, new in _differences(before, after)
        if old.start < phrase.end and phrase.start < old.end
    ]
    if not changed:
        return None
    (first, first_new), (last, last_new) = changed[0], changed[-1]
    left = before[min(phrase.start, first.start) : first.start]
    right = before[last.end : max(phrase.end, last.end)]
    middle = after[first_new.start : last_new.end]
    if not middle.strip():
        return None
    part = Span(min(phrase.start, first.start), max(phrase.end, last.end))
    return part, left + middle + right


def _differences(before: str, after: str) -> list[tuple[Span, Span]]:
    old, new = list(_PIECES.finditer(before)), list(_PIECES.finditer(after))
    matcher = SequenceMatcher(
        None, [form(m[0]) for m in old], [form(m[0]) for m in new], autojunk=False
    )
    return [
        (_span(old, first, last), _span(new, start, end))
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    ]


def _span(pieces: Sequence[re.Match[str]], first: int, last: int) -> Span:
    if first < last:
        return Span(pieces[first].start(), pieces[last - 1].end())
    at = pieces[first].start() if first < len(pieces) else (pieces[-1].end() if pieces else 0)
    return Span(at, at)
