"""What a session has of collections, read when needed and again when a file changes: indexes, the
originals beside drafts, rulings to guess from, links into the originals. Knows files and their
stamps; keeps no text of the originals linked to; must know nothing of findings."""

import asyncio
import io
import json
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lsprotocol.types import PositionEncodingKind

from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.engine.question import with_original, with_remembered
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import LineIndex, file_stamp
from unlinkable.settings import Settled
from unlinkable.settings.originals import original_file
from unlinkable.stopping import Stop
from unlinkable_index.collection.source_file import LARGEST_RECORD
from unlinkable_index.documents import TEXT_SUFFIXES
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.keys import read_key, warning_about
from unlinkable_index.opening import open_index
from unlinkable_index.ordinary_files import open_ordinary, read_ordinary, real
from unlinkable_index.words import find_words


class Background:
    """Rulings that are read by the first thread that asks for them; others wait."""

    def __init__(self, source: Path, index: Index) -> None:
        self._source = source
        self._index = index
        self._turn = threading.Lock()
        self._rulings: Rulings | None = None
        self.problem = ""
        """Why they cannot be read, as a sentence; empty where they can."""

    def rulings(self, stop: Stop) -> Rulings | None:
        """The rulings; None where they cannot be read. Raises StoppedError."""
        with self._turn:
            if self._rulings is None and not self.problem:
                try:
                    texts = Texts.read([self._source], stop)
                    self._rulings = Rulings(texts, self._index, stop)
                except UserError as error:
                    self.problem = f"Masks were not guessed, as other rulings are missing: {error}."
            return self._rulings


class Backgrounds:
    """By source and index, the rulings. Lives on the event loop."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int], Background] = {}

    def of(self, source: Path | None, index: Index) -> Background | None:
        """The rulings of ``source``, to be ranked by ``index``; None where none are named."""
        if source is None:
            return None
        key = source, id(index)
        if key not in self._known:
            self._known = {key: Background(source, index)}  # one at a time: they take much memory
        return self._known[key]


Against = tuple[Index, Settled]
"""An index, with the original of a draft or without, and the settings with what there is to say."""


@dataclass(frozen=True)
class _Read:
    """What was found for a draft, and what it depends on."""

    index: Index
    settled: Settled
    file: Path
    stamp: object
    found: Against


class BesideDrafts:
    """By draft and index, what it is checked against. Lives on the event loop."""

    def __init__(self) -> None:
        self._read: dict[tuple[Path | None, Path], _Read] = {}

    async def of(self, index: Index, settled: Settled, draft: Path | None) -> Against:
        """The index with the original of a draft, where it is at hand, as `with_original`."""
        settled = await asyncio.to_thread(with_remembered, settled, draft)
        pattern = settled.settings.original.source_file
        file = None if pattern is None else original_file(pattern, draft)
        if file is None:
            self._read.pop((draft, index.path), None)
            return await asyncio.to_thread(with_original, index, settled, draft)
        stamp = file_stamp(file)
        known = self._read.get((draft, index.path))
        if (
            known is None
            or known.index is not index
            or (known.settled, known.file, known.stamp) != (settled, file, stamp)
        ):
            # so that one that can't be read is not tried for ever
            self._read.pop((draft, index.path), None)
            found = await asyncio.to_thread(with_original, index, settled, draft)
            known = _Read(index, settled, file, stamp, found)
            self._read[draft, index.path] = known
        return known.found

    def outdated(self) -> bool:
        """Whether the file of some original has changed since it was read."""
        return any(read.stamp != file_stamp(read.file) for read in list(self._read.values()))

    def closed(self, draft: Path | None) -> None:
        """Forget a draft that is no longer open."""
        for place in [place for place in self._read if place[0] == draft]:
            del self._read[place]


_PATIENCE = 0.3  # seconds of opening before progress is shown


class NoIndexError(UserError):
    """No index is set for a document."""

    def __init__(self) -> None:
        super().__init__(
            'Unlinkable has no index to check drafts against. Set one: `index = "FILE"` in'
            " unlinkable.toml, or unlinkable.index in the editor's settings; `unlinkable index`"
            " builds one from the originals."
        )


class IndexAndKey(NamedTuple):
    """Which index: its file and the file of its key."""

    path: Path
    key_file: Path | None


@dataclass(frozen=True)
class _Opened:
    stamp: object
    index: Index | UserError


class Indexes:
    """The open indexes of one session, shared by its folders. Lives on the event loop."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._opened: dict[IndexAndKey, _Opened] = {}
        self._opening: dict[IndexAndKey, asyncio.Task[_Opened]] = {}

    def at_hand(self, place: IndexAndKey) -> bool:
        """Whether the index is open and its file unchanged, so that getting it takes no time."""
        opened = self._opened.get(place)
        return opened is not None and opened.stamp == file_stamp(place.path)

    async def get(self, place: IndexAndKey) -> Index:
        """The index at ``place``. Raises UserError when it can't be had, each time."""
        opened = self._opened.get(place)
        if opened is None or not self.at_hand(place):
            opening = self._opening.get(place)
            if opening is None:
                opening = self._opening[place] = asyncio.create_task(self._open(place))
            opened = await asyncio.shield(opening)
        if isinstance(opened.index, UserError):
            raise opened.index
        return opened.index

    def outdated(self) -> bool:
        """Whether the file of some index has changed since it was opened."""
        return any(opened.stamp != file_stamp(place.path) for place, opened in self._opened.items())

    def forget(self) -> None:
        """Open every index anew when it is next asked for."""
        self._opened.clear()

    async def _open(self, place: IndexAndKey) -> _Opened:
        try:
            reading = asyncio.create_task(asyncio.to_thread(_read, place))
            done, _ = await asyncio.wait([reading], timeout=_PATIENCE)
            if not done:
                title = f"Opening the index {place.path.name}"
                async with self._client.working(title, cancellable=False):
                    await asyncio.wait([reading])
            # The index that was open before is not closed: work under way may still use it.
            self._opened[place] = reading.result()
            if place.key_file and (
                warning := await asyncio.to_thread(warning_about, place.key_file)
            ):
                self._client.messages.say(warning)
            return reading.result()
        finally:
            del self._opening[place]


