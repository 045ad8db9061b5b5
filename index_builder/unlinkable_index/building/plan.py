"""How the work of a build is divided, so that all its processes together keep to their memory.

Knows what each step takes for every word, as measured; knows nothing of what the steps do.
"""

from dataclasses import dataclass

MEGABYTE = 1 << 20
SMALLEST_MEMORY = 300 * MEGABYTE

_MAIN_PROCESS = 90 * MEGABYTE  # before any data; with what a compressed source takes
_WORKER_PROCESS = 40 * MEGABYTE
_LEAST_DATA = 40 * MEGABYTE
_CHUNK_BYTES_A_WORD = 110
_PARTITION_BYTES_A_WORD = 130
_LARGEST_CHUNK = 1 << 20  # words: sorting more at once is slower
_MOST_PARTITIONS = 12  # bits


@dataclass(frozen=True)
class Plan:
    """How the work is divided.

    - ``workers``: how many processes do it;
    - ``data``: bytes of memory for the data of each;
    - ``chunk``: words of a chunk.
    """

    workers: int
    data: int
    chunk: int

    @classmethod
    def of(cls, memory: int, processes: int) -> "Plan":
        """For so many bytes and at most so many processes."""
        left = memory - _MAIN_PROCESS
        workers = max(min(processes, left // (_WORKER_PROCESS + _LEAST_DATA)), 1)
        data = left // workers - (_WORKER_PROCESS if workers > 1 else 0)
        return cls(workers, data, min(data // _CHUNK_BYTES_A_WORD, _LARGEST_CHUNK))

    def partition_bits(self, words: int) -> int:
        """How many high bits of phrase keys tell partitions apart."""
        return min((words * _PARTITION_BYTES_A_WORD // self.data).bit_length(), _MOST_PARTITIONS)
