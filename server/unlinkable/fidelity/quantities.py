"""The numbers of a text with what they count ("EUR" is "euros", "a week" is a number too), and
which other numbers each may stand for: "about EUR 4,000" holds what it makes less exact. Must
know nothing of what a rewriting may do."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from unlinkable.fidelity.sense import BLANK
from unlinkable.language import Language
from unlinkable_index.words import Words, find_words

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


_NUMBER = re.compile(r"\d+(?:[.,:/–-]\d+|[ \u00a0\u202f]\d{3}(?!\d))*")
_DECADE = re.compile(r"(\d{3}0)(?:[’']?s|er|-tallet|-årene)\b")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,\s]\d{3})+")
_DECIMAL = re.compile(r"\d+[.,]\d{1,2}")
_LEAST_MULTIPLIER = 100
_OF_TIME = {"within", "after"}
_ALONE = {"fortnight"}
_BOUND_REACH = 2  # words between what bounds a number and the number ("more than EUR 4,000")


class _Part(NamedTuple):
    """One numeral: its first and last word, and its amount."""

    first: int
    last: int
    amount: Fraction | None
    article: bool = False


def _falls(one: _Part, other: _Part) -> bool:
    """Whether the second is the smaller: what it came to, and no end of a range."""
    return one.amount is not None and other.amount is not None and other.amount < one.amount


def quantities(text: str, language: Language) -> list[Quantity]:
    """The numbers in ``text``, in order; a range is one, but what joins its ends is read as part
    of it only behind a word such as "between"."""
    return list(_Reader(text, language).read())


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._words: Words = find_words(text)
        forms = self._words.forms
        counting = language.quantities
        self._numerals = {one.words[0]: one for one in counting.numbers.find(forms)}
        self._fractions = {one.words[0]: one.value for one in counting.fractions.find(forms)}
        self._units = {one.words[0]: one.value for one in counting.units.find(forms)}
        self._bounds = {
            found.words[-1]: found.value
            for bounds in (counting.bounds, counting.quantifiers)
            for found in bounds.find(forms)
            if found.value in BOUNDS
        }
        self._language = language

    def read(self) -> Iterator[Quantity]:
        parts = list(self._parts())
        number = 0
        while number < len(parts):
            part = parts[number]
            decade = self._decade(part.first)
            if decade is not None:
                yield decade
                number += 1
                continue
            other = parts[number + 1] if number + 1 < len(parts) else None
            bound = self._bound(part)
            if bound == "between" and other and self._joined(part, other):
                if _falls(part, other):  # "reduced from five to two"
                    yield self._quantity(part, "")
                    yield self._quantity(other, "")
                else:
                    yield self._quantity(part, bound, other)
                number += 1
            else:
                yield self._quantity(part, bound)
            number += 1

    def _decade(self, word: int) -> Quantity | None:
        """The years of a decade: "the 1990s"."""
        start = int(self._words.starts[word])
        match = _DECADE.match(self._text, start)
        if match is None:
            return None
        first = Fraction(int(match[1]))
        return Quantity(first, "", "between", match[0], start, match.end(), first + 9)

    def _quantity(self, part: _Part, bound: str, other: _Part | None = None) -> Quantity:
        last = other or part
        amount, until = part.amount, other.amount if other else None
        if amount and until and amount < until:  # "between 2 and 3 million"
            scale = self._multiplier(last)
            if amount < scale <= until:
                amount *= scale
        start, end = int(self._words.starts[part.first]), int(self._words.ends[last.last])
        unit = self._unit(last) or self._unit(part)
        shown = self._text[start:end]
        return Quantity(amount, unit, bound, shown, start, end, until, part.article)

    def _multiplier(self, part: _Part) -> int:
        found = self._numerals.get(part.last)
        return int(found.value) if found and found.value >= _LEAST_MULTIPLIER else 1

    def _joined(self, part: _Part, other: _Part) -> bool:
        between = other.first - part.last - 1
        if BLANK.search(self._text, self._words.ends[part.last], self._words.starts[other.first]):
            return False
        return part.amount is not None and other.amount is not None and 1 <= between <= 2

    def _bound(self, part: _Part) -> str:
        for word in range(part.first - 1, max(-1, part.first - 2 - _BOUND_REACH), -1):
            if word in self._bounds:
                return self._bounds[word]
            if word not in self._units:
                return self._bound_of_time(word)
        return ""

    def _bound_of_time(self, word: int) -> str:
        """What bounds a number behind a small word: "within the two weeks"."""
        small = word and self._words.forms[word] in self._language.function_words
        bound = self._bounds.get(word - 1, "") if small else ""
        return bound if bound in _OF_TIME else ""

    def _unit(self, part: _Part) -> str:
        if part.first in self._units:  # "a fortnight": the unit is the number
            return self._units[part.first]
        for word in (part.last + 1, part.first - 1, part.last + 2):
            if word in self._units and self._near(part, word):
                return self._units[word]
        return ""

    def _near(self, part: _Part, word: int) -> bool:
        """Whether nothing but spaces, a hyphen or "of a" stands between."""
        if word < part.first:
            between = self._text[self._words.ends[word] : self._words.starts[part.first]]
            return not between.strip() and self._units[word] not in TIME_UNITS
        between = self._text[self._words.ends[part.last] : self._words.starts[word]]
        return not between.strip(" -\u00a0’'") or word == part.last + 2

    def _parts(self) -> Iterator[_Part]:
        """The numerals, those of several words put together."""
        count = len(self._words.forms)
        word = 0
        while word < count:
            part = self._digits(word) or self._numeral(word) or self._article(word)
            part = part or self._unit_alone(word)
            if part is None or (part.article and word and word - 1 in self._numerals):  # "half a"
                word += 1
                continue
            while part.amount is not None and (following := self._following(part)):
                part = following
            yield part
            word = part.last + 1

    def _following(self, part: _Part) -> _Part | None:
        """The numeral with the one behind it, where both are one: "2.4 million", "forty-two"."""
        divisor = self._fractions.get(part.last + 1)
        if divisor and part.amount and part.amount < divisor:  # "two thirds"
            return _Part(part.first, part.last + 1, part.amount / divisor)
        divisor = self._fractions.get(part.last + 3)
        if divisor and part.amount and self._joins(part.last + 1):  # "one and a half"
            return _Part(part.first, part.last + 3, part.amount + Fraction(1, divisor))
        found = self._numerals.get(part.last + 1)
        if found is None or part.amount is None or part.article:
            return None
        value, last = found.value, found.words[-1]
        gap = self._text[self._words.ends[part.last] : self._words.starts[part.last + 1]]
        if gap.strip(" -\u00a0"):
            return None
        if value >= _LEAST_MULTIPLIER and value.denominator == 1:
            return _Part(part.first, last, part.amount * value)
        tens = self._numerals.get(part.last)
        if tens and tens.value % 10 == 0 and 0 < value < 10 and tens.value >= 20:
            return _Part(part.first, last, part.amount + value)
        return None

    def _joins(self, word: int) -> bool:
        forms, language = self._words.forms, self._language
        return (
            forms[word] in language.references.joining
            and forms[word + 1] in language.grammar.articles
        )

    def _digits(self, word: int) -> _Part | None:
        start = int(self._words.starts[word])
        match = _NUMBER.match(self._text, start)
        if not match:
            return None
        last = word
        while last + 1 < len(self._words.forms) and self._words.starts[last + 1] < match.end():
            last += 1
        return _Part(word, last, _amount(match[0]))

    def _numeral(self, word: int) -> _Part | None:
        found = self._numerals.get(word)
        return _Part(word, found.words[-1], found.value) if found else None

    def _unit_alone(self, word: int) -> _Part | None:
        """A unit that is said without a number: "the fortnight"."""
        alone = self._units.get(word) in _ALONE and not self._counted(word)
        return _Part(word, word, Fraction(1)) if alone else None

    def _counted(self, unit: int) -> bool:
        """Whether an article or a number stands before a unit: "a fortnight", "two fortnights"."""
        if not unit:
            return False
        counted = unit - 1 in self._numerals or self._digits(unit - 1) is not None
        return counted or self._words.forms[unit - 1] in self._language.grammar.articles

    def _article(self, word: int) -> _Part | None:
        """An article before a unit of time: "a week"."""
        if self._words.forms[word] not in self._language.grammar.articles:
            return None
        timed = self._units.get(word + 1, "") in TIME_UNITS
        divided = word + 1 in self._fractions and not self._orders(word + 1)
        joined = word + 1 < len(self._words.forms) and word + 3 in self._fractions
        if divided or (joined and self._joins(word + 1)):
            return _Part(word, word, Fraction(1))
        alone = self._units.get(word + 1) in _ALONE
        return _Part(word, word, Fraction(1), article=not alone) if timed else None

    def _orders(self, word: int) -> bool:
        """Whether a word that may be a part says which one: "a third request"."""
        found = self._numerals.get(word)
        if not found or found.value <= 1 or word + 1 >= len(self._words.forms):
            return False
        apart = self._text[self._words.ends[word] : self._words.starts[word + 1]].strip()
        return not apart and self._words.forms[word + 1] not in self._language.function_words


def _amount(written: str) -> Fraction | None:
    """The number that is ``written`` in digits; None where it is none ("12/34")."""
    if written.isdigit():
        return Fraction(int(written))
    if _THOUSANDS.fullmatch(written):
        return Fraction(int(re.sub(r"\D", "", written)))
    return Fraction(written.replace(",", ".")) if _DECIMAL.fullmatch(written) else None
