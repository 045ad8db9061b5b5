"""Index files that no builder wrote, with every checksum right: what a forger could hand in."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack

from unlinkable_index.storage import ALIGNMENT, block_sums, digest


@dataclass
class Forgery:
    """The header and the sections (but "blocks") of an index, to be changed and written."""

    fields: dict[str, Any]
    contents: dict[str, bytes]

    @classmethod
    def of(cls, path: Path) -> "Forgery":
        """Those of a sound index."""
        data = path.read_bytes()
        unpacker = msgpack.Unpacker()
        unpacker.feed(data)
        fields = unpacker.unpack()
        sections = fields.pop("sections")
        del sections["blocks"]
        contents = {name: data[at : at + length] for name, (at, length, _) in sections.items()}
        return cls(fields, contents)

    def write(self, path: Path, table_changes: Iterable[tuple[str, int, Any]] = ()) -> Path:
        """Write the file; ``table_changes`` (section, 0 offset or 1 length, value) come last."""
        sums = {name: block_sums(content).tobytes() for name, content in self.contents.items()}
        contents = {"blocks": b"".join(sums.values()), **self.contents}
        sums["blocks"] = block_sums(contents["blocks"]).tobytes()
        table: dict[str, list[Any]] = {}
        start = ALIGNMENT
        for name, content in contents.items():
            offset = -(-(start + 5) // ALIGNMENT) * ALIGNMENT
            table[name] = [offset, len(content), digest(sums[name])]
            start = offset + len(content)
        places = {name: (row[0], contents[name]) for name, row in table.items()}
        for name, part, value in table_changes:
            table[name][part] = value
        head = msgpack.packb({**self.fields, "sections": table})
        data = bytearray(head + msgpack.packb(digest(head)))
        assert len(data) < ALIGNMENT
        for offset, content in places.values():
            prefix = b"\xc6" + struct.pack(">I", len(content))
            data += b"\xc0" * (offset - len(data) - len(prefix)) + prefix + content
        path.write_bytes(data)
        return path
