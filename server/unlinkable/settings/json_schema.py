"""The schema of all settings as editors read it: JSON schema, and names in their style.

Knows nothing of where values come from.
"""

import re
from enum import Enum
from pathlib import Path
from typing import Any, get_args

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
