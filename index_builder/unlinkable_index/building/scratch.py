"""The scratch files of a build: arrays of numbers under names, in files that appear whole, in a
folder or at an address that fsspec knows. Must never know what the numbers mean, hold text, or
say an address, which may hold a password."""

import contextlib
import os
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO, Any, Protocol

import msgpack
import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError

Bytes = bytes | memoryview
_PART = ".part"
_SEEN = "in-use"  # as the lock of a folder


class OpenFile(Protocol):
    """A file that is open."""

    def array(self, kind: str, offset: int, count: int) -> NDArray[Any]:
        """So many numbers of a type from an offset on; fewer where the file ends."""


class FileStore(Protocol):
    """Files by their names."""

    def write(self, name: str, pieces: Sequence[Bytes]) -> None:
        """Write a file, whole or not at all."""

    def open(self, name: str) -> OpenFile:
        """Open one that is there."""

    def has(self, name: str) -> bool:
        """Whether a file is there."""

    def remove(self, name: str) -> None:
        """Remove a file, where it is there."""

    def remove_unfinished(self) -> None:
        """Remove what was not written to its end."""

    def prepare(self) -> None:
        """Make the place, where it is not there."""

    def is_seen(self) -> bool:
        """Whether the place is seen from here."""

    def clear(self, all_of_it: bool = True) -> None:
        """Remove what lies there; ``all_of_it``: and the place."""


@cache
def most_open() -> int:
    """How many scratch files a process may have open: half of what the system lets it."""
    try:
        import resource
    except ImportError:  # Windows
        return 256
    return max(16, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 20) // 2)


class _Folder:
    """A folder, which whoever works in it makes and removes. ``lasting``: files must outlive a
    machine that stops."""

    def __init__(self, folder: Path, lasting: bool) -> None:
        self._folder = folder
        self._lasting = lasting

    def write(self, name: str, pieces: Sequence[Bytes]) -> None:
        part = self._folder / f"{name}.{secrets.token_hex(4)}{_PART}"
        try:
            with part.open("wb") as out:
                for piece in pieces:
                    out.write(piece)
                if self._lasting:
                    out.flush()
                    os.fsync(out.fileno())
            part.replace(self._folder / name)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def open(self, name: str) -> OpenFile:
        return _OpenFile((self._folder / name).open("rb", buffering=0))

    def has(self, name: str) -> bool:
        return (self._folder / name).exists()

    def remove(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        for part in self._folder.glob(f"*{_PART}"):
            part.unlink(missing_ok=True)

    def prepare(self) -> None:
        pass

    def is_seen(self) -> bool:
        return self._folder.is_dir()

    def clear(self, all_of_it: bool = True) -> None:
        pass


class _OpenFile:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._lock = Lock()

    def array(self, kind: str, offset: int, count: int) -> NDArray[Any]:
        with self._lock:
            self._file.seek(offset)
            return np.fromfile(self._file, kind, count)

    def __del__(self) -> None:
        self._file.close()


class _Address:
    """A place of its own at an address."""

    def __init__(self, address: str) -> None:
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise UserError(
                "--shared needs a part that is not installed: `pip install 'unlinkable[cluster]'`"
            ) from None
        with _told("found"):
            self._files, self._root = url_to_fs(address, use_listings_cache=False)

    def write(self, name: str, pieces: Sequence[Bytes]) -> None:
        part, path = self._path(f"{name}.{secrets.token_hex(4)}{_PART}"), self._path(name)
        with _told("written"):
            with self._files.open(part, "wb") as out:
                for piece in pieces:
                    out.write(piece)
            if self._files.exists(path):  # not every kind of place replaces what is there
                self._files.rm_file(path)
            self._files.mv(part, path)

    def open(self, name: str) -> OpenFile:
        with _told("read"):
            return _OpenAddress(self._files, self._path(name))

    def has(self, name: str) -> bool:
        with _told("read"):
            return bool(self._files.exists(self._path(name)))

    def remove(self, name: str) -> None:
        with _told("written"), contextlib.suppress(FileNotFoundError):
            self._files.rm_file(self._path(name))

    def remove_unfinished(self) -> None:
        for name in self._names():
            if name.endswith(_PART):
                self.remove(name)

    def prepare(self) -> None:
        with _told("written"):
            self._files.makedirs(self._root, exist_ok=True)
        self.write(_SEEN, (b"unlinkable",))

    def is_seen(self) -> bool:
        return self.has(_SEEN)

    def clear(self, all_of_it: bool = True) -> None:
        for name in self._names():
            if all_of_it or name != _SEEN:
                self.remove(name)
        if all_of_it:
            with contextlib.suppress(Exception):  # many kinds of places have no folders
                self._files.rmdir(self._root)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _names(self) -> list[str]:
        with _told("read"):
            found = self._files.ls(self._root, detail=False)
        return [str(path).rstrip("/").rpartition("/")[2] for path in found]


class _OpenAddress:
    """Read by one request a slice where the place can do so; else it is kept open."""

    def __init__(self, files: Any, path: str) -> None:
        self._files = files
        self._path = path
        self._lock = Lock()
        self._file: Any = None
        if files.async_impl:
            return
        self._file = file = files.open(path, "rb", cache_type="none")
        if hasattr(file, "cache"):  # some read ahead all the same: megabytes for each file
            from fsspec.caching import BaseCache

            file.cache = BaseCache(file.blocksize, file._fetch_range, file.size)

    def array(self, kind: str, offset: int, count: int) -> NDArray[Any]:
        size = count * np.dtype(kind).itemsize
        with _told("read"):
            if self._file is None:
                content = self._files.cat_file(self._path, offset, offset + size)
            else:
                with self._lock:
                    self._file.seek(offset)
                    content = self._file.read(size)
        return np.frombuffer(bytearray(content), kind)

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self._file.close()


@contextlib.contextmanager
def _told(what: str) -> Iterator[None]:
    """Say what went wrong: the libraries for each kind of place raise what they like."""
    try:
        yield
    except (UserError, FileNotFoundError):
        raise
    except Exception as error:
        raise UserError(
            f"the place of --shared cannot be {what} ({type(error).__name__}); check its address, "
            "that the part of fsspec for it is installed on all machines, and the rights"
        ) from None


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
        return _Address(self.shared) if self.shared else _Folder(self.folder, self.lasting)

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
