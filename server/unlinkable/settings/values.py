"""Every setting by its dotted name: its rule, values as people write them checked and made into its
type, settings built of them, and the JSON schema that editors read. Strict: "3" is no number.
Knows nothing of where values come from."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from unlinkable.risks import AcceptedRisk, RiskKind
from unlinkable.settings.choices import EVERYONE, Rule, Searcher
from unlinkable.settings.schema import NAMED_APART, Settings


@cache
def rules() -> Mapping[str, tuple[Any, Any, Rule]]:
    """Every setting by its dotted name, as (type, default, rule)."""
    return MappingProxyType(dict(_rules(Settings(), "")))


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


def checked(key: str, value: object) -> Any:
    """``value`` as the type of setting ``key``; ValueError when the setting does not allow it."""
    kind, _, rule = rules()[key]
    try:
        made = _made(value, kind)
    except (TypeError, ValueError) as error:
        raise ValueError(rule.allowed) from error
    too_small = rule.minimum is not None and made < rule.minimum
    too_large = rule.maximum is not None and made > rule.maximum
    if too_small or too_large or (made is not None and not rule.check(made)):
        raise ValueError(rule.allowed)
    return made


def accepted_risk(entry: object) -> AcceptedRisk:
    """One ``[[accepted]]`` table; ValueError when it is not one."""
    try:
        if not isinstance(entry, Mapping):
            raise TypeError("table")
        kinds = get_type_hints(AcceptedRisk)
        risk = AcceptedRisk(**{name: _made(value, kinds[name]) for name, value in entry.items()})
        if not risk.phrase.strip():
            raise ValueError("no phrase")
    except (TypeError, ValueError, KeyError) as error:
        raise ValueError("a table with a phrase, and perhaps file, reason, by, date") from error
    return risk


def _made(value: Any, kind: Any) -> Any:
    """``value`` as a ``kind``; raises what it likes where it is none."""
    if isinstance(kind, UnionType):
        return None if value is None else _made(value, kind.__args__[0])
    if kind in _HOOKS:
        return _HOOKS[kind](value)
    if issubclass(kind, Enum):
        return kind(value)
    if type(value) is not kind:  # True is no 1
        raise TypeError(kind.__name__)
    return value


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise TypeError("list of strings")
    return tuple(value)


def _paths(value: Any) -> tuple[Path, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError("list of paths")
    return tuple(map(_as_path, value))


def _searchers(value: Any) -> tuple[Searcher, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not names:
        raise TypeError("list of searchers")
    if EVERYONE in names:
        return tuple(Searcher)
    named = {Searcher(name) for name in names}
    return tuple(one for one in Searcher if one in named or one is Searcher.EXACT)


def _as_path(value: Any) -> Path:
    if isinstance(value, Path):
        return value
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise TypeError("path")
    return Path(value)


_HOOKS: dict[Any, Callable[[Any], Any]] = {
    Path: _as_path,
    tuple[str, ...]: _strings,
    tuple[Path, ...]: _paths,
    tuple[Searcher, ...]: _searchers,
}


def camel(key: str) -> str:
    """A dotted name as editors write it: ``model.gpu_layers`` is ``model.gpuLayers``."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), key)


def settings_schema() -> dict[str, dict[str, Any]]:
    """JSON schema of every setting by its name in editors, such as ``unlinkable.maxTerms``."""
    return {
        f"unlinkable.{camel(key)}": _json_schema(kind, default, rule)
        for key, (kind, default, rule) in rules().items()
    }


def file_schema() -> dict[str, Any]:
    """JSON schema of an unlinkable.toml: its keys, its tables, and what was accepted."""
    tables: dict[str, dict[str, Any]] = {"": {}}
    for key, (kind, default, rule) in rules().items():
        table, _, name = key.rpartition(".")
        schema = _json_schema(kind, default, rule)
        schema.pop("restricted", None)
        if isinstance(schema["type"], list):  # TOML has no null: what is not set is left out
            schema["type"] = schema["type"][0]
        if schema["default"] is None:
            del schema["default"]
        tables.setdefault(table, {})[name] = schema
    texts: dict[str, Any] = {one.name: {"type": "string"} for one in fields(AcceptedRisk)}
    texts["terms"] = {"type": "array", "items": {"type": "string"}}
    texts["kind"] = {"type": "string", "enum": [one.value for one in RiskKind]}
    risk = _table(texts) | {"required": ["phrase"]}
    accepted = {"type": "array", "items": risk, "description": "What was accepted, and by whom."}
    further = {name: _table(keys) for name, keys in tables.items() if name}
    return _table({**tables[""], **further, "accepted": accepted})


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _json_schema(kind: Any, default: Any, rule: Rule) -> dict[str, Any]:
    optional = type(None) in get_args(kind)
    if optional:
        kind = next(part for part in get_args(kind) if part is not type(None))
    schema: dict[str, Any] = {"description": rule.describes}
    if get_origin(kind) is tuple:
        schema |= {"type": "array", "items": _json_type(get_args(kind)[0])}
        default = None if default is None else [getattr(one, "value", one) for one in default]
    else:
        schema |= _json_type(kind)
        default = getattr(default, "value", default)
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


def _json_type(kind: Any) -> dict[str, Any]:
    if issubclass(kind, Enum):
        return {"type": "string", "enum": [member.value for member in kind]}
    return {"type": _JSON_TYPES[kind]}


_JSON_TYPES: dict[Any, str] = {int: "integer", bool: "boolean", str: "string", Path: "string"}
