"""The gaps of a draft: where masks stand between its words, and the words on either side.

Masks with no word between them make one gap, as it is by words that texts are compared.
Knows drafts; knows nothing of other texts.
"""

from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from unlinkable.draft.draft import Draft
from unlinkable.draft.spans import Span

LEFT, RIGHT = 4, 3
"""Words on either side by which a gap is compared with other texts."""


@dataclass(frozen=True)
class Gap:
    """Masks before the word number ``at`` of a draft (its number of words: behind the last).

    ``left`` and ``right`` are the forms of the words on either side up to the next gap, as many as
    were asked for; ``between`` is what stands between each two masks, without the space around.
    """

    at: int
    masks: tuple[Span, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    between: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """From the beginning of the first mask to the end of the last."""
        return Span(self.masks[0].start, self.masks[-1].end)


def gaps(draft: Draft, left: int = LEFT, right: int = RIGHT) -> tuple[Gap, ...]:
    """The gaps of a draft, in order, each with up to ``left`` and ``right`` words beside it."""
    starts = np.array([mask.start for mask in draft.masks], dtype=np.int64)
    places = np.searchsorted(draft.starts, starts).tolist()
    grouped = [
        (at, tuple(mask for _, mask in group))
        for at, group in groupby(zip(places, draft.masks, strict=True), key=lambda pair: pair[0])
    ]
    edges = [0, *(at for at, _ in grouped), len(draft.forms)]
    return tuple(
        Gap(
            at,
            masks,
            draft.forms[max(before, at - left) : at],
            draft.forms[at : min(after, at + right)],
            tuple(draft.text[one.end : other.start].strip() for one, other in pairwise(masks)),
        )
        for (at, masks), before, (_, after) in zip(
            grouped, edges, pairwise(edges[1:]), strict=False
        )
    )
