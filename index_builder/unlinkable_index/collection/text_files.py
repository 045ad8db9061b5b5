"""Files of text that hold records: one text or document each, JSON Lines, JSON, and tables as CSV
or TSV. Must never know what is done with the records."""

import codecs
import csv
import json
import re
from collections.abc import Iterator
from typing import Any

from unlinkable_index import documents
from unlinkable_index.collection.encodings import lines_of, pieces_of, text_of
from unlinkable_index.collection.record import (
    Record,
    SourceOptions,
    mended,
    not_json,
    record_from,
    record_of,
    too_deep,
)
from unlinkable_index.collection.source_file import LARGEST_RECORD, Omission, SourceFile
from unlinkable_index.documents import BY_ENDING
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE


def read_json_lines(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
    """The records of the file."""
    with file.unpacked() as stream:
        lines = lines_of(stream, str(file.path), options.encoding, LARGEST_RECORD)
        for number, line in enumerate(lines, start=1):
            place = f"{file.path}, line {number}"
            if line.strip():
                yield record_of(line.rstrip("\r\n"), place, options)


_SPACE = re.compile(r"[ \t\n\r]*")
_WANTED = 'the file must hold an array of records, [{"id": …, "text": …}, …]'


def read_json_values(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
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


def read_single_text(file: SourceFile, options: SourceOptions) -> Iterator[Record | Omission]:
    """The record that the file is. An empty one is told, too."""
    ending = file.ending
    data = file.whole(documents.LARGEST_FILE)
    if ending in documents.TEXT_SUFFIXES:
        data = text_of(data, str(file.path), options.encoding).encode("utf-8", "surrogatepass")
    try:
        text = documents.reader(ending)(data, file.path).text
    except UserError:
        if options.encoding is None or BY_ENDING[ending].name != "html":
            raise
        page = text_of(data, str(file.path), options.encoding)  # which declares no encoding
        text = documents.reader(ending)(codecs.BOM_UTF8 + page.encode(), file.path).text
    if not text.strip("\ufeff \t\r\n"):
        yield Omission(file.path, "empty")
    yield Record(str(mended(file.name)), text, str(file.path))


_DELIMITERS = (",", ";", "\t", "|")


def read_table(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
    """The records of the file, one of each row."""
    csv.field_size_limit(LARGEST_RECORD)
    with file.unpacked() as stream:
        lines = lines_of(stream, str(file.path), options.encoding, LARGEST_RECORD)
        first = next(lines, "")
        delimiter, names = _columns(first, file, options)
        rows = csv.reader(lines, delimiter=delimiter, strict=True)
        try:
            for row in rows:
                place = f"{file.path}, line {rows.line_num + 1}"
                if not row:
                    continue
                if len(row) != len(names):
                    raise UserError(
                        f"{place}: {len(row):,} cells in a row of {len(names):,} columns; cells "
                        f"that hold {delimiter!r} or quotes must be in quotes"
                    )
                fields = dict(zip(names, row, strict=True))
                if not fields.get(options.group_field, True):
                    del fields[options.group_field]
                yield record_from(fields, place, options)
        except csv.Error as error:
            raise UserError(
                f"{file.path}, line {rows.line_num + 1}: this is not as a table must be ({error}); "
                "save it anew as CSV, with quotes around cells"
            ) from None


def _columns(first: str, file: SourceFile, options: SourceOptions) -> tuple[str, list[str]]:
    """What parts the cells of a table, and the names of its columns, by its first line."""
    tried = _DELIMITERS if file.ending == ".csv" else ("\t",)
    for delimiter in tried:
        names = next(csv.reader([first], delimiter=delimiter), [])
        if {options.id_field, options.text_field} <= set(names):
            if len(set(names)) < len(names):
                raise UserError(f"{file.path}: two of the columns have one name; rename one")
            return delimiter, names
    raise UserError(
        f'{file.path}: the first line names no columns "{options.id_field}" and '
        f'"{options.text_field}"; name those it has with --id-field and --text-field'
    )
