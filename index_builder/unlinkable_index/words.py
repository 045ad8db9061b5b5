"""Words and their forms: what counts as the same word, in a collection and in a draft alike.

A word is a maximal run of characters of the Unicode categories L, M or N; its form is NFKC, then
case-folded. Everything between words is ignored. Knows nothing of hashes, documents or drafts.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

ANALYZER = "words: Unicode categories L, M, N; forms: NFKC, case-folded"


@dataclass(frozen=True)
class Words:
    """The words of a text, in order.

    ``starts`` and ``ends`` are code-point offsets in the text (int32, one a word);
    ``forms`` holds as many forms.
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    forms: tuple[str, ...]


def form(word: str) -> str:
    """The form under which a word is counted: NFKC, then case-folded."""
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFKC", word).casefold()


def word_pattern(text: str) -> re.Pattern[str]:
    """A pattern that matches exactly the words of ``text``.

    The pattern for all of Unicode tests hundreds of ranges at every character; texts without
    characters beyond U+FFFF get one that is several times faster.
    """
    if text.isascii():
        return _ASCII
    return _word_pattern(0xFFFF if max(text) <= "\uffff" else sys.maxunicode)


def find_words(text: str) -> Words:
    """All words of ``text``."""
    spans = [match.span() for match in word_pattern(text).finditer(text)]
    offsets = np.array(spans, dtype=np.int32).reshape(-1, 2)
    return Words(
        starts=np.ascontiguousarray(offsets[:, 0]),
        ends=np.ascontiguousarray(offsets[:, 1]),
        forms=tuple(form(text[start:end]) for start, end in spans),
    )


_ASCII = re.compile(r"[A-Za-z0-9]+")


@cache
def _word_pattern(last: int) -> re.Pattern[str]:
    ranges = "".join(
        f"{re.escape(chr(first))}-{re.escape(chr(end))}" for first, end in _word_ranges(last)
    )
    return re.compile(f"[{ranges}]+")


def _word_ranges(last: int) -> Iterator[tuple[int, int]]:
    """The runs (first, last) of word characters among the code points up to ``last``."""
    category = unicodedata.category
    first: int | None = None
    for code in range(last + 1):
        if category(chr(code))[0] in "LMN":
            if first is None:
                first = code
        elif first is not None:
            yield first, code - 1
            first = None
    if first is not None:
        yield first, last
