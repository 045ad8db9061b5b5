"""Which phrases are kept: one level, that is one length of phrase, at a time.

A phrase of n words is looked at only where both its halves of n - 1 words are common (in two
documents or more): whatever contains a rare phrase need not be stored. Of the phrases looked at,
those are kept whose df is lower than that of both halves. The others are in the very documents
that one of their halves is in, so for a search they say nothing new; for any k, they can be neither
minimal rare nor make a combination that their half does not make. All phrases with df 1 that are
looked at are kept, since their halves are common.

Works on disk, partitioned by the high bits of the phrase keys, so that memory is bounded by the
size of a partition. Knows nothing of texts, nor of the layout of the index file.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.spool import Spool, read_array
from unlinkable_index.file.ranges import ranges
from unlinkable_index.phrase_hashes import PhraseHasher


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
    """The phrases of one level in one partition; the names of its files begin with ``name``.

    - ``rare``: phrases with df 1, all kept;
    - ``common``, ``kept``: those with df 2 or more, and how many of them are kept;
    - ``sets``, ``members``: their different document sets, and the documents of all of these.

    Level 1 also has how often each word stands in each of its documents (uint32, at least 1):
    ``…-rare-frequencies``, one a rare word, and ``…-common-frequencies``, one for each common word
    and each of its documents, in the order of "common-keys" and of document numbers.
    """

    name: str
    rare: int
    common: int
    kept: int
    sets: int
    members: int


def scatter(level: Level, start: int, stop: int) -> Chunk:
    """Write the keys and positions of the phrases to look at, ordered by partition."""
    n, spool = level.n, level.spool
    words = spool.words(start, min(stop + n - 1, spool.length))
    keys = PhraseHasher(level.key).phrases(words, n)
    wanted = spool.room(start, start + len(keys)) >= n
    if n > 1:
        common = spool.dfs(n - 1, start, start + len(keys) + 1) > 0
        wanted &= common[:-1] & common[1:]
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
    sizes = np.diff(starts, append=len(keys))
    lowest, highest = (
        (np.minimum.reduceat(documents, starts), np.maximum.reduceat(documents, starts))
        if len(starts)
        else (documents, documents)
    )
    is_common = lowest != highest
    name = f"level-{level.n}-{partition}"
    _write(spool, name, "rare-keys", keys[starts[~is_common]])
    _write(spool, name, "rare-documents", lowest[~is_common])
    counted = positions < spool.counted
    if level.n == 1:
        rare_times = np.add.reduceat(counted, starts, dtype=np.uint32)[~is_common]
        _write(spool, name, "rare-frequencies", np.maximum(rare_times, 1))

    in_common = np.repeat(is_common, sizes)
    positions, starts, sizes = positions[in_common], starts[is_common], sizes[is_common]
    documents, counted = documents[in_common], counted[in_common]
    members, bounds = _document_sets(documents, sizes)
    dfs = np.diff(bounds).astype(np.uint32)
    if level.n == 1:
        times = _frequencies(documents, sizes, counted, members, dfs)
        _write(spool, name, "common-frequencies", times)
    spool.write_dfs(level.n, positions, np.repeat(dfs, sizes))
    kept = np.arange(len(dfs))
    if level.n > 1:
        one_place = positions[np.cumsum(sizes) - sizes]
        halves = (spool.dfs_at(level.n - 1, one_place + half) for half in (0, 1))
        kept = np.flatnonzero(dfs < np.minimum(*halves)) if len(dfs) else kept
    hashes = set_hashes(members, bounds)[kept]
    _, chosen, number = np.unique(hashes, return_index=True, return_inverse=True)
    _write(spool, name, "common-keys", keys[starts[kept]])
    _write(spool, name, "common-sets", number.astype(np.uint32))
    _write(spool, name, "set-hashes", hashes[chosen])
    _write(spool, name, "set-sizes", dfs[kept[chosen]])
    set_sizes = dfs[kept[chosen]].astype(np.int64)
    _write(spool, name, "set-members", members[ranges(bounds[kept[chosen]], set_sizes)])
    return Group(
        name=name,
        rare=int((~is_common).sum()),
        common=len(dfs),
        kept=len(kept),
        sets=len(chosen),
        members=int(set_sizes.sum()),
    )


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


def _frequencies(
    documents: NDArray[np.uint32],
    sizes: NDArray[np.int64],
    counted: NDArray[np.bool_],
    members: NDArray[np.uint32],
    dfs: NDArray[np.uint32],
) -> NDArray[np.uint32]:
    """How often each run of documents has each of its members, where counted; at least 1."""
    runs = np.arange(len(sizes), dtype=np.uint64) << np.uint64(32)
    found = (np.repeat(runs, sizes) | documents)[counted]
    found.sort()
    asked = np.repeat(runs, dfs) | members
    times = np.searchsorted(found, asked, "right") - np.searchsorted(found, asked, "left")
    frequencies: NDArray[np.uint32] = np.maximum(times, 1).astype(np.uint32)
    return frequencies


def _starts_of_runs(values: NDArray[Any]) -> NDArray[np.int64]:
    """Where a new value begins, in a sorted array."""
    changes = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return np.flatnonzero(changes)


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
