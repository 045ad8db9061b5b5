"""JSON schemas of what is written as JSON, made from the types of its values. Knows types only;
loaded by `unlinkable schema` alone."""

import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

from unlinkable.reporting import SCHEMA
from unlinkable.reporting.json_values import (
    AttackLine,
    AttackTable,
    CheckLine,
    EvaluationTable,
    ModelInfo,
    PriceLine,
)
from unlinkable.reporting.protection.as_json import SEAL, names_in_json, spread_in
from unlinkable.reporting.protection.record import ProtectedDraft, Run

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    object: {},
}


def output_schemas() -> dict[str, dict[str, Any]]:
    """The schema of each JSON that commands write, by the name of the command."""
    record = schema_of(Run)
    record["properties"]["drafts"] = {"type": "array", "items": schema_of(ProtectedDraft)}
    record["properties"] |= {SEAL: schema_of(str), SCHEMA: schema_of(str)}
    record["required"].append("drafts")
    kinds = {
        "check": CheckLine,
        "price": PriceLine,
        "attack": AttackLine,
        "attack-table": AttackTable,
        "evaluate": EvaluationTable,
        "model": ModelInfo,
    }
    return {"protect": record} | {name: schema_of(kind) for name, kind in kinds.items()}


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of values of a type: a plain one, a list, a mapping of names, a dataclass or a
    typed dictionary. Raises TypeError for any other."""
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if is_dataclass(kind) and isinstance(kind, type):
        return _of_dataclass(kind)
    if typing.is_typeddict(kind):
        members = {name: schema_of(_bare(hint)) for name, hint in get_type_hints(kind).items()}
        return _object(members, sorted(kind.__required_keys__))
    parts, origin = get_args(kind), get_origin(kind)
    if origin in (types.UnionType, Union):
        return {"anyOf": [schema_of(part) for part in parts]}
    if origin in (tuple, list):
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    raise TypeError(f"no schema for {kind}")


def _of_dataclass(kind: type) -> dict[str, Any]:
    hints, named, spread = get_type_hints(kind), names_in_json(kind), spread_in(kind)
    members: dict[str, Any] = {}
    needed: list[str] = []
    for one in fields(kind):
        schema, name = schema_of(hints[one.name]), named.get(one.name, one.name)
        if one.name in spread:
            members |= schema["properties"]
            needed += schema["required"]
            continue
        members[name] = schema
        if one.default is MISSING and one.default_factory is MISSING:
            needed.append(name)
    return _object(members, needed)


def _object(members: dict[str, Any], needed: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": needed}


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is typing.NotRequired else hint
