"""Values as people write them, checked against the schema and made into its types.

Strict on purpose: "3" is no number and true is not 1. Knows nothing of where values come from.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, get_type_hints

from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.settings.by_name import rules
from unlinkable.settings.choices import EVERYONE, Searcher


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
