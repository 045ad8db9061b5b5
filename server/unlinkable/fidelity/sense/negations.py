"""The negations of a text, what each stands at, and which words say "not" by their prefix.

Knows clauses, poles and modal verbs; nothing of what a negated pole comes to.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from unlinkable.fidelity.sense.clauses import Clauses
from unlinkable.fidelity.sense.poles_said import PolesSaid
from unlinkable.fidelity.sense.sense import Mark, Moved, opposite

NEAR = 3  # words between a negation and the verb or the word it is for
SUBJECT = 10  # words from one that begins a subject to the verb
_REACH = 5  # words from a negation to what it negates
_REACH_BACK = 12  # where it stands behind that, at the end of the clause
_CONTENT = 5  # letters of a word that says something


class Negations:
    """The ``marks`` of those that turn something: not those of "not only". ``none``: the numbers
    of the words that say that there is none of something."""

    def __init__(self, clauses: Clauses, poles: PolesSaid) -> None:
        self._there = clauses
        self._language = clauses.language
        self._poles = poles
        kinds = self._language.quantifiers.find(clauses.forms)
        self.none = frozenset(one.words[0] for one in kinds if one.value in ("none", "neither"))
        self.marks = self._found()

    def _found(self) -> list[Mark]:
        forms, language = self._there.forms, self._language
        seeming = {word for found in language.seeming_negations.find(forms) for word in found.words}
        loose = {
            word
            for found in language.loose_negations.find(forms)
            if found.words[-1] not in self._poles.at_forums  # "not represented before the court"
            if not self._poles.part_of_verb(found.words[-1])
            for word in found.words
        }
        second = {found.words[0] for found in language.second_negations.find(forms)}
        marks: list[Mark] = []
        for found in language.negations.find(forms):
            word = found.words[0]
            if word in second and marks and self._there.together(marks[-1].words[0], word):
                continue
            if seeming.isdisjoint(found.words):
                marks.append(
                    Mark(
                        *self._there.place(found.words),
                        found.words,
                        repeats=bool(marks) and forms[word] in language.repeated_negations,
                        loose=not loose.isdisjoint(found.words),
                    )
                )
        return marks

    def heads(self, modals: Sequence[Moved]) -> Iterator[tuple[int, str]]:
        """The word that each stands before, by its number."""
        if self._language.negation_follows:
            return
        forms = self._there.forms
        light = {word for modal in modals for word in modal.words}
        whole = self.contraries  # "unanswered" has what it negates in it
        for number, negation in enumerate(self.marks):
            last = negation.words[-1]
            if len(negation.words) == 1 and forms[last] in whole:
                continue
            for word in range(last + 1, min(last + 1 + NEAR, len(forms))):
                if not self._there.together(last, word):
                    break
                small = len(forms[word]) < _CONTENT or forms[word] in self._language.function_words
                if not small and word not in light:
                    yield number, forms[word]
                    break

    def in_scope(self) -> Iterator[int]:
        """The words behind a negation or next to a word that denies, in its clause and in one that
        begins right behind it ("nobody who", "none for which")."""
        count, clauses_of = len(self._there.forms), self._there.numbers
        back = _REACH_BACK if self._language.negation_follows else NEAR
        for negation in self.marks:
            last = negation.words[-1]
            words = range(max(0, negation.words[0] - back), min(last + 3 * _REACH, count))
            clauses = {clauses_of[word] for word in range(last, min(last + 3, count))}
            yield from (word for word in words if clauses_of[word] in clauses)
        for found in self._poles.found:
            if found.value.denies:
                first, last = found.words[0], found.words[-1]
                yield from range(max(0, first - _REACH), min(last + 3 * _REACH, count))

    @cached_property
    def contraries(self) -> dict[str, tuple[str, ...]]:
        """The words with a negative prefix or suffix, and what they are without."""
        return dict(self._contraries())

    def _contraries(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        of_participles = self._language.participle_prefix
        for form in self._there.forms:
            without = re.fullmatch(self._language.negative_suffixes, form)
            if without and len(without[1]) >= _CONTENT:
                yield form, (without[1], re.sub("(?:ung)?s$", "", without[1]))
            for prefix in self._language.negative_prefixes:
                stem = form.removeprefix(prefix)
                if stem != form and len(stem) >= _CONTENT:
                    able = re.fullmatch(self._language.able_words, stem)
                    bare = stem.removeprefix(of_participles)
                    stems = [stem, bare, *([able[1]] if able else [])]
                    yield form, tuple(one for one in stems if len(one) >= _CONTENT)

    def owners(self, modals: Sequence[Moved]) -> dict[int, set[int]]:
        """The words at which the poles begin that each negation stands at, by its number: one, or
        a verb and what is said of its noun ("besteht kein hinreichender Verdacht")."""
        begins = sorted(
            {
                found.words[0]
                for found in self._poles.found
                if opposite(found.value, self._language) != found.value
            }
        )
        taken = {number for modal in modals for number in modal.negations}
        together, follows = self._there.together, self._language.negation_follows
        owners: dict[int, set[int]] = {}
        for number, negation in enumerate(self.marks):
            if number in taken or self._part_of_phrase(negation):
                continue
            last, first = negation.words[-1], negation.words[0]
            after = [w for w in begins if last < w <= last + _REACH and together(last, w)]
            if last in self.none:  # "no payment in advance is required"
                after = self._of_its_verb(last, begins) or after
            reach = range(max(0, first - _REACH_BACK), first)
            before = [
                w for w in begins if w in reach and together(w, first) and not self._before_noun(w)
            ]
            if after and negation.repeats and any(after[0] in owned for owned in owners.values()):
                continue  # "neither he nor she was served"
            if after:
                near = [w for w in before if follows and first - w <= NEAR]
                owners[number] = {after[0], *(near[-1:] if self._before_noun(after[0]) else ())}
            elif (
                before
                and follows
                and not (self._enclosed(negation) or negation.words in self._poles.of_presence)
            ):
                owners[number] = {before[-1]}
        return owners

    def _part_of_phrase(self, negation: Mark) -> bool:
        """Whether it is part of a longer phrase of the table: "nicht absehbar"."""
        mine = set(negation.words)
        return any(mine < set(found.words) for found in self._poles.found)

    def _before_noun(self, word: int) -> bool:
        """Whether a word belongs to the noun behind it, where these have capitals."""
        if not self._language.nouns_capitalised or word + 1 >= len(self._there.forms):
            return False
        small = self._there.text[self._there.words.starts[word]].islower()
        return small and self._there.is_capital(word + 1)

    def _enclosed(self, negation: Mark) -> bool:
        """Whether it stands in a phrase or in its gap, and so says nothing of what is before."""
        first = negation.words[0]
        return any(found.words[0] <= first < found.words[-1] for found in self._poles.found)

    def _of_its_verb(self, none: int, begins: Sequence[int]) -> list[int]:
        """The words of ``begins`` that say what was done with that of which there is none."""
        forms, passives = self._there.forms, self._language.passives
        reach = range(none + 2, none + 1 + SUBJECT)
        here = (word for word in begins if word in reach and self._there.together(none, word))
        return [word for word in here if forms[word - 1] in passives]

    def deny(self, negation: Mark) -> bool:
        """Whether one is itself a word that denies something else: "hob … ohne Begründung auf"."""
        mine = set(negation.words)
        return any(found.value.denies and mine <= set(found.words) for found in self._poles.found)
