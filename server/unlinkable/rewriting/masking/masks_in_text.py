"""How masks stand in a text: what goes as a whole (numbers, dates, compounds), which masks are
neighbours so that one says as much as two, and how one is written in the markup. Knows drafts;
must never know why words are masked."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Markup, Span
from unlinkable.draft.masks import Masks
from unlinkable.fidelity.substance import Sort, substance
from unlinkable.rewriting.edits import Edit

_MAKES_A_LINK, _OPENS = ("(", "[", ":"), ("!", "]")
_COMMAND_BEFORE = re.compile(r"\\(?:[A-Za-z@]+\*?|\\\*?)\s*\Z")
_GROUP = re.compile(r"(?:\\[A-Za-z@]+\*?)?[{\[]|[}\]]")
_MARKS = re.compile(r"[*_`~]+|</?\w+>")
AROUND = 60
"""How many code points before and behind a mask are looked at."""


def written_mask(mask: str, words: str, before: str, behind: str, markup: Markup) -> str:
    """What is written for ``mask`` in place of ``words``, between what stands ``before`` them and
    ``behind``."""
    match markup:
        case Markup.PLAIN | Markup.DOCUMENT:
            return mask + "".join(_MARKS.findall(words))
        case Markup.MARKDOWN:
            if behind[:1] in _MAKES_A_LINK or before[-1:] in _OPENS:
                mask = re.sub(r"([\[\]])", r"\\\1", mask)
            return mask + "".join(_MARKS.findall(words))
        case Markup.LATEX:
            mask = re.sub(r"([_#%&$])", r"\\\1", mask)
            if _COMMAND_BEFORE.search(before):
                mask = f"{{{mask}}}"  # else its brackets would be an argument
            return mask + _open_groups(words)


def _open_groups(words: str) -> str:
    """The brackets in some words that are closed or opened outside of them."""
    left: list[str] = []
    for bracket in _GROUP.finditer(words):
        if bracket[0] in ("}", "]") and left and left[-1][-1] in "{[":
            left.pop()
        else:
            left.append(bracket[0])
    return "".join(left)


def is_mask(text: str, patterns: tuple[str, ...]) -> bool:
    """Whether a text would be read as a mask, which alone makes it one."""
    return Masks(patterns).find(f"a {text} b") == [Span(2, 2 + len(text))]


_PASSED_OVER = frozenset(" \t\u00a0\u202f'’-\u2010\u2011/&")
_ENDS_AN_ABBREVIATION = "."


@dataclass(frozen=True)
class OwnMasks:
    """The masks that a draft came with."""

    draft: Draft
    markup: Markup

    def joined(self, span: Span) -> Edit | None:
        """The edit that lets a mask of the draft stand for the words of a span as well; None where
        none stands beside them, or where markup keeps them apart. The masks of a draft all stay."""
        left, right = self._beside(span)
        if left is not None:
            return self._edit(Span(left.end, span.end), span, left)
        return None if right is None else self._edit(Span(span.start, right.start), span, right)

    def _beside(self, span: Span) -> tuple[Span | None, Span | None]:
        """The masks just before and just behind a span."""
        at = bisect_left(self._starts, span.start)
        before = self.draft.masks[at - 1] if at else None
        behind = self.draft.masks[at] if at < len(self._starts) else None
        if before is not None and not are_neighbours(self.draft, before.end, span.start):
            before = None
        if behind is not None and not are_neighbours(self.draft, span.end, behind.start):
            behind = None
        return before, behind

    def _edit(self, gone: Span, words: Span, mask: Span) -> Edit | None:
        """What of the markup in ``words`` must stay takes the place of ``gone``."""
        text, stays = self.draft.text, self.draft.text[mask.start : mask.end]
        start, end = min(gone.start, mask.start), max(gone.end, mask.end)
        around = text[max(0, start - AROUND) : start], text[end : end + AROUND]
        written = written_mask(stays, text[words.start : words.end], *around, self.markup)
        if not written.startswith(stays) or not _stays_a_mask(stays, *around):
            return None
        before = text[gone.start : gone.end]
        return Edit(gone.start, gone.end, before, written.removeprefix(stays))

    @cached_property
    def _starts(self) -> list[int]:
        return [mask.start for mask in self.draft.masks]


def _stays_a_mask(mask: str, before: str, behind: str) -> bool:
    """Whether a mask is surely read as one between what will then stand around it: in brackets, or
    with spaces around, as it had one where the words stood."""
    opens, closes = mask[0] in "[<(", mask[-1] in "])>"
    return (opens or not before[-1:].strip()) and (closes or not behind[:1].strip())


def are_neighbours(draft: Draft, end: int, start: int) -> bool:
    """Whether what ends at ``end`` and what starts at ``start`` are parted by nothing that a reader
    would miss: spaces and small marks in one sentence and one line."""
    between = draft.text[end:start]
    if end > start or not _PASSED_OVER.union(_ENDS_AN_ABBREVIATION).issuperset(between):
        return False
    if _ENDS_AN_ABBREVIATION not in between:
        return True
    sentences = np.searchsorted(draft.sentence_ends, (end, start), side="right")
    return bool(sentences[0] == sentences[1])


_JOINTS, _BRACKETS = frozenset(",.'’/"), frozenset("[]()")


def goes_on(draft: Draft, word: int) -> bool:
    """Whether the number that a word is part of goes on with the next word, or a word of letters
    with a bracket in it ("[t]he", "person(s)")."""
    if word + 1 >= len(draft.forms):
        return False
    between = draft.text[int(draft.ends[word]) : int(draft.starts[word + 1])]
    if between in _JOINTS:
        return all(map(str.isdigit, draft.forms[word : word + 2]))
    return between in _BRACKETS and all(map(str.isalpha, draft.forms[word : word + 2]))


def with_brackets(draft: Draft, span: Span) -> Span:
    """The span with the bracket at its edge, where the other one of the pair stands in it."""
    text, (start, end) = draft.text, span
    for opens, closes in ("[]", "()"):
        within = text[start:end]
        if text[start - 1 : start] == opens and within.count(closes) > within.count(opens):
            start -= 1
        elif text[end : end + 1] == closes and within.count(opens) > within.count(closes):
            end += 1
    return Span(start, end)


def with_whole_words(draft: Draft, words: NDArray[np.int64]) -> NDArray[np.int64]:
    """``words`` (numbers, rising) with all other parts of what goes on with them (`goes_on`)."""
    whole = set(words.tolist())
    for word in words.tolist():
        after = word
        while goes_on(draft, after):
            after += 1
            whole.add(after)
        before = word
        while before and goes_on(draft, before - 1):
            before -= 1
            whole.add(before)
    return np.array(sorted(whole), dtype=np.int64)


Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
_JOINTS_OF_PIECES = frozenset("-\u2010\u2011'’/")


@dataclass(frozen=True, eq=False)
class Pieces:
    """The pieces of a draft. ``of_word``: the piece of each word (int64), from 0 without gaps."""

    of_word: Numbers

    def __len__(self) -> int:
        return int(self.of_word[-1]) + 1 if len(self.of_word) else 0

    def of(self, words: Iterable[int]) -> tuple[int, ...]:
        """The pieces that some words are in, rising, each once."""
        return tuple(sorted({self._listed[word] for word in words}))

    def words(self, pieces: Flags) -> Flags:
        """Which words are in ``pieces`` (bool, one a piece)."""
        return pieces[self.of_word]

    @cached_property
    def firsts(self) -> Numbers:
        """The first word of each piece."""
        return np.searchsorted(self.of_word, np.arange(len(self)))

    @cached_property
    def lasts(self) -> Numbers:
        """The last word of each piece."""
        return np.searchsorted(self.of_word, np.arange(len(self)), side="right") - 1

    @cached_property
    def _listed(self) -> list[int]:
        listed: list[int] = self.of_word.tolist()
        return listed


def draft_pieces(draft: Draft) -> Pieces:
    """The pieces of a draft: each word is one, but for those that go together."""
    count = len(draft.forms)
    begins = np.ones(count, dtype=bool)
    for word in range(1, count):
        between = draft.text[int(draft.ends[word - 1]) : int(draft.starts[word])]
        begins[word] = not (between in _JOINTS_OF_PIECES or goes_on(draft, word - 1))
    for start, end in _dates(draft):
        begins[start + 1 : end] = False
    return Pieces(np.cumsum(begins) - 1)


def _dates(draft: Draft) -> Iterable[tuple[int, int]]:
    """The words of each date, from the first up to, not including, the last."""
    for sentence in draft.sentences:
        text = draft.text[sentence.start : sentence.end]
        if not any(map(str.isdigit, text)):
            continue
        for one in substance(text, (), draft.language).elements:
            if one.sort is Sort.DATE:
                first, last = np.searchsorted(
                    draft.starts, (one.start + sentence.start, one.end + sentence.start)
                )
                if last > first and draft.segments[first] == draft.segments[last - 1]:
                    yield int(first), int(last)
