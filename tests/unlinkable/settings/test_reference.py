"""The reference lists every setting as the schema has it."""

import json
import re
from enum import Enum
from pathlib import Path
from typing import Any

from unlinkable.settings.values import rules

REFERENCE = Path(__file__).parents[3] / "editors/REFERENCE.md"


def unless_set(default: Any) -> str:
    """What holds where nothing is set, as a file of settings would say it."""
    if default is None or default == ():
        return "–"
    said = default.value if isinstance(default, Enum) else default
    if isinstance(default, tuple):
        said = [getattr(one, "value", one) for one in default]
    return f"`{json.dumps(said)}`"


def test_the_reference_lists_every_setting_with_what_it_is_for_and_what_holds_unless_set() -> None:
    section = REFERENCE.read_text("utf-8").split("## Every setting\n")[1].split("\n##")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| (.+) \| (.+) \|$", section, re.MULTILINE)
    assert [(key, said, default) for key, said, default in rows] == [
        (key, rule.describes, unless_set(default)) for key, (_, default, rule) in rules().items()
    ]
