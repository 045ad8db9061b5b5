"""Building an index: from a collection to an index file, in one call.

Knows the order of the steps, and that nothing half-done may stay: the work goes on in a folder
beside the index, which is gone at the end, and the index appears in one step. What counts as one
document is `units`'; which phrases are kept, `levels`'; the layout, `assembly`'s and `storage`'s.
"""

import contextlib
import errno
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from unlinkable_index.building import levels
from unlinkable_index.building.files import Wanted, make_files, put_in_place
from unlinkable_index.building.reading import READING_SHARE, Reading, read_collection
from unlinkable_index.building.workers import Workers
from unlinkable_index.building.workplace import workplace
from unlinkable_index.collection import Collection
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import LONGEST_PHRASE, MOST_RANGE_BITS, Header, check_limits

MEGABYTE = 1 << 20


class Progress(Protocol):
    """Told how far the work is: a name for the stage, and the part of the whole that is done."""

    def __call__(self, stage: str, done: float) -> None: ...


@dataclass(frozen=True)
class Options:
    """How to build.

    - ``memory``: bytes, the bound of all processes together (at least 300 MiB);
    - ``key``: seals the index;
    - ``identities``: without them no id, title or other metadata is kept, and documents are only
      numbered;
    - ``range_bits``: the phrases are spread, by ranges of their keys, over 2^range_bits files (at
      most 64) beside the index.
    """

    max_words: int = 7
    processes: int = 2
    memory: int = 1024 * MEGABYTE
    key: bytes | None = None
    identities: bool = True
    range_bits: int = 0


@dataclass(frozen=True)
class Built:
    """What was built, in bytes of all files, and how many of its records have no words."""

    header: Header
    size: int
    records_without_words: int


SMALLEST_MEMORY = 300 * MEGABYTE
_BASE_MEMORY = 80 * MEGABYTE  # of each process, before any data
_CHUNK_BYTES_A_WORD = 80
_GROUP_BYTES_A_PHRASE = 100
_LEVELS_SHARE = 0.45  # of the time, as measured


def build_index(
    sources: Iterable[Path],
    out: Path,
    options: Options = Options(),
    progress: Progress = lambda _stage, _done: None,
) -> Built:
    """Build the index of ``sources`` as the file ``out``.

    The same collection, key, ``max_words`` and ``identities`` give the same bytes. Raises
    UserError for bad options, a broken collection, or a disk that is full; then, and on an
    interrupt, ``out`` is as it was before.
    """
    if not 1 <= options.max_words <= LONGEST_PHRASE:
        raise UserError(f"the longest phrase (--max-words) must be of 1 to {LONGEST_PHRASE} words")
    if options.memory < SMALLEST_MEMORY:
        raise UserError(f"--memory must be at least {SMALLEST_MEMORY // MEGABYTE}M")
    if not 0 <= options.range_bits <= MOST_RANGE_BITS:
        raise UserError("the phrases can be spread over at most 64 files (--files)")
    collection = Collection(sources)
    if collection.holds(out):
        raise UserError(f"{out}: this is one of the originals; name another file for the index")
    with _disk_errors(out), workplace(out) as folder, Workers(options.processes) as workers:
        reading = read_collection(
            collection, folder, options.key or b"", options.max_words, workers, progress
        )
        if not reading.spool.length:
            raise UserError(
                "the collection has no words; check that the sources hold the texts of the rulings"
            )
        check_limits(reading.spool.length, reading.documents, options.max_words)
        groups = _all_levels(reading, options, workers, progress)
        wanted = Wanted(out, options.max_words, options.key, options.identities, options.range_bits)
        done = READING_SHARE + _LEVELS_SHARE
        made = make_files(
            wanted,
            reading,
            groups,
            options.memory // 2,
            workers,
            lambda part: progress("writing", done + (1 - done) * part),
        )
        put_in_place(made, collection.rights())
    progress("writing", 1.0)
    return Built(made.header, made.size, reading.records_without_words)


def _all_levels(
    reading: Reading, options: Options, workers: Workers, progress: Progress
) -> list[list[levels.Group]]:
    """The groups of every level, one for each partition."""
    spool = reading.spool
    a_worker = max(options.memory // workers.count - 2 * _BASE_MEMORY, 40 * MEGABYTE)
    chunk = max(a_worker // _CHUNK_BYTES_A_WORD // 4, 1000)
    bits = max(partition_bits(spool.length, a_worker), options.range_bits)
    groups: list[list[levels.Group]] = []
    for n in range(1, options.max_words + 1):
        spool.begin_level(n)
        level = levels.Level(spool, options.key or b"", n, bits)
        starts = range(0, spool.length, chunk)
        scattering = ((level, start, min(start + chunk, spool.length)) for start in starts)
        chunks = tuple(workers.map(_scatter, scattering))
        grouping = ((level, partition, chunks) for partition in range(1 << bits))
        found = []
        for group in workers.map(_group, grouping):
            found.append(group)
            part = (n - 1 + len(found) / (1 << bits)) / options.max_words
            progress(f"phrases of {n} words", READING_SHARE + _LEVELS_SHARE * part)
        groups.append(found)
        for start in starts:
            for what in ("keys", "positions"):
                (spool.folder / f"scattered-{what}-{start}").unlink()
    return groups


def partition_bits(words: int, memory: int) -> int:
    """How many high bits of phrase keys tell partitions apart, with ``memory`` a process."""
    return min((words * _GROUP_BYTES_A_PHRASE // memory).bit_length(), 12)


def _scatter(task: tuple[levels.Level, int, int]) -> levels.Chunk:
    return levels.scatter(*task)


def _group(task: tuple[levels.Level, int, tuple[levels.Chunk, ...]]) -> levels.Group:
    return levels.group(*task)


@contextlib.contextmanager
def _disk_errors(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # None: numpy could not write all it had, and does not say why
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, None):
            raise UserError(
                f"{out.parent}: the disk is full; building takes about 100 bytes for every word "
                "of the collection, most of them only while it runs"
            ) from error
        raise UserError(
            f"{error.filename or out}: cannot be written ({error.strerror}); "
            "check the folder and its rights"
        ) from error
