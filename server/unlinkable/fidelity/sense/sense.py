"""What a text affirms and what it denies: decisions, duties, amounts and negations.

The poles, modal verbs, negations, quantifiers and terms of the law of a language's table that
stand in it, as `sense_reader` finds them.
"""

from dataclasses import dataclass
from functools import cache

from unlinkable.language import Language, Pole

_NOWHERE = Pole("", "")


@dataclass(frozen=True)
class Mark:
    """A word or phrase that carries sense, and its place.

    - ``words``: their numbers;
    - ``negations``: numbers of the negations (see `Sense.negations`) that belong to it;
    - ``repeats``: whether it is a negation that repeats the one before it ("neither … nor").
    """

    shown: str
    start: int
    end: int
    words: tuple[int, ...]
    negations: tuple[int, ...] = ()
    repeats: bool = False


@dataclass(frozen=True)
class PoleMark(Mark):
    """A mark, the pole at which it stands, and that with its negations counted in."""

    word: Pole = _NOWHERE
    pole: Pole = _NOWHERE


@dataclass(frozen=True)
class TermMark(Mark):
    """A term of the law, and its name: the first form of its entry."""

    name: str = ""


@dataclass(frozen=True)
class ModalVerb(Mark):
    """A modal verb: its mood, and the duty that it says with its negations ('' for none)."""

    mood: str = ""
    duty: str = ""


@dataclass(frozen=True)
class Sense:
    """What a text says: all of it in the order of the text.

    - ``offences``: the names of those of the terms that accuse;
    - ``quantifiers``: each as it is shown, by its kind;
    - ``in_scope``: the numbers of the words that may be negated;
    - ``prefixed``: words with a negative prefix, and what stands behind it ("unlocked": "locked").
    """

    forms: tuple[str, ...]
    negations: tuple[Mark, ...]
    poles: tuple[PoleMark, ...]
    modals: tuple[ModalVerb, ...]
    quantifiers: dict[str, str]
    terms: tuple[TermMark, ...]
    offences: frozenset[str]
    in_scope: frozenset[int]
    prefixed: dict[str, str]


@cache
def _sides(language: Language) -> dict[str, tuple[str, ...]]:
    """The sides of each axis."""
    sides: dict[str, dict[str, None]] = {}
    for _, pole in language.law.poles.entries:
        sides.setdefault(pole.axis, {})[pole.side] = None
    return {axis: tuple(of_axis) for axis, of_axis in sides.items()}


def opposite(pole: Pole, language: Language) -> Pole:
    """The other side of an axis that has two, of which one denies the other; else the same."""
    sides = [Pole(pole.axis, side) for side in _sides(language)[pole.axis]]
    if len(sides) != 2 or sides[0].denies == sides[1].denies:
        return pole
    return sides[pole == sides[0]]
