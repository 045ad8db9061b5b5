"""Whether what was done is now only asked for, ordered or allowed, or the other way round.

"The defendant submitted", "the defendant was ordered to submit". Knows what `sense` read.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense.sense import Mark, Sense

_CONTENT = 3  # letters of a word that says something


def other_bids(before: Sense, after: Sense) -> Iterator[str]:
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        for bid in text.bids:
            verb = _verb(bid, text)
            bidding = any(not akin(form, verb) for form in other.bidding)
            if verb and not bidding and text.in_scope.isdisjoint(bid.words):
                yield f"“{bid.shown}” {said}."


def _verb(bid: Mark, text: Sense) -> str:
    """What is to be done: the word behind, a short one apart ("to be given"); '' where none is."""
    behind = text.forms[bid.words[-1] + 1 :][:2]
    return next((form for form in behind if len(form) >= _CONTENT), "")
