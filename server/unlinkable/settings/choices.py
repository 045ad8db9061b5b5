"""What one setting may be: the rules that settings have in common, and the words of those that know
a few words only, from least to most. Knows neither the settings nor what they do."""

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


class Severity(Enum):
    """How a finding is shown in the text.

    ``list``: not at all, while explanations and fixes know it; ``off``: these do not either. What
    is left to do lists it in any case.
    """

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"
    LIST = "list"
    OFF = "off"


class Searcher(Enum):
    """Whom drafts are protected against.

    ``exact``: whoever types phrases, up to three words together, and words near each other; the
    others can do that, too. ``ranking``: whoever lets an engine rank. ``guessing``: whoever fills
    in masks.
    """

    EXACT = "exact"
    RANKING = "ranking"
    GUESSING = "guessing"


EVERYONE = "all"
"""Stands for all searchers, in settings and flags."""


class RankedSearch(Enum):
    """How much of a draft may be put to an engine that ranks, without the source coming first.

    ``off`` is what says, in settings of before there was `Searcher`, that nobody ranks.
    """

    OFF = "off"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DRAFT = "draft"


class RewriterName(Enum):
    """What says a draft otherwise before words are masked; ``auto``: whatever is at hand."""

    AUTO = "auto"
    LLM = "llm"
    WORDS = "words"
    MASK = "mask"


class LabelledMasks(Enum):
    """Which masks say what kind of thing they hide; ``draft``: where its own masks do so."""

    OFF = "off"
    DRAFT = "draft"
    ON = "on"


class GapsOfMasks(Enum):
    """What masks cost a reader more: ``few`` gaps, each wider, or ``short`` ones, more of them."""

    FEW = "few"
    SHORT = "short"


def one_of(
    choices: type[Enum], describes: str, narrows: Callable[[Any, Any], bool] | None = None
) -> Rule:
    """The rule of a setting that is one of ``choices``."""
    words = ", ".join(f'"{choice.value}"' for choice in choices)
    return Rule(describes, f"one of {words}", narrows=narrows)
