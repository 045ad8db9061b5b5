"""Links into the collection, where the user has it at hand, to the place of a phrase.

Knows how collections lie on disk; keeps nothing of their text. Compressed collections can't be
linked to.
"""

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lsprotocol.types import PositionEncodingKind

from unlinkable.lsp.text.positions import LineIndex
from unlinkable_index.collection import LARGEST_RECORD
from unlinkable_index.documents import TEXT_SUFFIXES
from unlinkable_index.ordinary_files import open_ordinary, read_ordinary, real
from unlinkable_index.words import find_words


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
