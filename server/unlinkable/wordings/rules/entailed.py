"""Whether less may be said at a place of an English sentence, so that it still follows.

"He sold a vehicle" follows from "he sold a lorry"; "he did not sell a vehicle" does not follow from
"he did not sell a lorry", nor "a vehicle may be seized" from "a lorry may be seized". So no
negation, no modal verb, and nothing of the class LIMITING, may stand in the sentence; of a thing
that is DEFINITE, nothing of LIMITING right before it. Source: monotonicity as in natural logic
(MacCartney and Manning, 2007). Knows nothing of what is said instead.
"""

from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.tokens import Tokens

_NEAR = 2  # words before a definite thing that could limit it


class Entailed:
    """The rule for one language; without its classes nothing follows."""

    def __init__(self, matcher: Matcher) -> None:
        self._limiting = matcher.classes.get("LIMITING", frozenset())
        self._anywhere = self._limiting.union(
            *(matcher.classes.get(name, ()) for name in ("NEG", "MODAL"))
        )
        self._definite = matcher.classes.get("DEFINITE", frozenset())

    def at(self, there: Tokens, first: int, at: int) -> bool:
        """Whether less may be said at word ``at`` of what begins with the article or the like at
        word ``first``."""
        if not self._limiting:
            return False
        sentence = there.sentence(at)
        if there.small[first] in self._definite or is_genitive(there, first):
            return self._limiting.isdisjoint(there.small[max(sentence.start, first - _NEAR) : at])
        opening = there.small[sentence.start]
        others = there.words[sentence.start + 1 : sentence.stop]  # "May" is a month
        return self._anywhere.isdisjoint((opening, *others))


def is_genitive(there: Tokens, at: int) -> bool:
    """Whether word ``at`` is the s of a genitive."""
    return there.words[at] == "s" and there.between[at] == "’"
