"""Everything that was found in one draft, where it leads, and how much of the lead each passage
carries: a finding counts one over the words that a searcher must type to follow it. Must know
nothing of what is done about findings."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import not_
from typing import TypeVar

import numpy as np

from unlinkable.draft import Draft, Span, overlapping, united
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.costs import Costs
from unlinkable.findings.finding import KINDS, PHRASE, AnyFinding, Finding, Kind
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.leading import RankingFinding
from unlinkable.findings.near.near import near_findings
from unlinkable.findings.phrases import minimal_rare, not_overlapping, phrase_findings
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import Ranked, ranked
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

Accepts = Callable[[AnyFinding], bool]
"""Whether someone answers for a finding, so that it does not count."""
Found = TypeVar("Found", Finding, RankingFinding)
PhraseSearch = Callable[[Draft, Index, int, int | None], list[Finding]]
"""`phrase_findings` or `minimal_rare`: draft, index, k, source."""
Search = Callable[[Draft, Index, Question, PhraseSearch], list[Finding]]
"""How a draft is searched for phrases: all of it, or only what is new in it."""


@dataclass(frozen=True)
class LikelySource:
    """The document that most findings lead to, and how many of them."""

    document: int
    findings: int


@dataclass(frozen=True)
class Report:
    """What was found in a draft. Not ``complete`` when the search for combinations was stopped.

    ``near`` is what leads back by words near each other (windows, gap phrases).
    ``accepted`` are findings that someone answers for; they are none of the ``findings``.
    ``ranked`` is what a searcher who ranks finds; None where that was not looked at. ``guessable``
    are the masks that can be guessed from other rulings; None where that was not asked.
    """

    draft: Draft
    question: Question
    phrases: tuple[Finding, ...]
    combinations: tuple[Finding, ...]
    complete: bool
    near: tuple[Finding, ...] = ()
    accepted: tuple[AnyFinding, ...] = ()
    ranked: Ranked | None = None
    guessable: tuple[GuessableMask, ...] | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What exact searches find, phrases first."""
        return (*self.phrases, *self.combinations, *self.near)

    @property
    def everything(self) -> tuple[AnyFinding, ...]:
        """What every searcher finds who was asked about."""
        return (*self.findings, *self.leading_passages, *(self.guessable or ()))

    @property
    def counts(self) -> dict[Kind, int]:
        """How many findings there are of each kind, in the order of `KINDS`, those with none left
        out: whoever says how much leads back counts by this."""
        found = Counter(one.kind for one in self.everything)
        return {kind: found[kind] for kind in KINDS if found[kind]}

    def of_kind(self, kind: Kind) -> tuple[Finding, ...]:
        """The findings of one kind."""
        return tuple(one for one in self.findings if one.kind is kind)

    @property
    def clean(self) -> bool:
        """Whether the draft holds what was asked: searched to the end, and nothing found."""
        return self.complete and not self.everything

    @property
    def leading_passages(self) -> tuple[RankingFinding, ...]:
        """The passages that lead a searcher who ranks to the source, of the size asked for."""
        return () if self.ranked is None else self.ranked.findings

    @property
    def ranked_in_vain(self) -> bool:
        """Whether a searcher who ranks was asked about, and no passage could be judged."""
        return (
            self.question.ranked is not None
            and self.ranked is not None
            and not self.ranked.judged_by
        )

    @property
    def guessed_in_vain(self) -> bool:
        """Whether guessing was asked about without texts: what a mask of the draft hides no index
        tells."""
        return self.question.guessing and self.guessable is None

    @property
    def likely_source(self) -> LikelySource | None:
        """The document that most findings lead to; of several the first of the collection."""
        return likely_source(self.findings)


def likely_source(findings: Iterable[AnyFinding]) -> LikelySource | None:
    """The document that most of ``findings`` lead to; of several the first of the collection."""
    led_to = Counter(document for finding in findings for document in finding.documents)
    if not led_to:
        return None
    document, count = min(led_to.items(), key=lambda item: (-item[1], item[0]))
    return LikelySource(document, count)


def searched(draft: Draft, index: Index, question: Question, search: PhraseSearch) -> list[Finding]:
    """What ``search`` finds in a whole draft."""
    if question.source is not None or not question.against:
        return search(draft, index, question.k, question.source)
    rare = minimal_rare(draft, index, question.k)
    found = [one for one in rare if not question.against.isdisjoint(one.documents)]
    return found if search is minimal_rare else not_overlapping(found)


