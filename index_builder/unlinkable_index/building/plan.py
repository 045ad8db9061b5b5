"""How the work of a build is divided, so that all its processes together keep to their memory, and
what no division can help: that is told before the work.

Knows what each step takes for every word, as measured; knows nothing of what the steps do.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from unlinkable_index.building.running.scratch import Scratch
from unlinkable_index.errors import UserError

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
