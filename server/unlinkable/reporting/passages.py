"""The passages of a draft that a report shows: sentences, each with what is to change in it.

Knows findings by what all kinds of them have in common, and text; knows nothing of how they are
shown.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from unlinkable.draft import Draft, Span
from unlinkable.findings.finding import AnyFinding

Found = TypeVar("Found", bound=AnyFinding)


class PassagePiece(NamedTuple, Generic[Found]):
    """A run of a passage's text; ``finding`` when it is a mark of one."""

    text: str
    finding: Found | None


@dataclass(frozen=True)
class PassageShown(Generic[Found]):
    """A sentence with findings.

    - ``findings``: those that have a mark in it, or stand there without any, in order;
    - ``marks``: where words are marked, each with its finding, in order; none overlap.
    """

    span: Span
    findings: tuple[Found, ...]
    marks: tuple[tuple[Span, Found], ...]

    @property
    def start(self) -> int:
        """Where the first mark stands; without any, the passage."""
        return self.marks[0][0].start if self.marks else self.span.start

    def pieces(self, text: str) -> Iterator[PassagePiece[Found]]:
        """The passage of ``text``, cut at marks; those of one finding are one where only blanks
        stand between them."""
        at = self.span.start
        for span, finding in _joined(self.marks, text):
            yield PassagePiece(text[at : span.start], None)
            yield PassagePiece(text[span.start : span.end], finding)
            at = span.end
        yield PassagePiece(text[at : self.span.end], None)

    def alike(self, key: Callable[[Found], object]) -> list[list[Found]]:
        """The findings, those with the same ``key`` together."""
        groups: dict[object, list[Found]] = {}
        for finding in self.findings:
            groups.setdefault(key(finding), []).append(finding)
        return list(groups.values())


def passages(draft: Draft, findings: Iterable[Found]) -> Iterator[PassageShown[Found]]:
    """The passages of a draft that hold ``findings``, in order. What several kinds of findings
    mark is marked for one of which any word will do, if there is one."""
    sentences = draft.sentences
    starts = [sentence.start for sentence in sentences]
    placed = [
        (span, finding)
        for finding in findings
        for span in finding.marks or (Span(finding.span.start, finding.span.start),)
    ]
    placed.sort(key=lambda one: (one[0].start, -one[0].end, not one[1].any_word))
    by_sentence = groupby(placed, key=lambda one: bisect_right(starts, one[0].start) - 1)
    for number, group in by_sentence:
        found = list(group)
        span = sentences[number] if number >= 0 else Span(0, found[0][0].end)
        span = Span(span.start, max(span.end, *(mark.end for mark, _ in found)))
        yield PassageShown(
            span, tuple({id(one): one for _, one in found}.values()), tuple(_apart(found))
        )


def _apart(placed: list[tuple[Span, Found]]) -> list[tuple[Span, Found]]:
    """Those of some marks, in order, that overlap none taken before: of which any word will do
    first."""
    first = placed[0][0].start
    taken = bytearray(max(span.end for span, _ in placed) - first)
    chosen = []
    for span, finding in sorted(placed, key=lambda one: not one[1].any_word):
        start, end = span.start - first, span.end - first
        if start < end and taken.find(1, start, end) < 0:
            taken[start:end] = b"\x01" * (end - start)
            chosen.append((span, finding))
    return sorted(chosen, key=lambda one: one[0])


def _joined(marks: Iterable[tuple[Span, Found]], text: str) -> list[tuple[Span, Found]]:
    joined: list[tuple[Span, Found]] = []
    for span, finding in marks:
        if joined and joined[-1][1] is finding and text[joined[-1][0].end : span.start].isspace():
            joined[-1] = (Span(joined[-1][0].start, span.end), finding)
        else:
            joined.append((span, finding))
    return joined