def _read(place: IndexAndKey) -> _Opened:
    stamp = file_stamp(place.path)
    try:
        key = read_key(place.key_file) if place.key_file else None
        return _Opened(stamp, open_index(place.path, key))
    except UserError as error:
        return _Opened(stamp, error)


class Spot(NamedTuple):
    """A place in a file, line and column (UTF-16 units) counted from 1 as links do."""

    path: Path
    line: int
    column: int

    @property
    def uri(self) -> str:
        """A link that editors open at this place."""
        return f"{real(self.path).as_uri()}#L{self.line},{self.column}"


class Originals:
    """The collection at one place on disk. Reading is slow, so not for the event loop."""

    def __init__(self, collection: Path) -> None:
        self._collection = collection
        self._lines: dict[str, tuple[int, int]] = {}
        self._stamp: int | None = None

    def find(self, record_id: str, forms: Sequence[str]) -> Spot | None:
        """Where the words ``forms`` stand in a record, else its beginning; None if it is absent."""
        try:
            if self._collection.suffix == ".jsonl":
                return self._in_lines(record_id, forms)
            path = self._collection / record_id
            inside = real(path).is_relative_to(real(self._collection))
            if inside and path.suffix.lower() in TEXT_SUFFIXES:
                text = read_ordinary(path, LARGEST_RECORD).decode("utf-8")
                return Spot(path, *_line_and_column(text, _offset(text, forms)))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            pass  # the collection is a help where it is at hand; a broken one is no help
        return None

    def _in_lines(self, record_id: str, forms: Sequence[str]) -> Spot | None:
        stamp = self._collection.stat().st_mtime_ns
        if stamp != self._stamp:
            self._lines, self._stamp = _line_starts(self._collection), stamp
        if record_id not in self._lines:
            return None
        number, start = self._lines[record_id]
        with io.BufferedReader(open_ordinary(self._collection)) as file:
            file.seek(start)
            line = file.readline(LARGEST_RECORD).decode("utf-8")
        record = json.loads(line)
        value = re.search(r'"text"\s*:\s*"', line)
        if str(record["id"]) != record_id or value is None:
            return None
        column = _raw_offset(line, value.end(), _offset(record["text"], forms))
        return Spot(self._collection, number, _line_and_column(line, column)[1])


_ID = re.compile(rb'"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)')


def _line_starts(path: Path) -> dict[str, tuple[int, int]]:
    """For every id of a .jsonl file, the number of its line and where that begins, in bytes."""
    starts: dict[str, tuple[int, int]] = {}
    offset = 0
    with io.BufferedReader(open_ordinary(path)) as file:
        lines = iter(lambda: file.readline(LARGEST_RECORD), b"")
        for number, line in enumerate(lines, start=1):
            if match := _ID.search(line):
                starts[str(json.loads(match[1]))] = number, offset
            offset += len(line)
    return starts


def _offset(text: str, forms: Sequence[str]) -> int:
    """Where the words ``forms`` first follow one another in ``text``; 0 when they never do."""
    words = find_words(text)
    wanted = tuple(forms)
    for first in range(len(words.forms) - len(wanted) + 1):
        if words.forms[first : first + len(wanted)] == wanted:
            return int(words.starts[first])
    return 0


def _raw_offset(line: str, start: int, count: int) -> int:
    """Where character ``count`` of the JSON string that begins at ``start`` is written."""
    for _ in range(count):
        if line[start] == "\\":
            pair = re.compile(r"\\u[dD][89abAB]..\\u").match(line, start)
            start += 12 if pair else 6 if line[start + 1] == "u" else 2
        else:
            start += 1
    return start


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    position = LineIndex(text, PositionEncodingKind.Utf16).position(offset)
    return position.line + 1, position.character + 1
