"""What a text affirms and what it denies: decisions, duties, amounts and negations, and whether
another text turns one of them.

Reads the poles, modal verbs, negations, quantifiers and terms of the law of a language's table,
with a negation counted to what it stands at: "was not allowed" is "was refused". Knows words
only; no numbers, no names, no flagged phrases.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from unlinkable.draft import Span
from unlinkable.language import Language, Pole
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
_DUTIES = {  # what poles say of the same
    Pole("obligation", "required"): "required",
    Pole("obligation", "optional"): "optional",
    Pole("permission", "permitted"): "permitted",
    Pole("permission", "forbidden"): "forbidden",
    Pole("possibility", "possible"): "possible",
    Pole("possibility", "impossible"): "impossible",
}
_ALIKE = {"possible": "permitted", "impossible": "forbidden"}  # "can appeal", "may appeal"
_SOFT = {"needed", "willed", "wished"}  # a rewording may add them
_CONVERSE = {"order", "comparison", "amount"}
_OTHER_EXTENTS = (  # kinds of quantifiers that cannot stand for each other
    {"all", "some"},
    {"all", "most"},
    {"all", "few"},
    {"all", "one"},
    {"both", "some"},
    {"both", "one"},
    {"most", "few"},
    {"most", "one"},
    {"some", "one"},
    {"only", "some"},
)


@dataclass(frozen=True)
class Mark:
    """A word or phrase that carries sense, and its place. ``words``: their numbers. ``negations``:
    numbers of the negations (see `Sense.negations`) that belong to it. ``repeats``: a negation
    that repeats the one before it ("neither … nor"); ``loose``: one that need not be said."""

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
class Moved(Mark):
    """A modal verb: its mood, and the duty that it says with its negations ('' for none)."""

    mood: str = ""
    duty: str = ""


@dataclass(frozen=True)
class Sense:
    """What a text says: all of it in the order of the text.

    ``heads``: the word that a negation stands before, by its number; ``in_scope``: the numbers of
    the words that may be negated.
    """

    forms: tuple[str, ...]
    negations: tuple[Mark, ...]
    poles: tuple[Said, ...]
    modals: tuple[Moved, ...]
    quantifiers: tuple[tuple[str, str], ...]
    terms: tuple[tuple[str, str, tuple[int, ...]], ...]
    offences: frozenset[str]
    heads: dict[int, str]
    in_scope: frozenset[int]


def sense(text: str, language: Language) -> Sense:
    """Read ``text``, which is in ``language``."""
    return _Reader(text, language).read()


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._words: Words = find_words(text)
        self._clauses = self._clause_numbers()
        self._of_presence = {
            found.words
            for found in language.poles.find(self._words.forms)
            if found.value == _WITHOUT
        }
        self._negations = self._find_negations()
        self._modals = list(self._find_modals())

    def read(self) -> Sense:
        forms, language = self._words.forms, self._language
        owners = self._owners()
        kinds = {found.words: found.value for found in language.quantifiers.find(forms)}
        return Sense(
            forms=forms,
            negations=tuple(self._negations),
            poles=tuple(self._poles(owners)),
            modals=tuple(self._modals),
            quantifiers=tuple((kind, self._place(words)[0]) for words, kind in kinds.items()),
            terms=tuple(
                (found.value, self._place(found.words)[0], found.words)
                for found in language.terms.find(forms)
            ),
            offences=frozenset(found.value for found in language.offences.find(forms)),
            heads=dict(self._heads()),
            in_scope=frozenset(self._in_scope()),
        )

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
        for found in self._language.poles.find(self._words.forms):
            if found.value.denies:
                first, last = found.words[0], found.words[-1]
                yield from range(max(0, first - _REACH), min(last + 2 * _REACH, count))

    def _owners(self) -> dict[int, int]:
        """The word at which the pole begins that each negation stands at, by its number."""
        begins = sorted(
            {
                found.words[0]
                for found in self._language.poles.find(self._words.forms)
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
        for found in self._language.poles.find(self._words.forms):
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


def turned(before: Sense, after: Sense, flagged: Sequence[Span]) -> list[str]:
    """Every reason why ``after`` says the opposite of ``before`` or something else. Only in
    ``flagged`` words may a denied modal verb be denied without it ("could not find", "found no").
    """
    reasons = [*_turned_poles(before, after), *_turned_duties(before, after, flagged)]
    reasons += [*_turned_negations(before, after), *_turned_extents(before, after)]
    reasons += [*_turned_decisions(before, after), *_moved_negations(before, after)]
    return [*dict.fromkeys((*reasons, *_turned_terms(before, after)))]


def added(before: Sense, text: Sense) -> Iterator[Mark]:
    """The negations and modal verbs of ``text``, a rewriting or its beginning, for which nothing
    in ``before`` can be a reason."""
    if not before.negations and not any(said.pole.denies for said in before.poles):
        yield from text.negations
    moods = {modal.mood for modal in before.modals}
    if not any(said.pole in _DUTIES for said in before.poles):
        yield from (m for m in text.modals if m.mood not in _SOFT and m.mood not in moods)


def _by_axis(poles: Iterable[Said]) -> dict[str, list[Said]]:
    axes: dict[str, list[Said]] = {}
    for said in poles:
        axes.setdefault(said.word.axis, []).append(said)
    return axes


def _turned_poles(before: Sense, after: Sense) -> Iterator[str]:
    """Where words of one side stood, and now there are some of another. Words that only changed
    from affirmed to denied are left to the count of negations."""
    theirs = _by_axis(after.poles)
    for axis, mine in _by_axis(before.poles).items():
        new = theirs.get(axis, [])
        lost = _not_among(mine, {said.pole for said in new})
        gained = _not_among(new, {said.pole for said in mine})
        same = {said.word for said in mine} == {said.word for said in new}
        if lost and gained and not same and not _converse(before, lost[0], after, gained[0]):
            yield _became(lost[0].shown, gained[0].shown)


def _converse(before: Sense, old: Said, after: Sense, new: Said) -> bool:
    """Whether both say the same of two things named in the other order: "the fire broke out before
    the alarm rang", "the alarm rang after the fire had broken out"."""
    if old.word.axis not in _CONVERSE:
        return False
    left, right = _sides_of(before, old)
    new_left, new_right = _sides_of(after, new)
    crossed = _shared(left, new_right) + _shared(right, new_left)
    return crossed > _shared(left, new_left) + _shared(right, new_right)


