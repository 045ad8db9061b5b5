"""Accepted risks, as they stand in a file: findings that someone has decided to leave as they are,
and answers for. The only room that knows when two findings are the same, which are accepted, and
how that is written down. This file must stay light: the settings read it, and it must never
import drafts or findings."""

from dataclasses import dataclass
from enum import Enum

LARGEST = 1_000_000
"""Bytes of the largest file that settings, and so accepted risks, are read from."""


class RiskKind(Enum):
    """What is accepted: words that lead back, alone or in a combination; a passage that leads a
    searcher who ranks; a mask that can be guessed."""

    WORDS = "words"
    RANKING = "ranking"
    GUESSABLE_MASK = "guessable-mask"


@dataclass(frozen=True)
class AcceptedRisk:
    """A finding that someone has decided to leave as it is, and answers for.

    ``phrase``: its words; of a passage all of them, and of a mask those on either side of it, with
    `findings.guessable_mask.MASK_PLACE` between.
    """

    phrase: str
    reason: str = ""
    by: str = ""
    date: str = ""
    file: str | None = None
    context: str | None = None
    terms: tuple[str, ...] = ()
    """The other terms, when what was accepted is a combination and not a phrase."""
    kind: RiskKind = RiskKind.WORDS
