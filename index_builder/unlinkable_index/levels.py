"""Which phrases are kept: one level, that is one length of phrase, at a time.

A phrase of n words is looked at only where both its halves of n - 1 words are common (in two
documents or more): whatever contains a rare phrase need not be stored. What is kept are the common
phrases, and the phrases with df 1 all of whose parts are common. Works on disk, partitioned by the
high bits of the phrase keys, so that memory is bounded by the size of a partition. Knows nothing
of texts, nor of the layout of the index file.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.spool import Spool, read_array
from unlinkable_index.windows import PhraseHasher


@dataclass(frozen=True)
class Level:
    """What every task of one level needs to know. There are ``2**partition_bits`` partitions."""

    spool: Spool
    key: bytes
    n: int
    partition_bits: int


@dataclass(frozen=True)
class Chunk:
    """The phrases that start at the words ``start`` to ``stop``, scattered to the partitions.

    ``bounds[p]`` to ``bounds[p + 1]`` are the elements of partition p in the chunk's files.
    """

    start: int
    stop: int
    bounds: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """The kept phrases of one level in one partition, by number, as ``group_name`` names its files.

    ``rare`` phrases with df 1, ``common`` ones with df 2 or more; these have ``sets`` different
    document sets, of ``members`` documents in all.
    """

    name: str
    rare: int
    common: int
    sets: int
    members: int


def scatter(level: Level, start: int, stop: int) -> Chunk:
    """Write the keys and positions of the phrases to look at, ordered by partition."""
    n, spool = level.n, level.spool
    end = min(stop + n - 1, spool.length)
    words = spool.words(start, end)
    common = spool.common(start, min(stop + 1, spool.length))
    room = spool.room(start, stop)
    keys = PhraseHasher(level.key).phrases(words, n)
    wanted = (common[: len(keys)] >= n - 1) & (room[: len(keys)] >= n)
    if n > 1:
        wanted &= common[1 : len(keys) + 1] >= n - 1
    positions = np.flatnonzero(wanted)
    keys = keys[positions]
    partitions = _partitions(keys, level.partition_bits)
    order = np.argsort(partitions, kind="stable")  # a radix sort, for 16-bit numbers
    keys[order].tofile(spool.folder / f"scattered-keys-{start}")
    (positions[order] + start).tofile(spool.folder / f"scattered-positions-{start}")
    counts = np.bincount(partitions, minlength=1 << level.partition_bits)
    return Chunk(start, stop, (0, *np.cumsum(counts).tolist()))


def group(level: Level, partition: int, chunks: tuple[Chunk, ...]) -> Group:
    """Count the documents of every phrase in one partition, and write down those that are kept."""
    spool = level.spool
    keys = _gathered(spool, chunks, partition, "keys", np.uint64)
    order = np.argsort(keys)
    keys = keys[order]
    positions = _gathered(spool, chunks, partition, "positions", np.int64)[order]
    del order
    documents = spool.documents()[positions]
    starts = _starts_of_runs(keys)
    lowest = np.minimum.reduceat(documents, starts) if len(starts) else documents
    highest = np.maximum.reduceat(documents, starts) if len(starts) else documents
    is_common = lowest != highest
    name = group_name(level.n, partition)
    _write(spool, name, "rare-keys", keys[starts[~is_common]])
    _write(spool, name, "rare-documents", lowest[~is_common])
    _write(spool, name, "common-keys", keys[starts[is_common]])
    in_common = np.repeat(is_common, np.diff(starts, append=len(keys)))
    spool.mark_common(positions[in_common], level.n)
    members, bounds = _document_sets(
        documents[in_common], np.diff(starts, append=len(keys))[is_common]
    )
    hashes = set_hashes(members, bounds)
    _, chosen, number = np.unique(hashes, return_index=True, return_inverse=True)
    _write(spool, name, "common-sets", number.astype(np.uint32))
    sizes = np.diff(bounds)[chosen]
    _write(spool, name, "set-hashes", hashes[chosen])
    _write(spool, name, "set-sizes", sizes.astype(np.uint32))
    kept = members[_concatenated_ranges(bounds[chosen], sizes)]
    _write(spool, name, "set-members", kept)
    return Group(name, int((~is_common).sum()), int(is_common.sum()), len(chosen), int(sizes.sum()))


def group_name(n: int, partition: int) -> str:
    """The name that the files of one level and partition begin with."""
    return f"level-{n}-{partition}"


def set_hashes(members: NDArray[np.uint32], bounds: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A 64-bit hash of every document set: the sum of a hash of each member."""
    if len(bounds) == 1:
        return np.empty(0, dtype=np.uint64)
    # the finaliser of SplitMix64 (Steele, Lea & Flood 2014)
    mixed = members.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.add.reduceat(mixed, bounds[:-1])


def _document_sets(
    documents: NDArray[np.uint32], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The sorted distinct documents of each run of ``documents``, and the bounds of the sets."""
    pairs = np.repeat(np.arange(len(sizes), dtype=np.uint64) << np.uint64(32), sizes)
    pairs |= documents
    pairs.sort()
    pairs = pairs[_starts_of_runs(pairs)]
    counts = np.bincount((pairs >> np.uint64(32)).astype(np.int64), minlength=len(sizes))
    bounds = np.concatenate(([0], np.cumsum(counts)))
    return pairs.astype(np.uint32), bounds


def _starts_of_runs(values: NDArray[Any]) -> NDArray[np.int64]:
    """Where a new value begins, in a sorted array."""
    changes = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return np.flatnonzero(changes)


def _concatenated_ranges(starts: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers start … start + size - 1 of every range, one range after the other."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(starts - (ends - sizes), sizes)


def _partitions(keys: NDArray[np.uint64], bits: int) -> NDArray[np.uint16]:
    if bits == 0:
        return np.zeros(len(keys), dtype=np.uint16)
    return (keys >> np.uint64(64 - bits)).astype(np.uint16)


def _gathered(
    spool: Spool, chunks: tuple[Chunk, ...], partition: int, what: str, dtype: Any
) -> NDArray[Any]:
    parts = [
        read_array(
            spool.folder / f"scattered-{what}-{chunk.start}",
            dtype,
            chunk.bounds[partition],
            chunk.bounds[partition + 1],
        )
        for chunk in chunks
    ]
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def _write(spool: Spool, name: str, what: str, values: NDArray[Any]) -> None:
    values.tofile(spool.folder / f"{name}-{what}")
