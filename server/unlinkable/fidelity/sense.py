"""What a text affirms and what it denies: decisions, duties, amounts and negations.

Reads the poles, modal verbs, negations, quantifiers and terms of the law of a language's table,
with a negation counted to what it stands at: "was not allowed" is "was refused". Knows words
only; no numbers, no names, no flagged phrases.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from unlinkable.language import Language, Phrases, Pole
from unlinkable_index.words import Words, find_words

_NOWHERE, _WITHOUT = Pole("", ""), Pole("presence", "without")
_CLAUSE_END = re.compile(r"[,;:.()\[\]–—“”„«»\"!?]")
_REACH = 5  # words from a negation to what it negates
_CONTENT = 5  # letters of a word that says something
_NEAR = 3  # words between a modal verb and its negation
_MEANS = {  # what a modal verb says, and what it says when negated
    "obliged": ("required", "forbidden"),
    "needed": ("required", "optional"),
    "permitted": ("permitted", "forbidden"),
    "able": ("possible", "impossible"),
}


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

    - ``clauses``: the number of the clause that each word stands in;
    - ``conditions``: what makes a thing depend on something; ``conditional``: whether anything
      stands there that may say so;
    - ``plans``: what says that something is only thought of; ``planned``: whether anything stands
      there that may say so;
    - ``claims``: what makes a claim of a fact;
    - ``attributions``: what says that somebody says, thinks or finds something, and ``findings``
      those of them that somebody finds who decides;
    - ``heads``: the word that a negation stands before, by its number;
    - ``in_scope``: the numbers of the words that may be negated;
    - ``contraries``: words with a negative prefix, and what stands behind it ("unlocked":
      "locked").
    """

    forms: tuple[str, ...]
    clauses: tuple[int, ...]
    negations: tuple[Mark, ...]
    poles: tuple[Said, ...]
    modals: tuple[Moved, ...]
    quantifiers: tuple[tuple[str, str], ...]
    terms: tuple[Term, ...]
    offences: frozenset[str]
    conditions: tuple[Mark, ...]
    conditional: bool
    plans: tuple[Mark, ...]
    planned: bool
    claims: tuple[Mark, ...]
    attributions: tuple[Mark, ...]
    findings: frozenset[tuple[int, ...]]
    heads: dict[int, str]
    in_scope: frozenset[int]
    contraries: dict[str, str]


