"""The words of a text as `sense` reads them: their clauses, their places, and where masks stood.

Knows words, punctuation and conjunctions; nothing of what they say.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from unlinkable.fidelity.blanks import BLANK
from unlinkable.language import Language
from unlinkable_index.words import Words, find_words

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
