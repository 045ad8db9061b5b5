"""All windows of a run of words: which hold which, the only documents that each can be in, stored
or not, and which stand in the texts by which an index in segments differs from its first part.
Must never know drafts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.file.packing import ranges
from unlinkable_index.file.postings import ABSENT, DocumentSets, Postings
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.positions import NO_WORD, Positions

Numbers = NDArray[np.int64]


def possible_postings(
    index: Index, words: PhraseHashes, segments: NDArray[np.integer], longest: int
) -> list[Postings]:
    """The windows of 1, 2, … ``longest`` words (as many as the index knows) of a run of words, for
    each the posting number of the only documents that may contain it; `ABSENT`: none does.

    A window whose number is another one than `Index.lookup` gives may still be in no document.
    ``segments`` is the segment of every word; a window that runs over the end of one counts as a
    phrase that is nowhere. Raises UserError when the index is damaged.
    """
    levels: list[Postings] = []
    for n in range(1, min(longest, index.max_words, len(words)) + 1):
        keys = index.hasher.phrases(words, n)
        whole = segments[: len(keys)] == segments[n - 1 :]
        postings = np.full(len(keys), ABSENT, dtype=np.int64)
        postings[whole] = index.lookup(keys[whole])
        if levels:
            left, right = levels[-1][:-1], levels[-1][1:]
            at = np.flatnonzero(whole & (postings < 0) & (left >= 0) & (right >= 0))
            postings[at] = rarer(index, left[at], right[at])
        levels.append(postings)
    return levels


def rarer(index: Index, one: Postings, other: Postings) -> Postings:
    """The smaller of each two sets; `ABSENT` where it is not in the other."""
    first = index.df(one) <= index.df(other)
    small, large = np.where(first, one, other), np.where(first, other, one)
    different = np.flatnonzero(small != large)
    pairs, pair_of = np.unique(
        np.stack((small[different], large[different])), axis=1, return_inverse=True
    )
    fits = inside(index, *pairs)[pair_of.reshape(-1)]
    found = small.copy()
    found[different[~fits]] = ABSENT
    return found


def inside(index: Index, small: Postings, large: Postings) -> NDArray[np.bool_]:
    """Whether each set of ``small`` is in that of ``large``, which is no smaller."""
    found: NDArray[np.bool_] = small == large
    open_pairs = np.flatnonzero(index.df(small) < index.df(large))
    if not len(open_pairs):
        return found
    small, large = small[open_pairs], large[open_pairs]
    numbers, places = np.unique(np.concatenate((small, large)), return_inverse=True)
    bounds, documents = index.document_sets(numbers)
    sizes = np.diff(bounds)
    rows = np.arange(len(numbers)) * index.documents
    members = np.repeat(rows, sizes) + documents  # rising
    of_small, of_large = places[: len(small)], places[len(small) :]
    counts = sizes[of_small]
    wanted = documents[ranges(bounds[of_small], counts)] + np.repeat(rows[of_large], counts)
    at = np.minimum(np.searchsorted(members, wanted), len(members) - 1)
    starts = np.cumsum(counts) - counts
    found[open_pairs] = np.logical_and.reduceat(members[at] == wanted, starts)
    return found


_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MOST = 4 << 20  # places; more are looked up instead
_TABLE = 1 << 22  # pairs of classes that are told by a table, not by a search


def can_be_in_both(index: Index, one: Postings, other: Postings) -> NDArray[np.bool_]:
    """Whether the smaller of each two sets is in the larger."""
    first = index.df(one) <= index.df(other)
    pairs = np.stack((np.where(first, one, other), np.where(first, other, one)))
    different, where = np.unique(pairs, axis=1, return_inverse=True)
    return inside(index, *different)[where.reshape(-1)]


def held_in(
    positions: Positions, rows: PhraseHashes, documents: NDArray[np.uint32]
) -> NDArray[np.bool_]:
    """Whether each of some phrases, a row of words each, stands in the document beside it."""
    words, where = np.unique(rows, return_inverse=True)
    numbers = positions.word_numbers(words)[where.reshape(-1)].reshape(rows.shape)
    sought = _mixed(numbers)
    held = np.zeros(len(rows), dtype=bool)
    n = rows.shape[1]
    for document in np.unique(documents).tolist():
        mine = np.flatnonzero(documents == document)
        places, text = positions.text(document)
        last = max(len(places) - n + 1, 0)
        starts = np.flatnonzero(places[n - 1 :] - places[:last] == n - 1)
        there = _mixed(text[starts[:, None] + np.arange(n)].astype(np.int64))
        held[mine] = (sought[mine, None] == there).any(axis=1)
    return held


def common_to(sets: DocumentSets) -> NDArray[np.uint32]:
    """One document of each of some sets, such as few are enough for all."""
    bounds, documents = sets
    times = np.bincount(documents).astype(np.uint64)
    ranks = times[documents] << np.uint64(32) | documents
    best: NDArray[np.uint64] = np.maximum.reduceat(ranks, bounds[:-1])
    return best.astype(np.uint32)


def _mixed(numbers: Numbers) -> NDArray[np.uint64]:
    """A hash of each row of numbers."""
    mixed = np.zeros(len(numbers), dtype=np.uint64)
    for column in range(numbers.shape[1]):
        mixed = (mixed ^ numbers[:, column].astype(np.uint64)) * _MULTIPLIER
        mixed ^= mixed >> np.uint64(29)
    return mixed


class Level(NamedTuple):
    """The windows of one length that stand in the texts: where they begin there, and the class of
    each, less ``before``; 0: none. Windows of a draft with the same words have the same class."""

    places: Numbers
    classes: NDArray[np.integer]
    before: int


class Held(NamedTuple):
    """Which windows of a draft stand in the texts: the class of each, 0 for those that do not; all
    are lower than ``end``."""

    classes: Numbers
    levels: list[Level]
    end: int


class ChangedTexts:
    """The texts of the documents that were added, and of those that are gone."""

    def __init__(self, parts: Sequence[Positions], maps: Sequence[Numbers]) -> None:
        """``maps``: of each part the number that each of its documents has in all; -1: none."""
        words: list[PhraseHashes] = [np.empty(0, np.uint64)]
        there: list[NDArray[np.bool_]] = [np.empty(0, bool)]
        starts: list[Numbers] = [np.empty(0, np.int64)]
        documents: list[Numbers] = [np.empty(0, np.int64)]
        length = 0
        for at, (part, known) in enumerate(zip(parts, maps, strict=True)):
            chosen = np.flatnonzero((known >= 0) if at else (known < 0))
            documents.append(known[chosen] if at else -1 - chosen)
            hashes = np.append(part.hashes() if len(chosen) else words[0], np.uint64(0))
            bounds = part.document_starts
            every = part.words_between(0, int(bounds[-1])) if at else None
            for first, last in zip(bounds[chosen], bounds[chosen + 1], strict=True):
                some = part.words_between(first, last) if every is None else every[first:last]
                starts.append(np.array([length]))
                there.append(np.append(some != NO_WORD, False))
                words.append(hashes[np.append(some, NO_WORD)])
                length += len(some) + 1
        self._starts = np.concatenate(starts)
        self.documents = np.concatenate(documents)
        """The number of each text's document, negative for those that are gone."""
        self.gone = int((self.documents < 0).sum())
        self._vocabulary, text = np.unique(np.concatenate(words), return_inverse=True)
        text[~np.concatenate(there)] = len(self._vocabulary)
        self._text = text.astype(np.int32)

    @staticmethod
    def are_few(parts: Sequence[Positions], maps: Sequence[Numbers]) -> bool:
        """Whether going through the texts is worth while."""
        sizes = [np.diff(part.document_starts) for part in parts]
        added = sum(int(some.sum()) for some in sizes[1:])
        return added + int(sizes[0][maps[0] < 0].sum()) <= _MOST

    def held(self, words: PhraseHashes, starts: Sequence[Numbers]) -> Held:
        """Which windows of a run of words stand in the texts.

        ``starts``: where the windows of 1, 2, … words begin; a part of one that is there is, too.
        """
        different, of_word = np.unique(words, return_inverse=True)
        at = np.searchsorted(self._vocabulary, different)
        known = np.flatnonzero(np.append(self._vocabulary, np.uint64(0))[at] == different)
        class_of = np.zeros(len(self._vocabulary) + 1, dtype=np.int32)
        class_of[at[known]] = known + 1
        class_of[-1] = 0
        classes: NDArray[np.integer] = class_of[self._text]
        places = np.arange(len(classes))
        of_draft = of_word.reshape(-1) + 1
        count, before = len(different) + 1, 0
        found, levels = [], []
        for n, begin in enumerate(starts, start=1):
            if n > 1:
                pairs = of_draft[begin] * count + of_draft[begin + 1]
                different, of_pair = np.unique(pairs, return_inverse=True)
                of_draft = np.zeros(len(words), dtype=np.int64)
                of_draft[begin] = of_pair.reshape(-1) + 1
                if count * count >= 1 << 31:
                    classes = classes.astype(np.int64)
                there = classes[:-1] * count + classes[1:]
                if n > 2:
                    next_to = np.flatnonzero(places[1:] - places[:-1] == 1)
                    places, there = places[next_to], there[next_to]
                every = _places_among(different, there, count * count)
                hit = np.flatnonzero(every)
                places, classes = places[hit], every[hit]
                count = len(different) + 1
            in_texts = np.zeros(count, dtype=np.int64)
            in_texts[classes] = classes + before
            in_texts[0] = 0
            found.append(in_texts[of_draft[begin]])
            levels.append(Level(places, classes, before))
            before += count
        return Held(np.concatenate([np.empty(0, np.int64), *found]), levels, before)

    def holders(self, held: Held, windows: Numbers) -> tuple[Numbers, Numbers]:
        """In which documents some windows stand: pairs of a place in ``windows``, rising, and of a
        document, negative for one that is gone."""
        different, of_window = np.unique(held.classes[windows], return_inverse=True)
        wanted = np.full(held.end, -1, dtype=np.int64)
        wanted[different] = np.arange(len(different))
        wanted[0] = -1
        every = [np.empty(0, np.int64)]
        for places, classes, before in held.levels:
            of_level = wanted[before : before + int(classes.max(initial=0)) + 1].copy()
            of_level[0] = -1
            if (of_level >= 0).any():
                which = of_level[classes]
                mine = np.flatnonzero(which >= 0)
                texts = np.searchsorted(self._starts, places[mine], side="right") - 1
                every.append(which[mine] * len(self._starts) + texts)
        pairs = np.sort(np.concatenate(every))
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]
        which, texts = np.divmod(pairs, max(len(self._starts), 1))
        bounds = np.searchsorted(which, np.arange(len(different) + 1))
        sizes = np.diff(bounds)[of_window.reshape(-1)]
        holders = self.documents[texts[ranges(bounds[of_window.reshape(-1)], sizes)]]
        return np.repeat(np.arange(len(windows)), sizes), holders