def sense(text: str, language: Language) -> Sense:
    """Read ``text``, which is in ``language``."""
    return _Reader(text, language).read()


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._words: Words = find_words(text)
        self._clauses = self._clause_numbers()
        self._found = list(dict.fromkeys(language.poles.find(self._words.forms)))
        self._of_presence = {found.words for found in self._found if found.value == _WITHOUT}
        verbs = language.negating_verbs.find(self._words.forms)
        self._of_verbs = {found.words for found in verbs}
        self._negations = self._find_negations()
        self._modals = list(self._find_modals())

    def read(self) -> Sense:
        forms, language = self._words.forms, self._language
        owners = self._owners()
        kinds = {found.words: found.value for found in language.quantifiers.find(forms)}
        return Sense(
            forms=forms,
            clauses=tuple(self._clauses),
            negations=tuple(self._negations),
            poles=tuple(self._poles(owners)),
            modals=tuple(self._modals),
            quantifiers=tuple((kind, self._place(words)[0]) for words, kind in kinds.items()),
            terms=tuple(
                Term(*self._place(found.words), found.words, name=found.value)
                for found in language.terms.find(forms)
            ),
            offences=frozenset(found.value for found in language.offences.find(forms)),
            conditions=self._marks(language.conditions),
            conditional=any(True for _ in language.conditional.find(forms)),
            plans=self._marks(language.plans),
            planned=any(True for _ in language.planned.find(forms)),
            claims=self._marks(language.claims),
            attributions=self._marks(language.attributions),
            findings=frozenset(found.words for found in language.findings.find(forms)),
            heads=dict(self._heads()),
            in_scope=frozenset(self._in_scope()),
            contraries=dict(self._contraries()),
        )

    def _marks(self, phrases: Phrases[str]) -> tuple[Mark, ...]:
        found = phrases.find(self._words.forms)
        return tuple(Mark(*self._place(one.words), one.words) for one in found)

    def _place(self, words: tuple[int, ...]) -> tuple[str, int, int]:
        start, end = int(self._words.starts[words[0]]), int(self._words.ends[words[-1]])
        return self._text[start:end], start, end

    def _clause_numbers(self) -> list[int]:
        """The number of the clause that each word stands in; a conjunction begins one."""
        number, numbers, last = 0, [], 0
        for form, start, end in zip(
            self._words.forms, self._words.starts, self._words.ends, strict=True
        ):
            if _CLAUSE_END.search(self._text, last, start) or form in self._language.conjunctions:
                number += 1
            numbers.append(number)
            last = end
        return numbers

    def _find_negations(self) -> list[Mark]:
        """The negations that turn something: not those of "not only"."""
        forms, language = self._words.forms, self._language
        seeming = {word for found in language.seeming_negations.find(forms) for word in found.words}
        loose = {word for found in language.loose_negations.find(forms) for word in found.words}
        second = {found.words[0] for found in language.second_negations.find(forms)}
        marks: list[Mark] = []
        for found in language.negations.find(forms):
            word = found.words[0]
            if word in second and marks and self._together(marks[-1].words[0], word):
                continue
            repeats = bool(marks) and forms[word] in language.repeated_negations
            if seeming.isdisjoint(found.words):
                marks.append(
                    Mark(
                        *self._place(found.words),
                        found.words,
                        repeats=repeats,
                        loose=not loose.isdisjoint(found.words),
                    )
                )
        return marks

    def _heads(self) -> Iterator[tuple[int, str]]:
        if self._language.negation_follows:
            return
        forms = self._words.forms
        light = {word for modal in self._modals for word in modal.words}
        for number, negation in enumerate(self._negations):
            last = negation.words[-1]
            for word in range(last + 1, min(last + 1 + _NEAR, len(forms))):
                if not self._together(last, word):
                    break
                small = len(forms[word]) < _CONTENT or forms[word] in self._language.function_words
                if not small and word not in light:
                    yield number, forms[word]
                    break

    def _in_scope(self) -> Iterator[int]:
        """The words behind a negation or next to a word that denies, in its clause."""
        count = len(self._words.forms)
        for negation in self._negations:
            last = negation.words[-1]
            words = range(max(0, negation.words[0] - _NEAR), min(last + 2 * _REACH, count))
            yield from (word for word in words if self._together(last, word))
        for found in self._found:
            if found.value.denies:
                first, last = found.words[0], found.words[-1]
                yield from range(max(0, first - _REACH), min(last + 2 * _REACH, count))

    def _contraries(self) -> Iterator[tuple[str, str]]:
        for form in self._words.forms:
            for prefix in self._language.negative_prefixes:
                if form.startswith(prefix) and len(form) - len(prefix) >= _CONTENT:
                    yield form, form.removeprefix(prefix)

    def _owners(self) -> dict[int, int]:
        """The word at which the pole begins that each negation stands at, by its number."""
        begins = sorted(
            {
                found.words[0]
                for found in self._found
                if opposite(found.value, self._language) != found.value
            }
        )
        taken = {number for modal in self._modals for number in modal.negations}
        owners: dict[int, int] = {}
        for number, negation in enumerate(self._negations):
            if number in taken:
                continue
            last, first = negation.words[-1], negation.words[0]
            after = [w for w in begins if last < w <= last + _REACH and self._together(last, w)]
            before = [w for w in begins if first - _REACH <= w < first and self._together(w, first)]
            if after:
                owners[number] = after[0]
            elif before and self._language.negation_follows:
                owners[number] = before[-1]
        return owners

    def _together(self, word: int, other: int) -> bool:
        return self._clauses[word] == self._clauses[other]

    def _poles(self, owners: dict[int, int]) -> Iterator[Said]:
        for found in self._found:
            words, pole = found.words, found.value
            inner, outer = [], []
            for number, negation in enumerate(self._negations):
                if not set(words).isdisjoint(negation.words):
                    inner.append(number)
                elif owners.get(number) == words[0] or words[0] < negation.words[0] < words[-1]:
                    outer.append(number)
            other = opposite(pole, self._language)
            if other == pole:
                outer = []
            turned = other if len(outer) % 2 else pole
            yield Said(*self._place(words), words, (*inner, *outer), word=pole, pole=turned)

    def _find_modals(self) -> Iterator[Moved]:
        for found in self._language.modals.find(self._words.forms):
            words, mood = found.words, found.value
            if mood == "none":  # "the need to secure"
                continue
            capital = self._text[self._words.starts[words[0]]].isupper()
            if capital and words[0]:  # "May" is a month
                continue
            near = [
                number
                for number, negation in enumerate(self._negations)
                if self._negates(negation.words, words)
            ]
            means = _MEANS.get(mood)
            duty = means[len(near) % 2] if means else ""
            mine = tuple(near) if means else ()
            yield Moved(*self._place(words), words, mine, mood=mood, duty=duty)

    def _negates(self, negation: tuple[int, ...], modal: tuple[int, ...]) -> bool:
        if not set(negation).isdisjoint(modal):
            return True
        if not self._together(negation[0], modal[0]) or negation in self._of_presence:
            return False
        if negation[0] > modal[-1] and negation in self._of_verbs:
            return False  # "could have avoided", "may refuse to"
        if self._language.negation_follows:
            return negation[0] > modal[0] or modal[0] - negation[-1] <= _NEAR
        return -_NEAR <= negation[0] - modal[-1] <= 2


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
