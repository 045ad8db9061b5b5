"""Words that may not be written, however they are cut into tokens.

What is forbidden are word forms that may not follow each other, at one place or anywhere. A text
that ends in the middle of a word is on its way to a forbidden one where it spells the beginning of
that. One token may do so, as it may be another word ("an", for "another"); more only as the model
spelt it before and might have come elsewhere; so one that insists cannot write the word in other
tokens, letter by letter or in capitals. Knows words; nothing of tokens and probabilities.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unlinkable_index.words import Words, find_words

Forms = tuple[str, ...]


@dataclass(frozen=True)
class WordsSoFar:
    """The words of a text that may go on. ``unfinished``: how the last of them is spelt so far,
    where the text ends with it; ``grown``: its last token went on with that word."""

    forms: Forms
    unfinished: str = ""
    grown: bool = False

    @classmethod
    def of(cls, text: str) -> "WordsSoFar":
        """Read ``text``."""
        words = find_words(text)
        return cls(words.forms, text[words.starts[-1] :] if ends_in_word(text, words) else "")

    def followed(self, text: str) -> "WordsSoFar":
        """Those of ``text``, which has one more token."""
        there = WordsSoFar.of(text)
        grown = bool(self.unfinished) and len(there.forms) == len(self.forms)
        return replace(there, grown=grown and there.forms != self.forms)


@dataclass(frozen=True)
class ForbiddenWords:
    """``forms`` may not follow each other. ``ways``: beginnings of the last of them that led to
    other words as well. ``closed``: no other beginnings of it may be written."""

    forms: Forms
    ways: frozenset[str] = frozenset()
    closed: bool = False

    def stand_at(self, first: int, there: WordsSoFar) -> bool:
        """Whether they are the words from the ``first`` on, or these are on their way to them."""
        forms = there.forms[first : first + len(self.forms)]
        if forms == self.forms:
            return True
        last = first + len(self.forms) == len(there.forms)
        if not last or not there.unfinished or forms[:-1] != self.forms[:-1]:
            return False
        on_its_way = self.forms[-1].startswith(forms[-1]) and (there.grown or self.closed)
        return on_its_way and there.unfinished not in self.ways

    def end_after(self, number: int, there: WordsSoFar) -> bool:
        """Whether they stand anywhere, or are on their way, with a last word that is not among the
        first ``number``."""
        length = len(self.forms)
        ends = range(max(number, length - 1), len(there.forms))
        return any(self.stand_at(end - length + 1, there) for end in ends)


def ends_in_word(text: str, words: Words) -> bool:
    """Whether the last of ``words``, those of ``text``, may go on."""
    return bool(len(words.ends)) and int(words.ends[-1]) == len(text)


def closed_to(begun: str, some: Sequence[ForbiddenWords]) -> list[ForbiddenWords]:
    """The same, closed where ``begun``, a word form, begins the last word."""
    return [
        replace(words, closed=True) if words.forms[-1].startswith(begun) else words
        for words in some
    ]


def opened(some: Sequence[ForbiddenWords]) -> list[ForbiddenWords]:
    """The same, none of them closed."""
    return [replace(words, closed=False) for words in some]
