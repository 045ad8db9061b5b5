"""The collection as it lies on disk, or as a program gives it."""

from unlinkable_index.collection.collection import (
    LARGEST_RECORD,
    Collection,
    Unreadable,
    is_json_lines,
)
from unlinkable_index.collection.given import GivenRecords
from unlinkable_index.collection.record import Record

__all__ = [
    "LARGEST_RECORD",
    "Collection",
    "GivenRecords",
    "Record",
    "Unreadable",
    "is_json_lines",
]
