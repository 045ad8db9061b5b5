"""Texts that the user hands in, at hand by the ids of their records: originals, other rulings.

They are read once and kept in memory, compressed: nothing is written. Knows records; knows nothing
of words, indexes and drafts.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import zstandard

from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, never, unseen
from unlinkable_index.collection import USUAL_SOURCES, Collection, Record, SourceOptions


class Texts:
    """The texts of some records."""

    def __init__(
        self, records: Iterable[Record], stop: Stop = never, report: OnProgress = unseen
    ) -> None:
        """Raises UserError as reading ``records`` does, and StoppedError."""
        pack = zstandard.ZstdCompressor(level=1).compress
        self._texts: dict[str, bytes] = {}
        size = getattr(records, "size", 0)
        for record in records:
            if stop():
                raise StoppedError
            self._texts[record.id] = pack(record.text.encode())
            done = getattr(records, "bytes_read", 0) / size if size else None
            report(Progress("reading texts", done))

    @classmethod
    def read(
        cls,
        sources: Sequence[Path],
        stop: Stop = never,
        report: OnProgress = unseen,
        options: SourceOptions | None = None,
    ) -> "Texts":
        """The texts of folders and files, such as an index is built from; ``options``: how they are
        read. Raises UserError when they cannot be read, and StoppedError."""
        return cls(Collection(sources, options or USUAL_SOURCES), stop, report)

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        """The ids of all records."""
        return iter(self._texts)

    def __contains__(self, record_id: str) -> bool:
        return record_id in self._texts

    def of(self, ids: Iterable[str]) -> str | None:
        """The texts of those of some records that are at hand, with blank lines between them; None
        where none is."""
        packed = [self._texts[one] for one in ids if one in self._texts]
        if not packed:
            return None
        unpack = zstandard.ZstdDecompressor().decompress
        return "\n\n".join(dict.fromkeys(unpack(one).decode() for one in packed))
