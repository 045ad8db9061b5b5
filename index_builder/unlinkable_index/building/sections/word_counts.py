"""From the frequencies of level 1 to the sections "words" and "frequencies".

Knows which words need an entry, and the order in which they are written (`FORMAT.md` describes the
layout). Knows nothing of texts or phrases.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.levels import Group
from unlinkable_index.file import frequencies
from unlinkable_index.file.hash_table import TableWriter
from unlinkable_index.file.ranges import ranges
from unlinkable_index.file.word_postings import HIGHEST, START_BITS

Numbers = NDArray[np.int64]


def write_word_counts(paths: dict[str, Path], groups: Sequence[Group]) -> int:
    """Write the sections "words" and "frequencies"; returns how many words have an entry.

    ``groups`` are those of level 1, one for each partition. A word that stands once in each of its
    documents needs no entry.
    """
    count = sum(len(keys) for keys, _, _ in _counted(groups))
    start = 0
    with paths["words"].open("wb") as words, paths["frequencies"].open("wb") as out:
        table = TableWriter(words, count)
        for keys, numbers, counts in _counted(groups):
            if not len(keys):
                continue
            packed, starts = frequencies.pack(numbers, counts)
            highest = np.maximum.reduceat(numbers, np.cumsum(counts) - counts).astype(np.uint64)
            entries = np.minimum(highest, np.uint64(HIGHEST)) << np.uint64(START_BITS)
            table.put(keys, entries | (starts + start).astype(np.uint64))
            start += out.write(packed.tobytes())
        table.close()
    return count


def _counted(
    groups: Sequence[Group],
) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.uint32], Numbers]]:
    """The words with an entry, by rising keys: key, frequencies, and how many of these each has."""
    for group in groups:
        file = group.file
        keys = [file.read("rare_keys"), file.read("common_keys")]
        sizes = file.read("set_sizes").astype(np.int64)[file.read("common_sets")]
        counts = np.concatenate((np.ones(group.rare, dtype=np.int64), sizes))
        numbers = np.concatenate((file.read("rare_frequencies"), file.read("common_frequencies")))
        key = np.concatenate(keys)
        if not len(key):
            continue
        starts = np.cumsum(counts) - counts
        counted = np.flatnonzero(np.maximum.reduceat(numbers, starts) > 1)
        counted = counted[np.argsort(key[counted])]
        yield key[counted], numbers[ranges(starts[counted], counts[counted])], counts[counted]
