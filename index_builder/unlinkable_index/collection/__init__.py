"""The collection: folders and files of all kinds that are read, standard input, or the records that
another program gives, one record at a time. Knows which files are read and how to say where one
is broken; must never know words or what counts as one document."""

import hashlib
import io
import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from unlinkable_index.collection.kinds import (
    BY_ENDING,
    KINDS,
    OF_SYSTEMS,
    FileKind,
    kind_of,
    why_not_read,
)
from unlinkable_index.collection.record import (
    USUAL_SOURCES,
    Record,
    SourceOptions,
    Unreadable,
    mended,
    record_of,
    seen,
)
from unlinkable_index.collection.source_file import (
    DAMAGE,
    STANDARD_INPUT,
    SUFFIXES,
    Omission,
    SourceFile,
    StandardInput,
)
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import (
    OWNER_ONLY,
    FolderContent,
    files_in,
    open_ordinary,
    real,
    shared_rights,
)

_OF_INDEXES = ".unlinkable"


class Collection:
    """The records of several sources, in the order given; within a folder, by relative path.

    ``left_out``: the files of folders and archives that hold no record, and why; complete once all
    is read. Raises UserError at once when a source is missing, is of an unknown kind, or holds no
    file.
    """

    def __init__(self, sources: Iterable[Path], options: SourceOptions = USUAL_SOURCES) -> None:
        self.left_out: dict[Path, str] = {}
        self._options = options
        self._files: list[SourceFile] = []
        self._input: StandardInput | None = None
        named: set[Path] = set()
        for source in sources:
            if real(source) in named:
                raise UserError(f"{source}: this source is named twice; name it once")
            named.add(real(source))
            self._files.extend(self._files_of(source))
        try:
            self.size = sum(file.path.stat().st_size for file in self._on_disk())
        except OSError as error:
            raise _unreadable(Path(str(error.filename)), error) from error
        self.size += self._input.size if self._input else 0
        self.bytes_read = 0
        self._stream: IO[bytes] | None = None
        self._progress: Callable[[], int] | None = None

    def state(self) -> list[tuple[bytes, str | None, int, int, int]]:
        """Of each file its path, its id where it is one text, its size in bytes, and when its
        content and it itself were changed (nanoseconds); and how all are read."""
        told: list[tuple[bytes, str | None, int, int, int]] = [
            (repr(self._options).encode(), None, 0, 0, 0)
        ]
        for file in self._on_disk():
            status = file.path.stat()
            name = file.name if _kind(file).is_text else None
            times = status.st_mtime_ns, status.st_ctime_ns
            told.append((os.fsencode(real(file.path)), name, status.st_size, *times))
        return [*told, *((self._input.digest, None, 0, 0, 0) for _ in [0] if self._input)]

    def rights(self) -> int:
        """Who may read all of the files: see `shared_rights`."""
        if self._input:
            return OWNER_ONLY
        return shared_rights(file.path for file in self._files)

    def holds(self, path: Path) -> bool:
        """Whether ``path`` is one of the files that are read."""
        return path.exists() and any(path.samefile(file.path) for file in self._on_disk())

    def __iter__(self) -> Iterator[Record]:
        """Read every record once; ``bytes_read`` (of ``size``, on disk) tells how far it is.

        Raises UserError at the first file or record that is not as it must be.
        """
        done = 0
        self._progress = None
        for file in self._files:
            for record in self._those_of(file):
                if self._progress is not None:
                    self.bytes_read = done + self._progress()
                elif self._stream is not None and not self._stream.closed:
                    self.bytes_read = done + self._stream.tell()
                yield record
            done += self._input.size if self._input and file.called else file.path.stat().st_size
            self.bytes_read = done

    def find_left_out(self) -> None:
        """Find the files that are `left_out`, where the records were read by an earlier run.

        Raises UserError at the first file of a folder that is not as it must be.
        """
        skipping = self._options.unreadable is Unreadable.LEFT_OUT
        for file in self._files:
            kind = _kind(file)
            if kind.is_text or kind.is_archive or (skipping and file.listed):
                deque(self._those_of(file), maxlen=0)

    def _on_disk(self) -> Iterator[SourceFile]:
        return (file for file in self._files if not file.called)

    def _those_of(self, file: SourceFile) -> Iterator[Record]:
        """The records of a file; where it is left out, those before what can't be read."""
        try:
            yield from self._records_of(file)
        except UserError as error:
            if not file.listed or self._options.unreadable is Unreadable.REFUSED:
                raise
            why = str(error).removeprefix(str(file.path)).removeprefix(": ").removeprefix(", ")
            self.left_out[file.path] = why.partition(";")[0]

    def _records_of(self, file: SourceFile) -> Iterator[Record]:
        try:
            for found in _kind(file).reader()(file, self._options):
                match found:
                    case Record():
                        yield found
                    case Omission():
                        self.left_out[found.path] = found.why
                    case SourceFile():
                        self._progress = found.progress
                        yield from self._those_of(found)
                        self._progress = None
        except DAMAGE as error:
            raise UserError(
                f"{file.path}: the compressed file is damaged or cut short; copy or compress it "
                "again"
            ) from error
        except OSError as error:
            raise _unreadable(file.path, error) from error

    def _files_of(self, source: Path) -> Iterator[SourceFile]:
        """The files of a source."""
        if source == STANDARD_INPUT:
            ending = self._options.standard_input
            if kind_of(f"-{ending}") is None:
                raise UserError(f"--stdin-as: {ending!r} is {why_not_read(f'-{ending}')}")
            self._input = StandardInput()
            file = self._input.file(ending)
            yield replace(file, opened=lambda: self._tracked(file.opened()))
        elif not source.exists():
            raise UserError(f"{source}: no such file or folder; check the path")
        elif source.is_dir():
            content = _content_of(source)
            if not content.files:
                raise UserError(
                    f"{source}: no file of a kind that is read in this folder ({_known()}); name "
                    "another one"
                )
            for path in content.files:
                yield self._file(path, path.relative_to(source).as_posix(), listed=True)
            for path in content.others:
                if path.name not in OF_SYSTEMS and path.suffix != _OF_INDEXES:
                    self.left_out[path] = why_not_read(path.name)
        elif kind_of(source.name):
            yield self._file(source, source.name, listed=False)
        else:
            how = why_not_read(source.name).partition(": ")[2]
            known = f"name a folder or a file of a kind that is read ({_known()})"
            raise UserError(f"{source}: not a collection; {how or known}")

    def _file(self, path: Path, name: str, listed: bool) -> SourceFile:
        def opened() -> IO[bytes]:
            return self._tracked(io.BufferedReader(open_ordinary(path)))

        return SourceFile(path, str(mended(name)), opened, listed)

    def _tracked(self, stream: IO[bytes]) -> IO[bytes]:
        """A stream whose place tells how far reading is."""
        self._stream = stream
        return stream


