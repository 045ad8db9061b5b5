"""Everything that was found in one draft, and where it leads."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from unlinkable.draft import Draft
from unlinkable.findings.combinations.findings import CombinationFinding, combination_findings
from unlinkable.findings.phrases import (
    PhraseFinding,
    minimal_rare,
    not_overlapping,
    phrase_findings,
)
from unlinkable.findings.question import Question
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

Finding = PhraseFinding | CombinationFinding
Accepts = Callable[[Finding], bool]
"""Whether someone answers for a finding, so that it does not count."""


@dataclass(frozen=True)
class LikelySource:
    """The document that most findings lead to, and how many of them."""

    document: int
    findings: int


@dataclass(frozen=True)
class Report:
    """What was found in a draft. Not ``complete`` when the search for combinations was stopped.

    ``accepted`` are findings that someone answers for; they are none of the ``findings``.
    """

    draft: Draft
    question: Question
    phrases: tuple[PhraseFinding, ...]
    combinations: tuple[CombinationFinding, ...]
    complete: bool
    accepted: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, phrases first."""
        return (*self.phrases, *self.combinations)

    @property
    def clean(self) -> bool:
        """Whether the draft holds what was asked: searched to the end, and nothing found."""
        return self.complete and not self.findings

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


def check(
    draft: Draft,
    index: Index,
    question: Question,
    stop: Stop = never,
    accepts: Accepts | None = None,
) -> Report:
    """All findings of a draft, those apart that ``accepts`` is true of.

    A phrase that was accepted does not hide others that share words with it. Combinations are
    sought outside it, as outside all phrase findings. Raises UserError when the index is damaged.
    """
    phrases, settled = _phrases(draft, index, question, accepts)
    if question.max_terms == 1:
        return Report(draft, question, tuple(phrases), (), complete=True, accepted=tuple(settled))
    found = combination_findings(draft, index, question, [*phrases, *settled], stop)
    left = tuple(term for term in found.findings if not (accepts and accepts(term)))
    accepted = [term for term in found.findings if accepts and accepts(term)]
    return Report(draft, question, tuple(phrases), left, found.complete, (*settled, *accepted))


def _phrases(
    draft: Draft, index: Index, question: Question, accepts: Accepts | None
) -> tuple[list[PhraseFinding], list[PhraseFinding]]:
    """The phrase findings that count, and those accepted."""
    if accepts is None:
        return phrase_findings(draft, index, question.k, question.source), []
    rare = minimal_rare(draft, index, question.k, question.source)
    accepted = [phrase for phrase in rare if accepts(phrase)]
    left = [phrase for phrase in rare if not accepts(phrase)]
    return not_overlapping(left), accepted
