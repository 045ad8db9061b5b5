"""A text as wordings are held against it: its words, what stands between them, what must stay
(quotations, terms), and one substitute put in, with capitals, spaces and the English article
right. Must know nothing of tables; where words stand is asked of the index, so that both agree."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from unlinkable.draft.draft import touch, united
from unlinkable.wordings.inflection import article_for
from unlinkable.wordings.tables import Derivation, Harm
from unlinkable_index.documents.shared.rendering import Span
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
        fixed = united(span for span in spans if span.start < span.end)
        self._starts = [span.start for span in fixed]
        self._ends = [span.end for span in fixed]

    def touch(self, start: int, end: int) -> bool:
        """Whether any of the text from ``start`` up to ``end`` is such a place."""
        at = bisect_right(self._starts, start) - 1
        if at >= 0 and self._ends[at] > start:
            return True
        return at + 1 < len(self._starts) and self._starts[at + 1] < end


@dataclass(frozen=True, slots=True)
class Substitute:
    """``replacement`` for the text of ``span`` (code points).

    ``context`` is the part of the text whose words made it safe, ``span`` among it: alternatives
    may be taken together where none's span reaches into another's context. ``usual``: it is safe
    only where other rulings have the new words between the same neighbours.
    """

    span: Span
    replacement: str
    derivation: Derivation
    context: Span
    usual: bool = False

    @property
    def harm(self) -> Harm:
        return self.derivation.harm

    @property
    def reason(self) -> str:
        return self.derivation.reason

    def goes_with(self, other: "Substitute") -> bool:
        """Whether both may be taken."""
        return not (touch(self.span, other.context) or touch(other.span, self.context))

    def applied(self, text: str) -> str:
        """``text`` with this substitute in it."""
        return text[: self.span.start] + self.replacement + text[self.span.end :]


def apply(text: str, chosen: Sequence[Substitute]) -> str:
    """``text`` with all of ``chosen``, each of which goes with each other."""
    for substitute in sorted(chosen, key=lambda one: one.span, reverse=True):
        text = substitute.applied(text)
    return text


def fitted(
    tokens: Tokens, first: int, last: int, span: Span, new: str, articles: Collection[str]
) -> tuple[Span, str] | None:
    """``span`` (words ``first`` to ``last``) and the text for it, with all that must change along.

    ``new`` may be empty; ``articles`` are those that follow the sound of the next word. None where
    it cannot be put in without a guess.
    """
    text = tokens.text
    start, end = span
    capital = tokens.words[first][0].isupper() and tokens.begins_sentence(first)
    if not new:
        if first and tokens.small[first - 1] in articles:
            return None
        return _dropped(tokens, last, span, capital)
    if capital and start == tokens.starts[first]:
        new = new[0].upper() + new[1:]
    if first and not tokens.between[first] and tokens.small[first - 1] in articles:
        article = tokens.words[first - 1]
        wanted = article_for(new)
        if wanted != article.lower():
            start = tokens.starts[first - 1]
            wanted = wanted.capitalize() if article[0].isupper() else wanted
            new = wanted + text[tokens.ends[first - 1] : span.start] + new
    return Span(start, end), new


def _dropped(tokens: Tokens, last: int, span: Span, capital: bool) -> tuple[Span, str] | None:
    text = tokens.text
    start, end = span
    ahead, behind = text[start - 1 : start], text[end : end + 1]
    if not ahead or ahead.isspace():
        if behind.isspace():
            end += len(text[end:]) - len(text[end:].lstrip(" \t\n"))
        elif start and behind:
            start = len(text[:start].rstrip(" \t\n"))
    elif not behind.isspace() and behind.isalnum():
        return None
    if capital and last + 1 < len(tokens.words):
        following = tokens.words[last + 1]
        if tokens.starts[last + 1] == end:
            return Span(start, end + 1), following[0].upper()
    return Span(start, end), ""


def terms_of(text: str) -> tuple[str, ...]:
    """The terms of a file, one a line; a line that begins with # is a comment."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


class FixedTerms:
    """Sequences of words, found by their forms, whatever stands between the words."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._by_word: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for term in terms:
            forms = find_words(term).forms
            if forms:
                self._by_word[forms[0]].append(forms)

    def places(self, there: Tokens) -> Iterator[Span]:
        """Where any of them stands."""
        for at, word in enumerate(there.forms):
            for term in self._by_word.get(word, ()):
                if there.forms[at : at + len(term)] == term:
                    yield Span(there.starts[at], there.ends[at + len(term) - 1])


def staying(there: Tokens, protected: Iterable[Span], terms: Iterable[FixedTerms]) -> FixedPlaces:
    """The places of a text that no wording changes: quotations, what is ``protected``, terms."""
    fixed = (place for some in terms for place in some.places(there))
    return FixedPlaces([*quotations(there.text), *protected, *fixed])
