"""Which words the tables of wordings have for those of a passage.

They are known to say the same, or where the table says so of the whole phrase, as good as the same.
Knows the passage and the tables; nothing of what a change turns.
"""

from collections.abc import Sequence
from functools import cached_property

from unlinkable.fidelity.akin import akin_to_any
from unlinkable.language import Language
from unlinkable.wordings import exchanges_of, wordings_of
from unlinkable_index.words import find_words


class Worded:
    """``passage``: a text in ``language``."""

    def __init__(self, passage: str, language: Language) -> None:
        self._passage = passage
        self._language = language

    def answers(self, word: str, after: Sequence[str]) -> bool:
        """Whether ``word``, one of the forms of ``after``, may have come for a word that went."""
        return word in self._instead or self._exchanged(word, after)

    @cached_property
    def _instead(self) -> frozenset[str]:
        """The words that the tables have for something in the passage, as it stands there."""
        wordings = wordings_of(self._language.name)
        found = wordings.alternatives(self._passage) if wordings else ()
        return frozenset(form for one in found for form in find_words(one.replacement).forms)

    def _exchanged(self, word: str, after: Sequence[str]) -> bool:
        """Whether the tables have the word for one that went, or that for it, anywhere."""
        thesaurus, exchanges = self._language.thesaurus, exchanges_of(self._language)
        if thesaurus is None or exchanges is None:
            return False
        forms = find_words(self._passage).forms
        went = [form for form in forms if not akin_to_any(form, after)]
        lemmas = {lemma for form in went for lemma in (form, *thesaurus.lemmas(form))}
        return exchanges.joins({word, *thesaurus.lemmas(word)}, lemmas)
