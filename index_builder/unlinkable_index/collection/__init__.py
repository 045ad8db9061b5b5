"""The collection as it lies on disk."""

from unlinkable_index.collection.collection import (
    LARGEST_RECORD,
    TEXT_SUFFIXES,
    Collection,
    Unreadable,
    is_json_lines,
)
from unlinkable_index.collection.record import Record

__all__ = [
    "LARGEST_RECORD",
    "TEXT_SUFFIXES",
    "Collection",
    "Record",
    "Unreadable",
    "is_json_lines",
]
