"""By what a check finds less: which setting, to what value, and where it was chosen.

What the user chose is said beside a result; what only a folder or the draft itself chose makes the
result one that can't be relied on. Must never know which settings there are.
"""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

COMMAND_LINE = "the command line"
"""Where a flag stands: whoever typed it need not be told of it."""
_LONGEST = 200  # characters of a value that are shown


class Origin(Enum):
    """Who answers for a setting."""

    USER = "user"
    """The user's own file, the editor or the command line."""
    FOLDER = "folder"
    """A file that lies with the drafts, or the draft itself: whoever sent them may have made it."""


@dataclass(frozen=True)
class Narrowing:
    """A setting by which a check finds less.

    - ``setting``: its dotted name;
    - ``value``: as JSON has it;
    - ``where``: where it stands.
    """

    setting: str
    value: Any
    where: str
    origin: Origin

    def __str__(self) -> str:
        """As people read it: ``max_terms = 1``."""
        shown = json.dumps(self.value, ensure_ascii=False)
        if len(shown) > _LONGEST:
            shown = f"{shown[:_LONGEST]} …"
        return f"{self.setting} = {shown}"
