"""What there is more of than is allowed. Knows nothing of texts."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
Value = TypeVar("Value", bound=Hashable)


def surplus(
    things: Iterable[Thing], allowed: Counter[Value], value: Callable[[Thing], Value]
) -> list[Thing]:
    """Of ``things`` with the same ``value`` those after the first ``allowed`` ones, in order."""
    left = allowed.copy()
    more = []
    for thing in things:
        left[value(thing)] -= 1
        if left[value(thing)] < 0:
            more.append(thing)
    return more
