"""What was found, passage by passage, and how much of the lead to the source each passage carries.

A passage is a sentence, or the few that a finding runs over. The measure: a finding counts one over
the number of words that a searcher must type to follow it, so that a single rare word counts seven
times as much as a phrase of seven. Knows findings; must know nothing of what is done about them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Draft, Span, overlapping, united
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.ranking.leading import RankingFinding
from unlinkable.findings.report import Finding, likely_source

Found = Finding | RankingFinding


@dataclass(frozen=True)
class FlaggedPassage:
    """A part of a draft with all that was found in it, in the order of the text.

    ``lead``: what it carries of all that leads to the likely source, from 0 to 1.
    """

    span: Span
    findings: tuple[Found, ...]
    lead: float

    def after(self, done: Span, shift: int) -> "FlaggedPassage":
        """The passage where it stands once the text of another, ``done``, has grown by ``shift``.

        What was found in it together with words of that other is left out.
        """
        moved = 0 if self.span < done else shift
        still = (f for f in self.findings if not overlapping(_others(f), done))
        return FlaggedPassage(
            Span(self.span.start + moved, self.span.end + moved),
            tuple(_moved(finding, done, shift) for finding in still),
            self.lead,
        )


def flagged_passages(
    draft: Draft, findings: Sequence[Found], beside: Sequence[Span] = ()
) -> tuple[FlaggedPassage, ...]:
    """The passages of a draft in which something was found, those that carry most first; of equals
    the one that stands first.

    ``beside``: what belongs to it besides; where that goes over the end of a passage, it and the
    next are one.
    """
    places = (*(Span(f.start, f.end) for f in findings), *beside)
    spans = united(draft.sentences_at(place) for place in places)
    inside: list[list[Found]] = [[] for _ in spans]
    number = 0
    for finding in sorted(findings, key=lambda finding: (finding.start, finding.end)):
        while spans[number].end <= finding.start:
            number += 1
        inside[number].append(finding)
    source = likely_source(tuple(f for f in findings if not isinstance(f, RankingFinding)))
    wanted = source.document if source else None
    leads = [sum(_lead(draft, f) for f in found if _leads_to(f, wanted)) for found in inside]
    whole = sum(leads) or 1.0
    found = zip(spans, inside, leads, strict=True)
    every = [FlaggedPassage(span, tuple(some), lead / whole) for span, some, lead in found]
    return tuple(sorted(every, key=lambda passage: (-passage.lead, passage.span)))


def sentences_left(draft: Draft, spans: Sequence[Span]) -> tuple[int, int]:
    """How many sentences of a draft some of ``spans`` touch, and how many there are.

    Sentences without words are not counted.
    """
    of_words = np.searchsorted(draft.sentence_starts, draft.starts, side="right")
    flags = np.zeros(len(draft.sentence_starts) + 1, dtype=np.int64)
    if spans:
        bounds = np.array(spans, dtype=np.int64)
        first = np.searchsorted(draft.sentence_ends, bounds[:, 0], side="right")
        last = np.searchsorted(draft.sentence_starts, bounds[:, 1], side="left")
        np.add.at(flags, first, 1)
        np.add.at(flags, last, -1)
    return int(np.count_nonzero(np.cumsum(flags)[:-1])), len(np.unique(of_words))


def run_at(phrases: Iterable[PhraseFinding], span: Span) -> tuple[PhraseFinding, ...]:
    """The phrases that touch ``span``, and those that share words with them, and so on: breaking
    these leaves nothing that could surface."""
    runs: list[list[PhraseFinding]] = []
    end = 0
    for phrase in sorted(phrases, key=lambda phrase: phrase.span):
        if phrase.start >= end:
            runs.append([])
        runs[-1].append(phrase)
        end = max(end, phrase.end)
    touched = (run for run in runs if overlapping([phrase.span for phrase in run], span))
    return tuple(phrase for run in touched for phrase in run)


def _moved(finding: Found, done: Span, shift: int) -> Found:
    def at(span: Span) -> Span:
        moved = 0 if span < done else shift
        return Span(span.start + moved, span.end + moved)

    if isinstance(finding, RankingFinding):
        passage = replace(finding.passage, span=at(finding.passage.span))
        return replace(finding, passage=passage, terms=tuple(map(at, finding.terms)))
    start, end = at(finding.span)
    if isinstance(finding, PhraseFinding):
        return replace(finding, start=start, end=end)
    return replace(finding, start=start, end=end, others=tuple(map(at, finding.others)))


def _others(finding: Found) -> tuple[Span, ...]:
    return () if isinstance(finding, RankingFinding) else finding.others


def _leads_to(finding: Found, document: int | None) -> bool:
    """Whether a finding leads to a document; None: to any, where nothing but ranking was found."""
    if isinstance(finding, RankingFinding):
        return document in (None, finding.source)
    return document in finding.documents


def _lead(draft: Draft, finding: Found) -> float:
    """One over the number of words to type; who ranks types the whole passage."""
    if isinstance(finding, RankingFinding):
        return 1 / max(1, len(draft.words_in(finding.passage.span)))
    return 1 / (finding.words + sum(len(draft.words_in(other)) for other in finding.others))