def check(
    draft: Draft,
    index: Index,
    question: Question,
    stop: Stop = never,
    accepts: Accepts | None = None,
    costs: Costs | None = None,
) -> Report:
    """All findings of a draft.

    - ``stop``: once true, the search for combinations ends with what it has;
    - ``accepts``: findings that it is true of are told apart, as accepted;
    - ``costs``: of changing each word, where they are known; else `word_costs`.

    A phrase that was accepted does not hide others that share words with it. Combinations are
    sought outside it, as outside all phrase findings. Raises UserError when the index is damaged.
    """
    phrases = with_phrases(draft, index, question, accepts)
    combined = with_combinations(phrases, index, stop, accepts, costs)
    return with_ranking(with_near(combined, index, stop, accepts), index, accepts)


def with_phrases(
    draft: Draft,
    index: Index,
    question: Question,
    accepts: Accepts | None = None,
    search: Search = searched,
) -> Report:
    """The first part of `check`: phrase findings. Not complete where combinations are asked for.

    ``search``: how the draft is searched, all of it or only what is new in it.
    """
    alone = question.max_terms == 1
    if not accepts:
        phrases = search(draft, index, question, phrase_findings)
        return Report(draft, question, tuple(phrases), (), alone)
    left, accepted = _parted(search(draft, index, question, minimal_rare), accepts)
    found = tuple(not_overlapping(left))
    return Report(draft, question, found, (), alone, accepted=tuple(accepted))


def with_combinations(
    report: Report,
    index: Index,
    stop: Stop = never,
    accepts: Accepts | None = None,
    costs: Costs | None = None,
) -> Report:
    """The second part of `check`: a report with phrase findings, and now with combinations."""
    if report.question.max_terms == 1:
        return report
    accepted_phrases = [
        one for one in report.accepted if isinstance(one, Finding) and one.kind is PHRASE
    ]
    phrases = [*report.phrases, *accepted_phrases]
    found = combination_findings(report.draft, index, report.question, phrases, stop, costs)
    left, accepted = _parted(found.findings, accepts)
    return replace(
        report,
        combinations=tuple(left),
        complete=found.complete,
        accepted=(*accepted_phrases, *accepted),
    )


def with_near(
    report: Report, index: Index, stop: Stop = never, accepts: Accepts | None = None
) -> Report:
    """The third part of `check`: a report, and now with what leads back by words near each other,
    where the index can tell. Not complete where it was stopped."""
    accepted = [one for one in report.accepted if isinstance(one, Finding)]
    besides = [*report.phrases, *report.combinations, *accepted]
    found = near_findings(report.draft, index, report.question, besides, stop)
    left, accepted_now = _parted(found, accepts)
    return replace(
        report,
        near=tuple(left),
        complete=report.complete and not stop(),
        accepted=(*report.accepted, *accepted_now),
    )


def with_ranking(
    report: Report, index: Index, accepts: Accepts | None = None, stop: Stop = never
) -> Report:
    """The last part of `check`: a report, and now what a searcher who ranks finds. How many
    passages lead counts also those that are accepted. Raises StoppedError once ``stop`` is true."""
    question = report.question
    if question.ranked is None:
        return report
    sources = question.judged_by
    found = ranked(report.draft, index, question.k, question.ranked, sources, stop=stop)
    left, accepted = _parted(found.findings, accepts)
    return replace(
        report, ranked=replace(found, findings=tuple(left)), accepted=(*report.accepted, *accepted)
    )


def ranked_for(
    report: Report, index: Index, question: Question, accepts: Accepts | None, stop: Stop = never
) -> Report:
    """A report and what a searcher who ranks finds, judged by the sources of another ``question``:
    those by which also what becomes of the draft is judged."""
    anew = with_ranking(replace(report, question=question), index, accepts, stop)
    return with_overview(anew, index, stop)


def with_overview(report: Report, index: Index, stop: Stop = never) -> Report:
    """A report that also has the `overview` where nobody asked about a searcher who ranks. Raises
    StoppedError once ``stop`` is true."""
    if report.ranked is not None:
        return report
    return replace(report, ranked=overview(report.draft, index, report.question, stop))


def overview(draft: Draft, index: Index, question: Question, stop: Stop = never) -> Ranked:
    """What a searcher who ranks finds of a draft: how many passages lead, none of which is a
    finding. Raises StoppedError once ``stop`` is true."""
    return ranked(draft, index, question.k, None, question.judged_by, stop=stop)


def _parted(findings: Sequence[Found], accepts: Accepts | None) -> tuple[list[Found], list[Found]]:
    """Those that count, and those accepted."""
    if not accepts:
        return list(findings), []
    accepted = [accepts(finding) for finding in findings]
    return list(compress(findings, map(not_, accepted))), list(compress(findings, accepted))


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
    # a finding counts one over the words to type; who ranks types the whole passage
    leads = [sum(1 / f.typed(draft) for f in found if wanted in f.documents) for found in inside]
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
