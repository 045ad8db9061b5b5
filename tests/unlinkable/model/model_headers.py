"""Headers of GGUF files, byte by byte as the format describes them (ggml, docs/gguf.md)."""

import struct

STRING, ARRAY, FLOAT, UINT, BOOL = 8, 9, 6, 4, 7


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def entry(key: str, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def header(*entries: bytes, tensors: bytes = b"", count: int = 0) -> bytes:
    start = b"GGUF" + struct.pack("<IQQ", 3, count, len(entries))
    return start + b"".join(entries) + tensors


def said(**values: str | int) -> bytes:
    """A header with these metadata; an underscore doubled stands for a dot."""
    return header(
        *(
            entry(key.replace("__", "."), STRING, text(value))
            if isinstance(value, str)
            else entry(key.replace("__", "."), UINT, struct.pack("<I", value))
            for key, value in values.items()
        )
    )


STAND_IN = said(tokenizer__chat_template="{{ messages }}")
"""A file that only looks like a model that follows instructions."""
