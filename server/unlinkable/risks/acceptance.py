"""Which findings of a draft someone answers for, and who.

Knows accepted risks and findings; nothing of where the risks were read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unlinkable.draft import Draft
from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.guessing.guessable_mask import MASK_PLACE
from unlinkable.risks.accepted_risk import AcceptedRisk, RiskKind
from unlinkable.risks.same_finding import Identity, Occurrence
from unlinkable_index.words import find_words

Accepted = tuple[tuple[AnyFinding, AcceptedRisk], ...]
"""Accepted findings, each with the risk that it falls under."""


class AcceptedRisks:
    """All accepted risks that hold in one folder."""

    def __init__(self, risks: Iterable[AcceptedRisk]) -> None:
        self._risks: dict[Identity, list[AcceptedRisk]] = {}
        for risk in risks:
            terms = frozenset(map(_forms, risk.terms))
            identity = Identity(_words(risk), terms, risk.kind)
            self._risks.setdefault(identity, []).append(risk)

    def __bool__(self) -> bool:
        """Whether anything at all was accepted."""
        return bool(self._risks)

    def __contains__(self, identity: Identity) -> bool:
        """Whether a finding with this identity was accepted at some place."""
        return identity in self._risks

    def covering(self, finding: Occurrence) -> AcceptedRisk | None:
        """The accepted risk that a finding falls under, if any."""
        for risk in self._risks.get(finding.identity, ()):
            elsewhere = finding.file is None or Path(risk.file or "") != finding.file
            if risk.file is not None and elsewhere:
                continue
            if risk.context is None or _forms(risk.context) == finding.around:
                return risk
        return None


@dataclass(frozen=True)
class Acceptance:
    """What is accepted in one draft, which lies in ``file`` (None: in none). To be given to
    `findings.report.check`; false where nothing is accepted at all."""

    risks: AcceptedRisks
    draft: Draft
    file: Path | None

    def __bool__(self) -> bool:
        """Whether there is any accepted risk, so that findings need be compared with it."""
        return bool(self.risks)

    def __call__(self, finding: AnyFinding) -> bool:
        """Whether someone answers for a finding of the draft."""
        return self.risk(finding) is not None

    def risk(self, finding: AnyFinding) -> AcceptedRisk | None:
        """The accepted risk that a finding of the draft falls under, if any."""
        if Identity.of(self.draft, finding) not in self.risks:
            return None
        return self.risks.covering(Occurrence.of(self.draft, finding, self.file))

    def of(self, findings: Iterable[AnyFinding]) -> Accepted:
        """Those of ``findings`` that are accepted, with who answers for them."""
        pairs = ((finding, self.risk(finding)) for finding in findings)
        return tuple((finding, risk) for finding, risk in pairs if risk is not None)


def _words(risk: AcceptedRisk) -> tuple[str, ...]:
    """The words that tell a risk."""
    if risk.kind is not RiskKind.GUESSABLE_MASK:
        return _forms(risk.phrase)
    left, _, right = risk.phrase.partition(MASK_PLACE)
    return (*_forms(left), MASK_PLACE, *_forms(right))


def _forms(phrase: str) -> tuple[str, ...]:
    return find_words(phrase).forms
