"""The bits of a roaring bitmap, one a document: copied as they lie in it, not set one by one.

Knows the portable format of roaring bitmaps (https://github.com/RoaringBitmap/RoaringFormatSpec);
knows nothing of what the bits stand for.
"""

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

_WITHOUT_RUNS = 12346
_SMALLEST_OFFSETS = 4  # with runs, fewer containers than this have no table of offsets
_AT_MOST_LISTED = 4096  # numbers of a container that are listed; of more the bits are stored
_CONTAINER = 1 << 16  # numbers
_BITS = _CONTAINER // 8  # bytes


def bits_of(members: BitMap, count: int) -> NDArray[np.uint64]:
    """The numbers of ``members``, all below ``count``, as set bits: a multiple of 64 of them."""
    content = members.serialize()
    words = -(-count // 64)
    bits = np.zeros(-(-words * 8 // _BITS) * _BITS, dtype=np.uint8)
    cookie = int.from_bytes(content[:4], "little")
    if cookie == _WITHOUT_RUNS:
        containers, at, has_runs = int.from_bytes(content[4:8], "little"), 8, None
    else:
        containers, at = (cookie >> 16) + 1, 4
        flags = np.frombuffer(content, np.uint8, -(-containers // 8), at)
        has_runs = np.unpackbits(flags, bitorder="little").tolist()
        at += len(flags)
    described = np.frombuffer(content, "<u2", 2 * containers, at).reshape(-1, 2).tolist()
    at += 4 * containers
    if has_runs is None or containers >= _SMALLEST_OFFSETS:
        at += 4 * containers
    for number, (key, less_one) in enumerate(described):
        place = key * _BITS
        if has_runs and has_runs[number]:
            runs = int.from_bytes(content[at : at + 2], "little")
            edges = np.frombuffer(content, "<u2", 2 * runs, at + 2).astype(np.int64).reshape(-1, 2)
            at += 2 + 4 * runs
            steps = np.zeros(_CONTAINER + 1, dtype=np.int8)
            steps[edges[:, 0]] = 1
            steps[edges.sum(axis=1) + 1] -= 1
            inside = np.cumsum(steps[:-1], dtype=np.int8)
        elif less_one >= _AT_MOST_LISTED:
            bits[place : place + _BITS] = np.frombuffer(content, np.uint8, _BITS, at)
            at += _BITS
            continue
        else:
            inside = np.zeros(_CONTAINER, dtype=np.int8)
            inside[np.frombuffer(content, "<u2", less_one + 1, at)] = 1
            at += 2 * (less_one + 1)
        bits[place : place + _BITS] = np.packbits(inside, bitorder="little")
    return bits.view("<u8")[:words]
