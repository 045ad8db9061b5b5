"""What one setting allows: a rule, for checking and for people, and how a value can narrow a check.

Knows the kinds of rules that settings have in common; not the settings.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True)
class Rule:
    """What one setting allows, in a form for checking and in words for people."""

    describes: str
    allowed: str
    minimum: int | None = None
    maximum: int | None = None
    names_file: bool = False
    """Whether it says which file is opened or what code is loaded."""
    check: Callable[[Any], bool] = lambda _: True
    narrows: Callable[[Any, Any], bool] | None = None
    """Whether a check finds less by the first value than by the second; None: never."""

    @property
    def restricted(self) -> bool:
        """Whether an untrusted workspace must not choose it."""
        return self.names_file or self.narrows is not None


def whole_number(
    describes: str,
    minimum: int,
    maximum: int | None = None,
    narrows: Callable[[Any, Any], bool] | None = None,
) -> Rule:
    """The rule of a setting that is a whole number."""
    allowed = f"a whole number, {minimum} or more"
    if maximum is not None:
        allowed = f"a whole number from {minimum} to {maximum}"
    return Rule(describes, allowed, minimum, maximum, narrows=narrows)


def path_of(describes: str, narrows: Callable[[Any, Any], bool] | None = None) -> Rule:
    """The rule of a setting that names a file or a folder."""
    return Rule(describes, "a path", names_file=True, narrows=narrows)


def less(value: Any, other: Any) -> bool:
    """Whether the first value is the smaller one."""
    return bool(value < other)


def different(value: Any, other: Any) -> bool:
    """Whether these are two values."""
    return bool(value != other)


def another(value: Any, other: Any) -> bool:
    """Whether the user has one, and this is another."""
    return other is not None and bool(value != other)


def beyond(value: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the first list has what the second has not."""
    return not set(value) <= set(other)


def short_of(value: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether the first list lacks what the second has."""
    return not set(other) <= set(value)


def earlier(value: Enum, other: Enum) -> bool:
    """Whether the first value stands before the second among all there are."""
    order = list(type(value))
    return order.index(value) < order.index(other)


def later(value: Enum, other: Enum) -> bool:
    """Whether the first value stands behind the second among all there are."""
    return earlier(other, value)
