"""A mask that hides nothing from whoever knows other rulings: a finding on the mask. Knows what was
guessed and by how many; must never know how it was guessed."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from unlinkable.draft import Draft, Forms, Span
from unlinkable.draft.draft import gaps
from unlinkable.findings.finding import GUESSABLE_MASK, Kind, Moved, Names, Quoted, Words

MASK_PLACE = "[...]"
"""Where the mask stands among the words beside it."""
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
    kind: ClassVar[Kind] = GUESSABLE_MASK
    any_word: ClassVar[bool] = True
    documents: ClassVar[tuple[int, ...]] = ()  # it leads to words, and these may lead anywhere
    others: ClassVar[tuple[Span, ...]] = ()

    @property
    def places(self) -> tuple[Span, ...]:
        """The mask itself."""
        return (self.span,)

    def typed(self, draft: Draft) -> int:
        """The words of the guess."""
        del draft
        return max(1, len(self.guess.split()))

    def moved(self, at: Moved) -> "GuessableMask":
        """The same after a change of the text elsewhere."""
        return replace(self, span=at(self.span))

    def words_in(self, draft: Draft) -> tuple[Forms, frozenset[Forms]]:
        """The words on either side, with `MASK_PLACE` where the mask stands."""
        gap = next(gap for gap in gaps(draft) if self.span in gap.masks)
        return (*gap.left, MASK_PLACE, *gap.right), frozenset()

    def sentence(self, words: Words, names: Names) -> str:
        """What it is and by how many it is told, for people, without a full stop."""
        del words, names
        return (
            f"Other rulings tell what this mask hides: “{self.guess}” "
            f"({self.share:.0%} of the votes, {self.rulings} rulings)"
        )

    def details(self) -> dict[str, Any]:
        """How sure the guess is, and which rulings say so."""
        return {
            "share": round(self.share, 3),
            "rulings": self.rulings,
            "documents": list(self.witnesses),
        }

    def spans(self) -> dict[str, tuple[Span, ...]]:
        """No other places."""
        return {}

    @property
    def start(self) -> int:
        """Where the mask begins."""
        return self.span.start

    @property
    def end(self) -> int:
        """Where the mask ends."""
        return self.span.end

    @property
    def marks(self) -> tuple[Span, ...]:
        """The mask."""
        return (self.span,)

    def note(self, quoted: Quoted) -> str:
        """The guess, and how sure it is."""
        sure = f"{self.share:.0%} of the votes of {self.rulings:,} rulings"
        return f"hides {quoted(self.guess)}, by {sure}"

    @property
    def shown(self) -> bool:
        """Whether the guess is sure enough to be told unasked."""
        return self.share >= SHOWN_SHARE and self.rulings >= SHOWN_RULINGS
