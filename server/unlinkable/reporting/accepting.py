"""Which findings of a draft someone answers for: taken out, and kept beside what remains.

Knows findings and accepted risks; knows no editor and no command line.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from unlinkable.draft import Draft, Span
from unlinkable.findings.combinations.findings import CombinationFinding
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.question import Question
from unlinkable.findings.report import Finding, Report, check
from unlinkable.settings import AcceptedRisk
from unlinkable.settings.accepted import CONTEXT_WORDS, AcceptedRisks, Place
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

Accepted = tuple[tuple[Finding, AcceptedRisk], ...]
Some = TypeVar("Some", PhraseFinding, CombinationFinding)


def place_of(draft: Draft, finding: Finding, file: Path | None) -> Place:
    """The finding as accepted risks know it."""
    forms, first = draft.forms, finding.first_word
    last = first + finding.words
    return Place(
        words=forms[first:last],
        terms=frozenset(_forms_at(draft, other) for other in other_terms(finding)),
        file=file,
        around=forms[max(0, first - CONTEXT_WORDS) : last + CONTEXT_WORDS],
    )


def other_terms(finding: Finding) -> tuple[Span, ...]:
    """The other terms of a combination; none for a phrase."""
    return () if isinstance(finding, PhraseFinding) else finding.others


def check_but_accepted(
    draft: Draft,
    index: Index,
    question: Question,
    risks: Sequence[AcceptedRisk],
    file: Path | None,
    stop: Stop = never,
) -> tuple[Report, Accepted]:
    """What remains to be found in a draft, and what of it was accepted, by whom and why.

    Raises UserError when the index is damaged.
    """
    known = AcceptedRisks(risks)
    if not known:
        return check(draft, index, question, stop), ()

    def risk(finding: Finding) -> AcceptedRisk | None:
        return risk_of(draft, finding, known, file)

    report = check(draft, index, question, stop, lambda finding: risk(finding) is not None)
    pairs = ((finding, risk(finding)) for finding in report.accepted)
    return report, tuple((finding, by) for finding, by in pairs if by is not None)


def risk_of(
    draft: Draft, finding: Finding, risks: AcceptedRisks, file: Path | None
) -> AcceptedRisk | None:
    """The accepted risk that a finding falls under, if any."""
    words = draft.forms[finding.first_word : finding.first_word + finding.words]
    return risks.covering(place_of(draft, finding, file)) if words in risks else None


def without_accepted(
    draft: Draft, findings: Iterable[Some], risks: AcceptedRisks, file: Path | None
) -> tuple[list[Some], list[tuple[Some, AcceptedRisk]]]:
    """Those of ``findings`` that remain, and those accepted with the risk they fall under."""
    left: list[Some] = []
    accepted: list[tuple[Some, AcceptedRisk]] = []
    for finding in findings:
        risk = risk_of(draft, finding, risks, file)
        if risk is None:
            left.append(finding)
        else:
            accepted.append((finding, risk))
    return left, accepted


def _forms_at(draft: Draft, span: Span) -> tuple[str, ...]:
    first, last = np.searchsorted(draft.starts, span)
    return draft.forms[first:last]
