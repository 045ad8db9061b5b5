"""The scratch files of a build: arrays of numbers under names, in files that appear whole.

A task reads some of these files and writes others, and has nothing else that outlives it. So it may
run twice, on any machine that sees the place, and a file that is there was finished. Files are read
from front to back in slices, never mapped, and stay open between slices: on a network each opening
is a journey. Knows nothing of what the numbers mean, nor of where files lie; holds no text.

A file is the length of its head in 8 bytes, the head (msgpack: the name, type, offset and length of
each array), and the arrays, little-endian.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.running.places import FileStore, OpenFile, most_open, place_of

Arrays = dict[str, tuple[str, int, int]]
"""For each name the type of an array, where it begins, and how many numbers it has."""
_HEAD = 1 << 12  # bytes that are read at once to find the head


@dataclass(frozen=True)
class ScratchFile:
    """The arrays of one file."""

    scratch: "Scratch"
    name: str
    arrays: Arrays

    def count(self, name: str) -> int:
        """How many numbers an array has."""
        return self.arrays[name][2]

    def read(self, name: str, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """The elements ``start`` to ``stop`` of an array."""
        kind, offset, count = self.arrays[name]
        size = np.dtype(kind).itemsize
        stop = count if stop is None else stop
        content, _ = _open_files.of(self.scratch, self.name)
        return content.array(kind, offset + start * size, stop - start)

    def pieces(self, name: str, size: int) -> Iterator[NDArray[Any]]:
        """An array in pieces of ``size`` elements, the last one shorter."""
        for start in range(0, self.count(name), size):
            yield self.read(name, start, min(start + size, self.count(name)))


@dataclass(frozen=True)
class Scratch:
    """The scratch files of a build.

    - ``folder``: where this machine has its own work, and the files unless they lie in ``shared``;
    - ``lasting``: they must outlive a machine that stops;
    - ``shared``: the address of a place that all workers see, as fsspec names it;
    - ``stage``: what is being done; files stay open until those of another stage are asked for.
    """

    folder: Path
    lasting: bool = False
    shared: str | None = field(default=None, repr=False)  # may hold a password
    stage: str = ""

    @property
    def place(self) -> FileStore:
        """Where the files lie."""
        return place_of(self.shared or str(self.folder), self.shared is not None, self.lasting)

    def at(self, stage: object) -> "Scratch":
        """The same for one stage of the work."""
        return replace(self, stage=f"{self.stage}-{stage}")

    def write(self, file: str, **arrays: NDArray[Any]) -> None:
        """Write a file; it is there whole, or not at all. What was there is replaced."""
        bare = (np.ascontiguousarray(array).view(np.uint8).data for array in arrays.values())
        _open_files.close(self, file)
        self.place.write(file, (_head(arrays), *bare))

    def file(self, file: str) -> ScratchFile:
        """A file that is there."""
        return ScratchFile(self, file, _open_files.of(self, file)[1])

    def has(self, file: str) -> bool:
        """Whether a file is there."""
        return self.place.has(file)

    def remove(self, *files: str) -> None:
        """Remove files, where they are there."""
        for file in files:
            _open_files.close(self, file)
            self.place.remove(file)

    def remove_unfinished(self) -> None:
        """Remove what tasks that were stopped left of their files."""
        self.place.remove_unfinished()


class _OpenFiles:
    """The files of one stage that this process has open, and their heads; those asked for last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stage: tuple[object, ...] = ()
        self._open: OrderedDict[str, tuple[OpenFile, Arrays]] = OrderedDict()

    def of(self, scratch: Scratch, name: str) -> tuple[OpenFile, Arrays]:
        """A file of some scratch files; opened once."""
        stage = scratch.folder, scratch.shared, scratch.stage
        with self._lock:
            if stage != self._stage:
                self._open.clear()
                self._stage = stage
            if name in self._open:
                self._open.move_to_end(name)
                return self._open[name]
            content = scratch.place.open(name)
            self._open[name] = found = content, _arrays(content)
            while len(self._open) > most_open():
                self._open.popitem(last=False)
            return found

    def close(self, scratch: Scratch, name: str) -> None:
        """Forget a file that is no longer there."""
        with self._lock:
            if (scratch.folder, scratch.shared) == self._stage[:2]:
                self._open.pop(name, None)


_open_files = _OpenFiles()


def _arrays(content: OpenFile) -> Arrays:
    begun = content.array("u1", 0, _HEAD).tobytes()
    size = int.from_bytes(begun[:8], "little")
    head = begun[8 : 8 + size]
    if len(head) < size:
        head = content.array("u1", 8, size).tobytes()
    return {name: tuple(place) for name, place in msgpack.unpackb(head).items()}


def _head(arrays: dict[str, NDArray[Any]]) -> bytes:
    """The head of a file with these arrays, and its length before it."""
    places: Arrays = {}
    size = 0
    while True:  # offsets depend on the length of the head, and that on them
        offset = 8 + size
        for name, array in arrays.items():
            kind = array.dtype.newbyteorder("<").str
            places[name] = (kind, offset, len(array))
            offset += array.nbytes
        packed: bytes = msgpack.packb(places)
        if len(packed) == size:
            return size.to_bytes(8, "little") + packed
        size = len(packed)
