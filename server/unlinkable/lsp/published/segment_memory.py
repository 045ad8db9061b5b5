"""The rare phrases of a draft, remembered from one version to the next, segment by segment.

Phrases lie within a segment, so what is rare in it follows from its words alone, wherever it stands
and whatever stands around it. Knows drafts and findings; must know nothing of documents.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise, repeat
from typing import NamedTuple

import numpy as np

from unlinkable.draft import Draft, Forms
from unlinkable.findings.finding import PHRASE, Finding
from unlinkable.findings.question import Question
from unlinkable.findings.report import PhraseSearch, searched
from unlinkable_index.documents.shared.rendered.rendering import Offsets
from unlinkable_index.index import Index
from unlinkable_index.words.readings import Other

Found = tuple[Finding, ...]
Segment = tuple[Forms, tuple[Other[str], ...]]
"""The forms of the words of a segment, and other ways to read them."""


@dataclass
class SegmentMemory:
    """What was found in the segments of the last draft, by their words.

    Findings are kept relative to their segment's first word, and as they stood in the draft.
    """

    asked: tuple[Index, Question, PhraseSearch] | None = None
    segments: dict[Segment, Found] = field(default_factory=dict)
    placed: list["_Placed"] = field(default_factory=list)
    bounds: tuple[Offsets, Offsets] | None = None
    """Where the words of the last draft stood."""

    def findings(
        self, draft: Draft, index: Index, question: Question, search: PhraseSearch
    ) -> list[Finding]:
        """What ``search`` finds in the draft, in the order of its segments."""
        asked = index, question, search
        if self.asked != asked:
            self.asked, self.segments, self.placed, self.bounds = asked, {}, [], None
        bounds = _bounds(draft)
        keys = _segments(draft, bounds)
        unknown = [
            bound for key, bound in zip(keys, bounds, strict=True) if key not in self.segments
        ]
        known = self.segments | (_found(draft, unknown, *asked) if unknown else {})
        self.segments = {key: known[key] for key in keys}
        unmoved = self._unmoved(draft)
        before = chain(self.placed, repeat(None))
        self.placed = [
            was
            if was and end <= unmoved and was.first == first and was.relative is self.segments[key]
            else _placed(draft, first, self.segments[key])
            for key, (first, end), was in zip(keys, bounds, before, strict=False)
        ]
        self.bounds = draft.starts, draft.ends
        return list(chain.from_iterable(placed.findings for placed in self.placed))

    def _unmoved(self, draft: Draft) -> int:
        """How many words at the beginning stand where words stood in the last draft."""
        if self.bounds is None:
            return 0
        starts, ends = self.bounds
        most = min(len(starts), len(draft.starts))
        differs = (starts[:most] != draft.starts[:most]) | (ends[:most] != draft.ends[:most])
        moved = np.flatnonzero(differs)
        return int(moved[0]) if len(moved) else most


class _Placed(NamedTuple):
    """The findings of a segment: its first word, relative to it, and where they stand."""

    first: int
    relative: Found
    findings: Found


def _placed(draft: Draft, first: int, relative: Found) -> _Placed:
    """The findings of the segment whose first word is ``first``, where they stand in the draft."""
    if not relative:
        return _Placed(first, relative, ())
    stop = first + max(finding.first_word + finding.words for finding in relative)
    starts, ends = draft.starts[first:stop].tolist(), draft.ends[first:stop].tolist()
    findings = tuple(
        Finding(
            PHRASE,
            starts[finding.first_word],
            ends[finding.first_word + finding.words - 1],
            first + finding.first_word,
            finding.words,
            finding.df,
            finding.documents,
        )
        for finding in relative
    )
    return _Placed(first, relative, findings)


def _bounds(draft: Draft) -> list[tuple[int, int]]:
    """The first word of every segment, and the first after it."""
    if not len(draft.segments):
        return []
    cuts = np.flatnonzero(np.diff(draft.segments)) + 1
    edges = [0, *cuts.tolist(), len(draft.segments)]
    return list(pairwise(edges))


def _segments(draft: Draft, bounds: Sequence[tuple[int, int]]) -> list[Segment]:
    """The segments at ``bounds``."""
    firsts = [first for first, _ in bounds]
    inside: dict[int, list[Other[str]]] = {}
    for other in draft.others:
        number = bisect_right(firsts, other.first) - 1
        first, end = bounds[number]
        if other.stop <= end:
            inside.setdefault(number, []).append(other.moved(-first))
    return [
        (draft.forms[first:end], tuple(inside.get(number, ())))
        for number, (first, end) in enumerate(bounds)
    ]


def _found(
    draft: Draft,
    bounds: Sequence[tuple[int, int]],
    index: Index,
    question: Question,
    search: PhraseSearch,
) -> dict[Segment, Found]:
    """The findings of the segments at ``bounds``, by their words."""
    words = np.concatenate([np.arange(start, end) for start, end in bounds])
    part = draft.part(words)
    found: dict[int, list[Finding]] = {}
    firsts = list(accumulate((end - start for start, end in bounds), initial=0))
    for finding in searched(part, index, question, search):
        segment = bisect_right(firsts, finding.first_word) - 1
        first = firsts[segment]
        relative = replace(finding, first_word=finding.first_word - first) if first else finding
        found.setdefault(segment, []).append(relative)
    return {
        key: tuple(found.get(number, ())) for number, key in enumerate(_segments(draft, bounds))
    }