def _sides_of(text: Sense, mark: Mark) -> tuple[list[str], list[str]]:
    """The words that say something on either side of a mark."""
    first, last = mark.words[0], mark.words[-1]
    sides = text.forms[:first], text.forms[last + 1 :]
    left, right = ([form for form in side if len(form) >= _CONTENT - 1] for side in sides)
    return left, right


def _shared(some: Sequence[str], others: Sequence[str]) -> int:
    return sum(any(akin(other, word) for other in others) for word in some)


def _not_among(poles: Iterable[Said], there: set[Pole]) -> list[Said]:
    return [said for said in poles if said.pole not in there]


def _became(old: str, new: str) -> str:
    if old.casefold() == new.casefold():
        return f"What is said with “{new}” is negated where it was not, or the other way round."
    return f"“{old}” became “{new}”."


def _duties(text: Sense) -> dict[str, Mark]:
    duties: dict[str, Mark] = {modal.duty: modal for modal in text.modals if modal.duty}
    for said in text.poles:
        if said.pole in _DUTIES:
            duties.setdefault(_DUTIES[said.pole], said)
    return {_ALIKE.get(duty, duty): mark for duty, mark in duties.items()}


def _turned_duties(before: Sense, after: Sense, flagged: Sequence[Span]) -> Iterator[str]:
    mine, theirs = _duties(before), _duties(after)
    lost = [modal for modal in before.modals if _without_match(modal, after, theirs)]
    gained = [modal for modal in after.modals if _without_match(modal, before, mine)]
    for modal in lost:
        denied = modal.duty == "impossible" and (after.negations or _only_in(after, before))
        free = any(modal.start < span.end and span.start < modal.end for span in flagged)
        if gained or not (free and (denied or modal.mood == "willed")):
            yield f"The modal verb ({modal.shown}) is missing."
    for modal in gained:
        denied = modal.duty == "impossible" and (before.negations or _only_in(before, after))
        if not (modal.mood in _SOFT or (denied and not lost)):
            yield f"The modal verb ({modal.shown}) was not there before."


