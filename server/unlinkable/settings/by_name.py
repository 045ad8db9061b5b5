"""Every setting by its dotted name: its rule, and settings made of values by name.

Knows nothing of where values come from.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.settings.rule import Rule
from unlinkable.settings.schema import NAMED_APART, Settings


def rules() -> dict[str, tuple[Any, Any, Rule]]:
    """Every setting by its dotted name, as (type, default, rule)."""
    return dict(_rules(Settings(), ""))


def _rules(defaults: Any, prefix: str) -> Iterator[tuple[str, tuple[Any, Any, Rule]]]:
    hints = get_type_hints(type(defaults), include_extras=True)
    for name, hint in hints.items():
        default = getattr(defaults, name)
        if is_dataclass(default):
            yield from _rules(default, _prefix(name, default))
        elif get_origin(hint) is Annotated:
            kind, rule = get_args(hint)
            yield prefix + name, (kind, default, rule)


def restricted_keys() -> tuple[str, ...]:
    """The dotted names of what an untrusted workspace must not choose."""
    return tuple(key for key, (_, _, rule) in rules().items() if rule.restricted)


def build(values: dict[str, Any], accepted: tuple[AcceptedRisk, ...]) -> Settings:
    """Settings from checked values by dotted name."""
    groups: dict[str, Any] = {}
    for name, group in vars(Settings(accepted=accepted)).items():
        if is_dataclass(group) and not isinstance(group, type):
            keys = {one.name: _prefix(name, group) + one.name for one in fields(group)}
            own = {field: values[key] for field, key in keys.items() if key in values}
            groups[name] = replace(group, **own)
    return Settings(**groups, accepted=accepted)


def _prefix(name: str, group: Any) -> str:
    """What stands before the names of the settings of a group."""
    return f"{name}." if isinstance(group, NAMED_APART) else ""
