"""What counts as one document, the unit of anonymity: records of one group, by themselves or by the
groups file of a person, and records with the same words. Must never know what the records hold."""

import json
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

LARGEST = 1000 * MEGABYTE


def read_groups(path: Path) -> dict[str, int]:
    """The line that each id stands on. Raises UserError where the file is not as it must be."""
    try:
        lines = read_ordinary(path, LARGEST).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise UserError(
            f"{path}: byte {error.start} is not valid UTF-8; save it as UTF-8"
        ) from None
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read ({error.strerror}); check the path and its rights"
        ) from None
    found: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        for name in _ids(line, f"{path}, line {number}"):
            if found.setdefault(name, number) != number:
                raise UserError(
                    f"{path}, line {number}: the id {name!r} stands on line {found[name]} as well; "
                    "make the two lines one"
                )
    return found


def as_lines(groups: Iterable[Mapping[str, object]]) -> str:
    """The content of a groups file."""
    return "".join(json.dumps(group, ensure_ascii=False) + "\n" for group in groups)


class Regrouping:
    """Gives the records of a collection their groups, by the line that each id stands on."""

    def __init__(self, lines: Mapping[str, int]) -> None:
        self._lines = lines
        self._unseen = set(lines)
        self._line_of: dict[str, int | None] = {}

    def group(self, name: str, group: str | None) -> str | None:
        """The group of the record ``name``, which has this one by itself.

        Raises UserError where the file would part records that are of one group.
        """
        if not self._lines:
            return group
        line = self._lines.get(name)
        self._unseen.discard(name)
        if group is not None and self._line_of.setdefault(group, line) != line:
            raise UserError(
                f"the groups file would part the group {group!r}: name all ids of it on one line, "
                f"{name!r} as well, or none"
            )
        return group if line is None else f"line {line} of the groups file"

    def demand_all(self) -> None:
        """Raise UserError where an id of the file was never seen."""
        if self._unseen:
            raise UserError(
                f"the groups file names {min(self._unseen)!r}, but no record has this id; mend it"
            )


def _ids(line: str, place: str) -> list[str]:
    try:
        ids = json.loads(line)["ids"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UserError(
            f'{place}: no JSON object with "ids"; write {{"ids": ["a", "b"]}}'
        ) from None
    if not isinstance(ids, list) or len(ids) < 2 or not all(isinstance(one, str) for one in ids):
        raise UserError(f'{place}: "ids" must be a list of two ids or more, in quotes')
    return ids


class Units:
    """Joins records, numbered from 0, into documents. Takes 4 bytes a record."""

    def __init__(self, records: int) -> None:
        self._parents = array("I", range(records))

    def join(self, one: int, other: int) -> None:
        """Make the documents of two records one."""
        first, second = sorted((self._root(one), self._root(other)))
        self._parents[second] = first

    def documents(self) -> NDArray[np.uint32]:
        """The document of every record; documents are numbered by their first record."""
        roots = np.frombuffer(self._parents, dtype=np.uint32)
        while not np.array_equal(roots, further := roots[roots]):
            roots = further
        numbers = np.cumsum(roots == np.arange(len(roots)), dtype=np.uint32) - np.uint32(1)
        return numbers[roots]

    def _root(self, record: int) -> int:
        while (parent := self._parents[record]) != record:
            self._parents[record] = record = self._parents[parent]
        return record
