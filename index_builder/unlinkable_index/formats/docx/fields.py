"""Fields: text that a program works out from a code. What is shown is the result, not the code.

Knows the few kinds of code that are shown themselves. Knows nothing of paragraphs.
"""

import re
from dataclasses import dataclass, field

_SHOWN_CODE = re.compile(r"\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s(.*)", re.IGNORECASE | re.DOTALL)
_EQUATION = re.compile(r"\s*EQ\s(.*)", re.IGNORECASE | re.DOTALL)
_SWITCH = re.compile(r"\\[a-z]+|[\\(),;]", re.IGNORECASE)


@dataclass(eq=False)
class Field:
    """A field that has begun: its code so far, whether its result has begun, and whether it ended.

    One that never ends is no field, and what looked like its code is text.
    """

    code: list[str] = field(default_factory=list)
    in_result: bool = False
    ended: bool = False

    @property
    def hides(self) -> bool:
        """Whether it hides its code."""
        return self.ended

    def shown_code(self) -> str:
        """What of the code is shown, where there is no result: the text of a button, and that of
        an equation."""
        code = "".join(self.code)
        if found := _SHOWN_CODE.match(code):
            return found[1].strip()
        found = _EQUATION.match(code)
        return " ".join(_SWITCH.sub(" ", found[1]).split()) if found else ""