def _without_match(modal: Moved, other: Sense, duties: dict[str, Mark]) -> bool:
    """Whether nothing in the other text, of these duties, says what a modal verb says."""
    if modal.duty:
        return _ALIKE.get(modal.duty, modal.duty) not in duties
    return modal.mood not in {other_modal.mood for other_modal in other.modals}


def _turned_negations(before: Sense, after: Sense) -> Iterator[str]:
    mine, theirs = _unexplained(before, after), _unexplained(after, before)
    lost, gained = _only_in(before, after), _only_in(after, before)
    my_firm = [mark for mark in mine if not mark.loose]
    their_firm = [mark for mark in theirs if not mark.loose]
    if len(my_firm) > len(theirs) + gained:
        yield f"A negation ({my_firm[0].shown}) is missing."
    if len(their_firm) > len(mine) + lost:
        yield f"A negation ({their_firm[0].shown}) was not there before."


def _unexplained(text: Sense, other: Sense) -> list[Mark]:
    """The negations of ``text`` but those of poles and duties that the other has as well."""
    there = {said.pole for said in other.poles}
    duties = _duties(other)
    explained = {number for said in text.poles if said.pole in there for number in said.negations}
    explained |= {
        number
        for duty, mark in _duties(text).items()
        if duty in duties
        for number in mark.negations
    }
    return [
        mark
        for number, mark in enumerate(text.negations)
        if number not in explained and not mark.repeats
    ]


def _only_in(text: Sense, other: Sense) -> int:
    """How many poles that deny something without a negation only ``text`` has."""
    there = {said.word.axis for said in other.poles}
    return len(
        {
            said.words
            for said in text.poles
            if said.word.denies and said.word.axis not in there and not said.negations
        }
    )


def _turned_decisions(before: Sense, after: Sense) -> Iterator[str]:
    """Where a decision against something comes from nowhere, or leaves nothing behind."""
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        if other.negations or any(said.word.denies for said in other.poles):
            continue
        against = next((mark for mark in text.poles if mark.pole.decides_against), None)
        if against is not None:
            yield f"“{against.shown}” {said}."


def _moved_negations(before: Sense, after: Sense) -> Iterator[str]:
    """Where a word that stood right behind a negation now stands without one, or another way."""
    for text, other in ((before, after), (after, before)):
        alone = _unexplained(text, other)
        for number, negation in enumerate(text.negations):
            word = text.heads.get(number)
            if word is None or negation not in alone:
                continue
            places = [n for n, form in enumerate(other.forms) if akin(form, word)]
            if places and not any(place in other.in_scope for place in places):
                yield f"“{negation.shown}” belongs to other words than before."


def akin(word: str, other: str) -> bool:
    """Whether two words differ in their endings at most."""
    begins = max(4, len(word) - 3)
    return other[:begins] == word[:begins] and abs(len(word) - len(other)) <= 3


def _turned_extents(before: Sense, after: Sense) -> Iterator[str]:
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    for kind, old in mine.items():
        for other, new in theirs.items():
            if kind not in theirs and other not in mine and {kind, other} in _OTHER_EXTENTS:
                yield _became(old, new)


def _turned_terms(before: Sense, after: Sense) -> Iterator[str]:
    mine = {term for term, _, _ in before.terms}
    theirs = {term for term, _, _ in after.terms}
    poles = {said.pole for said in before.poles}
    for term, shown, words in after.terms:
        same_side = any(
            said.pole in poles for said in after.poles if not set(words).isdisjoint(said.words)
        )
        if term in mine or same_side:
            continue
        lost = next((shown for name, shown, _ in before.terms if name not in theirs), None)
        if lost is not None:
            yield f"The term of the law “{lost}” became “{shown}”."
        elif term in after.offences:
            yield f"The term of the law “{shown}” was not there before."
