"""What findings carry over from one version of a document to the next: rare phrases segment by
segment, combinations wherever all their terms still stand. Knows drafts, edits and findings;
must know nothing of when they are sought."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise, repeat, starmap
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms, Span
from unlinkable.findings.finding import PHRASE, Finding
from unlinkable.findings.question import Question
from unlinkable.findings.report import PhraseSearch, searched
from unlinkable.lsp.documents import Splice, moved
from unlinkable_index.documents.shared.rendering import Offsets
from unlinkable_index.index import Index
from unlinkable_index.words.readings import Other


def carried(
    findings: Sequence[Finding], edits: Sequence[Splice], draft: Draft
) -> Iterator[Finding]:
    """The findings whose terms all still stand, where they stand now.

    What such terms lead to depends on the index alone, so these stay true whatever was changed
    elsewhere; whether they are still the cheapest choice is for the next search to say.
    """
    if not findings:
        return
    spans = chain.from_iterable(((f.start, f.end), *f.others) for f in findings)
    before = np.fromiter(chain.from_iterable(spans), np.int64).reshape(-1, 2)
    places, untouched = moved(before, edits)
    first_words, stand = _words_at(draft, places)
    own = np.cumsum([0, *(1 + len(finding.others) for finding in findings[:-1])])
    standing = np.logical_and.reduceat(stand & untouched, own).tolist()
    unmoved = np.logical_and.reduceat((places == before).all(axis=1), own).tolist()
    now = places.tolist()
    for number, (finding, at, first_word) in enumerate(
        zip(findings, own.tolist(), first_words[own].tolist(), strict=True)
    ):
        if not standing[number]:
            continue
        if unmoved[number] and first_word == finding.first_word:
            yield finding
            continue
        start, end = now[at]
        others = tuple(starmap(Span, now[at + 1 : at + 1 + len(finding.others)]))
        yield replace(finding, start=start, end=end, first_word=first_word, others=others)


def _words_at(
    draft: Draft, places: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The first word at each place (start, end), and whether whole words stand there."""
    if not len(draft.starts):
        return np.zeros(len(places), dtype=np.int64), np.zeros(len(places), dtype=bool)
    most = len(draft.starts) - 1
    first = np.minimum(np.searchsorted(draft.starts, places[:, 0]), most)
    last = np.minimum(np.searchsorted(draft.ends, places[:, 1]), most)
    return first, (draft.starts[first] == places[:, 0]) & (draft.ends[last] == places[:, 1])


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
