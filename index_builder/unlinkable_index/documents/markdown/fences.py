"""Which fences of code in Markdown find their closing one; the others are text.

Knows lines and the fences they hold, nothing else of blocks.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

FENCE = re.compile(r"(?P<fence>```+|~~~+)(?P<info>[^\r\n]*+)")


class Fence(NamedTuple):
    """A fence: its character and length, whether nothing follows it, and where it stands.

    ``place`` may be an offset or the number of a line, the same for all fences compared.
    """

    char: str
    length: int
    is_bare: bool
    place: int


def fence_at(text: str, at: int, place: int) -> Fence | None:
    """The fence that begins at ``at``, if one does."""
    match = FENCE.match(text, at)
    if match is None or (match["fence"][0] == "`" and "`" in match["info"]):
        return None
    return Fence(match["fence"][0], len(match["fence"]), not match["info"].strip(), place)


def closing_fences(fences: Sequence[Fence]) -> dict[int, int]:
    """For the place of every fence, that of the next one that can close it, where there is one.

    Linear but for a binary search each: from behind, only those fences are kept that are longer
    than all between.
    """
    closing: dict[int, int] = {}
    kept: dict[str, list[Fence]] = {"`": [], "~": []}
    for fence in reversed(fences):
        longer = kept[fence.char]
        # Lengths fall from the bottom of the stack to its top; the top is the nearest.
        index = bisect_right(longer, -fence.length, key=lambda other: -other.length) - 1
        if index >= 0:
            closing[fence.place] = longer[index].place
        if fence.is_bare:
            while longer and longer[-1].length <= fence.length:
                longer.pop()
            longer.append(fence)
    return closing
