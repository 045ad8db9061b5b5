"""What single elements and fields of a DOCX file show: text, what stands for a character, a field's
result, or nothing (ISO/IEC 29500-1). Must never know paragraphs."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from unlinkable_index.documents.docx.package import (
    attribute,
    child,
    children,
    known,
    short,
    switch,
    value_of,
)
from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.elements import Element

NEVER_SHOWN = names(
    "w:customXmlPr w:del w:delInstrText w:delText w:fldData w:moveFrom w:pPr w:rPr w:rubyPr "
    "w:sdtEndPr w:sdtPr w:sectPr w:smartTagPr w:tblGrid w:tblPr w:tblPrEx w:tcPr w:trPr"
)
TEXT = frozenset({"w:t", "m:t", "a:t"})
STANDS_FOR = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
    "a:br": "\n",
}
_SPACE = str.maketrans("\t\r\n", "   ")
_PRESERVED = "{http://www.w3.org/XML/1998/namespace}space"
_MOST_DIGITS = 6  # of the number of a choice, and of columns


def text_of(element: Element) -> str:
    """The text of an element as it is shown: without the space at its ends, unless it says so."""
    text = "".join(element.itertext())
    if short(element.tag) != "a:t" and element.get(_PRESERVED) != "preserve":
        text = text.strip(" \t\r\n")
    return text.translate(_SPACE)


def symbol(element: Element) -> str:
    """The character that a symbol names by its number; a blank where it names none."""
    try:
        return chr(int(attribute(element, "char") or "", 16))
    except (ValueError, OverflowError):
        return " "


def choice_of_list(field_character: Element) -> str:
    """What a list to choose from shows, which stands nowhere else; "" where this is none."""
    choices = child(field_character, "w:ffData", "w:ddList")
    if choices is None:
        return ""
    entries = [attribute(one, "val") or "" for one in children(choices, "w:listEntry")]
    chosen = child(choices, "w:result")
    chosen = child(choices, "w:default") if chosen is None else chosen
    number = "0" if chosen is None else attribute(chosen, "val") or "0"
    if not number.isdecimal() or len(number) > _MOST_DIGITS or int(number) >= len(entries):
        return ""
    return entries[int(number)]


def is_drop_cap(properties: Element | None) -> bool:
    """Whether a paragraph with these properties is the large beginning of the next one."""
    frame = child(properties, "w:framePr")
    return frame is not None and attribute(frame, "dropCap") in ("drop", "margin")


def end_is_hidden(properties: Element | None) -> bool:
    """Whether the end of a paragraph with these properties is not shown, so that the next one goes
    on in it."""
    end = child(properties, "w:rPr")
    return (
        bool(switch(end, "w:vanish"))
        or child(end, "w:del") is not None
        or child(end, "w:moveFrom") is not None
        or is_drop_cap(properties)
    )


def drawing_is_shown(anchor: Element) -> bool:
    """Whether a drawing is, by its anchor."""
    properties = child(anchor, "wp:docPr")
    return properties is None or attribute(properties, "hidden") in (None, "0", "false")


def shape_is_shown(shape: Element) -> bool:
    """Whether an older drawing is."""
    return "visibility:hidden" not in "".join((shape.get("style") or "").split()).lower()


class MergedCells:
    """Which cells of a table are shown: of those that are merged into one only the topmost. Must be
    told of its rows in their order."""

    def __init__(self) -> None:
        self._above: frozenset[int] = frozenset()
        self._columns: dict[Element, int] = {}
        self._merged: set[int] = set()

    def begin_row(self, row: Element) -> None:
        """The cells of a row come now."""
        self._above = frozenset(self._merged)
        self._columns, self._merged = {}, set()
        column = _wide(value_of(row, "w:trPr", "w:gridBefore"), 0)
        for cell in children(row, "w:tc"):
            self._columns[cell] = column
            properties = child(cell, "w:tcPr")
            if child(properties, "w:vMerge") is not None:
                self._merged.add(column)
            column += _wide(value_of(properties, "w:gridSpan"), 1)

    def shows(self, cell: Element) -> bool:
        """Whether a cell of this row is shown."""
        merged = child(cell, "w:tcPr", "w:vMerge")
        goes_on = merged is not None and attribute(merged, "val") in (None, "continue")
        return not goes_on or self._columns.get(cell) not in self._above


def _wide(said: str | None, otherwise: int) -> int:
    return int(said) if said and said.isdecimal() and len(said) <= _MOST_DIGITS else otherwise


def shown_form(every: Element) -> Element | None:
    """The one of several forms of the same, the children of ``every``, that is shown."""
    shown = next((one for one in children(every, "mc:Choice") if _is_known(one)), None)
    return child(every, "mc:Fallback") if shown is None else shown


def _is_known(choice: Element) -> bool:
    """Whether all that a choice requires is known."""
    required = (attribute(choice, "Requires") or "").split()
    return bool(required) and all(known(choice.nsmap.get(prefix)) for prefix in required)


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
