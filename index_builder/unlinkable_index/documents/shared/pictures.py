"""Pictures without what they hold beside the picture: places, cameras, authors, notes, previews.

The data of a PNG (ISO/IEC 15948) is unpacked and packed anew, no longer than the picture needs; of
a JPEG (ITU-T T.81, JFIF) those segments are taken that the picture itself needs, where they are as
long as what they say. No other kind is kept. Knows nothing of what a picture shows.
"""

import struct
import zlib
from collections.abc import Callable, Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
_LARGEST = 200_000_000  # bytes of a picture, unpacked
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS = frozenset({1, 2, 4, 8, 16})
_FILTERS = frozenset(range(5))
_ADAM7 = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)
)  # fmt: skip
_PNG_KEPT: dict[bytes, Callable[[int], bool]] = {
    b"PLTE": lambda length: length % 3 == 0 and length <= 768,
    b"tRNS": lambda length: length <= 256,
    b"gAMA": lambda length: length == 4,
    b"cHRM": lambda length: length == 32,
    b"sRGB": lambda length: length == 1,
    b"pHYs": lambda length: length == 9,
    b"sBIT": lambda length: length <= 4,
}
"""The chunks beside the picture that matter to its looks, and how long they may be."""
_JPEG = b"\xff\xd8"
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
_FRAMES = frozenset({*range(0xC0, 0xD0)}) - {0xC4, 0xC8, 0xCC}
_SCAN, _END, _JFIF, _ADOBE = 0xDA, 0xD9, 0xE0, 0xEE


def bare_picture(data: bytes) -> tuple[str, bytes] | None:
    """The ending that names its kind, and the bare picture; None where it is of another kind, or
    damaged."""
    try:
        if data.startswith(_PNG):
            return "png", _bare_png(data)
        if data.startswith(_JPEG):
            return "jpeg", _bare_jpeg(data)
    except (struct.error, IndexError, ValueError, zlib.error):
        return None
    return None


def _bare_png(data: bytes) -> bytes:
    kinds: dict[bytes, bytes] = {}
    packed: list[bytes] = []
    for kind, content in _chunks(data):
        if kind == b"IDAT":
            packed.append(content)
        elif kind == b"IHDR" or (kind in _PNG_KEPT and _PNG_KEPT[kind](len(content))):
            kinds.setdefault(kind, content)
    head = kinds.pop(b"IHDR")[:13] if b"IHDR" in kinds else b""
    parts = [(b"IHDR", head), *kinds.items()]
    parts += [(b"IDAT", zlib.compress(_rows(b"".join(packed), head))), (b"IEND", b"")]
    return _PNG + b"".join(
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in parts
    )


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        if at + 12 + length > len(data):
            raise ValueError
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _rows(packed: bytes, head: bytes) -> bytes:
    """The rows of a picture, unpacked: just as many as its head says."""
    width, height, depth, colours, packing, filtering, interlaced = struct.unpack(">IIBBBBB", head)
    if depth not in _DEPTHS or colours not in _CHANNELS or packing or filtering or interlaced > 1:
        raise ValueError
    bits = depth * _CHANNELS[colours]
    passes = _ADAM7 if interlaced else ((0, 0, 1, 1),)
    lengths = []
    for left, top, wide, high in passes:
        columns, rows = -((left - width) // wide), -((top - height) // high)
        if columns > 0 and rows > 0:
            lengths.append((rows, 1 + (columns * bits + 7) // 8))
    size = sum(rows * length for rows, length in lengths)
    if not 0 < size <= _LARGEST:
        raise ValueError
    unpacked = zlib.decompressobj().decompress(packed, size)
    if len(unpacked) < size:
        raise ValueError
    at = 0
    for rows, length in lengths:
        if not _FILTERS.issuperset(unpacked[at : at + rows * length : length]):
            raise ValueError
        at += rows * length
    return unpacked


def _bare_jpeg(data: bytes) -> bytes:
    parts, at = [_JPEG], 2
    while True:
        if data[at] != 0xFF:
            raise ValueError
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        if marker == _END:
            return b"".join([*parts, b"\xff\xd9"])
        end = at + 2
        if marker not in _ALONE:
            end += struct.unpack_from(">H", data, at + 2)[0]
            parts.append(_segment(marker, data[at + 4 : end]))
        if marker == _SCAN:
            begin = end
            while data[end] != 0xFF or data[end + 1] == 0 or data[end + 1] in _ALONE:
                end += 1
            parts.append(data[begin:end])
        at = end


def _segment(marker: int, content: bytes) -> bytes:
    """A segment that the picture needs; nothing in place of another one. Raises ValueError where it
    is longer or shorter than what it says."""
    if marker == _JFIF:  # without its preview; an extension holds another one
        kept = content[:12] + b"\0\0" if content.startswith(b"JFIF\0") else b""
        content = kept if len(kept) == 14 else b""
    elif marker == _ADOBE:
        content = content[:12] if content.startswith(b"Adobe") and len(content) >= 12 else b""
    elif marker in _FRAMES:
        _demand(len(content) == 6 + 3 * content[5])
    elif marker == _SCAN:
        _demand(len(content) == 4 + 2 * content[0])
    elif marker == 0xC4:
        _demand_tables(content, lambda at: 17 + sum(content[at + 1 : at + 17]))
    elif marker == 0xDB:
        _demand_tables(content, lambda at: 129 if content[at] >> 4 else 65)
    elif marker in (0xDC, 0xDD):
        _demand(len(content) == 2)
    else:
        content = b""
    return (
        b"\xff%c%b%b" % (marker, struct.pack(">H", len(content) + 2), content) if content else b""
    )


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError


def _demand_tables(content: bytes, length: Callable[[int], int]) -> None:
    """Raise ValueError where some bytes are part of no table."""
    at = 0
    while at < len(content):
        at += length(at)
    _demand(at == len(content))
