"""Every setting by its dotted name: its rule, and settings made of values by name.

Knows nothing of where values come from.
"""

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.settings.rule import Rule
from unlinkable.settings.schema import ModelSettings, Settings, Severities


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
