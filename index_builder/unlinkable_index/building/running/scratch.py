"""The scratch files of a build: arrays of numbers under names, in files that appear whole.

A task reads some of these files and writes others, and has nothing else that outlives it. So it may
run twice, on any machine that sees the folder, and a file that is there was finished. Files are
read from front to back in slices, never mapped. Knows nothing of what the numbers mean; holds no
text.

A file is the length of its head in 8 bytes, the head (msgpack: the name, type, offset and length of
each array), and the arrays, little-endian.
"""

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

_PART = ".part"


@dataclass(frozen=True)
class ScratchFile:
    """The arrays of one file: for each name its type, where it begins, and how many it has."""

    path: Path
    arrays: dict[str, tuple[str, int, int]]

    def count(self, name: str) -> int:
        """How many numbers an array has."""
        return self.arrays[name][2]

    def read(self, name: str, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """The elements ``start`` to ``stop`` of an array."""
        kind, offset, count = self.arrays[name]
        size = np.dtype(kind).itemsize
        stop = count if stop is None else stop
        return np.fromfile(self.path, kind, count=stop - start, offset=offset + start * size)

    def pieces(self, name: str, size: int) -> Iterator[NDArray[Any]]:
        """An array in pieces of ``size`` elements, the last one shorter."""
        for start in range(0, self.count(name), size):
            yield self.read(name, start, min(start + size, self.count(name)))


@dataclass(frozen=True)
class Scratch:
    """The scratch files in ``folder``. ``lasting``: they must outlive a machine that stops."""

    folder: Path
    lasting: bool = False

    def write(self, file: str, **arrays: NDArray[Any]) -> None:
        """Write a file; it is there whole, or not at all. What was there is replaced."""
        part = self.folder / f"{file}.{secrets.token_hex(4)}{_PART}"
        head = _head(arrays)
        try:
            with part.open("wb") as out:
                out.write(head)
                for array in arrays.values():
                    out.write(np.ascontiguousarray(array).data)
                if self.lasting:
                    out.flush()
                    os.fsync(out.fileno())
            part.replace(self.folder / file)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def file(self, file: str) -> ScratchFile:
        """A file that is there."""
        path = self.folder / file
        with path.open("rb") as content:
            size = int.from_bytes(content.read(8), "little")
            head = msgpack.unpackb(content.read(size))
        return ScratchFile(path, {name: tuple(place) for name, place in head.items()})

    def has(self, file: str) -> bool:
        """Whether a file is there."""
        return (self.folder / file).exists()

    def remove(self, *files: str) -> None:
        """Remove files, where they are there."""
        for file in files:
            (self.folder / file).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Remove what tasks that were stopped left of their files."""
        for part in self.folder.glob(f"*{_PART}"):
            part.unlink(missing_ok=True)


def _head(arrays: dict[str, NDArray[Any]]) -> bytes:
    """The head of a file with these arrays, and its length before it."""
    places: dict[str, tuple[str, int, int]] = {}
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
