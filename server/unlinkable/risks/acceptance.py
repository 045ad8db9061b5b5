"""Which findings of a draft someone answers for, and who; and when two findings are the same, in
two versions of a draft or in a draft and in a file. Must know nothing of where the risks were
read."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from unlinkable.draft import Draft, Forms, Span
from unlinkable.findings.finding import GUESSABLE_MASK, RANKING, AnyFinding, Finding
from unlinkable.findings.guessable_mask import MASK_PLACE
from unlinkable.risks import AcceptedRisk, RiskKind
from unlinkable_index.words import find_words

_KINDS = {RANKING: RiskKind.RANKING, GUESSABLE_MASK: RiskKind.GUESSABLE_MASK}
CONTEXT_WORDS = 3
"""How many words on either side tell one place of a phrase from another."""


class Identity(NamedTuple):
    """Findings are the same when these are equal: their kind, the forms of their words, and of a
    combination those of its other terms.

    The words of a passage are all that it has; those of a mask stand on either side of it, with
    MASK_PLACE between.
    """

    words: Forms
    terms: frozenset[Forms] = frozenset()
    kind: RiskKind = RiskKind.WORDS

    @classmethod
    def of(cls, draft: Draft, finding: AnyFinding) -> "Identity":
        """The identity of a finding of ``draft``."""
        return cls(*finding.words_in(draft), kind=_KINDS.get(finding.kind, RiskKind.WORDS))


@dataclass(frozen=True)
class Occurrence:
    """A finding at one place of one file (None: of a text that lies in no file). ``around`` are the
    forms of up to CONTEXT_WORDS words before and after, with its own words between; of a passage or
    a mask those of its identity."""

    identity: Identity
    file: Path | None
    around: Forms

    @classmethod
    def of(cls, draft: Draft, finding: AnyFinding, file: Path | None) -> "Occurrence":
        """The occurrence of a finding of ``draft``, which lies in ``file``."""
        identity = Identity.of(draft, finding)
        if not isinstance(finding, Finding):
            return cls(identity, file, identity.words)
        first, last = finding.first_word, finding.first_word + finding.words
        around = draft.forms[max(0, first - CONTEXT_WORDS) : last + CONTEXT_WORDS]
        return cls(identity, file, around)


class PlacedFinding(NamedTuple):
    """A finding at one place of one version of a draft."""

    span: Span
    identity: Identity

    @classmethod
    def of(cls, draft: Draft, finding: AnyFinding) -> "PlacedFinding":
        """The place of a finding of ``draft``."""
        return cls(finding.span, Identity.of(draft, finding))


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
