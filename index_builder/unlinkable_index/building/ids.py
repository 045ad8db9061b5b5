"""The section "ids": from the hash of a record's id to its document.

Knows hashes and document numbers; knows no id.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from unlinkable_index.file.hash_table import TableWriter


def write_ids(path: Path, hashes: Sequence[int], documents: Sequence[int]) -> int:
    """Write the section; ``documents`` are those of the records. Returns its entries."""
    keys = np.array(hashes, dtype=np.uint64)
    order = np.lexsort((np.array(documents), keys))
    with path.open("wb") as out:
        table = TableWriter(out, len(keys))
        table.put(keys[order], np.array(documents, dtype=np.uint64)[order])
        table.close()
    return len(keys)
