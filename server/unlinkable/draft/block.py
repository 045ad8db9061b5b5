"""One block of a draft, read: its words and the other ways to read them, masks, sentences, notes
that stand inside a sentence, and where it is cut. Must know nothing of the other blocks."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from sys import intern
from typing import NamedTuple

import numpy as np

from unlinkable.draft.draft import Forms, blanked
from unlinkable.draft.masks import DEFAULT_MASKS, Masks
from unlinkable.draft.sentences import RULES, Cutter, paragraph_cuts, sentence_cutter
from unlinkable_index.documents import Markup
from unlinkable_index.documents.shared.rendering import (
    Offsets,
    Rendering,
    Span,
    blank_lines,
    plain,
    without_what_shows_nothing,
)
from unlinkable_index.words import Words, find_words, has_look_alikes, looks_like
from unlinkable_index.words.readings import Other

_DIGITS = frozenset("0123456789")
_NOTED = re.compile(r"([^\W\d_]{3,})([0-9]{1,3})")
_MAY_BE_NOTED = re.compile(r"[0-9](?<=[^\W\d_]{3}[0-9])")  # digits are few: found first
_NOTE = re.compile(
    r"^[ \t>]*+(?:\[\^?|\(|<sup>|\*)?([0-9]{1,3})(?![0-9])"  # a line that begins with its number
    r"|\[\^([0-9]{1,3})\]|<sup>[ \t]*+([0-9]{1,3})[ \t]*+</sup>",
    re.MULTILINE,
)


class Noted(NamedTuple):
    """A word with a ``number`` behind it, and how it is read where that is the mark of a note."""

    number: int
    without_mark: Other[str]


def other_words(words: Words) -> tuple[Other[str], ...]:
    """The other ways to read ``words``, in their order, marks of notes left out."""
    if all(map(str.isascii, words.forms)):
        return words.others
    looking = [
        Other.of_one(word, (other,))
        for word, form in enumerate(words.forms)
        if not form.isascii() and has_look_alikes(form)
        for other in looks_like(form)
        if other != form
    ]
    return tuple(sorted([*words.others, *looking])) if looking else words.others


def noted_words(text: str, forms: tuple[str, ...]) -> tuple[Noted, ...]:
    """The words of ``text`` that end with a number of one to three digits."""
    if not _MAY_BE_NOTED.search(text):
        return ()
    return tuple(
        Noted(int(match[2]), Other.of_one(word, (match[1],)))
        for word, form in enumerate(forms)
        if form[-1:] in _DIGITS and (match := _NOTED.fullmatch(form))
    )


def note_numbers(text: str) -> frozenset[int]:
    """The numbers that something in ``text`` has that may be a note."""
    found = (match[1] or match[2] or match[3] for match in _NOTE.finditer(text))
    return frozenset(map(int, found))


class Asides:
    """The asides of what is seen: spans, in order and apart."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = spans
        self._starts = [start for start, _ in spans]

    def without_inner(self, offsets: Iterable[int]) -> list[int]:
        """Those of ``offsets`` whose characters stand in no aside."""
        return [at for at in offsets if not self._inside(at)]

    def without_behind(self, offsets: Iterable[int]) -> list[int]:
        """Those of ``offsets`` that stand behind no character of an aside."""
        return [at for at in offsets if not at or not self._inside(at - 1)]

    def _inside(self, at: int) -> bool:
        span = bisect_right(self._starts, at) - 1
        return span >= 0 and at < self._spans[span][1]


def others_in(rendering: Rendering, words: Words) -> tuple[Other[str], ...]:
    """The other ways to read the words of what is seen, in their order: also without its asides,
    and in two where a word may be two."""
    others = other_words(words)
    if not rendering.asides and not rendering.joints:
        return others
    return tuple(sorted([*others, *_without(rendering, words), *_in_two(rendering, words)]))


def _without(rendering: Rendering, words: Words) -> Iterator[Other[str]]:
    """For each aside the word before it, as if the aside were not there."""
    bounds = np.searchsorted(words.starts, rendering.asides).tolist()
    merged: list[tuple[int, int]] = []
    for first, stop in bounds:
        if merged and merged[-1][1] == first:
            first = merged.pop()[0]
        merged.append((first, stop))
    for first, stop in merged:
        if 0 < first < stop < len(words.forms):
            form = words.forms[first - 1]
            yield Other(first - 1, stop, (form,), (first - 1,), (first,))


def _in_two(rendering: Rendering, words: Words) -> Iterator[Other[str]]:
    """For each word with joints what it is if they part it."""
    inner: dict[int, list[int]] = {}
    for joint in rendering.joints:
        word = int(np.searchsorted(words.starts, joint)) - 1
        if word >= 0 and words.starts[word] < joint < words.ends[word]:
            inner.setdefault(word, []).append(joint)
    for word, joints in inner.items():
        bounds = [int(words.starts[word]), *dict.fromkeys(joints), int(words.ends[word])]
        parts = [rendering.text[a:b] for a, b in pairwise(bounds)]
        yield Other.of_one(word, tuple(find_words(" ".join(parts)).forms))


