"""A number with what it counts, and which other numbers it may stand for.

"Six months" is "half a year"; "about EUR 4,000", "between 4,000 and 5,000" and "more than two
weeks" hold what they make less exact. Knows amounts and units; nothing of texts and languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

_DAYS = {
    "minute": Fraction(1, 1440),
    "hour": Fraction(1, 24),
    "day": Fraction(1),
    "week": Fraction(7),
    "fortnight": Fraction(14),
}
_MONTHS = {"month": 1, "year": 12, "decade": 120, "century": 1200}
TIME_UNITS = frozenset({*_DAYS, *_MONTHS})
_DAYS_OF_A_MONTH = Fraction(1461, 48)
_NEAR = Fraction(1, 8)  # how far off "about" may be
_DIRECTIONS = {
    **dict.fromkeys(("more_than", "at_least", "after"), 1),
    **dict.fromkeys(("less_than", "at_most", "within"), -1),
}
"""Where what a number limits lies: above it or below it."""
BOUNDS = {"about", "some", "between", *_DIRECTIONS}
"""The kinds of quantifiers that bound a number."""
_LIMITS = {"more_than", "at_least", "less_than", "at_most"}


class _Bounds(NamedTuple):
    """What a number may stand for, both ends included; None: without end."""

    low: Fraction | None
    high: Fraction | None


@dataclass(frozen=True)
class Quantity:
    """A number: ``amount`` (None for file numbers and the like), what it counts (a key of the
    units of the tables, or ''), the kind of quantifier before it ("more_than", "about", …, or ''),
    the other end of a range, and its place. ``article``: it is only said as "a" ("a week")."""

    amount: Fraction | None
    unit: str
    bound: str
    shown: str
    start: int
    end: int
    until: Fraction | None = None
    article: bool = False

    @cached_property
    def _size(self) -> tuple[str, Fraction]:
        """What is measured, and how much of it."""
        amount = self.amount or Fraction(0)
        if self.unit in _DAYS:
            return "days", amount * _DAYS[self.unit]
        if self.unit in _MONTHS:
            return "months", amount * _MONTHS[self.unit]
        return self.unit, amount

    @property
    def direction(self) -> int:
        """1 where it is the least that may be, -1 where it is the most, 0 where it is no limit."""
        return _DIRECTIONS.get(self.bound, 0)

    def says(self, other: "Quantity") -> bool:
        """Whether both say the same: as much of the same, also in other units ("half a year")."""
        if self.amount is None or other.amount is None:
            return self.shown == other.shown
        (kind, size), (other_kind, other_size) = self._size, other._size
        if kind == other_kind:
            return size == other_size
        return not (kind and other_kind) and self.amount == other.amount

    def holds(self, other: "Quantity") -> bool:
        """Whether this one says less exactly what ``other`` says."""
        bounds = self._bounds
        if bounds is None or other.amount is None:
            return False
        if self.bound in _LIMITS and other.bound in _LIMITS:
            return False  # "more than two" is another limit than "more than three"
        value = self._in_my_unit(other)
        if value is None:
            return False
        low, high = bounds
        return (low is None or low <= value) and (high is None or value <= high)

    def _in_my_unit(self, other: "Quantity") -> Fraction | None:
        """The amount of ``other`` in what this one is measured in; None where it is another."""
        (kind, _), (other_kind, size) = self._size, other._size
        mine = _DAYS.get(self.unit) or _MONTHS.get(self.unit) or 1
        if kind == other_kind:
            return size / mine
        if (kind, other_kind) == ("months", "days"):
            return size / _DAYS_OF_A_MONTH / mine
        if (kind, other_kind) == ("days", "months"):
            return size * _DAYS_OF_A_MONTH / mine
        return None if kind and other_kind else other.amount

    @property
    def _bounds(self) -> _Bounds | None:
        amount = self.amount
        if amount is None:
            return None
        if self.until is not None:
            return _Bounds(amount, self.until)
        if self.bound in ("about", "some"):
            return _Bounds(amount * (1 - _NEAR), amount * (1 + _NEAR))
        if self.bound in ("more_than", "at_least"):
            return _Bounds(amount, None)
        return _Bounds(None, amount) if self.bound in ("less_than", "at_most") else None


def unmatched(
    those: Sequence[Quantity], others: Sequence[Quantity]
) -> tuple[list[Quantity], list[Quantity]]:
    """What of ``those`` none of ``others`` says, each of which can stand for one only; and what of
    ``others`` is left over."""
    left, alone = list(others), []
    for one in those:
        other = next((o for o in left if one.says(o)), None)
        if other is None:
            alone.append(one)
        else:
            left.remove(other)
    return alone, left
