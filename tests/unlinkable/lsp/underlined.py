"""Whether what is underlined agrees with what a check from scratch finds: one place a passage."""

from collections.abc import Callable, Collection, Sequence

from unlinkable.draft import Draft, united
from unlinkable.findings.report import Report

Position = tuple[int, int]
Place = tuple[int, int, int, int]
"""Line and column of the start, and of the end."""


def passages_of(report: Report, position: Callable[[int], Position]) -> list[Place]:
    """The passages of a draft that have findings: the sentences that these touch."""
    draft: Draft = report.draft
    spans = united(draft.sentences_at(finding.span) for finding in report.findings)
    return [(*position(span.start), *position(span.end)) for span in spans]


def agree(places: Collection[Place], passages: Sequence[Place]) -> bool:
    """Whether every place lies in a passage, none in that of another, and some is there where
    something was found."""
    held = [
        number
        for place in places
        for number, passage in enumerate(passages)
        if passage[:2] <= place[:2] and place[2:] <= passage[2:]
    ]
    return len(held) == len(places) == len(set(held)) and bool(places) == bool(passages)
