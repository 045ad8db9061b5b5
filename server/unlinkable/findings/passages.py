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
from unlinkable.findings.report import Finding, likely_source


@dataclass(frozen=True)
class Passage:
    """A part of a draft with all that was found in it, in the order of the text.

    ``lead``: what it carries of all that leads to the likely source, from 0 to 1.
    """

    span: Span
    findings: tuple[Finding, ...]
    lead: float

    def after(self, done: Span, shift: int) -> "Passage":
        """The passage where it stands once the text of another, ``done``, has grown by ``shift``.

        What was found in it together with words of that other is left out.
        """
        moved = 0 if self.span < done else shift
        still = (f for f in self.findings if not any(overlapping(f.others, done)))
        return Passage(
            Span(self.span.start + moved, self.span.end + moved),
            tuple(_moved(finding, done, shift) for finding in still),
            self.lead,
        )


def passages(draft: Draft, findings: Sequence[Finding]) -> tuple[Passage, ...]:
    """The passages of a draft in which something was found, those that carry most first; of equals
    the one that stands first."""
    spans = united(draft.sentences_at(finding.span) for finding in findings)
    inside: list[list[Finding]] = [[] for _ in spans]
    number = 0
    for finding in sorted(findings, key=lambda finding: finding.span):
        while spans[number].end <= finding.start:
            number += 1
        inside[number].append(finding)
    source = likely_source(tuple(findings))
    wanted = source.document if source else None
    leads = [sum(_lead(draft, f) for f in found if wanted in f.documents) for found in inside]
    whole = sum(leads) or 1.0
    found = zip(spans, inside, leads, strict=True)
    every = [Passage(span, tuple(some), lead / whole) for span, some, lead in found]
    return tuple(sorted(every, key=lambda passage: (-passage.lead, passage.span)))


def sentences_left(draft: Draft, spans: Sequence[Span]) -> tuple[int, int]:
    """How many sentences of a draft some of ``spans`` touch, and how many there are.

    Sentences without words are not counted.
    """
    of_words = np.searchsorted(draft.sentence_starts, draft.starts, side="right") - 1
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
    end = -1
    for phrase in sorted(phrases, key=lambda phrase: phrase.span):
        if phrase.start >= end:
            runs.append([])
        runs[-1].append(phrase)
        end = max(end, phrase.end)
    touched = (run for run in runs if overlapping([phrase.span for phrase in run], span))
    return tuple(phrase for run in touched for phrase in run)


def _moved(finding: Finding, done: Span, shift: int) -> Finding:
    def at(span: Span) -> Span:
        moved = 0 if span < done else shift
        return Span(span.start + moved, span.end + moved)

    start, end = at(finding.span)
    if isinstance(finding, PhraseFinding):
        return replace(finding, start=start, end=end)
    return replace(finding, start=start, end=end, others=tuple(map(at, finding.others)))


def _lead(draft: Draft, finding: Finding) -> float:
    """One over the number of words to type."""
    return 1 / (finding.words + sum(len(draft.words_in(other)) for other in finding.others))
