"""Everything that was found in one draft, and where it leads."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import not_
from typing import TypeVar

from unlinkable.draft import Draft
from unlinkable.findings.combinations.findings import CombinationFinding, combination_findings
from unlinkable.findings.costs import Costs
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.phrases import (
    PhraseFinding,
    minimal_rare,
    not_overlapping,
    phrase_findings,
)
from unlinkable.findings.question import Question
from unlinkable.findings.ranking.leading import RankingFinding
from unlinkable.findings.ranking.ranked import Ranked, ranked
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

Finding = PhraseFinding | CombinationFinding
AnyFinding = Finding | RankingFinding | GuessableMask
Accepts = Callable[[AnyFinding], bool]
"""Whether someone answers for a finding, so that it does not count."""
Found = TypeVar("Found", PhraseFinding, CombinationFinding, RankingFinding)
PhraseSearch = Callable[[Draft, Index, int, int | None], list[PhraseFinding]]
"""`phrase_findings` or `minimal_rare`: draft, index, k, source."""
Search = Callable[[Draft, Index, Question, PhraseSearch], list[PhraseFinding]]
"""How a draft is searched for phrases: all of it, or only what is new in it."""


@dataclass(frozen=True)
class LikelySource:
    """The document that most findings lead to, and how many of them."""

    document: int
    findings: int


@dataclass(frozen=True)
class Report:
    """What was found in a draft. Not ``complete`` when the search for combinations was stopped.

    ``accepted`` are findings that someone answers for; they are none of the ``findings``.
    ``ranked`` is what a searcher who ranks finds; None where that was not asked. ``guessable`` are
    the masks that can be guessed from other rulings; None where that was not asked.
    """

    draft: Draft
    question: Question
    phrases: tuple[PhraseFinding, ...]
    combinations: tuple[CombinationFinding, ...]
    complete: bool
    accepted: tuple[AnyFinding, ...] = ()
    ranked: Ranked | None = None
    guessable: tuple[GuessableMask, ...] | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, phrases first."""
        return (*self.phrases, *self.combinations)

    @property
    def clean(self) -> bool:
        """Whether the draft holds what was asked: searched to the end, and nothing found."""
        found = self.findings or self.leading_passages or self.guessable
        return self.complete and not found

    @property
    def leading_passages(self) -> tuple[RankingFinding, ...]:
        """The passages that lead a searcher who ranks to the source, of the size asked for."""
        return () if self.ranked is None else self.ranked.findings

    @property
    def likely_source(self) -> LikelySource | None:
        """The document that most findings lead to; of several the first of the collection."""
        return likely_source(self.findings)


def likely_source(findings: tuple[Finding, ...]) -> LikelySource | None:
    """The document that most of ``findings`` lead to; of several the first of the collection."""
    led_to = Counter(document for finding in findings for document in finding.documents)
    if not led_to:
        return None
    document, count = min(led_to.items(), key=lambda item: (-item[1], item[0]))
    return LikelySource(document, count)


def searched(
    draft: Draft, index: Index, question: Question, search: PhraseSearch
) -> list[PhraseFinding]:
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
    return with_ranking(with_combinations(phrases, index, stop, accepts, costs), index, accepts)


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
    return Report(draft, question, tuple(not_overlapping(left)), (), alone, tuple(accepted))


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
    accepted_phrases = [found for found in report.accepted if isinstance(found, PhraseFinding)]
    phrases = [*report.phrases, *accepted_phrases]
    found = combination_findings(report.draft, index, report.question, phrases, stop, costs)
    left, accepted = _parted(found.findings, accepts)
    return replace(
        report,
        combinations=tuple(left),
        complete=found.complete,
        accepted=(*accepted_phrases, *accepted),
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
        report,
        ranked=replace(found, findings=tuple(left)),
        accepted=(*report.accepted, *accepted),
    )


def _parted(findings: Sequence[Found], accepts: Accepts | None) -> tuple[list[Found], list[Found]]:
    """Those that count, and those accepted."""
    if not accepts:
        return list(findings), []
    accepted = [accepts(finding) for finding in findings]
    return list(compress(findings, map(not_, accepted))), list(compress(findings, accepted))
