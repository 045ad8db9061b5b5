"""The originals beside the drafts of a session: each read once, and again when its file changes.

Knows files and their stamps; must know nothing of findings.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from unlinkable.engine.original import with_original, with_remembered
from unlinkable.settings import Settled
from unlinkable.settings.original_path import original_file
from unlinkable_index.index import Index

Against = tuple[Index, Settled]
"""An index, with the original of a draft or without, and the settings with what there is to say."""


@dataclass(frozen=True)
class _Read:
    """What was found for a draft, and what it depends on."""

    index: Index
    settled: Settled
    file: Path
    stamp: object
    found: Against


class BesideDrafts:
    """By draft and index, what it is checked against. Lives on the event loop."""

    def __init__(self) -> None:
        self._read: dict[tuple[Path | None, Path], _Read] = {}

    async def of(self, index: Index, settled: Settled, draft: Path | None) -> Against:
        """The index with the original of a draft, where it is at hand, as `with_original`."""
        settled = await asyncio.to_thread(with_remembered, settled, draft)
        pattern = settled.settings.original.source_file
        file = None if pattern is None else original_file(pattern, draft)
        if file is None:
            self._read.pop((draft, index.path), None)
            return await asyncio.to_thread(with_original, index, settled, draft)
        stamp = _stamp(file)
        known = self._read.get((draft, index.path))
        if (
            known is None
            or known.index is not index
            or (known.settled, known.file, known.stamp) != (settled, file, stamp)
        ):
            self._read.pop(
                (draft, index.path), None
            )  # so that one that can't be read is not tried for ever
            found = await asyncio.to_thread(with_original, index, settled, draft)
            known = _Read(index, settled, file, stamp, found)
            self._read[draft, index.path] = known
        return known.found

    def outdated(self) -> bool:
        """Whether the file of some original has changed since it was read."""
        return any(read.stamp != _stamp(read.file) for read in list(self._read.values()))

    def closed(self, draft: Path | None) -> None:
        """Forget a draft that is no longer open."""
        for place in [place for place in self._read if place[0] == draft]:
            del self._read[place]


def _stamp(file: Path) -> object:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
