"""Records in files of rows that a library reads: databases of SQLite by the user's query, and
Parquet (the extra `parquet`, loaded when it is read). Nothing is ever written."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from unlinkable_index.collection.encodings import narrow
from unlinkable_index.collection.record import Record, SourceOptions, record_from
from unlinkable_index.collection.source_file import LARGEST_RECORD, SourceFile
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import real

_ROWS = 64  # at a time
_MOST_PARTS = 1_000_000  # columns and the like
_AS_WRITTEN = (date, datetime, time, timedelta, Decimal)


def read_parquet(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
    """The records of the file, one of each row."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise UserError(
            f"{file.path}: to read Parquet, install what it needs: pip install "
            "'unlinkable[parquet]'; or write its records as JSON Lines"
        ) from None
    number = 0
    with contextlib.closing(file.seekable()) as stream:
        try:
            table = parquet.ParquetFile(
                stream,
                thrift_string_size_limit=LARGEST_RECORD,
                thrift_container_size_limit=_MOST_PARTS,
            )
            _demand_columns(table.schema_arrow.names, file, options)
            for batch in table.iter_batches(_ROWS, use_threads=False):
                for row in batch.to_pylist():
                    number += 1
                    yield record_from(_plain(row), f"{file.path}, row {number}", options)
        except (pyarrow.ArrowException, OSError, OverflowError, ValueError):
            raise UserError(
                f"{file.path}: the file is damaged, or no Parquet, behind row {number:,}; write it "
                "anew"
            ) from None


def _demand_columns(names: list[str], file: SourceFile, options: SourceOptions) -> None:
    for wanted in (options.id_field, options.text_field):
        if wanted not in names:
            raise UserError(
                f'{file.path}: there is no column "{wanted}"; name the columns with --id-field and '
                "--text-field"
            )
    if len(set(names)) < len(names):
        raise UserError(f"{file.path}: two of the columns have one name; rename one")


def _plain(value: Any) -> Any:
    """A value as JSON would hold it; bytes, which it can't, as None."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, _AS_WRITTEN):
        return str(value)
    return value if isinstance(value, str | int | float | bool) else None


_EXAMPLE = '--query "SELECT number AS id, body AS text FROM rulings"'
_READING = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)


def read_sqlite(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
    """The records of the database, one of each row that the query gives."""
    if options.query is None:
        raise UserError(f"{file.path}: say what its records are, such as {_EXAMPLE}")
    if file.in_archive or not file.path.is_file():
        raise UserError(f"{file.path}: databases are read from disk only; unpack it, and name it")
    journal = file.path.with_name(f"{file.path.name}-wal")
    if journal.exists() and journal.stat().st_size:
        raise UserError(
            f"{file.path}: a program has it open, or left changes in {journal.name}; close the "
            "program, or copy the database with .backup, and name the copy"
        )
    number = 0
    try:
        with closing(_opened(file.path)) as database:
            database.text_factory = lambda data: narrow(data, str(file.path), options.encoding)
            rows = database.execute(options.query)
            names = [column[0] for column in rows.description or ()]
            if not {options.id_field, options.text_field} <= set(names):
                raise UserError(
                    f'{file.path}: the query gives no columns "{options.id_field}" and '
                    f'"{options.text_field}"; write it such as {_EXAMPLE}'
                )
            for row in rows:
                number += 1
                cells = (None if isinstance(cell, bytes) else cell for cell in row)
                fields = dict(zip(names, cells, strict=True))
                yield record_from(fields, f"{file.path}, row {number}", options)
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise UserError(
            f"{file.path}: the query cannot be answered, behind row {number:,} ({error}); "
            "check the query and the file"
        ) from None


def _opened(path: Path) -> sqlite3.Connection:
    """The database, to be read only; what stands in it can run nothing."""
    database = sqlite3.connect(f"{real(path).as_uri()}?mode=ro&immutable=1", uri=True)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_RECORD)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA temp_store = MEMORY")
    database.set_authorizer(_may)
    return database


def _may(action: int, *_of: Any) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY
