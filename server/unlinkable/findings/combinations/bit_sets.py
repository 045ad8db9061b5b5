"""The documents of terms as bits, taken as they lie in roaring bitmaps
(https://github.com/RoaringBitmap/RoaringFormatSpec), and how many documents terms have in common.

Kept twice, packed: by set (one bit a document) to intersect terms, and by document (one bit a set)
to look at a few documents only. Together ``sets * documents / 4`` bytes: 75 MB for 300 sets and a
million documents. Numbers only: must know nothing of drafts, words or the index.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from unlinkable.stopping import Stop, never

_WITHOUT_RUNS = 12346
_SMALLEST_OFFSETS = 4  # with runs, fewer containers than this have no table of offsets
_AT_MOST_LISTED = 4096  # numbers of a container that are listed; of more the bits are stored
_CONTAINER = 1 << 16  # numbers
_BITS = _CONTAINER // 8  # bytes


def bits_of(members: BitMap, count: int) -> NDArray[np.uint64]:
    """The numbers of ``members``, all below ``count``, as set bits: a multiple of 64 of them."""
    content = members.serialize()
    words = -(-count // 64)
    bits = np.zeros(-(-words * 8 // _BITS) * _BITS, dtype=np.uint8)
    cookie = int.from_bytes(content[:4], "little")
    if cookie == _WITHOUT_RUNS:
        containers, at, has_runs = int.from_bytes(content[4:8], "little"), 8, None
    else:
        containers, at = (cookie >> 16) + 1, 4
        flags = np.frombuffer(content, np.uint8, -(-containers // 8), at)
        has_runs = np.unpackbits(flags, bitorder="little").tolist()
        at += len(flags)
    described = np.frombuffer(content, "<u2", 2 * containers, at).reshape(-1, 2).tolist()
    at += 4 * containers
    if has_runs is None or containers >= _SMALLEST_OFFSETS:
        at += 4 * containers
    for number, (key, less_one) in enumerate(described):
        place = key * _BITS
        if has_runs and has_runs[number]:
            runs = int.from_bytes(content[at : at + 2], "little")
            edges = np.frombuffer(content, "<u2", 2 * runs, at + 2).astype(np.int64).reshape(-1, 2)
            at += 2 + 4 * runs
            steps = np.zeros(_CONTAINER + 1, dtype=np.int8)
            steps[edges[:, 0]] = 1
            steps[edges.sum(axis=1) + 1] -= 1
            inside = np.cumsum(steps[:-1], dtype=np.int8)
        elif less_one >= _AT_MOST_LISTED:
            bits[place : place + _BITS] = np.frombuffer(content, np.uint8, _BITS, at)
            at += _BITS
            continue
        else:
            inside = np.zeros(_CONTAINER, dtype=np.int8)
            inside[np.frombuffer(content, "<u2", less_one + 1, at)] = 1
            at += 2 * (less_one + 1)
        bits[place : place + _BITS] = np.packbits(inside, bitorder="little")
    return bits.view("<u8")[:words]


Numbers = NDArray[np.int64]
Bits = NDArray[np.uint64]

_BLOCK = 1 << 18  # 64-bit words looked at between two questions whether to stop; about 1 ms
_CACHED = 1 << 15  # 64-bit words that stay in the processor's cache
_FEW = 1  # documents, for each word of a set, that are counted sooner than sets are intersected
_FULLEST = 1 << 14  # documents in most sets, looked for first in any intersection
_TURNED = 1 << 11  # bytes of each set that are turned over at once
_EXCHANGES = tuple(
    (np.uint64(shift), np.uint64(mask))
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
)
_BYTE = 255  # what a byte can count to


class BitSets:
    """Sets of documents, numbered from 0 by rising size.

    ``documents`` are the document numbers of every set, of ``count`` in all. Stopped half-way,
    some sets are empty.
    """

    def __init__(self, count: int, documents: Sequence[BitMap], stop: Stop = never) -> None:
        self.df = np.array([len(inside) for inside in documents], dtype=np.int64)
        self._count = count
        words = -(-count // 64)
        # A multiple of 64 sets and of documents, so that bits can be turned over by words.
        by_set = np.zeros((-(-len(documents) // 64) * 64, words), dtype=np.uint64)
        for number, members in enumerate(documents):
            if stop():
                break
            by_set[number] = bits_of(members, count)
        self._by_set = by_set[: len(documents)]
        # Documents more than there are, which are in no set.
        self._by_document = _by_document(by_set, count)
        totals = np.bitwise_count(self._by_document.view(np.uint64)).sum(axis=1, dtype=np.int32)
        fewest = -totals[:count]
        fullest = np.argpartition(fewest, min(_FULLEST, count) - 1)[:_FULLEST]
        self._fullest = fullest[np.argsort(fewest[fullest], kind="stable")]

    def __len__(self) -> int:
        return len(self.df)

    @property
    def documents(self) -> int:
        """How many documents there are in all."""
        return self._count

    def joint(self, sets: Sequence[int] | Numbers) -> Numbers:
        """The numbers of the documents that are in all of ``sets`` (one or more), rising."""
        return self.places(self.joint_bits(sets))

    def joint_bits(self, sets: Sequence[int] | Numbers) -> Bits:
        """The documents that are in all of ``sets``, a bit each."""
        joint: Bits = np.bitwise_and.reduce(self._by_set[np.asarray(sets)], axis=0)
        return joint

    def places(self, documents: Bits) -> Numbers:
        """Which bits are set, rising."""
        words = np.flatnonzero(documents)
        bits = np.unpackbits(documents[words].view(np.uint8), bitorder="little")
        word, bit = np.divmod(np.flatnonzero(bits), 64)
        return words[word] * 64 + bit

    def fullest(self, documents: Bits, most: int) -> Numbers:
        """Of the set bits up to ``most``, those in most sets, as far as that is soon seen."""
        fullest = self._fullest
        inside = documents[fullest >> 6] >> (fullest & 63).astype(np.uint64) & np.uint64(1)
        found = fullest[inside > 0][:most]
        return found if len(found) == most else self.places(documents)[:most]

    def inside(self, documents: Bits, sets: Numbers) -> Bits:
        """Which of ``documents``, a bit each, are in each of ``sets`` (sets × 64 documents)."""
        within: Bits = self._by_set[sets] & documents
        return within

    def sizes_inside(self, documents: Bits, sets: Numbers) -> Numbers:
        """How many of ``documents`` are in each of ``sets``."""
        count = int(np.bitwise_count(documents).sum())
        if count <= len(documents) * _FEW:
            return self._counted(self.places(documents))[sets]
        sizes = [
            np.bitwise_count(self.inside(documents, part)).sum(axis=1, dtype=np.int64)
            for part in _parts(sets, len(documents))
        ]
        return np.concatenate(sizes) if sizes else np.empty(0, dtype=np.int64)

    def joint_sizes(self, combinations: Numbers) -> Numbers:
        """How many documents are in all sets of each of ``combinations`` (as many × sets each)."""
        sizes = np.empty(len(combinations), dtype=np.int64)
        step = max(1, _BLOCK // max(1, self._by_set.shape[1]))
        for start in range(0, len(combinations), step):
            bits = self._by_set[combinations[start : start + step, 0]]
            for column in range(1, combinations.shape[1]):
                bits &= self._by_set[combinations[start : start + step, column]]
            sizes[start : start + step] = np.bitwise_count(bits).sum(axis=1)
        return sizes

    def columns(self, places: Numbers, sets: Numbers) -> Bits:
        """Which of the documents at ``places`` are in each of ``sets`` (64 documents × sets)."""
        padded = np.full(-(-len(places) // 64) * 64, self._count)
        padded[: len(places)] = places
        bits = np.unpackbits(self._by_document[padded], axis=1, count=len(self), bitorder="little")
        packed = np.packbits(bits[:, sets], axis=0, bitorder="little")
        words = packed.reshape(-1, 8, len(sets)).transpose(0, 2, 1)
        return np.ascontiguousarray(words).view(np.uint64)[:, :, 0]

    def shared(self, stop: Stop) -> NDArray[np.int32]:
        """How many documents each two sets share (sets × sets). Stopped half-way, it has zeros."""
        count, words = len(self), self._by_set.shape[1]
        shared = np.zeros((count, count), dtype=np.int32)
        first = 0
        while first < count and not stop():
            if self.df[first] <= words * _FEW:
                last = first + 1
                shared[first, first:] = self._counted(self.places(self._by_set[first]))[first:]
            else:
                last = first + max(1, _BLOCK // ((count - first) * words))
                sets = np.arange(first, count)
                for number in range(first, min(last, count)):
                    for part in _parts(sets, words):
                        both = self._by_set[part[0] : part[-1] + 1] & self._by_set[number]
                        shared[number, part] = np.bitwise_count(both).sum(axis=1, dtype=np.int32)
            first = last
        return np.maximum(shared, shared.T)

    def _counted(self, places: Numbers) -> Numbers:
        """How many of the documents at ``places`` are in each set."""
        sizes = np.zeros(len(self), dtype=np.int64)
        step = _BYTE * 64
        for start in range(0, len(places), step):
            near = self._by_document[places[start : start + step]]
            bits = np.unpackbits(near, axis=1, count=len(self), bitorder="little")
            whole = len(bits) // _BYTE * _BYTE
            blocks = bits[:whole].reshape(-1, _BYTE, len(self))
            sizes += blocks.sum(axis=1, dtype=np.uint8).sum(axis=0, dtype=np.int64)
            sizes += bits[whole:].sum(axis=0, dtype=np.uint8)
        return sizes


def _parts(sets: Numbers, words: int) -> Iterator[Numbers]:
    """``sets`` in runs, each of which has few enough ``words`` to stay in the processor's cache."""
    step = max(1, _CACHED // max(1, words))
    return (sets[start : start + step] for start in range(0, len(sets), step))


def _by_document(by_set: Bits, count: int) -> NDArray[np.uint8]:
    """The sets of every document, a bit each, of the documents of every set; both multiples of 64.

    Turns over 8 sets and 8 documents at a time, as the bytes of one word, by exchanging bits, pairs
    of bits and fours of bits across the diagonal (H. S. Warren, Hacker's Delight, section 7-3).
    """
    sets, words = by_set.shape
    turned = np.zeros((max(words * 64, count + 1), sets // 8), dtype=np.uint8)
    if not by_set.size:
        return turned
    octets = by_set.view(np.uint8).reshape(sets // 8, 8, words * 8)
    for first in range(0, words * 8, _TURNED):
        some = octets[:, :, first : first + _TURNED].transpose(2, 0, 1)
        squares = np.ascontiguousarray(some).view(np.uint64)[:, :, 0]
        for shift, mask in _EXCHANGES:
            differ = (squares ^ (squares >> shift)) & mask
            squares ^= differ ^ (differ << shift)
        eights = squares[:, :, None].view(np.uint8).transpose(0, 2, 1)
        turned[first * 8 : (first + len(some)) * 8] = eights.reshape(-1, sets // 8)
    return turned
