"""The words beside a change in a draft, as far as phrases run.

Knows a draft; nothing of indexes and of who asks.
"""

from typing import Protocol

import numpy as np

from unlinkable.draft import Draft, Forms


class WordChange(Protocol):
    """The words of a draft from ``first`` up to ``stop`` become ``forms``; where both are one,
    words are only put in before that word."""

    @property
    def first(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def forms(self) -> tuple[str, ...]: ...


def neighbours(change: WordChange, draft: Draft, most: int) -> tuple[Forms, Forms]:
    """The words ahead of a change and behind it in its run of words, up to ``most`` of each."""
    first, stop = change.first, change.stop
    place = min(first, len(draft.segments) - 1) if first < stop else first - 1
    segment = draft.segments[max(0, place)]
    left, right = np.searchsorted(draft.segments, (segment, segment + 1)).tolist()
    ahead = draft.forms[max(left, first - most) : first]
    return ahead, draft.forms[stop : max(stop, min(right, stop + most))]
