"""A stand-in for a model that insists: it wants to write a text, words that it may not write too.

Where its tokens for a word are forbidden it tries every other way to spell the word in tokens, with
a capital and in capitals too, before it takes another word; then it goes on with the next word that
it wanted. Notes where its context is cut back.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from unlinkable.model.decoding.tokens import Logits, TokenVocabulary
from unlinkable_index.words import find_words

_WANTED, _NEXT_BEST = 40.0, 2.0
_LONGEST = 24  # bytes of a token


class Insisting:
    """``others``: words that it writes, without liking it, where the wanted ones are forbidden."""

    def __init__(
        self,
        pieces: Sequence[bytes],
        tokens: Callable[[str], list[int]],
        wanted: str,
        others: Sequence[str],
    ) -> None:
        self.vocabulary = TokenVocabulary(pieces)
        self.context: list[int] = []
        self.cut_back: list[tuple[str, int]] = []
        self._tokens = tokens
        self._numbers = {piece: number for number, piece in enumerate(pieces) if piece}
        found = find_words(wanted)
        starts = [0, *found.ends.tolist()]
        self._parts = [wanted[start:end] for start, end in pairwise(starts)]
        self._rest = wanted[starts[-1] :]
        self._others = others

    @property
    def length(self) -> int:
        return len(self.context)

    def tokens(self, text: str) -> list[int]:
        return self._tokens(text)

    def feed(self, tokens: Sequence[int]) -> None:
        self.context += tokens

    def rewind(self, length: int) -> None:
        """Notes what was written, and how many characters of it stay."""
        was = self._written(self.context)
        del self.context[length:]
        self.cut_back.append((was, len(self._written(self.context))))

    def logits(self) -> Logits:
        logits = np.zeros(len(self.vocabulary), dtype=np.float32)
        for rest, liking in self._ways_on(self._written(self.context)):
            wanted = rest.encode()
            first, *_ = self._tokens(rest)
            ways = (self._numbers.get(wanted[:length]) for length in range(1, _LONGEST))
            for token in (first, *(way for way in ways if way is not None)):
                less = 0.0 if token == first else _NEXT_BEST
                logits[token] = max(logits[token], _WANTED + liking - less)
        return logits

    def _written(self, context: Sequence[int]) -> str:
        pieces = self.vocabulary.pieces
        return b"".join(pieces[token] for token in context).decode(errors="ignore")

    def _ways_on(self, written: str) -> Iterator[tuple[str, float]]:
        """What it would write next, and how it likes that, from 0 down."""
        found = find_words(written)
        begun = bool(len(found.ends)) and int(found.ends[-1]) == len(written)
        whole = len(found.forms) - begun
        last = written[found.starts[-1] :] if begun else ""
        if whole >= len(self._parts):
            yield self._rest.removeprefix(_shared_lead(written, self._rest)) + '"', 0.0
            return
        after = "".join(self._parts[whole + 1 :]) + self._rest + '"'
        words = {self._parts[whole]: 0.0}
        lead = self._parts[whole][: -len(self._parts[whole].lstrip(" ,.;:“”()"))]
        word = self._parts[whole].removeprefix(lead)
        words.setdefault(lead + word.upper(), -3.0)
        words.setdefault(lead + word.capitalize(), -3.0)
        for rank, other in enumerate(self._others):
            words.setdefault(lead + other, -5.0 - 0.01 * rank)
        for text, liking in words.items():
            if not begun:
                yield text.removeprefix(_shared_lead(written, lead)) + after, liking
            elif text.removeprefix(lead).startswith(last):
                yield text.removeprefix(lead).removeprefix(last) + after, liking


def _shared_lead(written: str, lead: str) -> str:
    """What of the marks before a word has been written."""
    for length in range(len(lead), 0, -1):
        if written.endswith(lead[:length]):
            return lead[:length]
    return ""
