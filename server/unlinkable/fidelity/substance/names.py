"""Which names went, and which came, where inflections and larger places count as the same.

Names are compared as sets: a second mention may become a pronoun. Knows the names of two texts and
the words of the passage; nothing of what else these say.
"""

from collections.abc import Sequence, Set

from unlinkable.fidelity.inflections import uninflected
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
        stands = {passage[s:e] for s, e in zip(words.starts, words.ends, strict=True)}
        known = stands | larger  # also what begins a sentence, or a reference
        self._known = set(map(self._name, known))

    def missing(self, theirs: Sequence[Element], perhaps: Set[str]) -> set[str]:
        """Those that had to stay and are neither among ``theirs`` nor ``perhaps`` there."""
        still = {self._name(element.value) for element in theirs} | set(map(self._name, perhaps))
        staying = (name.value for name in self._mine if name not in self._flagged)
        return {name for name in staying if self._name(name) not in still}

    def invented(self, theirs: Sequence[Element]) -> list[Element]:
        """Those of ``theirs`` that the passage has nothing for, each once."""
        new = [name for name in theirs if self._name(name.value) not in self._known]
        return list({name.value: name for name in reversed(new)}.values())

    def _name(self, word: str) -> str:
        """What of a name stays in all cases of the language, and for a people and its land."""
        land = next(iter(self._language.names.peoples.find((word.casefold(),))), None)
        if land is not None:
            return land.value
        return uninflected(word) if self._language.names.capitalised_nouns else word
