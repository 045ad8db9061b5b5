"""JSON: an array of records, or one record, or one after the other."""

import json
import re
from collections.abc import Iterator
from typing import Any

from unlinkable_index.collection.encodings import pieces_of
from unlinkable_index.collection.record import Record, not_json, record_from, too_deep
from unlinkable_index.collection.source_file import LARGEST_RECORD, SourceFile
from unlinkable_index.collection.source_options import SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

_SPACE = re.compile(r"[ \t\n\r]*")
_WANTED = 'the file must hold an array of records, [{"id": …, "text": …}, …]'


def read(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
    """The records of the file."""
    with file.unpacked() as stream:
        pieces = pieces_of(stream, str(file.path), options.encoding, LARGEST_RECORD)
        for number, value in enumerate(_Values(pieces, file), start=1):
            yield record_from(value, f"{file.path}, record {number}", options)


class _Values:
    """The objects of a text in JSON, which is taken in piece by piece."""

    def __init__(self, pieces: Iterator[str], file: SourceFile) -> None:
        self._pieces = pieces
        self._file = file
        self._text = ""
        self._at = 0
        self._number = 1

    def __iter__(self) -> Iterator[Any]:
        """Each of them. Raises UserError."""
        in_array = self._next() == "["
        if in_array:
            self._at += 1
        while (sign := self._next()) not in ("", "]"):
            if sign != "{":
                raise UserError(f"{self._place}: not a JSON object; {_WANTED}")
            yield self._object()
            self._number += 1
            if in_array and self._next() == ",":
                self._at += 1
                if self._next() != "{":
                    raise UserError(f"{self._place}: a comma without a record; {_WANTED}")
            elif in_array and self._next() not in ("]", ""):
                raise UserError(f"{self._place}: no comma before it; {_WANTED}")
        if in_array != (sign == "]"):
            raise UserError(f"{self._file.path}: the array is not closed, or none; {_WANTED}")
        self._at += in_array
        if self._next():
            raise UserError(f"{self._file.path}: there is more behind the array; {_WANTED}")

    @property
    def _place(self) -> str:
        return f"{self._file.path}, record {self._number}"

    def _next(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            self._at = _past_space(self._text, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more(1):
                return ""

    def _more(self, count: int) -> bool:
        """Take in at least so many characters; returns whether there were any."""
        found = [self._text[self._at :]]
        self._at = 0
        while count > 0 and (piece := next(self._pieces, None)) is not None:
            found.append(piece)
            count -= len(piece)
        before = len(found[0])
        self._text = "".join(found)
        return len(self._text) > before

    def _object(self) -> Any:
        while True:
            try:
                value, self._at = json.JSONDecoder().raw_decode(self._text, self._at)
                return value
            except json.JSONDecodeError as error:
                held = len(self._text) - self._at
                if held > LARGEST_RECORD:
                    raise UserError(
                        f"{self._place}: not valid JSON, or longer than "
                        f"{LARGEST_RECORD // MEGABYTE} MB; {_WANTED}"
                    ) from None
                if not self._more(held):  # twice as many, so that little is read twice
                    begun = json.JSONDecodeError(error.msg, self._text, error.pos - self._at)
                    raise not_json(begun, self._place, _WANTED) from None
            except (RecursionError, ValueError):
                raise too_deep(self._place) from None


def _past_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start
