"""Which numbers went and which came, and whether what came for one says more or less than it did.

A flagged number may be said less exactly, never otherwise. Knows quantities and what `sense` read.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from unlinkable.draft import Span, touches
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.substance.quantity import Quantity, unmatched
from unlinkable.fidelity.substance.substance import Sort, Substance

_WHOLE = {"one", "all", "none", "most", "few"}


class Numbers:
    """Those of a passage: of its ``substance``, and what its ``sense`` says of all, both or one."""

    def __init__(self, substance: Substance, sense: Sense, flagged: Sequence[Span]) -> None:
        self._mine = substance.quantities
        self._sense = sense
        self._free = [quantity for quantity in self._mine if touches(quantity, flagged)]
        self._years = [
            Quantity(Fraction(date.value.split("-")[0]), "", "", date.shown, *date[3:])
            for date in substance.elements  # "in 2004" says less than "on 12 March 2004"
            if date.sort is Sort.DATE and touches(date, flagged)
        ]

    def missing(self, new: Substance, after: Sense) -> Counter[str]:
        """Those that had to stay and did not, as they were shown."""
        fixed = [q for q in self._mine if not q.article and q not in self._free]
        gone, _ = unmatched(fixed, new.quantities)
        both = _says_both(after)
        return Counter(q.shown for q in gone if not (both and q.amount == 2 and not q.unit))

    def invented(self, new: Substance) -> list[Quantity]:
        """Those of ``new`` that say neither what a number before says nor, of a flagged one or of
        a flagged date, the same less exactly."""
        alone, left = unmatched(new.quantities, self._mine)
        free = [q for q in left if q in self._free] + self._years
        both = _says_both(self._sense)
        return [
            q
            for q in alone
            if not any(q.holds(old) for old in free)
            and not any(q.says(old) for old in free)
            and not (both and q.amount == 2)
            and (not q.article or any(old.unit for old in free))
        ]

    def one_of_many(self, new: Substance, after: Sense) -> Iterator[str]:
        """Where "a single", "all" or "none" came in place of a number."""
        gone, _ = unmatched(self._free, new.quantities)
        many = next((q for q in gone if q.amount and q.amount != 1), None)
        for kind in after.quantifiers.keys() - self._sense.quantifiers.keys():
            if many and kind in _WHOLE:
                yield f"“{many.shown}” became “{after.quantifiers[kind]}”."

    def other_limits(self, new: Substance) -> Iterator[str]:
        """Where a number that stays was the most that it might be and is now the least."""
        for old in self._mine:
            for other in new.quantities:
                if other.says(old) and other.direction * old.direction < 0:
                    yield f"The limit ({old.shown}) lies on the other side."


def _says_both(text: Sense) -> bool:
    return "both" in text.quantifiers
