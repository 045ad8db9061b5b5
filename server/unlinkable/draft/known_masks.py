"""What the masks of a text hide, where the one without them is at hand and nothing else differs.

The pieces of the text between its masks must then stand in the original letter by letter and in
order. Each is sought from the beginning as early, and from the end as late as can be; where both
agree, there is no other way. That is how guesses are measured, so it must share nothing with how
they are made. Knows two texts and where masks stand.
"""

from collections.abc import Sequence
from itertools import pairwise

from unlinkable.draft.spans import Span


def known_masks(text: str, masks: Sequence[Span], original: str) -> tuple[Span | None, ...]:
    """Where in ``original`` stands what each of ``masks`` (in order, apart) hides in ``text``; None
    where that can be told in several ways, or not at all."""
    ends = [0, *(mask.end for mask in masks)]
    starts = [*(mask.start for mask in masks), len(text)]
    pieces = [text[start:end] for start, end in zip(ends, starts, strict=True)]
    early = _earliest(pieces, original)
    late = _earliest([piece[::-1] for piece in pieces[::-1]], original[::-1])
    if early is None or late is None:
        return (None,) * len(masks)
    latest = [
        len(original) - place - len(piece) for place, piece in zip(late[::-1], pieces, strict=True)
    ]
    sure = [one == other for one, other in zip(early, latest, strict=True)]
    return tuple(
        Span(early[left] + len(pieces[left]), early[right]) if sure[left] and sure[right] else None
        for left, right in pairwise(range(len(pieces)))
    )


def _earliest(pieces: Sequence[str], original: str) -> list[int] | None:
    """The earliest place of each piece, with at least one character between two; None where they
    do not all stand there, the first at the beginning and the last at the end."""
    if len(pieces) == 1:
        return [0] if pieces[0] == original else None
    if not original.startswith(pieces[0]):
        return None
    places, at = [0], len(pieces[0])
    for piece in pieces[1:-1]:
        place = original.find(piece, at + 1)
        if place < 0:
            return None
        places.append(place)
        at = place + len(piece)
    last = len(original) - len(pieces[-1])
    return [*places, last] if original.endswith(pieces[-1]) and last > at else None
