"""What counts as one document: the unit of anonymity.

Records of the same group (a case, a person) are one document, and so are records whose sequences
of word forms are identical, since to find a copy of a ruling is to find the ruling.
"""

from collections.abc import Hashable


class Units:
    """Joins records, numbered in the order in which they are added, into documents."""

    def __init__(self) -> None:
        self._parents: list[int] = []
        self._first: dict[Hashable, int] = {}

    def add(self, *identities: Hashable) -> None:
        """Add the next record; it is one with all earlier ones that share an identity with it."""
        record = len(self._parents)
        self._parents.append(record)
        for identity in identities:
            earlier = self._first.setdefault(identity, record)
            first, second = sorted((self._root(record), self._root(earlier)))
            self._parents[second] = first

    def knows(self, identity: Hashable) -> bool:
        """Whether an earlier record has this identity."""
        return identity in self._first

    def documents(self) -> list[int]:
        """The document number of every record; documents are numbered by their first record."""
        numbers: dict[int, int] = {}
        return [
            numbers.setdefault(self._root(record), len(numbers))
            for record in range(len(self._parents))
        ]

    def _root(self, record: int) -> int:
        while (parent := self._parents[record]) != record:
            self._parents[record] = record = self._parents[parent]
        return record
