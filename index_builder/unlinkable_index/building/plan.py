"""How an index is to be built, what that will take, told before it, and how the work is divided so
that all processes keep to their memory. Knows what each step takes for every word, as measured;
must never know what the steps do."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Protocol

from unlinkable_index.building.scratch import Scratch
from unlinkable_index.collection import Collection
from unlinkable_index.collection.record import USUAL_SOURCES, SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import Header
from unlinkable_index.words import find_words

MEGABYTE = 1 << 20
SMALLEST_MEMORY = 300 * MEGABYTE

_MAIN_PROCESS = 90 * MEGABYTE  # before any data; with what a compressed source takes
_WORKER_PROCESS = 40 * MEGABYTE
_LEAST_DATA = 40 * MEGABYTE
_CHUNK_BYTES_A_WORD = 110
_PARTITION_BYTES_A_WORD = 130
_SMALL_CHUNK = 1 << 18  # words: what is sorted fastest
_CHUNKS = 128  # at the least, of a large collection: each partition reads a piece of every chunk
_MOST_PARTITIONS = 12  # bits
_BYTES_A_RECORD = 40  # of memory, while documents are told apart
_BYTES_A_CHARACTER = 25  # of memory, while a record is read
_LEAST_DISK_A_WORD = 40  # two thirds of what is usual, as words may have been estimated
_LEAST_INDEX_A_WORD = 7
_BYTES_A_WORD = 6  # of a text, roughly
_SOON_TOLD = 1 << 30  # bytes of disk; a smaller build finds out soon enough


@dataclass(frozen=True)
class BuildPlan:
    """How the work is divided.

    - ``workers``: how many processes do it;
    - ``data``: bytes of memory for the data of each;
    - ``chunk``: words of a chunk.
    """

    workers: int
    data: int
    chunk: int

    @classmethod
    def of(cls, memory: int, processes: int, size: int) -> "BuildPlan":
        """For so many bytes of memory, at most so many processes, and sources of ``size`` bytes."""
        left = memory - _MAIN_PROCESS
        workers = max(min(processes, left // (_WORKER_PROCESS + _LEAST_DATA)), 1)
        data = left // workers - (_WORKER_PROCESS if workers > 1 else 0)
        chunk = max(_SMALL_CHUNK, size // _BYTES_A_WORD // _CHUNKS)
        return cls(workers, data, min(data // _CHUNK_BYTES_A_WORD, chunk))

    def partition_bits(self, words: int) -> int:
        """How many high bits of phrase keys tell partitions apart."""
        return min((words * _PARTITION_BYTES_A_WORD // self.data).bit_length(), _MOST_PARTITIONS)

    def demand_memory_for_records(self, records: int) -> None:
        """Raise UserError when there are too many records for the memory."""
        if records * _BYTES_A_RECORD > self.data:
            raise UserError(
                f"the collection has {records:,} records; to build its index, --memory must be at "
                f"least {self._memory(records * _BYTES_A_RECORD)}"
            )

    def demand_memory_for_text(self, characters: int, place: str) -> None:
        """Raise UserError when a record, which is at ``place``, is too long for the memory."""
        if characters * _BYTES_A_CHARACTER > self.data:
            raise UserError(
                f"{place}: this record has {characters:,} characters; to read it, --memory must be "
                f"at least {self._memory(characters * _BYTES_A_CHARACTER)}"
            )

    def _memory(self, data: int) -> str:
        """The memory that gives each worker so many bytes."""
        each = data + (_WORKER_PROCESS if self.workers > 1 else 0)
        return f"{(_MAIN_PROCESS + self.workers * each) // MEGABYTE + 1}M"


def demand_disk_for_words(words: int, scratch: Scratch, out: Path) -> None:
    """Raise UserError when the disk of the work has no room for so many, or that of ``out`` none
    for the index. What lies at an address is not known."""
    needed, free = words * _LEAST_DISK_A_WORD, shutil.disk_usage(scratch.folder).free
    if needed > max(free, _SOON_TOLD) and not scratch.shared:
        raise UserError(
            f"{scratch.folder}: building takes at least {needed / 1e9:,.0f} GB of disk while it "
            f"runs, and {free / 1e9:,.0f} GB are free here; make room, or name another place with "
            "--work"
        )
    needed, free = words * _LEAST_INDEX_A_WORD, shutil.disk_usage(out.parent).free
    if needed > max(free, _SOON_TOLD):
        raise UserError(
            f"{out.parent}: the index will have at least {needed / 1e9:,.0f} GB, and "
            f"{free / 1e9:,.0f} GB are free here; make room, or name another place"
        )


class OnStage(Protocol):
    """Told how far the work is: a name for the stage, and the part of the whole that is done."""

    def __call__(self, stage: str, done: float) -> None: ...


class Keep(Enum):
    """What is kept beside an index for the next time: see `kept`.

    - ``NOTHING``;
    - ``STATE``: of what it was built, so that a build of the same does nothing;
    - ``WORDS``: that, and the words of the originals, so that others can be added.
    """

    NOTHING = "nothing"
    STATE = "state"
    WORDS = "words"


@dataclass(frozen=True)
class Options:
    """How to build.

    - ``memory``: bytes, the bound of all processes together (at least 300 MiB);
    - ``key``: seals the index;
    - ``identities``: without them no id, title or other metadata is kept, and documents are only
      numbered;
    - ``range_bits``: the phrases are spread, by ranges of their keys, over 2^range_bits files (at
      most 64) beside the index;
    - ``work``: a folder to work in, in which a build that was interrupted leaves what it has done,
      and the next one with the same options goes on from there;
    - ``engine``, ``scheduler``: what runs the long part of the work, and where a cluster is;
    - ``shared``: the address, as fsspec names it, of a place for what its workers tell each other;
      None: the folder that is worked in, which then all of them must see;
    - ``sources``: how the sources are read;
    - ``groups``: a file that says which records count as one, beside their own groups;
    - ``keep``: what is kept beside the index;
    - ``stems``: the name of the stems that stand for word forms, if any (`name_of_stems`);
    - ``positions``: the index tells which word stands where.
    """

    max_words: int = 7
    processes: int = 2
    memory: int = 1024 * MEGABYTE
    key: bytes | None = None
    identities: bool = True
    range_bits: int = 0
    work: Path | None = None
    engine: str = "local"
    scheduler: str | None = None
    shared: str | None = None
    sources: SourceOptions = USUAL_SOURCES
    groups: Path | None = None
    keep: Keep = Keep.NOTHING
    stems: tuple[str, ...] = ()
    positions: bool = True


@dataclass(frozen=True)
class Built:
    """What was built, in bytes of all files, how many records have no words, and the files of
    folders that hold no record, each with the reason.

    ``anew``: false where the index was there already and nothing had changed.
    """

    header: Header
    size: int
    records_without_words: int
    left_out: Mapping[Path, str] = field(default_factory=dict)
    anew: bool = True


USUAL = Options()
"""How to build where nothing else is said."""


_LOOKED_AT = 1_000_000  # bytes of the sources, packed as they are
_MOST_LOOKED_AT = 20_000  # records
_EACH = 8  # of which the words of one in so many are counted
_SECONDS_A_WORD = 1.8e-6
_WORK_BYTES_A_WORD = 57
_INDEX_BYTES_A_WORD = 12.4
_OF_IT_POSITIONS = 2.3
_KEPT_BYTES_A_WORD = 2.0


@dataclass(frozen=True)
class Expected:
    """About how many records and words a collection has, and what its index takes: seconds of
    processor time, bytes of disk while it is built, and bytes of disk in the end."""

    records: int
    words: int
    seconds: float
    work: int
    index: int


def expected(collection: Collection, options: Options) -> Expected:
    """What is to be expected, of a look at the first records. Raises UserError where they are not
    as they must be."""
    records = counted = characters = words = looked_into = 0
    for record in collection:
        records += 1
        characters += len(record.text)
        if records % _EACH == 1:
            looked_into += len(record.text)
            counted += len(find_words(record.text).forms)
        if collection.bytes_read >= _LOOKED_AT or records == _MOST_LOOKED_AT:
            break
    share = min(1.0, collection.bytes_read / (collection.size or 1))
    if share and looked_into:
        words = int(counted * characters / looked_into / share)
        records = int(records / share)
    else:
        words = collection.size // _BYTES_A_WORD
    index = _INDEX_BYTES_A_WORD - (0 if options.positions else _OF_IT_POSITIONS)
    if options.keep is Keep.WORDS:
        index += _KEPT_BYTES_A_WORD
    work = words * _WORK_BYTES_A_WORD
    return Expected(records, words, words * _SECONDS_A_WORD, work, int(words * index))
