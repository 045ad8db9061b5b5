"""The one schema of all settings: names, types, bounds, defaults, and what each is for.

The words here are shown to users, in messages and in the settings page of an editor. Knows
nothing of where values come from.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from unlinkable.patterns import MOST, fault
from unlinkable.risks.accepted_risk import AcceptedRisk


class Severity(Enum):
    """How a finding is shown; ``off`` hides that kind of finding."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"
    OFF = "off"


class Ranked(Enum):
    """How much of a draft may be put to an engine that ranks, without the source coming first."""

    OFF = "off"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DRAFT = "draft"


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


def _less(value: Any, other: Any) -> bool:
    return bool(value < other)


def _other(value: Any, other: Any) -> bool:
    return bool(value != other)


def _another(value: Any, other: Any) -> bool:
    """Whether the user has one, and this is another."""
    return other is not None and bool(value != other)


def _beyond(value: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return not set(value) <= set(other)


def _fainter(value: Severity, other: Severity) -> bool:
    order = list(Severity)
    return order.index(value) > order.index(other)


def _smaller(value: Ranked, other: Ranked) -> bool:
    order = list(Ranked)
    return order.index(value) < order.index(other)


def _whole(
    describes: str,
    minimum: int,
    maximum: int | None = None,
    narrows: Callable[[Any, Any], bool] | None = None,
) -> Rule:
    allowed = f"a whole number, {minimum} or more"
    if maximum is not None:
        allowed = f"a whole number from {minimum} to {maximum}"
    return Rule(describes, allowed, minimum, maximum, narrows=narrows)


def _path(describes: str, narrows: Callable[[Any, Any], bool] | None = None) -> Rule:
    return Rule(describes, "a path", names_file=True, narrows=narrows)


def _are_patterns(patterns: tuple[str, ...]) -> bool:
    return len(patterns) <= MOST and all(fault(pattern) is None for pattern in patterns)


_SEVERITIES = "one of " + ", ".join(f'"{severity.value}"' for severity in Severity)


@dataclass(frozen=True)
class Severities:
    """How each kind of finding is shown."""

    phrase: Annotated[
        Severity, Rule("How a phrase finding is shown.", _SEVERITIES, narrows=_fainter)
    ] = Severity.WARNING
    combination: Annotated[
        Severity, Rule("How a combination finding is shown.", _SEVERITIES, narrows=_fainter)
    ] = Severity.INFORMATION
    ranking: Annotated[
        Severity,
        Rule(
            "How a passage is shown that leads a searcher who ranks to the source.",
            _SEVERITIES,
            narrows=_fainter,
        ),
    ] = Severity.HINT


@dataclass(frozen=True)
class ModelSettings:
    """The language model that proposes rewordings. Without one, masking is the only fix."""

    path: Annotated[
        Path | None,
        _path("The model file (GGUF) for rewriting. Without it, masking is the only fix."),
    ] = None
    gpu_layers: Annotated[
        int,
        _whole("How many layers of the model run on the graphics card; -1: all, if they fit.", -1),
    ] = -1
    context_tokens: Annotated[
        int, _whole("How many tokens the model may hold at once.", 1024, 131_072)
    ] = 4096
    idle_minutes: Annotated[
        int, _whole("After how many minutes without use the model leaves memory; 0: never.", 0)
    ] = 10
    alternatives: Annotated[
        int, _whole("How many alternatives are proposed for a sentence.", 1, 5)
    ] = 3
    reasoning: Annotated[
        bool,
        Rule(
            "Whether the model plans before it writes again, where its first wording will not do.",
            "true or false",
        ),
    ] = True
    seed: Annotated[
        int, _whole("Same seed, same model, same draft: same proposals.", 0, 2**31 - 1)
    ] = 0


@dataclass(frozen=True)
class Settings:
    """Everything the user may set. Paths are absolute once settled."""

    index: Annotated[
        Path | None, _path("The index file that drafts are checked against.", narrows=_another)
    ] = None
    collection: Annotated[
        Path | None,
        _path("The originals (a folder or a .jsonl file), if at hand: explanations link to them."),
    ] = None
    key_file: Annotated[
        Path | None,
        _path(
            "The file with the key of the index, if it has one; keyring:NAME is one in the keyring."
        ),
    ] = None
    k: Annotated[
        int,
        _whole("A phrase is flagged when it leads to fewer than k originals.", 2, narrows=_less),
    ] = 2
    max_terms: Annotated[
        int,
        _whole(
            "How many search terms may be combined; 1 checks single phrases only.",
            1,
            4,
            narrows=_less,
        ),
    ] = 3
    term_words: Annotated[
        int,
        _whole("How many words one search term of a combination may have.", 1, 7, narrows=_less),
    ] = 1
    ranked: Annotated[
        Ranked,
        Rule(
            "Whether sentences, paragraphs or the whole draft may lead a searcher who ranks the "
            "originals, as search boxes do, to the source; off: not asked.",
            "one of " + ", ".join(f'"{ranked.value}"' for ranked in Ranked),
            narrows=_smaller,
        ),
    ] = Ranked.SENTENCE
    cross_sentences: Annotated[
        bool,
        Rule(
            "Whether phrases that run over sentence ends count too.",
            "true or false",
            narrows=_less,
        ),
    ] = False
    source: Annotated[
        str | None,
        Rule(
            "The id of the original the draft was made from: then only what leads to it counts.",
            "the id of an original",
            narrows=_other,
        ),
    ] = None
    masks: Annotated[
        tuple[str, ...] | None,
        Rule(
            "Regular expressions for masks, instead of the built-in ones such as [REDACTED].",
            "a list of regular expressions that match at least one character",
            check=_are_patterns,
            narrows=_other,
        ),
    ] = None
    mask: Annotated[
        str,
        Rule(
            "What is put in place of words that are masked; one of the masks must match it.",
            "a short text",
            check=lambda mask: bool(mask.strip()) and "\n" not in mask,
        ),
    ] = "[REDACTED]"
    sentences: Annotated[
        str,
        Rule(
            'How sentence ends are found: "rules", or the name of an installed spaCy pipeline.',
            '"rules" or the name of an installed spaCy pipeline',
            names_file=True,
            check=lambda name: bool(name.strip()),
            narrows=_other,
        ),
    ] = "rules"
    markdown: Annotated[
        tuple[str, ...],
        Rule(
            "The language ids read as Markdown; all others are plain text.",
            "a list of ids",
            narrows=_beyond,
        ),
    ] = ("markdown",)
    severity: Severities = Severities()
    pause_ms: Annotated[
        int,
        _whole(
            "How many milliseconds after the last change the search for combinations begins.",
            0,
            60_000,
        ),
    ] = 300
    typing_pause_ms: Annotated[
        int,
        _whole(
            "Findings at the words being typed are held back until typing there has paused for"
            " so many milliseconds; 0 shows them at once.",
            0,
            60_000,
        ),
    ] = 600
    max_findings: Annotated[
        int,
        _whole("How many findings of one document are shown at most.", 1, 100_000, narrows=_less),
    ] = 5000
    model: ModelSettings = ModelSettings()
    accepted: tuple[AcceptedRisk, ...] = ()


def rules() -> dict[str, tuple[Any, Any, Rule]]:
    """Every setting by its dotted name, as (type, default, rule)."""
    return dict(_rules(Settings(), ""))


def _rules(defaults: Any, prefix: str) -> Iterator[tuple[str, tuple[Any, Any, Rule]]]:
    hints = get_type_hints(type(defaults), include_extras=True)
    for name, hint in hints.items():
        default = getattr(defaults, name)
        if is_dataclass(default):
            yield from _rules(default, f"{prefix}{name}.")
        elif get_origin(hint) is Annotated:
            kind, rule = get_args(hint)
            yield prefix + name, (kind, default, rule)


def restricted_keys() -> tuple[str, ...]:
    """The dotted names of what an untrusted workspace must not choose."""
    return tuple(key for key, (_, _, rule) in rules().items() if rule.restricted)


def build(values: dict[str, Any], accepted: tuple[AcceptedRisk, ...]) -> Settings:
    """Settings from checked values by dotted name."""
    nested: dict[str, dict[str, Any]] = {"severity": {}, "model": {}}
    plain: dict[str, Any] = {}
    for key, value in values.items():
        group, _, name = key.rpartition(".")
        (nested[group] if group else plain)[name] = value
    return Settings(
        **plain,
        severity=Severities(**nested["severity"]),
        model=ModelSettings(**nested["model"]),
        accepted=accepted,
    )


def camel(key: str) -> str:
    """A dotted name as editors write it: ``model.gpu_layers`` is ``model.gpuLayers``."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), key)


def settings_schema() -> dict[str, dict[str, Any]]:
    """JSON schema of every setting by its name in editors, such as ``unlinkable.maxTerms``."""
    return {
        f"unlinkable.{camel(key)}": _json_schema(kind, default, rule)
        for key, (kind, default, rule) in rules().items()
    }


def _json_schema(kind: Any, default: Any, rule: Rule) -> dict[str, Any]:
    optional = type(None) in get_args(kind)
    if optional:
        kind = next(part for part in get_args(kind) if part is not type(None))
    schema: dict[str, Any] = {"description": rule.describes}
    if isinstance(kind, type) and issubclass(kind, Enum):
        schema |= {"type": "string", "enum": [member.value for member in kind]}
        default = default.value
    elif kind in _JSON_TYPES:
        schema["type"] = _JSON_TYPES[kind]
    else:
        schema |= {"type": "array", "items": {"type": "string"}}
        default = None if default is None else list(default)
    if optional:
        schema["type"] = [schema["type"], "null"]
    schema["default"] = default
    if rule.minimum is not None:
        schema["minimum"] = rule.minimum
    if rule.maximum is not None:
        schema["maximum"] = rule.maximum
    if rule.restricted:
        schema["restricted"] = True
    return schema


_JSON_TYPES: dict[Any, str] = {int: "integer", bool: "boolean", str: "string", Path: "string"}
