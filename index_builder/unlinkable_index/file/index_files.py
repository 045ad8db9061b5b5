"""The files of an index: one, or one and those of the ranges of its phrases.

Knows which files belong together and how they are named; knows nothing of what is in them.
"""

from collections.abc import Iterator
from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.file.header import PHRASE_SECTIONS, Header, Range, check_range, header_of
from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.storage import RANGE_MAGIC


def range_path(index: Path, mark: bytes) -> Path:
    """The file beside ``index`` that holds a range of phrases; ``mark`` is its header's digest."""
    return index.with_name(f"{index.name}.{mark.hex()}")


class IndexFiles:
    """All files of an index, open.

    ``ranges`` are the files that hold the phrases of each range of keys: ``main`` itself, or
    others. Raises UserError like `IndexFile`, and when one of the others is missing.
    """

    def __init__(self, path: Path) -> None:
        self.main = IndexFile(path)
        others: list[IndexFile] = []
        try:
            try:
                self.header: Header = header_of(self.main.fields, self.main.sections)
            except (TypeError, ValueError, KeyError, AttributeError, IndexError):
                raise damaged(path) from None
            if not self.header.layout.in_one_file:
                others.extend(_opened(path, found) for found in self.header.layout.ranges)
        except BaseException:
            for file in (self.main, *others):
                file.close()
            raise
        self.all = (self.main, *others)
        self.ranges = tuple(others) or (self.main,)

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(file.size for file in self.all)

    def check_all(self) -> Iterator[int]:
        """Check every byte of every file; yields the number of bytes checked."""
        done = 0
        for file in self.all:
            for checked in file.check_all():
                yield done + checked
            done += file.size

    def close(self) -> None:
        """Let go of the files."""
        for file in self.all:
            file.close()


def _opened(index: Path, found: Range) -> IndexFile:
    """The file of one range; its header's digest says that it belongs to ``index``."""
    path = range_path(index, found.mark)
    if not path.exists():
        raise UserError(
            f"{path}: this file, a part of the index {index.name}, is missing; copy all files "
            f"whose names begin with {index.name!r}, or build the index anew"
        )
    file = IndexFile(path, RANGE_MAGIC)
    try:
        if file.mark != found.mark or tuple(file.sections) != PHRASE_SECTIONS:
            raise damaged(path)
        check_range(found, file.sections)
    except ValueError:
        raise damaged(path) from None
    except BaseException:
        file.close()
        raise
    return file
