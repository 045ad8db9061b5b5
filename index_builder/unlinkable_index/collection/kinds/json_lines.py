"""JSON Lines: a record on each line."""

from collections.abc import Iterator

from unlinkable_index.collection.encodings import lines_of
from unlinkable_index.collection.record import Record, record_of
from unlinkable_index.collection.source_file import LARGEST_RECORD, SourceFile
from unlinkable_index.collection.source_options import SourceOptions


def read(file: SourceFile, options: SourceOptions) -> Iterator[Record]:
    """The records of the file."""
    with file.unpacked() as stream:
        lines = lines_of(stream, str(file.path), options.encoding, LARGEST_RECORD)
        for number, line in enumerate(lines, start=1):
            place = f"{file.path}, line {number}"
            if line.strip():
                yield record_of(line.rstrip("\r\n"), place, options)
