"""Which findings of a draft someone answers for, and who.

Knows accepted risks and findings; nothing of where the risks were read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unlinkable.draft import Draft
from unlinkable.findings.report import Finding
from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.risks.same_finding import Identity, Occurrence
from unlinkable_index.words import find_words

Accepted = tuple[tuple[Finding, AcceptedRisk], ...]
"""Accepted findings, each with the risk that it falls under."""


class AcceptedRisks:
    """All accepted risks that hold in one folder."""

    def __init__(self, risks: Iterable[AcceptedRisk]) -> None:
        self._risks: dict[Identity, list[AcceptedRisk]] = {}
        for risk in risks:
            identity = Identity(_forms(risk.phrase), frozenset(map(_forms, risk.terms)))
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

    def __call__(self, finding: Finding) -> bool:
        """Whether someone answers for a finding of the draft."""
        return self.risk(finding) is not None

    def risk(self, finding: Finding) -> AcceptedRisk | None:
        """The accepted risk that a finding of the draft falls under, if any."""
        if Identity.of(self.draft, finding) not in self.risks:
            return None
        return self.risks.covering(Occurrence.of(self.draft, finding, self.file))

    def of(self, findings: Iterable[Finding]) -> Accepted:
        """Those of ``findings`` that are accepted, with who answers for them."""
        pairs = ((finding, self.risk(finding)) for finding in findings)
        return tuple((finding, risk) for finding, risk in pairs if risk is not None)


def _forms(phrase: str) -> tuple[str, ...]:
    return find_words(phrase).forms