@dataclass(frozen=True)
class Reading:
    """How a draft is read.

    - ``masks``: regular expressions; they replace the default ones;
    - ``cross_sentences``: whether only masks and markup cut;
    - ``sentences``: ``"rules"``, or the name of an installed spaCy pipeline.
    """

    masks: tuple[str, ...] = DEFAULT_MASKS
    cross_sentences: bool = False
    sentences: str = RULES

    def __post_init__(self) -> None:
        """Raise UserError when a mask pattern cannot be used."""
        _masks(self.masks)


@dataclass(frozen=True, eq=False)
class Block:
    """What was read in one block; offsets count from its beginning."""

    starts: Offsets
    ends: Offsets
    forms: Forms
    cuts: Offsets
    masks: tuple[Span, ...]
    sentence_starts: Offsets
    sentence_ends: Offsets
    others: tuple[Other[str], ...]
    noted: tuple[Noted, ...]
    includes: int


def rendered(text: str, markup: Markup, reading: Reading, labels: frozenset[str]) -> Rendering:
    """What a reader sees of the block ``text``; ``labels`` are those of the link targets of the
    draft."""
    patterns = _masks(reading.masks)
    if markup is Markup.MARKDOWN:
        from unlinkable_index.documents.markdown.reading import render_markdown

        rendering = render_markdown(text, labels, patterns.find)
    elif markup in (Markup.PLAIN, Markup.DOCUMENT):
        rendering = plain(text)
    else:
        from unlinkable_index.documents.latex.reading import render

        rendering = render(text, dict(patterns.find(text)))
    return without_what_shows_nothing(rendering)


def read_rendered(rendering: Rendering, markup: Markup, reading: Reading) -> Block:
    """Read what a reader sees of a block or a paragraph."""
    seen, patterns = rendering.text, _masks(reading.masks)
    masks = patterns.find(seen)
    words = find_words(blanked(seen, masks))
    sentences = _sentences(rendering, sentence_cutter(reading.sentences))
    if markup is Markup.LATEX:  # all other paragraphs are apart already
        sentences += [end for start, end in blank_lines(seen) if paragraph_cuts(seen, start, end)]
    asides = Asides(rendering.asides)
    cuts = asides.without_inner([mask.start for mask in masks])
    if reading.cross_sentences:  # search engines see no paragraphs, headings and list items
        parted = set(rendering.breaks)
        cuts += asides.without_behind([cut for cut in rendering.cuts if cut not in parted])
    else:
        cuts += asides.without_behind([*rendering.cuts, *sentences])
    cuts.sort()
    bounds = [*sentences, *rendering.breaks, *(blank.end for blank in blank_lines(seen))]
    sentence_starts, sentence_ends = _sentence_bounds(seen, asides.without_behind(bounds))
    outer_starts = rendering.outer_starts(sentence_starts)
    outer_ends = rendering.outer_ends(sentence_ends)
    # what is not seen between two sentences belongs to the second
    np.minimum(outer_ends[:-1], outer_starts[1:], out=outer_ends[:-1])
    mask_bounds = np.fromiter(chain.from_iterable(masks), np.int32, 2 * len(masks))
    mask_starts = rendering.starts(mask_bounds[::2]).tolist()
    mask_ends = rendering.ends(mask_bounds[1::2]).tolist()
    return Block(
        starts=rendering.starts(words.starts),
        ends=rendering.ends(words.ends),
        forms=tuple(map(intern, words.forms)),  # of a long text most are the same
        cuts=rendering.starts(np.array(cuts, dtype=np.int32)),
        masks=tuple(map(Span, mask_starts, mask_ends)),
        sentence_starts=outer_starts,
        sentence_ends=outer_ends,
        others=others_in(rendering, words),
        noted=noted_words(seen, words.forms),
        includes=rendering.includes,
    )


def _sentences(rendering: Rendering, cutter: Cutter) -> list[int]:
    """The offsets behind the sentences of what is seen, which go on behind asides."""
    if not rendering.asides:
        return cutter(rendering.text)
    text, parts, places, last = rendering.text, list[str](), list[range](), 0
    for start, end in (*rendering.asides, (len(rendering.text), 0)):
        parts.append(text[last:start])
        places.append(range(last, start))
        last = end
    where = list(chain.from_iterable(places))
    return [where[cut - 1] + 1 for cut in cutter("".join(parts)) if cut]


def _sentence_bounds(text: str, inner: list[int]) -> tuple[Offsets, Offsets]:
    """Where the sentences of a block begin and end, without the space around them, if they part at
    the offsets ``inner``."""
    bounds = sorted([0, len(text), *inner])
    starts: list[int] = []
    ends: list[int] = []
    for start, end in pairwise(bounds):
        part = text[start:end]
        bare = part.lstrip()
        if bare:
            starts.append(end - len(bare))
            ends.append(start + len(part.rstrip()))
    return np.array(starts, dtype=np.int32), np.array(ends, dtype=np.int32)


@lru_cache(maxsize=16)
def _masks(patterns: tuple[str, ...]) -> Masks:
    return Masks(patterns)
