"""The collection as it lies on disk, or as a program gives it."""

from unlinkable_index.collection.collection import Collection, holds_records
from unlinkable_index.collection.given import GivenRecords
from unlinkable_index.collection.record import Record
from unlinkable_index.collection.source_file import LARGEST_RECORD
from unlinkable_index.collection.source_options import (
    USUAL_SOURCES,
    SourceOptions,
    TextAs,
    Unreadable,
)
from unlinkable_index.collection.standard_input import STANDARD_INPUT

__all__ = [
    "LARGEST_RECORD",
    "STANDARD_INPUT",
    "USUAL_SOURCES",
    "Collection",
    "GivenRecords",
    "Record",
    "SourceOptions",
    "TextAs",
    "Unreadable",
    "holds_records",
]
