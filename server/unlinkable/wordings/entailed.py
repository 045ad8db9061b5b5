"""Whether less may be said at a place of an English sentence, so that it still follows.

"He sold a vehicle" follows from "he sold a lorry"; "he did not sell a vehicle" does not follow from
"he did not sell a lorry", nor "all vehicles" from "all lorries". So no negation, and nothing of the
class LIMITING, may stand before in the sentence; of a thing that is DEFINITE, nothing of LIMITING
right before it. Source: monotonicity as in natural logic (MacCartney and Manning, 2007). Knows
nothing of what is said instead.
"""

from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.tokens import Tokens

_NEAR = 2  # words before a definite thing that could limit it


class Entailed:
    """The rule for one language; without its classes nothing follows."""

    def __init__(self, matcher: Matcher) -> None:
        self._limiting = matcher.classes.get("LIMITING", frozenset())
        self._denying = self._limiting | matcher.classes.get("NEG", frozenset())
        self._definite = matcher.classes.get("DEFINITE", frozenset())

    def at(self, there: Tokens, first: int, at: int) -> bool:
        """Whether less may be said at word ``at`` of what begins with the article or the like at
        word ``first``."""
        if not self._limiting:
            return False
        begin = there.sentence(at).start
        if there.small[first] in self._definite or is_genitive(there, first):
            return self._limiting.isdisjoint(there.small[max(begin, first - _NEAR) : at])
        return self._denying.isdisjoint(there.small[begin:at])


def is_genitive(there: Tokens, at: int) -> bool:
    """Whether word ``at`` is the s of a genitive."""
    return there.words[at] == "s" and there.between[at] == "’"