def holds_records(path: Path) -> bool:
    """Whether a file is none of texts, but of records or other files, by the ending of its name."""
    kind = kind_of(path.name)
    return kind is not None and not kind.is_text


def _kind(file: SourceFile) -> FileKind:
    """The kind of a file that is read."""
    return BY_ENDING[file.ending]


def _known() -> str:
    """The endings of all that is read, for messages."""
    packed = sorted(ending for kind in KINDS if kind.packed for ending in kind.endings)
    return (
        f"{', '.join(sorted(BY_ENDING))}; {', '.join(packed)} also with "
        f"{', '.join(sorted(SUFFIXES))}"
    )


def _content_of(folder: Path) -> FolderContent:
    """The files in ``folder`` and the folders in it, by path.

    What is hidden (begins with a full stop) is left out. Raises UserError for a folder that can't
    be read, and for a link that leads out of it: what is there must not be missed in silence.
    """
    found = files_in(folder, lambda name: kind_of(name) is not None)
    for error in found.unreadable:
        raise _unreadable(Path(str(error.filename)), error)
    for link in found.links_out:
        raise UserError(
            f"{link}: this link leads out of the folder, and such links are not followed; remove "
            "it, and name what it leads to as a source of its own"
        )
    return found


def _unreadable(path: Path, error: OSError) -> UserError:
    return UserError(f"{path}: cannot be read ({error.strerror}); check the file and its rights")


class GivenRecords(Collection):
    """Records that are given as texts, whose ids are then their numbers from 1 on, or as mappings
    with "id" and "text", and perhaps "group" and more, as a line of JSON would hold them."""

    def __init__(
        self, given: Iterable[str | Mapping[str, Any]], options: SourceOptions = USUAL_SOURCES
    ) -> None:
        """``options``: what the fields are called, and what texts are. Raises UserError for a
        record that is none."""
        self.left_out = {}
        self.bytes_read = 0
        self._records = [_record(one, number, options) for number, one in enumerate(given, start=1)]
        if not self._records:
            raise UserError("there is no text to build an index of; give one or more")
        self.size = sum(len(record.text) for record in self._records)

    def state(self) -> list[tuple[bytes, str | None, int, int, int]]:
        """What tells these records from others."""
        told = [(one.id, one.text, one.group, one.metadata) for one in self._records]
        return [(hashlib.sha256(json.dumps(told).encode()).digest(), None, self.size, 0, 0)]

    def rights(self) -> int:
        """An index of what no file holds is its owner's."""
        return OWNER_ONLY

    def holds(self, path: Path) -> bool:
        """None of them is a file."""
        del path
        return False

    def __iter__(self) -> Iterator[Record]:
        """Each record once."""
        self.bytes_read = 0
        for record in self._records:
            yield record
            self.bytes_read += len(record.text)

    def find_left_out(self) -> None:
        """Nothing is left out."""


def _record(given: str | Mapping[str, Any], number: int, options: SourceOptions) -> Record:
    place = f"text {number}"
    if isinstance(given, str):
        return Record(str(number), seen(given, place, options.text_as), place)
    if not isinstance(given, Mapping):
        raise UserError(
            f'{place}: must be a str, or a mapping with "id" and "text", not {type(given).__name__}'
        )
    try:
        return record_of(json.dumps(dict(given)), place, options)
    except (TypeError, ValueError):
        raise UserError(f"{place}: holds what JSON cannot; give texts and numbers") from None
