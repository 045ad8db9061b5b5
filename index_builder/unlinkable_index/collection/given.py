"""Originals that another program has in memory. Knows records; nothing of files."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from unlinkable_index.collection.collection import Collection
from unlinkable_index.collection.markup import seen
from unlinkable_index.collection.record import Record, record_of
from unlinkable_index.collection.source_options import USUAL_SOURCES, SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.whole_files import OWNER_ONLY


class GivenRecords(Collection):
    """Records that are given as texts, whose ids are then their numbers from 1 on, or as mappings
    with "id" and "text", and perhaps "group" and more, as a line of JSON would hold them."""

    def __init__(
        self, given: Iterable[str | Mapping[str, Any]], options: SourceOptions = USUAL_SOURCES
    ) -> None:
        """``options``: what the fields are called, and what texts are. Raises UserError for a
        record that is none."""
        self.left_out = {}
        self.bytes_read = 0
        self._records = [_record(one, number, options) for number, one in enumerate(given, start=1)]
        if not self._records:
            raise UserError("there is no text to build an index of; give one or more")
        self.size = sum(len(record.text) for record in self._records)

    def state(self) -> list[tuple[bytes, str | None, int, int, int]]:
        """What tells these records from others."""
        told = [(one.id, one.text, one.group, one.metadata) for one in self._records]
        return [(hashlib.sha256(json.dumps(told).encode()).digest(), None, self.size, 0, 0)]

    def rights(self) -> int:
        """An index of what no file holds is its owner's."""
        return OWNER_ONLY

    def holds(self, path: Path) -> bool:
        """None of them is a file."""
        del path
        return False

    def __iter__(self) -> Iterator[Record]:
        """Each record once."""
        self.bytes_read = 0
        for record in self._records:
            yield record
            self.bytes_read += len(record.text)

    def find_left_out(self) -> None:
        """Nothing is left out."""


def _record(given: str | Mapping[str, Any], number: int, options: SourceOptions) -> Record:
    place = f"text {number}"
    if isinstance(given, str):
        return Record(str(number), seen(given, place, options.text_as), place)
    if not isinstance(given, Mapping):
        raise UserError(
            f'{place}: must be a str, or a mapping with "id" and "text", not {type(given).__name__}'
        )
    try:
        return record_of(json.dumps(dict(given)), place, options)
    except (TypeError, ValueError):
        raise UserError(f"{place}: holds what JSON cannot; give texts and numbers") from None
