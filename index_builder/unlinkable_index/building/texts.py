"""The sections on single words: how often each stands in which document, the words of all documents
in their order, and the places of each, in memory bounded by a piece, a range and the vocabulary.
Must never know texts but as numbers of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.levels import (
    DOCUMENTS_FILE,
    Group,
    text_file,
    vocabulary_file,
    words_file,
)
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.file import packing
from unlinkable_index.file.header import TEXT_GROUP
from unlinkable_index.file.key_tables import TableWriter
from unlinkable_index.file.packing import BLOCK, COMMON, ranges
from unlinkable_index.file.postings import HIGHEST, START_BITS
from unlinkable_index.positions import GAP

Numbers = NDArray[np.int64]
_BYTES_A_PLACE = 60  # of memory, while a piece is packed
_BYTES_A_LISTED = 60
_LARGEST_PIECE = 1 << 22  # places
_WORDS_OF_A_RANGE = 1 << 16


def write_texts(
    paths: dict[str, Path], scratch: Scratch, chunks: int, partitions: int, memory: int
) -> tuple[int, int]:
    """Write the sections of positions; returns how many places and different words there are."""
    vocabulary = _write_numbers(paths["word_numbers"], scratch, partitions)
    runs = _Runs.of(scratch, chunks)
    runs.document_starts.astype("<u8").tofile(paths["document_starts"])
    lists = _Lists(scratch, chunks, vocabulary, memory)
    with (
        paths["text"].open("wb") as codes,
        paths["text_further"].open("wb") as further,
        paths["text_groups"].open("wb") as groups,
        paths["text_blocks"].open("wb") as blocks,
    ):
        writer = _TextWriter(codes, further, groups, blocks)
        for words in _pieces(scratch, runs, memory):
            lists.put(writer.places, words)
            writer.put(words)
    lists.write(paths)
    return writer.places, vocabulary


def _write_numbers(path: Path, scratch: Scratch, partitions: int) -> int:
    """Write the table from keys of words to numbers; returns how many words there are."""
    files = [scratch.file(vocabulary_file(at)) for at in range(partitions)]
    count = sum(file.count("keys") for file in files)
    with path.open("wb") as out:
        table = TableWriter(out, count)
        for file in files:
            table.put(file.read("keys"), file.read("numbers").astype(np.uint64))
        table.close()
    return count


@dataclass(frozen=True)
class _Runs:
    """Parts of runs of words that are to be written, in order: of each the chunk, where it begins
    there, its length, and the place where it is to begin. What lies between stays empty."""

    chunks: Numbers
    sources: Numbers
    lengths: Numbers
    places: Numbers
    document_starts: Numbers

    @classmethod
    def of(cls, scratch: Scratch, chunks: int) -> "_Runs":
        """Those of all chunks: by document, by record, the first reading before others."""
        names = ("records", "lengths", "uncounted", "repeated")
        read = [
            [scratch.file(words_file(chunk)).read(name) for name in names]
            for chunk in range(chunks)
        ]
        chunk = np.repeat(np.arange(chunks), [len(found[0]) for found in read])
        starts = [np.cumsum(found[1], dtype=np.int64) - found[1] for found in read]
        columns = [np.concatenate([found[at] for found in read]) for at in range(len(names))]
        records, lengths, uncounted, repeated = (column.astype(np.int64) for column in columns)
        source = np.concatenate(starts) + repeated
        known = scratch.file(DOCUMENTS_FILE)
        documents = known.read("documents")
        order = np.lexsort((uncounted == lengths, records, documents[records]))
        order = order[known.read("own")[records[order]] > 0]  # nothing of a copy is written
        sizes = lengths[order] - repeated[order]
        goes_on = np.append(repeated[order][1:] > 0, False)
        ends = np.cumsum(sizes + np.where(goes_on, 0, GAP))
        before = np.concatenate(([0], ends))
        firsts = np.searchsorted(documents[records[order]], np.arange(int(documents.max()) + 2))
        places = before[:-1]
        return cls(chunk[order], source[order], sizes, places, before[firsts])


def _pieces(scratch: Scratch, runs: _Runs, memory: int) -> Iterator[NDArray[np.int32]]:
    """The words at all places, piece by piece, -1 for none; all but the last are whole groups."""
    most = min(memory // _BYTES_A_PLACE, _LARGEST_PIECE)
    total = int(runs.document_starts[-1])
    bounds = [0]
    while bounds[-1] < len(runs.places):
        start = runs.places[bounds[-1]]
        reached = int(np.searchsorted(runs.places, start + most))
        bounds.append(max(reached, bounds[-1] + 1))
    edges = [*runs.places[bounds[:-1]].tolist(), total]
    left: NDArray[np.int32] = np.empty(0, dtype=np.int32)
    for (first, stop), (start, end) in zip(pairwise(bounds), pairwise(edges), strict=True):
        words = np.full(end - start, -1, dtype=np.int32)
        for chunk in np.unique(runs.chunks[first:stop]).tolist():
            mine = first + np.flatnonzero(runs.chunks[first:stop] == chunk)
            sizes, source = runs.lengths[mine], runs.sources[mine]
            low, high = int(source.min()), int((source + sizes).max())
            numbers = scratch.file(text_file(chunk)).read("numbers", low, high)
            at = ranges(runs.places[mine] - start, sizes)
            words[at] = numbers[ranges(source - low, sizes)]
        words = np.concatenate((left, words))
        whole = len(words) // TEXT_GROUP * TEXT_GROUP
        if whole:
            yield words[:whole]
        left = words[whole:]
    if len(left):
        yield np.append(left, np.full(-len(left) % BLOCK, -1, dtype=np.int32))


class _TextWriter:
    """Writes texts; ``places``: how many places were written."""

    def __init__(
        self, codes: IO[bytes], further: IO[bytes], groups: IO[bytes], blocks: IO[bytes]
    ) -> None:
        self._codes, self._further, self._groups, self._blocks = codes, further, groups, blocks
        self._written = 0  # further bytes
        self.places = 0

    def put(self, words: NDArray[np.int32]) -> None:
        """Write the words at the next places, whole groups or the last ones of all."""
        codes, further, sizes = packing.packed_words(words)
        of_blocks = sizes.reshape(-1, BLOCK).sum(axis=1, dtype=np.int64)
        starts = np.cumsum(of_blocks) - of_blocks
        firsts = starts[:: TEXT_GROUP // BLOCK]
        in_group = starts - np.repeat(firsts, TEXT_GROUP // BLOCK)[: len(starts)]
        codes.tofile(self._codes)
        further.tofile(self._further)
        (firsts + self._written).astype("<u8").tofile(self._groups)
        in_group.astype("<u2").tofile(self._blocks)
        self._written += len(further)
        self.places += len(words)


class _Lists:
    """Collects the places of all words that are not among the commonest, and writes them."""

    def __init__(self, scratch: Scratch, chunks: int, vocabulary: int, memory: int) -> None:
        self._folder = scratch.folder
        about = np.zeros(vocabulary, dtype=np.int64)
        for chunk in range(chunks):
            numbers = scratch.file(text_file(chunk)).read("numbers")
            about += np.bincount(numbers[numbers >= 0], minlength=vocabulary)
        self._bounds = _bounds(about, max(memory // _BYTES_A_LISTED, 1))
        self._counts = np.zeros(vocabulary, dtype=np.int64)
        for at in range(len(self._bounds) - 1):  # an interrupted build may have left some
            self._file(at, "words").unlink(missing_ok=True)
            self._file(at, "places").unlink(missing_ok=True)

    def put(self, first: int, words: NDArray[np.int32]) -> None:
        """Take in the words at the places from ``first`` on."""
        self._counts += np.bincount(words[words >= 0], minlength=len(self._counts))
        listed = np.flatnonzero(words >= COMMON)
        numbers = words[listed]
        of_range = np.searchsorted(self._bounds, numbers, side="right") - 1
        for at in range(len(self._bounds) - 1):
            mine = np.flatnonzero(of_range == at) if len(self._bounds) > 2 else slice(None)
            with self._file(at, "words").open("ab") as out:
                (numbers[mine] - self._bounds[at]).astype("<u2").tofile(out)
            with self._file(at, "places").open("ab") as out:
                (listed[mine] + first).astype("<u8").tofile(out)

    def write(self, paths: dict[str, Path]) -> None:
        """Write the sections of lists."""
        self._counts.astype("<u8").tofile(paths["word_counts"])
        end = 0
        with paths["place_lists"].open("wb") as lists, paths["place_offsets"].open("wb") as offsets:
            offsets.write(bytes(8))
            for at, (first, stop) in enumerate(pairwise(self._bounds.tolist())):
                content, sizes = self._packed(at, self._counts[first:stop])
                content.tofile(lists)
                (end + np.cumsum(sizes)).astype("<u8").tofile(offsets)
                end += len(content)

    def _packed(self, at: int, counts: Numbers) -> tuple[NDArray[np.uint8], Numbers]:
        """The lists of one range of words, one after the other, and how many bytes each takes."""
        words, places = self._file(at, "words"), self._file(at, "places")
        order = np.argsort(np.fromfile(words, "<u2"), kind="stable")
        numbers = np.fromfile(places, "<u8").astype(np.int64)[order]
        words.unlink()
        places.unlink()
        steps = np.diff(numbers, prepend=-1)
        firsts = np.cumsum(counts) - counts
        firsts = firsts[counts > 0]
        steps[firsts] = numbers[firsts] + 1
        content, sizes = packing.packed_numbers(steps)
        ends = np.concatenate(([0], np.cumsum(sizes)))
        return content, np.diff(ends[np.concatenate(([0], np.cumsum(counts)))])

    def _file(self, at: int, what: str) -> Path:
        return self._folder / f"listed-{what}-{at}"


def _bounds(counts: Numbers, most: int) -> Numbers:
    """Where ranges of numbers of words begin and the last one ends: none has more words than two
    bytes tell apart, nor by far more places than ``most``."""
    ends = np.cumsum(counts)
    bounds = [min(COMMON, len(counts))]
    while bounds[-1] < len(counts):
        first = bounds[-1]
        reached = int(np.searchsorted(ends, ends[first - 1] + most, side="right"))
        bounds.append(min(max(reached, first + 1), first + _WORDS_OF_A_RANGE, len(counts)))
    return np.array(bounds)


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
            packed, starts = packing.pack_frequencies(numbers, counts)
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
