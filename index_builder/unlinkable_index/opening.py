"""Opening an index, whether it is one file or in segments."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np

from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.index_files import Segments, is_in_segments, range_path
from unlinkable_index.file.storage import SEGMENTS_MAGIC
from unlinkable_index.index import Index
from unlinkable_index.together import GONE, IndexTogether


class IndexInSegments(IndexTogether):
    """An index that was added to: the one built at once, and what was added, as one."""

    def __init__(self, path: Path, key: bytes | None) -> None:
        """Open the index at ``path``. Raises UserError as `Index.open`."""
        with ExitStack() as opened:
            self._file = IndexFile(path, SEGMENTS_MAGIC)
            opened.callback(self._file.close)
            segments = Segments.of(self._file)
            parts, maps, count = [], [], 0
            for segment in segments.parts:
                if not segment.mark:
                    continue
                part = Index.open(range_path(path, segment.mark), key)
                opened.callback(part.close)
                numbers = np.zeros(part.documents, dtype=np.int64)
                if segment.gone.max(initial=-1) >= part.documents:
                    raise damaged(path)
                numbers[segment.gone] = GONE
                stays = np.flatnonzero(numbers == 0)
                numbers[stays] = count + np.arange(len(stays))
                count += len(stays)
                parts.append(part)
                maps.append(numbers)
            if not count:
                raise damaged(path)
            super().__init__(parts[0], parts, maps)
            self._close = opened.pop_all()
        self.path = path
        self.fingerprint = self._file.mark.hex()
        self.header = replace(
            parts[0].header,
            documents=count,
            records=segments.records,
            words=segments.words,
            fingerprint=self.fingerprint,
        )

    @property
    def is_replaced(self) -> bool:
        """As in `Index`."""
        return self._file.is_replaced

    def close(self) -> None:
        """Let go of all files."""
        self._close.close()


def open_index(path: Path, key: bytes | None = None) -> Index:
    """Open the index at ``path``, with the key it was made with, if any. Raises as `Index.open`."""
    return IndexInSegments(path, key) if is_in_segments(path) else Index.open(path, key)
