"""Index files that no builder wrote, with every checksum right: what a forger could hand in."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack

from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.file.storage import (
    ALIGNMENT,
    BLOCK,
    FORMAT,
    MAGIC,
    blocks_of,
    digest,
    salt_of,
    with_checksums,
)


@dataclass
class Forgery:
    """The header and the sections of an index in one file, to be changed and written."""

    fields: dict[str, Any]
    contents: dict[str, bytes]

    @classmethod
    def of(cls, path: Path) -> "Forgery":
        """Those of a sound index."""
        file = IndexFile(path)
        lengths = {name: section.length for name, section in file.sections.items()}
        contents = {name: file.read(name, 0, length) for name, length in lengths.items()}
        file.close()
        with path.open("rb") as data:
            fields = msgpack.Unpacker(data).unpack()
        del fields["sections"]
        assert (fields["magic"], fields["format"]) == (MAGIC, FORMAT)
        return cls(fields, contents)

    def write(self, path: Path, table_changes: Iterable[tuple[str, int, Any]] = ()) -> Path:
        """Write the file; ``table_changes`` (section, 0 offset or 1 length, value) come last."""
        table: dict[str, list[Any]] = {}
        start = ALIGNMENT
        for name, content in self.contents.items():
            offset = -(-(start + 5) // ALIGNMENT) * ALIGNMENT
            table[name] = [offset, len(content)]
            start = offset + blocks_of(len(content)) * BLOCK
        places = {name: row[0] for name, row in table.items()}
        for name, part, value in table_changes:
            table[name][part] = value
        head = msgpack.packb({**self.fields, "sections": table})
        mark = digest(head)
        data = bytearray(head + msgpack.packb(mark))
        assert len(data) < ALIGNMENT
        for name, content in self.contents.items():
            blocks = with_checksums(content, places[name] // BLOCK, salt_of(mark)).tobytes()
            prefix = b"\xc6" + struct.pack(">I", len(blocks))
            data += b"\xc0" * (places[name] - len(data) - len(prefix)) + prefix + blocks
        path.write_bytes(data)
        return path
