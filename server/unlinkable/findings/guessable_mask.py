"""A mask that hides nothing from whoever knows other rulings: a finding on the mask.

Knows what was guessed and by how many; must never know how it was guessed.
"""

from dataclasses import dataclass

from unlinkable.draft import Span

SHOWN_SHARE = 0.7
"""The share of the votes from which a guess is a finding: then at least half are right."""
SHOWN_RULINGS = 3
"""Of so many rulings at least that share comes."""


@dataclass(frozen=True)
class GuessableMask:
    """A mask (``span``), and what other rulings say between the same words.

    ``guess``: the words, as they stand in such a ruling; confidential like all findings.
    ``share``: of all votes those for them, 0 to 1. ``rulings``: how many rulings say so.
    ``witnesses``: the ids of some of these, the nearest first, at most ten.
    """

    span: Span
    guess: str
    share: float
    rulings: int
    witnesses: tuple[str, ...] = ()

    @property
    def start(self) -> int:
        """Where the mask begins."""
        return self.span.start

    @property
    def end(self) -> int:
        """Where the mask ends."""
        return self.span.end

    @property
    def shown(self) -> bool:
        """Whether the guess is sure enough to be told unasked."""
        return self.share >= SHOWN_SHARE and self.rulings >= SHOWN_RULINGS
