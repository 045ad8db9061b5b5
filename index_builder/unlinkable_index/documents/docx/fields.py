"""Fields: text that a program works out from a code. What is shown is the result, not the code.

Knows the few kinds of code that are shown themselves. Knows nothing of paragraphs.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property

_SHOWN_CODE = re.compile(r"\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s(.*)", re.IGNORECASE | re.DOTALL)
_EQUATION = re.compile(r"\s*EQ\s(.*)", re.IGNORECASE | re.DOTALL)
_SWITCH = re.compile(r"\\[a-z]+|[\\(),;]", re.IGNORECASE)


@dataclass(eq=False)
class Field:
    """A field that has begun: its code so far, whether its result has begun, and whether it ended;
    ``outer``: the innermost of the fields in whose code it stands.

    One that never ends is no field, and what looked like its code is text.
    """

    outer: "Field | None"
    code: list[str] = field(default_factory=list)
    in_result: bool = False
    ended: bool = False

    @cached_property
    def hides(self) -> bool:
        """Whether it hides its code, or one that it stands in does. To be asked once all is read:
        the answer is kept."""
        line: list[Field] = []
        at: Field | None = self
        while at is not None and "hides" not in vars(at):
            line.append(at)
            at = at.outer
        hides = at is not None and at.hides
        for one in reversed(line):
            hides = vars(one)["hides"] = hides or one.ended
        return hides

    def shown_code(self) -> str:
        """What of the code is shown, where there is no result: the text of a button, and that of
        an equation."""
        code = "".join(self.code)
        if found := _SHOWN_CODE.match(code):
            return found[1].strip()
        found = _EQUATION.match(code)
        return " ".join(_SWITCH.sub(" ", found[1]).split()) if found else ""


class Fields:
    """The fields that have begun in a story, one in the code or the result of another; those of a
    box stand apart from those around it."""

    def __init__(self) -> None:
        self._open: list[list[Field]] = [[]]
        self._in_code: list[Field | None] = [None]

    @property
    def in_code(self) -> Field | None:
        """The innermost of the fields in whose code we are."""
        return self._in_code[-1]

    def begin(self) -> None:
        """A field begins, with its code."""
        begun = self._in_code[-1] = Field(self._in_code[-1])
        self._open[-1].append(begun)

    def say_code(self, text: str) -> None:
        """The code of the innermost field goes on; outside of fields it is nothing."""
        if self._open[-1]:
            self._open[-1][-1].code.append(text)

    def begin_result(self) -> None:
        """The code of the innermost field ends, and its result begins."""
        if self._open[-1] and not (last := self._open[-1][-1]).in_result:
            last.in_result = True
            self._in_code[-1] = last.outer

    def end(self) -> str:
        """The innermost field ends; gives what of its code is shown."""
        if not self._open[-1]:
            return ""
        last = self._open[-1].pop()
        last.ended = True
        if last.in_result:
            return ""
        self._in_code[-1] = last.outer
        return last.shown_code()

    def begin_box(self) -> None:
        """A box begins, with fields of its own."""
        self._open.append([])
        self._in_code.append(None)

    def end_box(self) -> None:
        """The box ends, and all fields that began in it."""
        self._open.pop()
        self._in_code.pop()
