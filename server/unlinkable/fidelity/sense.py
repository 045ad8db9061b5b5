"""What a text affirms and denies, obliges and allows, as the table of its language tells: poles,
modal verbs, negations with what each stands at, quantifiers, terms of the law. Blanks stand
where a mask, a date or a reference was. Must compare nothing, and know no numbers, names or
flagged phrases."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from unlinkable.language import FoundPhrase, Language, Pole
from unlinkable_index.words import Words, find_words

BLANK = re.compile(r"\s{4}")
"""Where one stood; fewer blanks are spaces between words."""
BLANK_BEFORE = re.compile(r"\s{4}$")
"""One right before the end of what is searched."""


_CLAUSE_END = re.compile(r"[,;:.()\[\]–—“”„«»\"!?]")


class ClauseReader:
    """``text`` in ``language``, and the ``forms`` of its words, which go by their number.

    - ``numbers``: the number of the clause that each word stands in; a conjunction begins one.
    """

    def __init__(self, text: str, language: Language) -> None:
        self.language = language
        self._text = text
        self._words: Words = find_words(text)
        self.forms: tuple[str, ...] = self._words.forms
        self.numbers: tuple[int, ...] = tuple(self._numbers())
        self._blanks = frozenset(filter(self._blank_behind, range(len(self.forms))))

    def _numbers(self) -> Iterator[int]:
        number, last = 0, 0
        words = self._words
        for form, start, end in zip(words.forms, words.starts, words.ends, strict=True):
            if (
                _CLAUSE_END.search(self._text, last, start)
                or form in self.language.grammar.conjunctions
            ):
                number += 1
            yield number
            last = end

    def _blank_behind(self, word: int) -> bool:
        """Whether a mask follows the word, or another blank."""
        end = len(self._text) if word + 1 == len(self.forms) else self._words.starts[word + 1]
        return BLANK.search(self._text, self._words.ends[word], end) is not None

    @cached_property
    def of_verbs(self) -> frozenset[tuple[int, ...]]:
        """The words of each verb that denies what it is about."""
        return frozenset(one.words for one in self.language.negation.verbs.find(self.forms))

    def place(self, words: Sequence[int]) -> tuple[str, int, int]:
        """What stands there from the first to the last of ``words``, and where (code points)."""
        start, end = int(self._words.starts[words[0]]), int(self._words.ends[words[-1]])
        return self._text[start:end], start, end

    def together(self, word: int, other: int) -> bool:
        """Whether two words stand in one clause."""
        return self.numbers[word] == self.numbers[other]

    def is_capital(self, word: int) -> bool:
        """Whether it begins with a capital."""
        return self._text[self._words.starts[word]].isupper()

    def unbroken(self, words: Sequence[int]) -> bool:
        """Whether no mask parts them where they follow each other: not "was [REDACTED] to"."""
        return not any(
            word in self._blanks and following == word + 1 for word, following in pairwise(words)
        )


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


NEAR = 3  # words between a negation and the verb or the word it is for
_REACH = 5  # words from a negation to what it negates
_REACH_BACK = 12  # where it stands behind that, at the end of the clause
_STEM = 5  # letters of the shortest stem behind a negative prefix


class Negations:
    """The ``marks`` of those that turn something: not those of "not only"."""

    def __init__(self, clauses: ClauseReader, poles: Sequence[FoundPhrase[Pole]]) -> None:
        self._there = clauses
        self._language = clauses.language
        self._poles = poles
        self.marks = self._found()

    def _found(self) -> list[Mark]:
        forms, language = self._there.forms, self._language
        seeming = {word for found in language.negation.seeming.find(forms) for word in found.words}
        second = {found.words[0] for found in language.negation.second.find(forms)}
        marks: list[Mark] = []
        for found in language.negation.words.find(forms):
            word = found.words[0]
            if word in second and marks and self._there.together(marks[-1].words[0], word):
                continue
            if seeming.isdisjoint(found.words):
                repeats = bool(marks) and forms[word] in language.negation.repeated
                marks.append(Mark(*self._there.place(found.words), found.words, repeats=repeats))
        return marks

    def in_scope(self) -> Iterator[int]:
        """The words around a negation, in its clause and in one that begins right behind it
        ("nobody who"), and those next to a word that denies."""
        count, clauses_of = len(self._there.forms), self._there.numbers
        back = _REACH_BACK if self._language.negation.follows else NEAR
        for negation in self.marks:
            last = negation.words[-1]
            words = range(max(0, negation.words[0] - back), min(last + 3 * _REACH, count))
            clauses = {clauses_of[word] for word in range(last, min(last + 3, count))}
            yield from (word for word in words if clauses_of[word] in clauses)
        for found in self._poles:
            if found.value.denies:
                first, last = found.words[0], found.words[-1]
                yield from range(max(0, first - _REACH), min(last + 3 * _REACH, count))

    def prefixed(self) -> Iterator[tuple[str, str]]:
        """The words with a negative prefix, and what they are without."""
        for form in self._there.forms:
            for prefix in self._language.negation.prefixes:
                stem = form.removeprefix(prefix)
                if stem != form and len(stem) >= _STEM:
                    yield form, stem

    def owners(self, modals: Sequence[ModalVerb]) -> dict[int, int]:
        """The first word of the pole that each negation stands at, by its number."""
        begins = sorted(
            {
                found.words[0]
                for found in self._poles
                if opposite(found.value, self._language) != found.value
            }
        )
        taken = {number for modal in modals for number in modal.negations}
        together = self._there.together
        owners: dict[int, int] = {}
        for number, negation in enumerate(self.marks):
            if number in taken or self._part_of_phrase(negation):
                continue
            last, first = negation.words[-1], negation.words[0]
            after = [w for w in begins if last < w <= last + _REACH and together(last, w)]
            if after and negation.repeats and after[0] in owners.values():
                continue  # "neither he nor she was served"
            reach = range(max(0, first - _REACH_BACK), first)
            before = [w for w in begins if w in reach and together(w, first)]
            if after:
                owners[number] = after[0]
            elif before and self._language.negation.follows:
                owners[number] = before[-1]
        return owners

    def _part_of_phrase(self, negation: Mark) -> bool:
        """Whether it is part of a longer phrase of the table: "nicht absehbar"."""
        mine = set(negation.words)
        return any(mine < set(found.words) for found in self._poles)


_NONE = "none"
_MEANS = {  # what a modal verb says, and what it says when negated
    "obliged": ("required", "forbidden"),
    "needed": ("required", "optional"),
    "permitted": ("permitted", "forbidden"),
    "able": ("possible", "impossible"),
}


def modal_verbs(there: ClauseReader, negations: Negations) -> Iterator[ModalVerb]:
    """Those of a text, in order."""
    found = [
        one for one in there.language.law.modals.find(there.forms) if there.unbroken(one.words)
    ]
    seeming = {word for one in found if one.value == _NONE for word in one.words}
    for words, mood in found:
        if not seeming.isdisjoint(words):
            continue  # "the need to secure"
        if words[0] and there.is_capital(words[0]):  # "May" is a month
            continue
        near: tuple[int, ...] = ()
        if mood in _MEANS:
            near = tuple(
                number
                for number, negation in enumerate(negations.marks)
                if _negates(negation.words, words, there)
            )
        duty = _MEANS[mood][len(near) % 2] if mood in _MEANS else ""
        yield ModalVerb(*there.place(words), words, near, mood=mood, duty=duty)


def _negates(negation: tuple[int, ...], modal: tuple[int, ...], there: ClauseReader) -> bool:
    """Whether a negation belongs to a modal verb, both given by the numbers of their words."""
    if not set(negation).isdisjoint(modal):
        return True
    if not there.together(negation[0], modal[0]):
        return False
    if negation[0] > modal[-1] and negation in there.of_verbs:
        return False  # "could have avoided", "may refuse to"
    if there.language.negation.follows:
        return negation[0] > modal[0] or modal[0] - negation[-1] <= NEAR
    return -NEAR <= negation[0] - modal[-1] <= 2


def sense(text: str, language: Language) -> Sense:
    """Read ``text``, which is in ``language``."""
    there = ClauseReader(text, language)
    forms, place = there.forms, there.place
    poles = _poles(there)
    negations = Negations(there, poles)
    modals = tuple(modal_verbs(there, negations))
    kinds = {found.words: found.value for found in language.quantities.quantifiers.find(forms)}
    return Sense(
        forms=forms,
        negations=tuple(negations.marks),
        poles=tuple(_with_negations(there, poles, negations, modals)),
        modals=modals,
        quantifiers={kind: place(words)[0] for words, kind in kinds.items()},
        terms=tuple(
            TermMark(*place(found.words), found.words, name=found.value)
            for found in language.law.terms.find(forms)
        ),
        offences=frozenset(found.value for found in language.law.offences.find(forms)),
        in_scope=frozenset(negations.in_scope()),
        prefixed=dict(negations.prefixed()),
    )


def _poles(there: ClauseReader) -> list[FoundPhrase[Pole]]:
    """The phrases that stand for a pole, but those that only look so ("right now")."""
    language = there.language
    seeming = {w for one in language.law.seeming.find(there.forms) for w in one.words}
    return [
        found
        for found in dict.fromkeys(language.law.poles.find(there.forms))
        if there.unbroken(found.words) and seeming.isdisjoint(found.words)
    ]


def _with_negations(
    there: ClauseReader,
    poles: Sequence[FoundPhrase[Pole]],
    negations: Negations,
    modals: Sequence[ModalVerb],
) -> Iterator[PoleMark]:
    """The poles with their negations counted in."""
    owners = negations.owners(modals)
    for found in poles:
        words, pole = found.words, found.value
        inner, outer = [], []
        for number, negation in enumerate(negations.marks):
            shared = set(words) & set(negation.words)
            if shared and (pole.denies or len(shared) == len(negation.words)):
                inner.append(number)
            elif words[0] == owners.get(number):
                outer.append(number)
        other = opposite(pole, there.language)
        if other == pole:
            outer = []
        turned = other if len(outer) % 2 else pole
        yield PoleMark(*there.place(words), words, (*inner, *outer), word=pole, pole=turned)
