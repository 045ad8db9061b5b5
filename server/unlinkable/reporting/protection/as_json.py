"""How the record of a run of `protect` is kept: as JSON text. Knows nothing of where."""

import hashlib
import json
from typing import Any, get_type_hints

import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from unlinkable.printing import json_text
from unlinkable.reporting import with_schema
from unlinkable.reporting.protection.record import (
    SPREAD,
    AcceptedBy,
    AcceptedFinding,
    Asked,
    Digests,
    ProtectedDraft,
    ProtectionRecord,
    Run,
)

SEAL = "sha256"  # the member of a record that holds the digest of all others


def as_text(record: ProtectionRecord) -> str:
    """The record as JSON text."""
    parts = _parts(record)
    return json_text({**parts, SEAL: seal_of(parts)}, indent=1) + "\n"


def seal(record: ProtectionRecord) -> str:
    """The seal of a record."""
    return seal_of(_parts(record))


def _parts(record: ProtectionRecord) -> dict[str, Any]:
    values = _CONVERTER.unstructure(record)
    return with_schema("protect", {**values["run"], "drafts": values["drafts"]})


def seal_of(parts: dict[str, Any]) -> str:
    """The SHA-256 of the parts of a record, as JSON with sorted names and no blanks. Without a key:
    it shows that a record was changed, and not by whom it was made."""
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seal_in(text: str) -> tuple[str, bool]:
    """The seal in a record as JSON text ('': it has none), and whether it is that of its parts.
    Raises ValueError when the text is no JSON object, or names a part twice: people would read the
    one, and programs the other."""
    parts = json.loads(text, object_pairs_hook=_named_once)
    if not isinstance(parts, dict):
        raise ValueError("not a record of protected drafts")
    said = str(parts.pop(SEAL, ""))
    return said, said == seal_of(parts)


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parts = dict(pairs)
    if len(parts) < len(pairs):
        raise ValueError("a part is named twice")
    return parts


def from_text(text: str) -> ProtectionRecord:
    """The record that `as_text` wrote. Raises ValueError when it is none."""
    try:
        values = json.loads(text)
        return _CONVERTER.structure({"run": values, **values}, ProtectionRecord)
    except Exception as error:  # cattrs raises many kinds, all of which mean: none
        raise ValueError("not a record of protected drafts") from error


def spread_in(kind: type) -> set[str]:
    """The fields of a kind of value whose members stand among its own."""
    return {
        name
        for name, hint in get_type_hints(kind).items()
        if hint in SPREAD or (kind is AcceptedFinding and hint is AcceptedBy)
    }


def names_in_json(kind: type) -> dict[str, str]:
    """How values of a kind are named in JSON, where otherwise than in the record."""
    renamed = next((names for one, names in _RENAMED if one is kind), {})
    return {name: one.rename for name, one in renamed.items() if one.rename}


_CONVERTER = cattrs.Converter()
_RENAMED: tuple[tuple[type, dict[str, Any]], ...] = (
    (Asked, {}),
    (Run, {"version": override(rename="unlinkable")}),
    (Digests, {"file": override(omit_if_default=True)}),
    (
        AcceptedFinding,
        {
            "joint_df": override(omit_if_default=True),
            "together": override(rename="with", omit_if_default=True),
            "within": override(omit_if_default=True),
        },
    ),
    (ProtectedDraft, {}),
)


def _register(kind: type, names: dict[str, Any]) -> None:
    """Have values of a kind written and read with other names, and what is spread among them."""
    read: Any = make_dict_structure_fn(kind, _CONVERTER, **names)
    write: Any = make_dict_unstructure_fn(kind, _CONVERTER, **names)
    spread = spread_in(kind)

    def structured(members: dict[str, Any], _: type) -> Any:
        return read({**members, **dict.fromkeys(spread, members)}, kind)

    def unstructured(value: Any) -> dict[str, Any]:
        parts = (
            member if name in spread else {name: member} for name, member in write(value).items()
        )
        return {name: member for part in parts for name, member in part.items()}

    _CONVERTER.register_structure_hook(kind, structured)
    _CONVERTER.register_unstructure_hook(kind, unstructured)


for _kind, _names in _RENAMED:  # those that are in others first
    _register(_kind, _names)
