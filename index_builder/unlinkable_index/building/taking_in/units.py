"""What counts as one document: the unit of anonymity.

Records of the same group (a case, a person) are one document, and so are records whose sequences
of word forms are identical, since to find a copy of a ruling is to find the ruling.
"""

from array import array

import numpy as np
from numpy.typing import NDArray


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
