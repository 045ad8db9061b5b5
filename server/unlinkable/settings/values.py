"""Values as people write them, checked against the schema and made into its types.

Strict on purpose: "3" is no number and true is not 1. Knows nothing of where values come from.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cattrs

from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.settings.by_name import rules
from unlinkable.settings.choices import EVERYONE, Searcher


def checked(key: str, value: object) -> Any:
    """``value`` as the type of setting ``key``; ValueError when the setting does not allow it."""
    kind, _, rule = rules()[key]
    try:
        made = _CONVERTER.structure(value, kind)
    except Exception as error:  # cattrs raises many kinds, all of which mean: not allowed
        raise ValueError(rule.allowed) from error
    too_small = rule.minimum is not None and made < rule.minimum
    too_large = rule.maximum is not None and made > rule.maximum
    if too_small or too_large or (made is not None and not rule.check(made)):
        raise ValueError(rule.allowed)
    return made


def accepted_risk(entry: object) -> AcceptedRisk:
    """One ``[[accepted]]`` table; ValueError when it is not one."""
    try:
        risk = _CONVERTER.structure(entry, AcceptedRisk)
    except Exception as error:  # as above
        raise ValueError("a table with a phrase, and perhaps file, reason, by, date") from error
    if not risk.phrase.strip():
        raise ValueError("a table with a phrase, and perhaps file, reason, by, date")
    return risk


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    """A hook that takes values of ``kind`` as they are and refuses all others (True is no 1)."""

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(kind.__name__)
        return value

    return hook


def _strings(value: Any, _: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise TypeError("list of strings")
    return tuple(value)


def _paths(value: Any, kind: Any) -> tuple[Path, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError("list of paths")
    return tuple(_as_path(item, kind) for item in value)


def _searchers(value: Any, _: Any) -> tuple[Searcher, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not names:
        raise TypeError("list of searchers")
    if EVERYONE in names:
        return tuple(Searcher)
    named = {Searcher(name) for name in names}
    return tuple(one for one in Searcher if one in named or one is Searcher.EXACT)


def _as_path(value: Any, _: Any) -> Path:
    if isinstance(value, Path):
        return value
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise TypeError("path")
    return Path(value)


_CONVERTER = cattrs.Converter(forbid_extra_keys=True)
for _kind in (int, bool, str):
    _CONVERTER.register_structure_hook(_kind, _exactly(_kind))
_CONVERTER.register_structure_hook(Path, _as_path)
_CONVERTER.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _strings)
_CONVERTER.register_structure_hook_func(lambda kind: kind == tuple[Path, ...], _paths)
_CONVERTER.register_structure_hook_func(lambda kind: kind == tuple[Searcher, ...], _searchers)
