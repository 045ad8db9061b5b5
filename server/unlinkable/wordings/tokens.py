"""A text as wordings are held against it: its words, what stands between them, what is quoted.

Knows nothing of tables. Where words stand is asked of the index, so that both agree.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from unlinkable.draft.spans import Span
from unlinkable_index.words import find_words, form

_CLOSING = {"“": "”", "„": "“”", "«": "»", "»": "«", '"': '"', "‘": "’", "‚": "‘’", "”": "”"}
_MARKS = re.compile(f"[{''.join(_CLOSING)}’]")
_SINGLE = re.compile(r"(?<!\w)'[^']*'(?!\w)")
_PARAGRAPH = re.compile(r"\n\s*\n")
_ENDS = frozenset(".?!:…")
LONGEST = 80
"""Words of a sentence that are looked at on either side."""
_CLOSED = " \t\"'”’»)]"


def quotations(text: str) -> list[Span]:
    """Where quotations stand, with their marks. One that is not closed ends with its paragraph."""
    found: list[Span] = []
    begin = 0
    for end in [*(match.start() for match in _PARAGRAPH.finditer(text)), len(text)]:
        found += _quoted(text, begin, end)
        begin = end
    return found


def _quoted(text: str, begin: int, end: int) -> Iterator[Span]:
    """The quotations of one paragraph, in time linear in its length.

    An apostrophe neither opens nor closes one: it has a letter before or behind it.
    """
    opened, depth = begin, 0
    for match in _MARKS.finditer(text, begin, end):
        mark, at = match[0], match.start()
        ahead, behind = text[at - 1 : at], text[at + 1 : at + 2]
        if not depth:
            if mark in _CLOSING and not ahead.isalnum() and (mark != "”" or behind.isalnum()):
                opened, depth = at, 1
        elif mark in _CLOSING[text[opened]] and (mark != "’" or not behind.isalnum()):
            depth -= 1
            if not depth:
                yield Span(opened, at + 1)
        elif mark == text[opened]:
            depth += 1
    if depth:
        yield Span(opened, end)
    for match in _SINGLE.finditer(text, begin, end):
        yield Span(*match.span())


@dataclass(frozen=True, eq=False)
class Tokens:
    """The words of ``text`` as they are written, with the offsets of their ``starts`` and ``ends``.

    ``between[i]`` is what stands between word i - 1 and word i, without the space around it; it
    is one longer than the words, for what stands behind the last.
    """

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    between: tuple[str, ...]

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The forms of the words."""
        return tuple(map(form, self.words))

    @cached_property
    def small(self) -> tuple[str, ...]:
        """The words in small letters."""
        return tuple(word.lower() for word in self.words)

    def begins_sentence(self, at: int) -> bool:
        """Whether word ``at`` surely begins a sentence: after a full stop or an empty line."""
        if at == 0:
            return True
        gap = self.text[self.ends[at - 1] : self.starts[at]]
        if gap.rstrip(" \t").endswith("\n") and gap.count("\n") > 1:
            return True
        mark = gap.strip().rstrip(_CLOSED)[-1:]
        return bool(mark) and mark in _ENDS and gap[-1:].isspace()

    @cached_property
    def numbers_of(self) -> dict[str, list[int]]:
        """The numbers of the words, rising, by the word in small letters."""
        numbers: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.small):
            numbers[word].append(number)
        return dict(numbers)

    def stands(self, word: str, first: int, stop: int) -> bool:
        """Whether a word in small letters is among the words from ``first`` up to ``stop``."""
        numbers = self.numbers_of.get(word, ())
        place = bisect_left(numbers, first)
        return place < len(numbers) and numbers[place] < stop

    def sentence(self, at: int) -> range:
        """The words of the sentence around word ``at``, as far as full stops tell, and at most
        `LONGEST` before it and behind it."""
        first, stop = at, at + 1
        while at - first < LONGEST and not self.begins_sentence(first):
            first -= 1
        end = min(len(self.words), at + LONGEST)
        while stop < end and not self.begins_sentence(stop):
            stop += 1
        return range(first, stop)


def tokens(text: str) -> Tokens:
    """The words of ``text``, and what stands between them."""
    found = find_words(text)
    starts = tuple(found.starts.tolist())
    ends = tuple(found.ends.tolist())
    edges = zip((0, *ends), (*starts, len(text)), strict=True)
    return Tokens(
        text,
        tuple(text[start:end] for start, end in zip(starts, ends, strict=True)),
        starts,
        ends,
        tuple(_mark(text[start:end]) for start, end in edges),
    )


def _mark(gap: str) -> str:
    marks = gap.strip().replace("'", "’")
    return marks or ("\n" if _PARAGRAPH.search(gap) else "")


class FixedPlaces:
    """Places of a text that must stay as they are."""

    def __init__(self, spans: Iterable[Span]) -> None:
        merged: list[Span] = []
        for span in sorted(span for span in spans if span.start < span.end):
            if merged and span.start <= merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
            else:
                merged.append(span)
        self._starts = [span.start for span in merged]
        self._ends = [span.end for span in merged]

    def touch(self, start: int, end: int) -> bool:
        """Whether any of the text from ``start`` up to ``end`` is such a place."""
        at = bisect_right(self._starts, start) - 1
        if at >= 0 and self._ends[at] > start:
            return True
        return at + 1 < len(self._starts) and self._starts[at + 1] < end
