"""How the record of a run of `protect` is kept: as JSON text. Knows nothing of where."""

import json
from typing import Any

import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from unlinkable.printing import json_text
from unlinkable.reporting.protection.record import AcceptedFinding, ProtectionRecord, Run


def as_text(record: ProtectionRecord) -> str:
    """The record as JSON text."""
    values = _CONVERTER.unstructure(record)
    return json_text({**values["run"], "drafts": values["drafts"]}, indent=1) + "\n"


def from_text(text: str) -> ProtectionRecord:
    """The record that `as_text` wrote. Raises ValueError when it is none."""
    try:
        values = json.loads(text)
        return _CONVERTER.structure({"run": values, **values}, ProtectionRecord)
    except Exception as error:  # cattrs raises many kinds, all of which mean: none
        raise ValueError("not a record of protected drafts") from error


_CONVERTER = cattrs.Converter()
_RENAMED: tuple[tuple[type, dict[str, Any]], ...] = (
    (Run, {"version": override(rename="unlinkable")}),
    (
        AcceptedFinding,
        {
            "joint_df": override(omit_if_default=True),
            "together": override(rename="with", omit_if_default=True),
        },
    ),
)
for _kind, _names in _RENAMED:
    _CONVERTER.register_structure_hook(_kind, make_dict_structure_fn(_kind, _CONVERTER, **_names))
    _CONVERTER.register_unstructure_hook(
        _kind, make_dict_unstructure_fn(_kind, _CONVERTER, **_names)
    )
