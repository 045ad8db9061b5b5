"""The collection as it lies on disk: folders of texts and of other documents, and JSON Lines, read
one record at a time.

Knows which files are records, and how to say where one of them is broken. Knows nothing of words or
of what counts as one document.
"""

import io
import os
from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path

from unlinkable_index import documents
from unlinkable_index.collection import compressed
from unlinkable_index.collection.record import Record, mended, record_of
from unlinkable_index.documents.shared.rendered_text import decoded
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import (
    MEGABYTE,
    files_in,
    open_ordinary,
    real,
    shared_rights,
)

LARGEST_RECORD = 100 * MEGABYTE
"""Bytes of one record as it is written: a small compressed file can hold a line of any length."""
_OF_SYSTEMS = frozenset({"Thumbs.db", "desktop.ini"})  # beside hidden files
_OF_INDEXES = ".unlinkable"


class Unreadable(Enum):
    """What is done with files of a folder that cannot be read as texts."""

    REFUSED = "refused"
    LEFT_OUT = "left out"


class Collection:
    """The records of several sources, in the order given; within a folder, by relative path.

    ``left_out``: the files of folders that hold no record, and why; complete once all is read.
    Raises UserError at once when a source is missing, is of an unknown kind, or holds no file.
    """

    def __init__(
        self,
        sources: Iterable[Path],
        unreadable: Unreadable = Unreadable.REFUSED,
    ) -> None:
        self.left_out: dict[Path, str] = {}
        self._unreadable = unreadable
        self._files: list[tuple[Path, str | None]] = []
        named: set[Path] = set()
        for source in sources:
            if real(source) in named:
                raise UserError(f"{source}: this source is named twice; name it once")
            named.add(real(source))
            self._files.extend(_files_of(source))
            if source.is_dir():
                self.left_out |= dict.fromkeys(_others_in(source), "of no kind that is read")
        try:
            self.size = sum(path.stat().st_size for path, _ in self._files)
        except OSError as error:
            raise _unreadable(Path(str(error.filename)), error) from error
        self.bytes_read = 0

    def state(self) -> list[tuple[bytes, str | None, int, int, int]]:
        """Of each file its path, its id where it is one record, its size in bytes, and when its
        content and it itself were changed (nanoseconds)."""
        found = ((path, name, path.stat()) for path, name in self._files)
        return [
            (os.fsencode(real(path)), name, file.st_size, file.st_mtime_ns, file.st_ctime_ns)
            for path, name, file in found
        ]

    def rights(self) -> int:
        """Who may read all of the files: see `shared_rights`."""
        return shared_rights(path for path, _ in self._files)

    def holds(self, path: Path) -> bool:
        """Whether ``path`` is one of the files that are read."""
        return path.exists() and any(path.samefile(file) for file, _ in self._files)

    def __iter__(self) -> Iterator[Record]:
        """Read every record once; ``bytes_read`` (of ``size``, on disk) tells how far it is.

        Raises UserError at the first file or line that is not as it must be.
        """
        done = 0
        for path, text_id in self._files:
            yield from self._those_of(path, text_id, done)
            done += path.stat().st_size
            self.bytes_read = done

    def find_left_out(self) -> None:
        """Find the files that are `left_out`, where the records were read by an earlier run.

        Raises UserError at the first file of a folder that is not as it must be.
        """
        for path, text_id in self._files:
            if text_id is not None:
                deque(self._those_of(path, text_id, 0), maxlen=0)

    def _those_of(self, path: Path, text_id: str | None, before: int) -> Iterator[Record]:
        """The records of a file; none where it is left out."""
        try:
            yield from self._records_of(path, text_id, before)
        except UserError as error:
            if text_id is None or self._unreadable is Unreadable.REFUSED:
                raise
            self.left_out[path] = str(error).removeprefix(f"{path}: ").partition(";")[0]

    def _records_of(self, path: Path, text_id: str | None, before: int) -> Iterator[Record]:
        try:
            if text_id is not None:
                text = documents.read_file(path).text
                if not text.strip("\ufeff \t\r\n"):
                    self.left_out[path] = "empty"
                yield Record(text_id, text, str(path))
                return
            with io.BufferedReader(open_ordinary(path)) as raw:
                offset = 0
                for number, line in enumerate(
                    compressed.lines_of(raw, path.suffix.lower(), LARGEST_RECORD), start=1
                ):
                    place = f"{path}, line {number}"
                    if len(line) > LARGEST_RECORD:
                        raise UserError(
                            f"{place}: longer than {LARGEST_RECORD // MEGABYTE} MB; each line must "
                            "hold one record"
                        )
                    text = decoded(line, place, offset)
                    offset += len(line)
                    if number == 1:
                        text = text.removeprefix("\ufeff")
                    if text.strip():
                        yield record_of(text.rstrip("\r\n"), place)
                    self.bytes_read = before + raw.tell()
        except compressed.DAMAGE as error:
            raise UserError(
                f"{path}: the compressed file is damaged or cut short; copy or compress it again"
            ) from error
        except OSError as error:
            raise _unreadable(path, error) from error


def is_json_lines(path: Path) -> bool:
    """Whether a file is JSON Lines, perhaps compressed, by the ending of its name."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in compressed.SUFFIXES:
        suffixes.pop()
    return suffixes[-1:] == [".jsonl"]


def text_files(folder: Path, suffixes: frozenset[str]) -> list[Path]:
    """The files in ``folder`` and the folders in it that have one of ``suffixes``, by path.

    What is hidden (begins with a full stop) is left out. Raises UserError for a folder that can't
    be read, and for a link that leads out of it: what is there must not be missed in silence.
    """
    found = files_in(folder, suffixes)
    for error in found.unreadable:
        raise _unreadable(Path(str(error.filename)), error)
    for link in found.links_out:
        raise UserError(
            f"{link}: this link leads out of the folder, and such links are not followed; remove "
            "it, and name what it leads to as a source of its own"
        )
    return list(found.files)


def _others_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that are none of a collection, as their names tell; indexes and the
    like, in which nobody looks for a ruling, left out."""
    others = files_in(folder, documents.ALL_SUFFIXES).others
    return (p for p in others if p.name not in _OF_SYSTEMS and p.suffix != _OF_INDEXES)


def _files_of(source: Path) -> Iterator[tuple[Path, str | None]]:
    """The files of a source, each with its id when the file is one record."""
    if not source.exists():
        raise UserError(f"{source}: no such file or folder; check the path")
    if source.is_dir():
        files = text_files(source, documents.ALL_SUFFIXES)
        if not files:
            raise UserError(
                f"{source}: no file of a kind that is read in this folder "
                f"({', '.join(sorted(documents.ALL_SUFFIXES))}); name another one"
            )
        for path in files:
            yield path, str(mended(path.relative_to(source).as_posix()))
        return
    if is_json_lines(source):
        yield source, None
    elif source.suffix.lower() in documents.ALL_SUFFIXES:
        yield source, str(mended(source.name))
    else:
        raise UserError(
            f"{source}: not a collection; name a folder of texts or documents "
            f"({', '.join(sorted(documents.ALL_SUFFIXES))}), or a .jsonl file "
            "(also .jsonl.xz, .jsonl.gz, .jsonl.zst)"
        )


def _unreadable(path: Path, error: OSError) -> UserError:
    return UserError(f"{path}: cannot be read ({error.strerror}); check the file and its rights")