def _places_among(rising: Numbers, sought: NDArray[np.integer], most: int) -> NDArray[np.integer]:
    """The place of each number among ``rising``, plus 1; 0 for what is not there. ``most``: all
    are lower."""
    if most <= _TABLE:
        table = np.zeros(most, dtype=np.int32)
        table[rising] = np.arange(1, len(rising) + 1)
        found: NDArray[np.int32] = table[sought]
        return found
    at = np.searchsorted(rising, sought)
    return np.where(np.append(rising, -1)[at] == sought, at + 1, 0)


@dataclass(frozen=True)
class DraftWindows:
    """The windows of a run of words, shortest first, then leftmost, and one more that is none.

    ``left``, ``right``: where its halves are; of single words, the one that is none.
    """

    keys: PhraseHashes
    lengths: Numbers
    firsts: Numbers
    left: Numbers
    right: Numbers
    levels: list[tuple[int, Numbers]]

    @classmethod
    def of(cls, keys: Sequence[PhraseHashes], starts: Sequence[Numbers], words: int) -> Self:
        """Those whose keys are ``keys``, level by level, and which begin at ``starts``."""
        counts = [len(at) for at in starts]
        none = sum(counts)
        at = np.full(words + 1, none, dtype=np.int64)
        left, right, levels, before = [], [], [], 0
        for n, (begin, count) in enumerate(zip(starts, counts, strict=True), start=1):
            left.append(at[begin])
            right.append(at[begin + 1])
            at = np.full(words + 1, none, dtype=np.int64)
            at[begin] = np.arange(before, before + count)
            levels.append((n, at[begin]))
            before += count
        last = np.array([none])
        return cls(
            np.concatenate(keys),
            np.repeat(np.arange(1, len(counts) + 1), counts),
            np.concatenate(starts),
            np.concatenate([*left, last]),
            np.concatenate([*right, last]),
            levels,
        )

    def holding(self, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which windows hold a shorter one of ``some``."""
        holds = np.zeros(len(some), dtype=bool)
        every = some.copy()
        for _, mine in self.levels[1:]:
            holds[mine] = every[self.left[mine]] | every[self.right[mine]]
            every[mine] |= holds[mine]
        return holds

    def most_around(self, numbers: Numbers) -> Numbers:
        """The highest number of a window, and of those that hold it."""
        most = numbers.copy()
        for _, mine in reversed(self.levels[1:]):
            np.maximum.at(most, self.left[mine], most[mine])
            np.maximum.at(most, self.right[mine], most[mine])
        return most

    def parts_of(self, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Those of ``some``, and all windows that these hold."""
        every = some.copy()
        for _, mine in reversed(self.levels[1:]):
            chosen = mine[every[mine]]
            every[self.left[chosen]] = every[self.right[chosen]] = True
        return every


_MOST_KNOWN = 1 << 20  # phrases


class Inherited:
    """In which documents of an index phrases are that it does not store, each found out once."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(
        self,
        index: Index,
        windows: DraftWindows,
        words: PhraseHashes,
        stored: Postings,
        asked: NDArray[np.bool_],
        are_read: NDArray[np.bool_],
    ) -> Postings:
        """The posting numbers of the windows that are ``asked`` for. ``are_read``: of these it is
        known whether they are ``stored``, of others only where they are rare."""
        known = self._known
        if len(known) > _MOST_KNOWN:
            known.clear()
        keys = windows.keys[asked[:-1]].tolist()
        if not all(map(known.__contains__, keys)):
            assert index.positions is not None
            needed = windows.parts_of(asked)
            possible = stored.copy()
            unread = np.flatnonzero(needed[:-1] & (stored[:-1] < 0) & ~are_read)
            possible[unread] = index.lookup(windows.keys[unread])
            for n, mine in windows.levels:
                left, right = possible[windows.left[mine]], possible[windows.right[mine]]
                both = needed[mine] & (possible[mine] < 0) & (left >= 0) & (right >= 0)
                some = mine[both]
                possible[some] = rarer(index, left[both], right[both])
                some = some[asked[some] & (possible[some] >= 0)]
                new = [at for at in some.tolist() if int(windows.keys[at]) not in known]
                if new:
                    rows = words[windows.firsts[new, None] + np.arange(n)]
                    in_one = common_to(index.document_sets(possible[new]))
                    held = held_in(index.positions, rows, in_one)
                    possible[new] = np.where(held, possible[new], ABSENT)
            for key, posting in zip(keys, possible[asked].tolist(), strict=True):
                known.setdefault(key, posting)
        return np.array([known[key] for key in keys], dtype=np.int64)
