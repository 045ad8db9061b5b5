"""What was found, passage by passage, and how much of the lead to the source each passage carries.

A passage is a sentence, or the few that a finding runs over. The measure: a finding counts one over
the number of words that a searcher must type to follow it, so that a single rare word counts seven
times as much as a phrase of seven. Knows findings; must know nothing of what is done about them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from unlinkable.draft import Draft, Span, overlapping, united
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.findings.report import likely_source


@dataclass(frozen=True)
class FlaggedPassage:
    """A part of a draft with all that was found in it, in the order of the text.

    ``lead``: what it carries of all that leads to the likely source, from 0 to 1.
    """

    span: Span
    findings: tuple[AnyFinding, ...]
    lead: float

    def after(self, done: Span, shift: int) -> "FlaggedPassage":
        """The passage where it stands once the text of another, ``done``, has grown by ``shift``.

        What was found in it together with words of that other is left out.
        """
        moved = 0 if self.span < done else shift

        def at(span: Span) -> Span:
            by = 0 if span < done else shift
            return Span(span.start + by, span.end + by)

        still = (f for f in self.findings if not overlapping(f.others, done))
        return FlaggedPassage(
            Span(self.span.start + moved, self.span.end + moved),
            tuple(finding.moved(at) for finding in still),
            self.lead,
        )


def flagged_passages(
    draft: Draft, findings: Sequence[AnyFinding], beside: Sequence[Span] = ()
) -> tuple[FlaggedPassage, ...]:
    """The passages of a draft in which something was found, those that carry most first; of equals
    the one that stands first.

    ``beside``: what belongs to it besides; where that goes over the end of a passage, it and the
    next are one.
    """
    places = (*(Span(f.start, f.end) for f in findings), *beside)
    spans = united(draft.sentences_at(place) for place in places)
    inside: list[list[AnyFinding]] = [[] for _ in spans]
    number = 0
    for finding in sorted(findings, key=lambda finding: (finding.start, finding.end)):
        while spans[number].end <= finding.start:
            number += 1
        inside[number].append(finding)
    source = likely_source(findings)
    wanted = None if source is None else source.document
    leads = [sum(_lead(draft, f) for f in found if wanted in f.documents) for found in inside]
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


def run_at(phrases: Iterable[Finding], span: Span) -> tuple[Finding, ...]:
    """The phrases that touch ``span``, and those that share words with them, and so on: breaking
    these leaves nothing that could surface."""
    runs: list[list[Finding]] = []
    end = 0
    for phrase in sorted(phrases, key=lambda phrase: phrase.span):
        if phrase.start >= end:
            runs.append([])
        runs[-1].append(phrase)
        end = max(end, phrase.end)
    touched = (run for run in runs if overlapping([phrase.span for phrase in run], span))
    return tuple(phrase for run in touched for phrase in run)


def _lead(draft: Draft, finding: AnyFinding) -> float:
    """One over the number of words to type; who ranks types the whole passage."""
    return 1 / finding.typed(draft)
