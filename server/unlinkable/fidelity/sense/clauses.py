"""The words of a text as `sense` reads them: their clauses, their places, and where masks stood.

Knows words, punctuation and conjunctions; nothing of what they say.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from unlinkable.fidelity.blanks import BLANK
from unlinkable.fidelity.sense.sense import Mark
from unlinkable.language import Language, Phrases
from unlinkable_index.words import Words, find_words

_CLAUSE_END = re.compile(r"[,;:.()\[\]–—“”„«»\"!?]")


class Clauses:
    """``text`` in ``language``, its ``words`` and their ``forms``; words go by their number.

    - ``numbers``: the number of the clause that each word stands in; a conjunction begins one;
    - ``blanks``: the words that a mask follows, or another blank.
    """

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self.words: Words = find_words(text)
        self.forms: tuple[str, ...] = self.words.forms
        self.numbers: tuple[int, ...] = tuple(self._numbers())
        self.blanks = frozenset(filter(self._blank_behind, range(len(self.forms))))

    def _numbers(self) -> Iterator[int]:
        number, last = 0, 0
        for form, start, end in zip(
            self.words.forms, self.words.starts, self.words.ends, strict=True
        ):
            if _CLAUSE_END.search(self.text, last, start) or form in self.language.conjunctions:
                number += 1
            yield number
            last = end

    def _blank_behind(self, word: int) -> bool:
        end = len(self.text) if word + 1 == len(self.forms) else self.words.starts[word + 1]
        return BLANK.search(self.text, self.words.ends[word], end) is not None

    def place(self, words: Sequence[int]) -> tuple[str, int, int]:
        """What stands there from the first to the last of ``words``, and where (code points)."""
        start, end = int(self.words.starts[words[0]]), int(self.words.ends[words[-1]])
        return self.text[start:end], start, end

    def marks(self, phrases: Phrases[str]) -> tuple[Mark, ...]:
        """The places of ``phrases``."""
        found = phrases.find(self.forms)
        return tuple(Mark(*self.place(one.words), one.words) for one in found)

    def together(self, word: int, other: int) -> bool:
        """Whether two words stand in one clause."""
        return self.numbers[word] == self.numbers[other]

    def ends(self, word: int) -> bool:
        """Whether a clause ends with it."""
        return word + 1 == len(self.forms) or not self.together(word, word + 1)

    def is_capital(self, word: int) -> bool:
        """Whether it begins with a capital."""
        return self.text[self.words.starts[word]].isupper()

    def unbroken(self, words: Sequence[int]) -> bool:
        """Whether no mask parts them where they follow each other: not "was [REDACTED] to"."""
        return not any(
            word in self.blanks and following == word + 1 for word, following in pairwise(words)
        )
