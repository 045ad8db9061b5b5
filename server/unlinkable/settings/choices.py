"""What may be chosen for settings that know a few words only, in an order that says what is more.

Knows the words; not what they do.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any

from unlinkable.settings.rule import Rule


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
