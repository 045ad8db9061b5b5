"""Which findings are told word for word as they were, at the same line and column.

Knows findings and where they stand; must know nothing of the protocol's form of a diagnostic.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.finding import Finding
from unlinkable.lsp.text.positions import Kept


def unchanged(
    before: Sequence[Finding], now: Sequence[Finding], kept: Kept
) -> Iterator[tuple[int, int]]:
    """The numbers of findings of which the same is told as of others, whose numbers follow.

    Both in the order of their texts, of which ``kept`` says what they have in common. Looked for
    are pairs that are in step, from the beginning on and from the end.
    """
    for here, there in _in_step(before, now, kept):
        if _told_alike(before[there], now[here], kept):
            yield here, there


def _in_step(
    before: Sequence[Finding], now: Sequence[Finding], kept: Kept
) -> Iterator[tuple[int, int]]:
    most, more = min(len(before), len(now)), len(now) - len(before)
    old, new = _places(before), _places(now)
    unmoved = (old[:most] == new[:most]).all(axis=1) & (new[:most, 1] <= kept.before)
    first = _run(unmoved)
    old, new = old[len(old) - most + first :], new[len(new) - most + first :]
    moved = (old == new - kept.shift).all(axis=1) & (new[:, 0] >= kept.behind)
    last = _run(moved[::-1])
    yield from ((number, number) for number in range(first))
    yield from ((number, number - more) for number in range(len(now) - last, len(now)))


def _places(findings: Sequence[Finding]) -> NDArray[np.int64]:
    """Where findings stand: rows (start, end)."""
    bounds = chain.from_iterable(map(attrgetter("start", "end"), findings))
    return np.fromiter(bounds, np.int64, 2 * len(findings)).reshape(-1, 2)


def _run(flags: NDArray[np.bool_]) -> int:
    """How many of ``flags`` are set before the first that is not."""
    return len(flags) if flags.all() else int(flags.argmin())


def _told_alike(before: Finding, now: Finding, kept: Kept) -> bool:
    """Whether the same is told of two findings of the same words at the same place."""
    if before is now and not now.others:
        return True
    if before.documents != now.documents or before.df != now.df or before.words != now.words:
        return False
    return before.kind is now.kind and before.others == tuple(map(kept.was, now.others))
