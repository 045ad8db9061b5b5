"""The negations of a text, what each stands at, and which words say "not" by their prefix.

Knows clauses and the phrases that stand for poles; nothing of what a negated pole comes to.
"""

from collections.abc import Iterator, Sequence

from unlinkable.fidelity.sense.clauses import ClauseReader
from unlinkable.fidelity.sense.sense import Mark, ModalVerb, opposite
from unlinkable.language import FoundPhrase, Pole

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
