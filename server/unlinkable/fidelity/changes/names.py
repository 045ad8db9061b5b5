"""Which names went, and which came, where inflections, other spellings and larger places count as
the same.

Names are compared as sets: a second mention may become a pronoun. Knows the names of two texts and
the words of the passage; nothing of what else these say.
"""

from collections.abc import Sequence, Set

from unlinkable.fidelity.akin import uninflected
from unlinkable.fidelity.changes.nouns import is_part
from unlinkable.fidelity.substance.spellings import other_spellings
from unlinkable.fidelity.substance.substance import Element, in_rows
from unlinkable.language import Language
from unlinkable_index.words import find_words


class Names:
    """The names of ``passage``.

    - ``mine``: these;
    - ``flagged``: those of them that may go, and with them the others in a row with one;
    - ``larger``: words of the larger places that may come for one of them.
    """

    def __init__(
        self,
        passage: str,
        mine: Sequence[Element],
        flagged: Sequence[Element],
        larger: Set[str],
        language: Language,
    ) -> None:
        self._mine = mine
        self._flagged = {
            name for row in in_rows(mine) if not set(row).isdisjoint(flagged) for name in row
        }
        self._language = language
        words = find_words(passage)
        self._forms = words.forms
        self._words = {passage[s:e] for s, e in zip(words.starts, words.ends, strict=True)}
        self._spellings = other_spellings(passage)
        known = self._words | larger | self._spellings.keys()
        self._known = set(map(self._name, known))  # also what begins a sentence, or a reference

    def missing(self, theirs: Sequence[Element], perhaps: Set[str], text: str) -> set[str]:
        """Those that had to stay and are neither among ``theirs`` nor ``perhaps`` there, nor a word
        of ``text`` that is a name only with its capital ("Trustee in Bankruptcy")."""
        there = {element.value for element in theirs} | perhaps
        spelt = self._spellings.keys() & there
        there |= {word for spelling in spelt for word in self._spellings[spelling]}
        still = set(map(self._name, there))
        staying = (name.value for name in self._mine if name not in self._flagged)
        gone = {name for name in staying if self._name(name) not in still}
        small = find_words(text).forms if gone else ()
        return {
            name
            for name in gone
            if not (name.casefold() in small and self._is_word(name.casefold()))
        }

    def invented(self, theirs: Sequence[Element]) -> list[Element]:
        """Those of ``theirs`` that the passage has nothing for, each once."""
        new = [name for name in theirs if self._name(name.value) not in self._known]
        new = [name for name in new if not self._part_of_noun(name)]
        once = {name.value: name for name in reversed(new) if not self._follows_noun(name, theirs)}
        return list(once.values())

    def _name(self, word: str) -> str:
        """What of a name stays in all cases of the language, and for a people and its land."""
        land = next(iter(self._language.peoples.find((word.casefold(),))), None)
        if land is not None:
            return land.value
        return uninflected(word) if self._language.nouns_capitalised else word

    def _is_word(self, form: str) -> bool:
        thesaurus = self._language.thesaurus
        return thesaurus is not None and any(True for _ in thesaurus.lemmas(form))

    def _part_of_noun(self, name: Element) -> bool:
        """Whether a word taken for a name is part of a noun of the passage, or has it for one."""
        if not self._language.nouns_capitalised:
            return False
        word = name.value.casefold()
        return any(word[0] == one[0] and is_part(word, one) for one in self._forms)

    def _follows_noun(self, name: Element, theirs: Sequence[Element]) -> bool:
        """Whether a word is taken for a name only because it stands next to a noun of the passage,
        where all nouns have capitals; behind who somebody is there may well be a name."""
        if not self._language.nouns_capitalised or name.value.isupper():
            return False
        last = next((other for other in reversed(theirs) if other.end < name.start), None)
        is_next = last is not None and name.start - last.end == 1
        if last is None or not is_next or last.value in {mine.value for mine in self._mine}:
            return False
        if last.value not in self._words and not self._part_of_noun(last):
            return False
        found = self._language.poles.find(find_words(last.value).forms)
        return not any(phrase.value.is_of_persons for phrase in found)
