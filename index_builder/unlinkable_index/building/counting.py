"""The work of a level: some kinds of tasks over scratch files, one kind after the other.

- `send` sorts the phrases of one chunk of the words and writes each different one, with its
  documents, for the partition of keys that it belongs to;
- `group` takes what all chunks have for one partition, and keeps what is to be kept;
- `number` writes a chunk's words as numbers, where positions are wanted;
- `answer` takes the dfs of a chunk's phrases back to their places, where the next level asks.

So memory is bounded by the size of a chunk and of a partition. Every task writes the same files
however often it runs. Knows nothing of texts, nor of the layout of the index file.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.levels import (
    DOCUMENTS_FILE,
    Group,
    PhraseLevel,
    text_file,
    vocabulary_file,
    words_file,
)
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.file.packing import ranges
from unlinkable_index.phrase_hashes import PhraseHasher

Numbers = NDArray[np.int64]
Step = Callable[[tuple[PhraseLevel, int]], None]


def steps(level: PhraseLevel) -> Iterator[tuple[Step, list[tuple[PhraseLevel, int]]]]:
    """Each kind of task with those tasks of it that are not done, in the order to take."""
    if level.is_done:
        return
    kinds: list[tuple[Step, Callable[[int], str], int]] = [
        (send, level.sent, level.chunks),
        (group, level.group, level.partitions),
    ]
    if level.numbered:
        kinds.append((number, text_file, level.chunks))
    if not level.last:
        kinds.append((answer, level.dfs, level.chunks))
    for step, file, count in kinds:
        if step is number:
            number_words(level)
        yield step, [(level, at) for at in range(count) if not level.scratch.has(file(at))]


def send(task: tuple[PhraseLevel, int]) -> None:
    """Write the phrases to look at of one chunk, by key, each with its documents.

    The file has:

    - "keys", "sizes": of each different phrase its key, rising, and how many documents it has here;
    - "halves": above level 1, the lower df of its halves;
    - "documents", "times": the documents of one phrase after the other, and at level 1 how often
      it stands in each;
    - "bounds", "document_bounds": where phrases and documents of each partition begin;
    - "places", "runs", for the answer: the words at which phrases start, and how many each has.
    """
    level, chunk = task
    scratch, n = level.scratch, level.n
    content = scratch.file(words_file(chunk))
    lengths = content.read("lengths").astype(np.int64)
    documents, own = _documents_of(scratch, content.read("records"))
    words = content.read("words")
    keys = PhraseHasher(level.key).phrases(words, n)
    wanted = np.ones(len(words), dtype=bool)
    dfs = np.empty(0, dtype=np.uint32)
    if n == 1:
        wanted = np.repeat(own, lengths)
    else:
        dfs = scratch.file(f"dfs-{n - 1}-{chunk}").read("dfs")
        common = dfs > 0
        wanted[:-1] = common[:-1] & common[1:]
        wanted[np.cumsum(lengths) - 1] = False
    places = np.flatnonzero(wanted)
    keys = keys[places]
    order = np.argsort(keys)
    keys, places = keys[order], places[order]
    starts = _starts_of_runs(keys)
    runs = np.diff(starts, append=len(keys))
    # phrase, document, and whether this place counts: 32, 31 and 1 bits
    pairs = np.repeat(np.arange(len(starts), dtype=np.uint64) << np.uint64(32), runs)
    pairs |= np.repeat(documents, lengths)[places].astype(np.uint64) << np.uint64(1)
    more: dict[str, NDArray[Any]] = {}
    if n == 1:
        pairs |= _counted(lengths, content.read("uncounted"))[places]
        pairs.sort()
        firsts = _starts_of_runs(pairs >> np.uint64(1))
        times = np.add.reduceat(pairs & np.uint64(1), firsts) if len(pairs) else pairs
        more["times"] = times.astype(np.uint32)
    else:
        pairs.sort()
        firsts = _starts_of_runs(pairs)
        one_place = places[starts]
        more["halves"] = np.minimum(dfs[one_place], dfs[one_place + 1])
    pairs = pairs[firsts]
    phrases = (pairs >> np.uint64(32)).astype(np.int64)
    keys = keys[starts]
    edges = np.arange(1, level.partitions, dtype=np.uint64) << np.uint64(64 - level.partition_bits)
    bounds = np.concatenate(([0], np.searchsorted(keys, edges), [len(keys)]))
    scratch.write(
        level.sent(chunk),
        bounds=bounds,
        document_bounds=np.searchsorted(phrases, bounds),
        keys=keys,
        sizes=np.bincount(phrases, minlength=len(keys)).astype(np.uint32),
        documents=(pairs.astype(np.uint32) >> np.uint32(1)),
        places=places.astype(np.uint32),
        runs=runs.astype(np.uint32),
        **more,
    )


def group(task: tuple[PhraseLevel, int]) -> None:
    """Count the documents of every phrase in one partition, and write down those that are kept.

    Writes the file of a `Group`, and for the answers the df of every phrase of every chunk, 0 where
    it is 1 ("dfs", chunk by chunk; those of a chunk begin at "bounds").
    """
    level, partition = task
    scratch = level.scratch
    sent = _Sent.of(level, partition)
    order = np.argsort(sent.keys)
    keys = sent.keys[order]
    starts = _starts_of_runs(keys)
    phrase = np.empty(len(keys), dtype=np.uint64)  # its number
    phrase[order] = np.repeat(
        np.arange(len(starts), dtype=np.uint64), np.diff(starts, append=len(keys))
    )
    pairs = np.repeat(phrase << np.uint64(32), sent.sizes)
    pairs |= sent.documents
    if level.n == 1:
        by_pair = np.argsort(pairs)
        pairs, times = pairs[by_pair], sent.more[by_pair]
        firsts = _starts_of_runs(pairs)
        times = np.add.reduceat(times, firsts) if len(firsts) else times
        times = np.maximum(times, 1).astype(np.uint32)
    else:
        pairs.sort()
        firsts = _starts_of_runs(pairs)
    pairs = pairs[firsts]
    members = pairs.astype(np.uint32)
    bounds = np.searchsorted(pairs, np.arange(len(starts) + 1, dtype=np.uint64) << np.uint64(32))
    dfs = np.diff(bounds).astype(np.uint32)
    if not level.last:
        answers = np.where(dfs > 1, dfs, np.uint32(0))
        scratch.write(level.answers(partition), bounds=sent.bounds, dfs=answers[phrase])
    if level.numbered:
        ranks = phrase.astype(np.uint32)
        scratch.write(level.ranks(partition), bounds=sent.bounds, ranks=ranks)
    keys = keys[starts]
    is_kept = dfs > 1
    if level.n > 1:
        is_kept &= dfs < sent.more[order[starts]]
    kept, rare = np.flatnonzero(is_kept), np.flatnonzero(dfs == 1)
    sizes = dfs[kept].astype(np.int64)
    of_kept = ranges(bounds[kept], sizes)
    more: dict[str, NDArray[Any]] = {}
    if level.n == 1:
        more["rare_frequencies"] = times[bounds[rare]]
        more["common_frequencies"] = times[of_kept]
    members_of_kept = members[of_kept]
    hashes = set_hashes(members_of_kept, sizes)
    chosen, sets = different(hashes)
    set_starts = np.cumsum(sizes) - sizes
    scratch.write(
        level.group(partition),
        rare_keys=keys[rare],
        rare_documents=members[bounds[rare]],
        common_keys=keys[kept],
        common_sets=sets.astype(np.uint32),
        set_hashes=hashes[chosen],
        set_sizes=sizes[chosen].astype(np.uint32),
        set_members=members_of_kept[ranges(set_starts[chosen], sizes[chosen])],
        **more,
    )


def answer(task: tuple[PhraseLevel, int]) -> None:
    """Write the df of the phrase that starts at each word of a chunk."""
    level, chunk = task
    scratch = level.scratch
    sent = scratch.file(level.sent(chunk))
    found = _returned(level, chunk, level.answers, "dfs")
    dfs = np.zeros(scratch.file(words_file(chunk)).count("words"), dtype=np.uint32)
    dfs[sent.read("places")] = np.repeat(found, sent.read("runs"))
    scratch.write(level.dfs(chunk), dfs=dfs)


def number_words(level: PhraseLevel) -> None:
    """Number all words by falling frequency, those of one frequency by key, and write the numbers
    down: of each partition (`vocabulary_file`), and for each word that a chunk sent."""
    scratch = level.scratch
    groups = [Group.of(scratch, level, at) for at in range(level.partitions)]
    tables = [np.unique(_frequencies(group)[1], return_counts=True) for group in groups]
    often = np.unique(np.concatenate([table[0] for table in tables]))
    counts = np.zeros((len(tables), len(often)), dtype=np.int64)
    for row, (some, words) in zip(counts, tables, strict=True):
        row[np.searchsorted(often, some)] = words
    totals = counts.sum(axis=0)
    firsts = totals[::-1].cumsum()[::-1] - totals + counts.cumsum(axis=0) - counts
    for at, (group, first) in enumerate(zip(groups, firsts, strict=True)):
        keys, frequencies = _frequencies(group)
        order = np.argsort(frequencies, kind="stable")
        rising = frequencies[order]
        numbers = np.empty(len(keys), dtype=np.uint32)
        before = np.arange(len(keys)) - np.searchsorted(rising, rising)
        numbers[order] = first[np.searchsorted(often, rising)] + before
        scratch.write(vocabulary_file(at), keys=keys, numbers=numbers)
        sent = scratch.file(level.ranks(at))
        scratch.write(
            level.numbers_sent(at), bounds=sent.read("bounds"), numbers=numbers[sent.read("ranks")]
        )


def number(task: tuple[PhraseLevel, int]) -> None:
    """Write the words of a chunk as numbers."""
    level, chunk = task
    scratch = level.scratch
    sent = scratch.file(level.sent(chunk))
    found = _returned(level, chunk, level.numbers_sent, "numbers")
    numbers = np.full(scratch.file(words_file(chunk)).count("words"), -1, dtype=np.int32)
    numbers[sent.read("places")] = np.repeat(found.astype(np.int32), sent.read("runs"))
    scratch.write(text_file(chunk), numbers=numbers)


def _frequencies(group: Group) -> tuple[NDArray[np.uint64], Numbers]:
    """The keys of the words of a group, rising, and how often each stands in all documents."""
    file = group.file
    keys = np.concatenate((file.read("rare_keys"), file.read("common_keys")))
    sizes = file.read("set_sizes").astype(np.int64)[file.read("common_sets")]
    common = file.read("common_frequencies").astype(np.int64)
    sums = np.add.reduceat(common, np.cumsum(sizes) - sizes) if len(sizes) else common
    often = np.concatenate((file.read("rare_frequencies").astype(np.int64), sums))
    order = np.argsort(keys)
    return keys[order], often[order]


def _returned(
    level: PhraseLevel, chunk: int, file: Callable[[int], str], name: str
) -> NDArray[np.uint32]:
    """What all partitions give back for the different phrases of a chunk, in the order sent."""
    found = []
    for partition in range(level.partitions):
        answers = level.scratch.file(file(partition))
        start, stop = answers.read("bounds", chunk, chunk + 2).tolist()
        found.append(answers.read(name, start, stop))
    return np.concatenate(found)


@dataclass(frozen=True)
class _Sent:
    """What all chunks sent to one partition, one chunk after the other.

    Of each phrase of each chunk: its key, how many of ``documents`` are its, and ``more``: above
    level 1 the lower df of its halves; at level 1 how often it stands in each document instead. The
    phrases of a chunk begin at ``bounds``.
    """

    bounds: Numbers
    keys: NDArray[np.uint64]
    sizes: NDArray[np.uint32]
    documents: NDArray[np.uint32]
    more: NDArray[np.uint32]

    @classmethod
    def of(cls, level: PhraseLevel, partition: int) -> "_Sent":
        """What was sent to one partition."""
        keys, sizes, documents, more = [], [], [], []
        for chunk in range(level.chunks):
            sent = level.scratch.file(level.sent(chunk))
            mine = sent.read("bounds", partition, partition + 2).tolist()
            of_documents = sent.read("document_bounds", partition, partition + 2).tolist()
            keys.append(sent.read("keys", *mine))
            sizes.append(sent.read("sizes", *mine))
            documents.append(sent.read("documents", *of_documents))
            more.append(
                sent.read("times", *of_documents) if level.n == 1 else sent.read("halves", *mine)
            )
        return cls(
            np.cumsum([0, *map(len, keys)]),
            np.concatenate(keys),
            np.concatenate(sizes),
            np.concatenate(documents),
            np.concatenate(more),
        )


def set_hashes(members: NDArray[np.uint32], sizes: Numbers) -> NDArray[np.uint64]:
    """A 64-bit hash of each of some sets of documents: the sum of a hash of each member.

    The sets stand one after the other, each with one member or more.
    """
    if not len(sizes):
        return np.empty(0, dtype=np.uint64)
    # the finaliser of SplitMix64 (Steele, Lea & Flood 2014)
    mixed = members.astype(np.uint64)
    mixed += np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.add.reduceat(mixed, np.cumsum(sizes) - sizes)


def different(values: NDArray[Any]) -> tuple[Numbers, Numbers]:
    """A place of each different value, by rising value, and for every value its number there."""
    order = np.argsort(values)
    starts = _starts_of_runs(values[order])
    number = np.empty(len(values), dtype=np.int64)
    number[order] = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(values)))
    return order[starts], number


def _documents_of(
    scratch: Scratch, records: NDArray[Any]
) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
    """Of each of some records, which are near each other, its document and whether it counts."""
    first, last = int(records.min()), int(records.max())
    table = scratch.file(DOCUMENTS_FILE)
    documents, own = (table.read(name, first, last + 1) for name in ("documents", "own"))
    return documents[records - first], own[records - first]


def _counted(lengths: Numbers, uncounted: NDArray[Any]) -> NDArray[np.bool_]:
    """Which words count in frequencies, of runs of so many words each."""
    edges = np.column_stack((uncounted, lengths - uncounted)).ravel()
    return np.repeat(np.arange(len(edges)) % 2 == 1, edges)


def _starts_of_runs(values: NDArray[Any]) -> Numbers:
    """Where a new value begins, in a sorted array."""
    changes = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return np.flatnonzero(changes)
