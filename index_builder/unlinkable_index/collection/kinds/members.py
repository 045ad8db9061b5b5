"""The files in an archive: what they are called, whoever made it. No path in one is ever opened."""

import io
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import IO

from unlinkable_index.collection import compressed
from unlinkable_index.collection.kinds import OF_SYSTEMS, kind_of, why_not_read
from unlinkable_index.collection.source_file import Omission, SourceFile
from unlinkable_index.ordinary_files import MEGABYTE

LONGEST_NAME = 4096


def member_name(written: str) -> PurePosixPath | None:
    """The path of a file in an archive; None where it leads out of it, or is none."""
    parts = [part for part in written.replace("\\", "/").split("/") if part not in ("", ".")]
    absolute = written[:1] in ("/", "\\") or written[1:2] == ":"
    if absolute or ".." in parts or "\0" in written or not 0 < len(written) <= LONGEST_NAME:
        return None
    return PurePosixPath(*parts) if parts else None


def is_hidden(name: PurePosixPath) -> bool:
    """Whether it is of those that folders hide, too."""
    return any(part.startswith(".") or part in OF_SYSTEMS for part in name.parts)


def left_out(archive: SourceFile, name: PurePosixPath, why: str | None = None) -> Omission | None:
    """A file of an archive that is left out for a reason, or as its name tells; None for others."""
    kind = kind_of(name.name)
    if why is None and kind is None:
        why = why_not_read(name.name)
    elif why is None and kind is not None and kind.is_archive:
        why = "an archive in an archive: unpack the outer one"
    return None if why is None else Omission(archive.path / name, why)


def id_of(archive: SourceFile, name: PurePosixPath) -> str:
    """What a text in an archive is called: its path in it, behind that of an archive which itself
    was found in a folder."""
    return f"{archive.name}/{name}" if archive.listed else str(name)


def member_stream(
    opened: Callable[[], IO[bytes]],
    damage: tuple[type[Exception], ...],
    budget: compressed.Budget | None = None,
) -> io.BufferedReader:
    """The bytes of a file in an archive, which count in a budget. Raises EOFError for it and for
    reading where something of ``damage`` is raised."""
    part = _Part(opened, damage)
    take = budget.take if budget else lambda _count: None
    return io.BufferedReader(compressed.Counted(part, take), MEGABYTE)


class _Part:
    """A file in an archive. Raises EOFError where it is damaged."""

    def __init__(
        self, opened: Callable[[], IO[bytes]], damage: tuple[type[Exception], ...]
    ) -> None:
        self._damage = damage
        try:
            self._stream = opened()
        except damage:
            raise EOFError from None

    def read(self, size: int) -> bytes:
        """So many bytes at the most; none at the end."""
        try:
            return self._stream.read(size)
        except self._damage:
            raise EOFError from None

    def close(self) -> None:
        """Close it."""
        self._stream.close()
