"""Asides: notes and comments that stand inside a sentence of the draft but are not seen there.

The sentence goes on behind its aside, so both are read: the words as they stand in the draft, and
the sentence without its aside. Nothing cuts inside an aside, or a mask in it would hide the
sentence around it. Knows nothing of what markup an aside is written in.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from unlinkable.draft.other_words import other_words
from unlinkable_index.documents.shared.rendered.rendering import Rendering
from unlinkable_index.words import Words, find_words
from unlinkable_index.words.readings import Other


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
