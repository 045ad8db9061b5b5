"""Everything that was found in one draft, and where it leads."""

from collections import Counter
from dataclasses import dataclass

from unlinkable.draft import Draft
from unlinkable.findings.combinations import CombinationFinding, combination_findings
from unlinkable.findings.phrases import PhraseFinding, phrase_findings
from unlinkable.findings.question import Question, Stop, never
from unlinkable_index.index import Index

Finding = PhraseFinding | CombinationFinding


@dataclass(frozen=True)
class LikelySource:
    """The document that most findings lead to, and how many of them."""

    document: int
    findings: int


@dataclass(frozen=True)
class Report:
    """What was found in a draft. Not ``complete`` when the search for combinations was stopped."""

    draft: Draft
    question: Question
    phrases: tuple[PhraseFinding, ...]
    combinations: tuple[CombinationFinding, ...]
    complete: bool

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


def check(draft: Draft, index: Index, question: Question, stop: Stop = never) -> Report:
    """All findings of a draft. Raises UserError when the index is damaged."""
    phrases = phrase_findings(draft, index, question.k, question.source)
    if question.max_terms == 1:
        return Report(draft, question, tuple(phrases), (), complete=True)
    found = combination_findings(draft, index, question, phrases, stop)
    return Report(draft, question, tuple(phrases), tuple(found.findings), found.complete)
