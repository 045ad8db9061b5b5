"""What a text affirms and what it denies: decisions, duties, amounts and negations.

The poles, modal verbs, negations, quantifiers and terms of the law of a language's table that
stand in it, as `sense_reader` finds them.
"""

from dataclasses import dataclass
from functools import cache

from unlinkable.language import Language, Pole

OF_PARTS = {"one", "most", "few"}
"""Kinds of quantifiers that speak of a part of several."""
_NOWHERE = Pole("", "")


@dataclass(frozen=True)
class Mark:
    """A word or phrase that carries sense, and its place.

    - ``words``: their numbers;
    - ``negations``: numbers of the negations (see `Sense.negations`) that belong to it;
    - ``repeats``: whether it is a negation that repeats the one before it ("neither … nor");
    - ``loose``: whether it is one that need not be said.
    """

    shown: str
    start: int
    end: int
    words: tuple[int, ...]
    negations: tuple[int, ...] = ()
    repeats: bool = False
    loose: bool = False


@dataclass(frozen=True)
class Said(Mark):
    """A mark, the pole at which it stands, and that with its negations counted in."""

    word: Pole = _NOWHERE
    pole: Pole = _NOWHERE


@dataclass(frozen=True)
class Term(Mark):
    """A term of the law, and its name: the first form of its entry."""

    name: str = ""


@dataclass(frozen=True)
class Moved(Mark):
    """A modal verb: its mood, and the duty that it says with its negations ('' for none)."""

    mood: str = ""
    duty: str = ""


@dataclass(frozen=True)
class Sense:
    """What a text says: all of it in the order of the text.

    - ``bare``: its words, verbs without what infinitives and participles have inside;
    - ``clauses``: the number of the clause that each word stands in;
    - ``before_masks``: the numbers of the words that a mask follows, or another blank;
    - ``passives``: the numbers of the words behind one such as "was";
    - ``moments``: the words that follow one such as "after", with all that those say;
    - ``shares``: what is spoken of in part ("one of the applicants": "applicants"), with the
      words that say so;
    - ``particles``: small words that say much, by their kind; ``answering``: the kinds of those
      and of what says the same;
    - ``conditions``: what makes a thing depend on something; ``conditional``: whether anything
      stands there that may say so;
    - ``plans``: what says that something is only thought of; ``planned``: whether anything stands
      there that may say so;
    - ``bids``: what says that somebody is asked, told or allowed to do something; ``bidding``: the
      words that may say so;
    - ``claims``: what makes a claim of a fact;
    - ``attributions``: what says that somebody says, thinks or finds something, and ``findings``
      those of them that somebody finds who decides;
    - ``heads``: the word that a negation stands before, by its number;
    - ``in_scope``: the numbers of the words that may be negated;
    - ``opposed``: the numbers of the words behind a prefix that stands apart ("non-profit");
    - ``contraries``: words with a negative prefix, and what stands behind it ("unlocked":
      "locked"; "ungesichert": "gesichert", "sichert");
    - ``obliged``: the duties that words may say which are no modal verbs ("hat zu zahlen").
    """

    forms: tuple[str, ...]
    bare: tuple[str, ...]
    clauses: tuple[int, ...]
    before_masks: frozenset[int]
    passives: frozenset[int]
    negations: tuple[Mark, ...]
    poles: tuple[Said, ...]
    modals: tuple[Moved, ...]
    quantifiers: tuple[tuple[str, str], ...]
    terms: tuple[Term, ...]
    offences: frozenset[str]
    moments: dict[str, frozenset[str]]
    shares: dict[str, str]
    particles: dict[str, str]
    answering: frozenset[str]
    conditions: tuple[Mark, ...]
    conditional: bool
    plans: tuple[Mark, ...]
    planned: bool
    bids: tuple[Mark, ...]
    bidding: frozenset[str]
    claims: tuple[Mark, ...]
    attributions: tuple[Mark, ...]
    findings: frozenset[tuple[int, ...]]
    asks: bool
    heads: dict[int, str]
    in_scope: frozenset[int]
    opposed: frozenset[int]
    contraries: dict[str, tuple[str, ...]]
    obliged: frozenset[tuple[str, str]]


@cache
def _sides(language: Language) -> dict[str, tuple[str, ...]]:
    """The sides of each axis."""
    sides: dict[str, dict[str, None]] = {}
    for _, pole in language.poles.entries:
        sides.setdefault(pole.axis, {})[pole.side] = None
    return {axis: tuple(of_axis) for axis, of_axis in sides.items()}


def opposite(pole: Pole, language: Language) -> Pole:
    """The other side of an axis that has two, of which one denies the other; else the same."""
    sides = [Pole(pole.axis, side) for side in _sides(language)[pole.axis]]
    if len(sides) != 2 or sides[0].denies == sides[1].denies:
        return pole
    return sides[pole == sides[0]]
