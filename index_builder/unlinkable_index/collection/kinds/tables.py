"""Tables of text: CSV, also with semicolons, and TSV. Their first line names the columns."""

import csv
from collections.abc import Iterator

from unlinkable_index.collection.encodings import lines_of
from unlinkable_index.collection.record import Record, record_from
from unlinkable_index.collection.source_file import LARGEST_RECORD, SourceFile
from unlinkable_index.collection.source_options import SourceOptions
from unlinkable_index.errors import UserError

_DELIMITERS = (",", ";", "\t", "|")


def read(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
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
