"""The passages of a draft that a report shows: sentences, each with the findings in it.

Knows findings and text; knows nothing of how they are shown.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from unlinkable.draft import Draft, Span
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.report import Finding


class Piece(NamedTuple):
    """A run of a passage's text; ``finding`` when it is one's."""

    text: str
    finding: Finding | None


@dataclass(frozen=True)
class PassageShown:
    """A sentence with findings, in order."""

    span: Span
    findings: tuple[Finding, ...]

    def pieces(self, text: str) -> Iterator[Piece]:
        """The passage of ``text``, cut at findings (of two that overlap, at the first)."""
        at = self.span.start
        for finding in self.findings:
            if finding.start < at:
                continue
            yield Piece(text[at : finding.start], None)
            yield Piece(text[finding.start : finding.end], finding)
            at = finding.end
        yield Piece(text[at : self.span.end], None)

    def leading_alike(self) -> list[list[Finding]]:
        """Phrase findings that lead to the same documents together; every combination apart."""
        alike: dict[object, list[Finding]] = {}
        for number, finding in enumerate(self.findings):
            key = finding.documents if isinstance(finding, PhraseFinding) else number
            alike.setdefault(key, []).append(finding)
        return list(alike.values())


def passages(draft: Draft, findings: Iterable[Finding]) -> Iterator[PassageShown]:
    """The passages of a draft that hold ``findings``, in order."""
    sentences = draft.sentences
    starts = [sentence.start for sentence in sentences]
    in_order = sorted(findings, key=lambda finding: (finding.start, -finding.end))
    by_sentence = groupby(in_order, key=lambda finding: bisect_right(starts, finding.start) - 1)
    for number, group in by_sentence:
        found = tuple(group)
        span = sentences[number] if number >= 0 else Span(0, found[0].end)
        span = Span(span.start, max(span.end, *(finding.end for finding in found)))
        yield PassageShown(span, found)
