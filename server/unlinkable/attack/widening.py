"""A mask made wider, until other rulings no longer tell what it hides.

Knows drafts and what rulings say; knows nothing of edits and editors.
"""

from dataclasses import dataclass, replace
from itertools import product

from unlinkable.attack.attacker import Attacker
from unlinkable.draft import Draft, Span
from unlinkable.draft.gaps import LEFT, RIGHT, Gap, gaps

UNSURE = 0.5
"""The share of the votes below which nobody can rely on a guess."""
_MOST = 3
"""Words by which a mask may grow on either side."""


@dataclass(frozen=True)
class Wider:
    """A mask made wider: what it covers now, and how many words more that are."""

    span: Span
    words: int


def wider(draft: Draft, mask: Span, attacker: Attacker, source: int | None) -> Wider | None:
    """The fewest words beside ``mask``, within its sentence, that are to be masked with it so that
    no guess has as much as half of the votes; None where so few will not do.

    Raises UserError when the index is damaged.
    """
    known = gaps(draft, _MOST + LEFT, _MOST + RIGHT)
    found = next((gap for gap in known if mask in gap.masks), None)
    voters = attacker.voters(draft, source)
    if found is None or voters is None:
        return None
    sentence = draft.sentences_at(mask)
    ways = product(range(_MOST + 1), repeat=2)
    for left, right in sorted(ways, key=lambda way: (sum(way), way)):
        if left > len(found.left) or right > len(found.right) or left + right == 0:
            continue
        span = _grown(draft, found, left, right)
        if span.start < sentence.start or span.end > sentence.end:
            continue
        grown = replace(
            found,
            left=found.left[: len(found.left) - left][-LEFT:],
            right=found.right[right:][:RIGHT],
        )
        guesses = voters.guesses(grown)
        if not guesses or guesses[0].share < UNSURE:
            return Wider(span, left + right)
    return None


def _grown(draft: Draft, gap: Gap, left: int, right: int) -> Span:
    start = int(draft.starts[gap.at - left]) if left else gap.span.start
    end = int(draft.ends[gap.at + right - 1]) if right else gap.span.end
    return Span(start, end)
