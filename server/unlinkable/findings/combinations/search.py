"""The linking combinations of exactly so many terms: every one of them, and none that is not.

A search by cases. Each further term of a combination must send away some of the documents that are
left, and the one that sends away the most comes next. So of r terms that leave fewer than k of u
documents, the next one must send away at least (u - k + 1) / r: ordinary words, which are in most
documents, are soon ruled out. Each case looks only at the documents that are left. Works on sets;
knows nothing of drafts.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.combinations.bit_sets import Bits, BitSets, Numbers
from unlinkable.stopping import Stop

_BLOCK = 1 << 18  # 64-bit words looked at between two questions whether to stop; about 1 ms
_FIRST_DOCUMENTS = 256  # which settle most pairs; a multiple of 64
_SOME_DOCUMENTS = 4096  # which settle most of the others
_NARROW = 8  # of so many documents at most one, and single documents are sooner looked at


@dataclass(frozen=True)
class CombinationSearch:
    """What is searched: sets, the documents that each two share, the threshold k, when to stop."""

    bit_sets: BitSets
    shared: NDArray[np.int32]
    k: int
    stop: Stop

    def combinations(self, among: Numbers, size: int) -> Iterator[Numbers]:
        """All minimal linking combinations of ``size`` of the sets ``among``.

        In batches (combinations × size, int64, each combination rising). When stopped, some.
        """
        among = np.sort(among)
        for at, number in enumerate(among.tolist()):
            if self.stop() or not self.may_begin(number, size):
                return
            yield from self.with_set(number, among[at + 1 :], size)

    def may_begin(self, number: int, size: int) -> bool:
        """Whether set ``number`` is rare enough to be the rarest of a combination of ``size`` sets.

        When it is not, then neither are the sets after it.
        """
        documents = self.bit_sets.documents
        away = documents - int(self.bit_sets.df[number])
        return size * away > documents - self.k

    def with_set(self, number: int, among: Numbers, size: int) -> Iterator[Numbers]:
        """All minimal linking combinations of ``number`` and ``size - 1`` of the sets ``among``."""
        others = np.sort(among[among != number])
        if size == 2:
            shared = self.shared[number, others]
            linked = others[(shared > 0) & (shared < self.k)]
            yield np.sort(np.column_stack([np.full(len(linked), number), linked]), axis=1)
            return
        yield from self._extensions((number,), others, size - 1)

    def _extensions(self, chosen: tuple[int, ...], others: Numbers, more: int) -> Iterator[Numbers]:
        """The combinations of the sets ``chosen`` and ``more`` (2 or more) of ``others``."""
        documents = self.bit_sets.joint_bits(chosen)
        count = int(np.bitwise_count(documents).sum())
        sizes = (
            self.shared[chosen[0], others]
            if len(chosen) == 1
            else self.bit_sets.sizes_inside(documents, others)
        )
        useful = np.flatnonzero((sizes >= self.k) & (sizes < count))
        order = useful[np.argsort(sizes[useful], kind="stable")]
        away = count - sizes[order]  # falling
        most = int(away[: more - 1].sum())
        surplus = count - self.k + 1  # documents that must be sent away
        order = order[away + most >= surplus]
        if len(order) < more:
            return
        sets, sizes = others[order], sizes[order]
        if more == 2:
            yield from self._last_two(chosen, documents, sets, sizes)
            return
        for at, number in enumerate(sets.tolist()):
            if self.stop() or more * (count - sizes[at]) < surplus:
                return
            yield from self._extensions((*chosen, number), sets[at + 1 :], more - 1)

    def _last_two(
        self, chosen: tuple[int, ...], documents: Bits, sets: Numbers, sizes: Numbers
    ) -> Iterator[Numbers]:
        """The combinations of ``chosen`` and two of ``sets``, which rise by their ``sizes``.

        Most pairs share k of the first documents, which are in most sets; all documents are counted
        for the others only.
        """
        count = int(np.bitwise_count(documents).sum())
        most = count + self.k - 1  # that two may have, counting twice what they share
        firsts = int(np.searchsorted(sizes, most // 2, side="right"))
        first_bits = self.bit_sets.columns(self.bit_sets.fullest(documents, _FIRST_DOCUMENTS), sets)
        counted = _Counted(self.bit_sets, documents, count, sets, self.k)
        start = 0
        while start < firsts and not self.stop():
            last = int(np.searchsorted(sizes, most - sizes[start], side="right"))
            stop = min(firsts, start + max(1, _BLOCK // (last * len(first_bits))))
            both = first_bits[:, start:stop, None] & first_bits[:, None, start:last]
            few = np.bitwise_count(both).sum(axis=0, dtype=np.uint16) < self.k
            one, other = np.divmod(np.flatnonzero(few), last - start)
            one, other = one + start, other + start
            new = (one < other) & (self.shared[sets[one], sets[other]] >= self.k)
            one, other = counted.linking(one[new], other[new])
            if len(one):
                heads = np.broadcast_to(np.array(chosen), (len(one), len(chosen)))
                found = np.column_stack([heads, sets[one], sets[other]])
                found = self._minimal(np.sort(found, axis=1))
                if len(found):
                    yield found
            start = stop

    def _minimal(self, linking: Numbers) -> Numbers:
        """Those of ``linking`` no part of which is linking."""
        for left_out in range(linking.shape[1]):
            part = np.delete(linking, left_out, axis=1)
            if part.shape[1] == 2:
                sizes = self.shared[part[:, 0], part[:, 1]].astype(np.int64)
            else:
                sizes = self.bit_sets.joint_sizes(part)
            linking = linking[sizes >= self.k]
        return linking


class _Counted:
    """Which two of ``sets`` share 1 to ``k`` - 1 of the ``count`` set bits of ``documents``.

    Where these are few among all documents, their bits alone are kept, side by side; and some of
    them are counted before all are.
    """

    def __init__(
        self, bit_sets: BitSets, documents: Bits, count: int, sets: Numbers, k: int
    ) -> None:
        self._bit_sets = bit_sets
        self._documents = documents
        self._sets = sets
        self._k = k
        self._narrow = count * _NARROW <= bit_sets.documents
        self._some = self._narrow or count <= _SOME_DOCUMENTS

    def linking(self, one: Numbers, other: Numbers) -> tuple[Numbers, Numbers]:
        """Of pairs, given as places in the sets, those that link."""
        if not len(one):
            return one, other
        if not self._some:
            some = self._bit_sets.fullest(self._documents, _SOME_DOCUMENTS)
            few = self._sizes(some, one, other) < self._k
            one, other = one[few], other[few]
            if not len(one):
                return one, other
        if self._narrow:
            joint = self._sizes(self._bit_sets.places(self._documents), one, other)
        else:
            used, places = np.unique(np.concatenate([one, other]), return_inverse=True)
            bits = self._bit_sets.inside(self._documents, self._sets[used])
            joint = _joint_sizes(bits, places[: len(one)], places[len(one) :])
        linking = (joint > 0) & (joint < self._k)
        return one[linking], other[linking]

    def _sizes(self, documents: Numbers, one: Numbers, other: Numbers) -> Numbers:
        """How many of ``documents`` two sets share."""
        used, places = np.unique(np.concatenate([one, other]), return_inverse=True)
        bits = np.ascontiguousarray(self._bit_sets.columns(documents, self._sets[used]).T)
        return _joint_sizes(bits, places[: len(one)], places[len(one) :])


def _joint_sizes(bits: Bits, one: Numbers, other: Numbers) -> Numbers:
    """How many bits two lines of ``bits`` share, for each two."""
    sizes = np.empty(len(one), dtype=np.int64)
    step = max(1, _BLOCK // bits.shape[1])
    for start in range(0, len(one), step):
        both = bits[one[start : start + step]] & bits[other[start : start + step]]
        sizes[start : start + step] = np.bitwise_count(both).sum(axis=1)
    return sizes
