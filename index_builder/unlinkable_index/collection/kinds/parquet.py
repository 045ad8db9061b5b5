"""Parquet, by the library pyarrow (the extra `parquet`)."""

import contextlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from unlinkable_index.collection.record import Record, record_from
from unlinkable_index.collection.source_file import LARGEST_RECORD, SourceFile
from unlinkable_index.collection.source_options import SourceOptions
from unlinkable_index.errors import UserError

_ROWS = 64  # at a time
_MOST_PARTS = 1_000_000  # columns and the like
_AS_WRITTEN = (date, datetime, time, timedelta, Decimal)


def read(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
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
