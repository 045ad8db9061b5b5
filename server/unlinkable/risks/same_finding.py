"""When two findings are the same: in two versions of a draft, or in a draft and in a file.

Knows the forms of words; nothing of who accepted what.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from unlinkable.draft import Draft, Forms, Span
from unlinkable.findings.finding import GUESSABLE_MASK, RANKING, AnyFinding, Finding
from unlinkable.risks.accepted_risk import RiskKind

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
