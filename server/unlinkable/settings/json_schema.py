"""The schema of all settings as editors read it: JSON schema, and names in their style; and that of
a file of settings.

Knows nothing of where values come from.
"""

import re
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any, get_args

from unlinkable.risks.accepted_risk import AcceptedRisk, RiskKind
from unlinkable.settings.by_name import rules
from unlinkable.settings.rule import Rule


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
    if isinstance(kind, type) and issubclass(kind, Enum):
        schema |= {"type": "string", "enum": [member.value for member in kind]}
        default = default.value
    elif kind in _JSON_TYPES:
        schema["type"] = _JSON_TYPES[kind]
    else:
        schema |= {"type": "array", "items": _items(kind)}
        default = None if default is None else [getattr(one, "value", one) for one in default]
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


def _items(kind: Any) -> dict[str, Any]:
    """The schema of what stands in a list of this kind."""
    of_each = get_args(kind)[0]
    if issubclass(of_each, Enum):
        return {"type": "string", "enum": [member.value for member in of_each]}
    return {"type": "string"}


_JSON_TYPES: dict[Any, str] = {int: "integer", bool: "boolean", str: "string", Path: "string"}
