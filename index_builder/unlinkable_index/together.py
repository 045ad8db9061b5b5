"""Several indexes as one: what an index of all their documents would answer. Knows phrases and sets
of documents; must never know drafts or how the parts are opened."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable_index.file.postings import ABSENT, DocumentSets, Postings, WordBounds, WordPostings
from unlinkable_index.index import Document, Index, Windows
from unlinkable_index.phrase_hashes import PhraseHashes, RememberingHasher
from unlinkable_index.positions import Positions, PositionsTogether
from unlinkable_index.windows import (
    ChangedTexts,
    DraftWindows,
    Inherited,
    can_be_in_both,
    common_to,
    held_in,
)

Numbers = NDArray[np.int64]


_MOST_KNOWN = 1 << 20  # sets of which it is known how many of their documents do not count
GONE = -1


class IndexPart(Protocol):
    """What is asked of a part, as of an `Index`."""

    documents: int

    @property
    def positions(self) -> Positions | None: ...
    @property
    def lengths(self) -> NDArray[np.uint32]: ...
    def lookup(self, keys: PhraseHashes, /) -> Postings: ...
    def df(self, postings: Postings) -> Numbers: ...
    def document_sets(self, postings: Postings) -> DocumentSets: ...
    def word_postings(self, keys: PhraseHashes) -> WordPostings: ...
    def document(self, number: int) -> Document: ...
    def document_number(self, record_id: str) -> int | None: ...


class _Level(NamedTuple):
    """The phrases of one length, by rising keys: in which sets each part has each (parts ×
    phrases), whether that may as well be nowhere, and how many documents have it at most."""

    keys: PhraseHashes
    rows: PhraseHashes
    postings: NDArray[np.int64]
    doubtful: NDArray[np.bool_]
    dfs: Numbers


class IndexTogether(Index):
    """Indexes with one hasher, as one. A posting number stands for the posting numbers of all
    parts, and rises with the df."""

    def __init__(self, first: Index, parts: Sequence[IndexPart], maps: Sequence[Numbers]) -> None:
        """
        - ``first``: the index whose name and header this one has; stays open;
        - ``parts``: all indexes;
        - ``maps``: of each the number that each of its documents has here; `GONE`: it does not
          count. Two documents with one number count as one.
        """
        self.path = first.path
        self.header = first.header
        self.max_words = first.max_words
        self.fingerprint = first.fingerprint
        self.hasher: RememberingHasher = RememberingHasher(first.hasher)
        self._first = first
        plain = [one for pair in zip(parts, maps, strict=True) for one in _plain_parts(*pair)]
        self._parts = [part for part, _ in plain]
        self._maps = [np.asarray(numbers, dtype=np.int64) for _, numbers in plain]
        self._known_positions = [part.positions for part in self._parts if part.positions]
        self.positions = None
        if len(self._known_positions) == len(plain):
            self.positions = PositionsTogether(self._known_positions, self._maps)
        self.documents = 1 + max(int(one.max(initial=-1)) for one in self._maps)
        times = np.zeros(self.documents, dtype=np.int64)
        for one in self._maps:
            times += np.bincount(one[one >= 0], minlength=self.documents)
        self._joined = bool((times > 1).any())
        self._gone = [np.flatnonzero(one < 0) for one in self._maps]
        self._lost: list[dict[int, int]] = [{} for _ in plain]
        self._sets: dict[tuple[int, ...], int] = {}
        self._members: list[tuple[int, ...]] = []
        self._dfs: list[int] = []
        self._inherited = Inherited()
        self._noted: dict[int, Numbers] = {}
        """The documents of sets that are none of the parts', by their place."""
        self._read: list[dict[int, bool]] = [{} for _ in plain]
        """Of each part whether the phrases with these keys, which it does not store, are in it, or
        may be where it has no positions."""

    def lookup(self, keys: PhraseHashes, df_below: int | None = None) -> Postings:
        """As in `Index`, but phrases may be told that an index of all would not store."""
        different, where = np.unique(keys, return_inverse=True)
        found = self._numbered(np.stack([part.lookup(different) for part in self._parts]))
        windows = self.hasher.windows(different)
        below: _Level | None = None
        for rows in self._closed(windows):
            level = self._level(rows, below)
            if below is not None:
                asked = np.flatnonzero(np.isin(level.keys, different))
                answers = self._settled(level, below, asked, df_below)
                found[np.searchsorted(different, level.keys[asked])] = answers
            below = level
        return found[where.reshape(-1)]

    def rare_windows(self, words: PhraseHashes, segments: NDArray[np.integer], k: int) -> Windows:
        """As in `Index`. Only what the changed texts can change is more than a look-up in the first
        part.

        A phrase is rare in all, and holds no other that is, only where the first part stores it,
        where a changed text has it, or where it holds a phrase that has *risen*. That is one which
        the first part stores, and fewer than k of its documents that count have, while all have k:
        for its sake the first part may not store the longer one.
        """
        first = self._parts[0]
        if self._changed is None or not isinstance(first, Index) or not len(words):
            return super().rare_windows(words, segments, k)
        keys, starts = self._within(words, segments)
        windows = DraftWindows.of(keys, starts, len(words))
        every, lengths, firsts = windows.keys, windows.lengths, windows.firsts
        held = self._changed.held(words, starts)
        there = np.flatnonzero(held.classes)
        stored = np.append(first.lookup(every, df_below=k), ABSENT)
        stored[there] = first.lookup(every[there])
        dfs = first.df(stored)
        gain, lost = np.zeros(len(stored), np.int64), np.zeros(len(stored), np.int64)
        near = there[dfs[there] < k + self._changed.gone]
        at, documents = self._changed.holders(held, near)
        lost[near] = np.bincount(at[documents < 0], minlength=len(near))
        gain[near] = np.bincount(at[documents >= 0], minlength=len(near))
        left = dfs - lost
        now = left + gain
        rare = (stored >= 0) & (now > 0) & (now < k)
        risen = (stored >= 0) & (left < k) & (now >= k)
        may_be = windows.holding(risen) | (gain > 0)
        may_be &= (stored < 0) & (windows.most_around(left) + gain < k) & ~windows.holding(rare)
        stored[may_be] = self._inherited.of(first, windows, words, stored, may_be, held.classes > 0)
        now = first.df(stored) - lost + gain
        rare = ((stored >= 0) | may_be) & (now > 0) & (now < k)
        found = np.flatnonzero(rare)
        postings = np.full(len(found), ABSENT, dtype=np.int64)
        more = gain[found] > 0
        alone = np.full((len(self._parts), len(found) - int(more.sum())), ABSENT, dtype=np.int64)
        alone[0] = stored[found[~more]]
        postings[~more] = self._numbered(alone)
        if more.any():
            added = np.flatnonzero(documents >= 0)
            pairs = near[at[added]], documents[added]
            postings[more] = self._noted_of(found[more], stored[found[more]], *pairs)
        return Windows(firsts[found], lengths[found], postings)

    def _noted_of(
        self, windows: Numbers, sets: Postings, holding: Numbers, added: Numbers
    ) -> Postings:
        """The posting numbers of windows that are in ``sets`` of the first part and in added
        documents: pairs of a window, rising, and a document, of others too."""
        at = np.searchsorted(windows, holding)
        mine = np.append(windows, -1)[at] == holding
        at, added = at[mine], added[mine]
        bounds, own = self._parts[0].document_sets(sets)
        of_first = np.repeat(np.arange(len(sets)), np.diff(bounds))
        documents = np.concatenate((added, self._maps[0][own]))
        which = np.concatenate((at, of_first))[documents >= 0]
        documents = documents[documents >= 0]
        order = np.lexsort((documents, which))
        ends = np.searchsorted(which[order], np.arange(1, len(windows)))
        numbers = []
        for some in np.split(documents[order], ends):
            place = self._place((-2, *some.tolist()), (ABSENT,) * len(self._parts), len(some))
            self._noted[place] = some
            numbers.append(len(some) << 32 | place)
        return np.array(numbers, dtype=np.int64)

    @cached_property
    def _changed(self) -> ChangedTexts | None:
        """The texts that make the difference to the first part; None: they are too many."""
        every = self._known_positions
        if self._joined or self.positions is None or not isinstance(self._parts[0], Index):
            return None
        are_few = ChangedTexts.are_few(every, self._maps)
        return ChangedTexts(every, self._maps) if are_few else None

    def df(self, postings: Postings) -> Numbers:
        dfs = np.array([0, *self._dfs], dtype=np.int64)
        return dfs[self._places(postings) + 1]

    def documents_of(self, posting: int) -> tuple[int, ...]:
        return tuple(self.document_sets(np.array([posting])).documents.tolist())

    def document_sets(self, postings: Postings) -> DocumentSets:
        places = self._places(postings)
        tuples = np.full((len(self._parts), len(places)), ABSENT, dtype=np.int64)
        noted = []
        for at in np.flatnonzero(places >= 0).tolist():
            tuples[:, at] = self._members[places[at]]
            if (documents := self._noted.get(int(places[at]))) is not None:
                noted.append(at * self.documents + documents)
        return self._union(tuples, noted)

    def postings(self, numbers: Postings) -> list[BitMap]:
        bounds, documents = self.document_sets(numbers)
        return [BitMap(documents[start:stop].tolist()) for start, stop in pairwise(bounds.tolist())]

    def word_postings(self, keys: PhraseHashes) -> WordPostings:
        words, documents, often = [], [], []
        for part, known in zip(self._parts, self._maps, strict=True):
            found = part.word_postings(keys)
            words.append(np.repeat(np.arange(len(keys)), found.dfs))
            documents.append(known[found.documents])
            often.append(found.frequencies.astype(np.int64))
        word, document, frequency = map(np.concatenate, (words, documents, often))
        stays = np.flatnonzero(document >= 0)
        order = stays[np.lexsort((document[stays], word[stays]))]
        pairs = word[order] * self.documents + document[order]
        starts = np.flatnonzero(np.diff(pairs, prepend=-1))
        merged = np.maximum.reduceat(frequency[order], starts) if len(starts) else frequency[:0]
        bounds = np.searchsorted(word[order][starts], np.arange(len(keys) + 1))
        return WordPostings(
            bounds.astype(np.int64),
            document[order][starts].astype(np.uint32),
            merged.astype(np.uint32),
        )

    def word_bounds(self, keys: PhraseHashes) -> WordBounds:
        found = self.word_postings(keys)
        highest = np.zeros(len(keys), dtype=np.int64)
        word = np.repeat(np.arange(len(keys)), found.dfs)
        np.maximum.at(highest, word, found.frequencies)
        return WordBounds(found.dfs, highest)

    def word_frequencies(self, key: int, documents: Numbers) -> NDArray[np.uint32]:
        found = self.word_postings(np.array([key], dtype=np.uint64))
        often = np.zeros(self.documents, dtype=np.uint32)
        often[found.documents] = found.frequencies
        return often[documents]

    @cached_property
    def lengths(self) -> NDArray[np.uint32]:
        lengths = np.zeros(self.documents, dtype=np.uint32)
        for part, known in zip(self._parts, self._maps, strict=True):
            stays = known >= 0
            np.maximum.at(lengths, known[stays], part.lengths[stays])
        return lengths

    def document(self, number: int) -> Document:
        """As in `Index`; of documents that count as one, what is known of the first."""
        for part, known in zip(self._parts, self._maps, strict=True):
            at = np.flatnonzero(known == number)
            if len(at):
                return part.document(int(at[0]))
        return self._first.document(ABSENT)

    def document_number(self, record_id: str) -> int | None:
        for part, known in zip(self._parts, self._maps, strict=True):
            number = part.document_number(record_id)
            if number is not None and known[number] >= 0:
                return int(known[number])
        return None

    def check_all(self) -> None:
        for part in self._parts:
            if isinstance(part, Index):
                part.check_all()

    @property
    def is_replaced(self) -> bool:
        return any(isinstance(part, Index) and part.is_replaced for part in self._parts)

    def close(self) -> None:
        """Nothing: the parts are closed by whoever opened them."""

    def _places(self, postings: Postings) -> Numbers:
        """Where the posting numbers of the parts stand; -1 for none."""
        return np.where(postings < 0, -1, postings & (1 << 32) - 1)

    def _numbered(self, tuples: NDArray[np.int64]) -> Postings:
        """The posting number of what is in some sets of the parts (parts × phrases)."""
        different, where = np.unique(tuples, axis=1, return_inverse=True)
        dfs = self._count(different)
        numbers = np.full(different.shape[1], ABSENT, dtype=np.int64)
        rows = map(tuple, different.T.tolist())
        for at, (row, df) in enumerate(zip(rows, dfs.tolist(), strict=True)):
            if df:
                numbers[at] = df << 32 | self._place(row, row, df)
        return numbers[where.reshape(-1)]

    def _place(self, key: tuple[int, ...], members: tuple[int, ...], df: int) -> int:
        """The place of a set that is known by ``key``, made where it is not known yet."""
        place = self._sets.setdefault(key, len(self._members))
        if place == len(self._members):
            self._members.append(members)
            self._dfs.append(df)
        return place

    def _count(self, tuples: NDArray[np.int64]) -> Numbers:
        """How many documents are in some sets of the parts (parts × phrases)."""
        dfs = np.zeros(tuples.shape[1], dtype=np.int64)
        for at, (part, postings) in enumerate(zip(self._parts, tuples, strict=True)):
            mine = np.flatnonzero(postings >= 0)
            if not len(mine):
                continue
            dfs[mine] += part.df(postings[mine])
            if len(self._gone[at]):
                dfs[mine] -= self._lost_from(at, postings[mine])
        several = np.flatnonzero((tuples >= 0).sum(axis=0) > 1)
        if self._joined and len(several):
            dfs[several] = np.diff(self._union(tuples[:, several]).bounds)
        return dfs

    def _lost_from(self, at: int, postings: Postings) -> Numbers:
        """How many documents of some sets of a part do not count; each is read once."""
        known = self._lost[at]
        if len(known) > _MOST_KNOWN:
            known.clear()
        different, where = np.unique(postings, return_inverse=True)
        new = np.array([one for one in different.tolist() if one not in known], dtype=np.int64)
        if len(new):
            bounds, documents = self._parts[at].document_sets(new)
            lost = np.concatenate(([0], np.cumsum(np.isin(documents, self._gone[at]))))
            known.update(zip(new.tolist(), np.diff(lost[bounds]).tolist(), strict=True))
        told = np.array([known[one] for one in different.tolist()], dtype=np.int64)
        return told[where.reshape(-1)]

    def _union(self, tuples: NDArray[np.int64], noted: Sequence[Numbers] = ()) -> DocumentSets:
        """The documents in some sets of the parts, by their numbers here; ``noted``: further pairs
        of a set and a document, as one number each."""
        pairs = [np.empty(0, np.int64), *noted]
        for part, postings, known in zip(self._parts, tuples, self._maps, strict=True):
            mine = np.flatnonzero(postings >= 0)
            if not len(mine):
                continue
            bounds, documents = part.document_sets(postings[mine])
            numbers = known[documents]
            of_set = np.repeat(mine, np.diff(bounds))
            pairs.append((of_set * self.documents + numbers)[numbers >= 0])
        every = np.sort(np.concatenate(pairs), kind="stable")  # of parts in order: merged
        every = every[np.diff(every, prepend=-1) > 0]
        bounds = np.searchsorted(every, np.arange(tuples.shape[1] + 1) * self.documents)
        return DocumentSets(bounds, (every % self.documents).astype(np.uint32))

    def _closed(self, windows: dict[int, PhraseHashes]) -> list[PhraseHashes]:
        """The words of phrases of 1, 2, … words: those asked for, and all that these are made of,
        by rising keys."""
        found: list[PhraseHashes] = []
        for n in range(max(windows, default=0), 0, -1):
            some = [windows[n]] if n in windows else []
            if found:
                some += [found[-1][:, :-1], found[-1][:, 1:]]
            every = np.concatenate(some)
            _, once = np.unique(self.hasher.keys_of(every), return_index=True)
            found.append(every[once])
        return found[::-1]

    def _level(self, rows: PhraseHashes, below: _Level | None) -> _Level:
        """Where the phrases of one length can be, by those that are shorter by one word."""
        keys = self.hasher.keys_of(rows)
        postings = np.full((len(self._parts), len(keys)), ABSENT, dtype=np.int64)
        doubtful = np.zeros(postings.shape, dtype=bool)
        if below is None:
            postings = np.stack([part.lookup(keys) for part in self._parts])
            return _Level(keys, rows, postings, doubtful, self._count(postings))
        left, right = self._halves(rows, below)
        common = np.flatnonzero((below.dfs[left] > 1) & (below.dfs[right] > 1))
        for at, part in enumerate(self._parts):
            one, other = below.postings[at, left], below.postings[at, right]
            mine = common[(one[common] >= 0) & (other[common] >= 0)]
            stored = part.lookup(keys[mine])
            postings[at, mine] = stored
            if isinstance(part, Index):
                open_ones = mine[stored < 0]
                one, other = one[open_ones], other[open_ones]
                postings[at, open_ones] = np.where(part.df(one) <= part.df(other), one, other)
                doubtful[at, open_ones] = True
        return _Level(keys, rows, postings, doubtful, self._count(postings))

    def _halves(self, rows: PhraseHashes, below: _Level) -> tuple[Numbers, Numbers]:
        """Which phrases of the level below are the halves of some phrases."""
        left = np.searchsorted(below.keys, self.hasher.keys_of(rows[:, :-1]))
        right = np.searchsorted(below.keys, self.hasher.keys_of(rows[:, 1:]))
        return left, right

    def _settled(
        self, level: _Level, below: _Level, asked: Numbers, df_below: int | None
    ) -> Postings:
        """The posting numbers of phrases of a level, once it is read what is in doubt; that is then
        known of the level, too."""
        postings, doubtful = level.postings[:, asked], level.doubtful[:, asked]
        left, right = self._halves(level.rows[asked], below)
        fewest = np.minimum(below.dfs[left], below.dfs[right])
        sure = self._count(np.where(doubtful, ABSENT, postings))
        needless = (sure == 0) & (doubtful.sum(axis=0) == 1) & (level.dfs[asked] == fewest)
        often = np.zeros(len(asked), dtype=bool)
        possible, left_open = postings.copy(), doubtful & needless
        for at, part in reversed(list(enumerate(self._parts))):  # small ones first
            if df_below is not None:
                more = doubtful.any(axis=0) & (self._least(postings, doubtful) >= df_below)
                often |= more
                needless |= more
                left_open |= doubtful & more
            postings[left_open] = ABSENT
            doubtful &= ~needless
            mine = np.flatnonzero(doubtful[at])
            if not isinstance(part, Index) or not len(mine):
                continue
            read = self._read[at]
            keys = level.keys[asked].tolist()
            new = np.array([place for place in mine.tolist() if keys[place] not in read], np.int64)
            halves = below.postings[at, left[new]], below.postings[at, right[new]]
            fits = can_be_in_both(part, *halves)
            held = fits.copy()
            if part.positions is not None and fits.any():
                sets = part.document_sets(postings[at, new[fits]])
                rows = level.rows[asked[new[fits]]]
                held[fits] = held_in(part.positions, rows, common_to(sets))
            for place, is_held in zip(new.tolist(), held.tolist(), strict=True):
                read[keys[place]] = is_held
            there = np.array([read[keys[place]] for place in mine.tolist()])
            postings[at, mine[~there]] = ABSENT
            doubtful[at, mine[~there]] = False
            if part.positions is not None:
                doubtful[at, mine] = False
        self._flag(postings, doubtful)
        answers = self._numbered(postings)
        answers[often] = ABSENT  # some of its documents are not looked for
        postings[left_open], doubtful[left_open] = possible[left_open], True
        level.postings[:, asked], level.doubtful[:, asked] = postings, doubtful
        level.dfs[asked] = self._count(postings)
        return answers

    def _least(self, postings: NDArray[np.int64], doubtful: NDArray[np.bool_]) -> Numbers:
        """How many documents have each phrase at the least, if any has it: those of its sets that
        are sure, or else those of the smallest that is not."""
        sure = self._count(np.where(doubtful, ABSENT, postings))
        least = np.full(postings.shape[1], np.iinfo(np.int64).max)
        for at, doubts in enumerate(doubtful):
            mine = np.flatnonzero(doubts)
            alone = np.full((len(self._parts), len(mine)), ABSENT, dtype=np.int64)
            alone[at] = postings[at, mine]
            least[mine] = np.minimum(least[mine], self._count(alone))
        return np.where(sure > 0, sure, least)

    def _flag(self, postings: NDArray[np.int64], doubtful: NDArray[np.bool_]) -> None:
        """Take what stays in doubt for nowhere, but where no part is sure to have the phrase, of
        those with doubts one with the fewest documents."""
        if not doubtful.any():
            return
        sure = (postings >= 0) & ~doubtful
        dfs = np.stack([part.df(some) for part, some in zip(self._parts, postings, strict=True)])
        dfs[~doubtful] = np.iinfo(np.int64).max
        dropped = doubtful.copy()
        alone = np.flatnonzero(doubtful.any(axis=0) & ~sure.any(axis=0))
        dropped[dfs.argmin(axis=0)[alone], alone] = False
        postings[dropped] = ABSENT


def _plain_parts(part: IndexPart, numbers: Numbers) -> Iterator[tuple[IndexPart, Numbers]]:
    """What a part is made of, where it is several indexes as one, each with the numbers of its
    documents: only what remembers the words of phrases itself can tell what no part stores."""
    if not isinstance(part, IndexTogether):
        yield part, numbers
        return
    for one, known in zip(part._parts, part._maps, strict=True):
        yield one, np.where(known < 0, GONE, np.asarray(numbers, dtype=np.int64)[known])
