"""One story of a DOCX file, such as its body, a header or a note: from elements to flows of
visible text.

After ISO/IEC 29500-1. Tracked changes are taken as accepted. Whatever is not known to be hidden is
read. Knows elements; knows nothing of how the stories of a file hang together.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from lxml import etree

from unlinkable_index.formats.docx.fields import Field
from unlinkable_index.formats.docx.names import (
    attribute,
    child,
    children,
    known,
    short,
    switch,
    within,
)
from unlinkable_index.formats.docx.styles import Look, Styles
from unlinkable_index.formats.hardened_xml import Element
from unlinkable_index.formats.visible_text import Cell, Paragraph, Part, Piece, Place

_NEVER_SHOWN = frozenset(
    {
        "w:customXmlPr",
        "w:del",
        "w:delInstrText",
        "w:delText",
        "w:fldData",
        "w:moveFrom",
        "w:pPr",
        "w:rPr",
        "w:rubyPr",
        "w:sdtEndPr",
        "w:sdtPr",
        "w:sectPr",
        "w:smartTagPr",
        "w:tblGrid",
        "w:tblPr",
        "w:tblPrEx",
        "w:tcPr",
        "w:trPr",
    }
)
_TEXT = frozenset({"w:t", "m:t", "a:t"})
_STANDS_FOR = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
    "a:br": "\n",
}
_OF_FORMULA = frozenset({"m:num", "m:den", "m:e", "m:sub", "m:sup", "m:deg"})
_SPACE = str.maketrans("\t\r\n", "   ")
RAISED_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LONGEST_MARK = 3  # digits
_PRESERVED = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(eq=False)
class NoteCalled:
    """That visible text calls a note: its id, where, and whether it has a number."""

    id: str
    page: int | None
    numbered: bool


@dataclass(eq=False)
class _Open:
    """A paragraph that is being read. Each piece comes with the fields whose code it stands in."""

    style: str | None
    pieces: list[tuple[Piece, tuple[Field, ...]]] = field(default_factory=list)
    page: int | None = None

    def close(self, place: Place) -> Paragraph | None:
        """What is shown of it, at a place but for the page; None where that is nothing."""
        shown = tuple(
            piece for piece, fields in self.pieces if not any(one.ended for one in fields)
        )
        paragraph = Paragraph(shown, replace(place, page=self.page or place.page))
        return paragraph if paragraph.text.strip() else None


@dataclass(eq=False)
class _Flow:
    """A flow that is being read. ``among``: the flows of the same story or box; ``goes_on``: its
    last paragraph has no end that is shown."""

    place: Place
    fields: list[Field]
    among: list["_Flow"]
    paragraphs: list[_Open] = field(default_factory=list)
    open: bool = False
    goes_on: bool = False

    def __post_init__(self) -> None:
        self.among.append(self)


@dataclass
class _Table:
    number: int
    style: str | None
    row: int = 0
    column: int = 0


@dataclass(eq=False)
class Counters:
    """How many tables and text boxes the stories of a file had so far."""

    tables: int = 0
    apart: dict[Part, int] = field(default_factory=dict)


class Story:
    """What is read of one story.

    - ``flows``: in the order of reading, table cells each as one;
    - ``apart``: text boxes and the like;
    - ``notes``: those that visible text calls, by kind, in order;
    - ``figures``: the ids of relationships to charts and diagrams;
    - ``elsewhere``: whether some of the text stands in files inside the file, or in other files.
    """

    def __init__(self, root: Element, place: Place, styles: Styles, counters: Counters) -> None:
        """``place``: that of the whole story."""
        self._styles = styles
        self._counters = counters
        self._page = 1 if next(within(root, "w:lastRenderedPageBreak"), None) is not None else None
        self._tables: list[_Table] = []
        self._looks = [Look(hidden=False, raised=False)]
        self._stack = [_Flow(place, [], [])]
        self._apart: list[list[_Flow]] = []
        self._called: list[tuple[Part, NoteCalled, tuple[Field, ...]]] = []
        self.figures: list[str] = []
        self.elsewhere = False
        among = self._stack[0].among
        self._read(root)
        self.flows = list(_closed(among))
        self.notes: dict[Part, list[NoteCalled]] = {Part.FOOTNOTE: [], Part.ENDNOTE: []}
        for part, called, fields in self._called:
            if not any(one.ended for one in fields):
                self.notes[part].append(called)
        self.apart = [flow for box in self._apart for flow in _closed(box)]

    def _read(self, root: Element) -> None:
        walk = etree.iterwalk(root, events=("start", "end"))
        left_out: Element | None = None
        for event, element in walk:
            name = short(element.tag)
            if event == "start":
                if not self._begin(name, element):
                    left_out = element
                    walk.skip_subtree()
            elif element is left_out:
                left_out = None
            elif (end := _ENDS.get(name)) is not None:
                end(self)

    def _begin(self, name: str, element: Element) -> bool:
        """Whether what is in an element is to be read."""
        if name in _NEVER_SHOWN:
            return False
        if name in _TEXT:
            self._say(_text_of(element), element)
            return False
        if name in _STANDS_FOR:
            self._say(_STANDS_FOR[name], element)
            return False
        begin = _BEGINNINGS.get(name)
        return begin is None or begin(self, element)

    # Text

    def _say(self, text: str, origin: Element | None) -> None:
        look = self._looks[-1]
        if not text or look.hidden:
            return
        if look.raised and text.isdecimal() and text.isascii() and len(text) <= _LONGEST_MARK:
            text = text.translate(RAISED_DIGITS)
        flow = self._stack[-1]
        if not flow.open:
            self._open(flow, None)
        paragraph = flow.paragraphs[-1]
        if not paragraph.pieces:
            paragraph.page = self._page
        paragraph.pieces.append((Piece(text, origin), self._in_code()))

    def _in_code(self) -> tuple[Field, ...]:
        """The fields in whose code we are."""
        return tuple(one for one in self._stack[-1].fields if not one.in_result)

    def _symbol(self, element: Element) -> bool:
        code = attribute(element, "char") or ""
        try:
            self._say(chr(int(code, 16)), element)
        except (ValueError, OverflowError):
            self._say(" ", element)
        return False

    def _end_of_term(self) -> None:
        """What stands above and below in a formula is not one word."""
        self._say(" ", None)

    # Paragraphs, runs and what hides them

    def _open(self, flow: _Flow, style: str | None) -> None:
        if not flow.goes_on or not flow.paragraphs:
            flow.paragraphs.append(_Open(style))
        flow.paragraphs[-1].style = style
        flow.open, flow.goes_on = True, False

    def _paragraph(self, element: Element) -> bool:
        properties = child(element, "w:pPr")
        flow = self._stack[-1]
        self._open(flow, self._styles.of_paragraph(properties))
        end = child(properties, "w:rPr")
        flow.goes_on = end is not None and (
            bool(switch(end, "w:vanish"))
            or child(end, "w:del") is not None
            or child(end, "w:moveFrom") is not None
        )
        return True

    def _end_paragraph(self) -> None:
        self._stack[-1].open = False

    def _run(self, element: Element) -> bool:
        flow = self._stack[-1]
        style = flow.paragraphs[-1].style if flow.open and flow.paragraphs else None
        table = self._tables[-1].style if self._tables else None
        look = self._styles.look(child(element, "w:rPr"), style, table)
        outer = self._looks[-1]
        self._looks.append(Look(look.hidden or outer.hidden, look.raised))
        return True

    def _end_run(self) -> None:
        self._looks.pop()

    def _drawing(self, element: Element) -> bool:
        del element
        return not self._looks[-1].hidden

    def _anchor(self, element: Element) -> bool:
        properties = child(element, "wp:docPr")
        return properties is None or attribute(properties, "hidden") in (None, "0", "false")

    def _shape(self, element: Element) -> bool:
        return "visibility:hidden" not in "".join((element.get("style") or "").split()).lower()

    def _form(self, element: Element) -> bool:
        """Of several forms of the same, only one is shown."""
        every = element.getparent()
        if every is None:
            return True
        shown = next((one for one in children(every, "mc:Choice") if _is_known(one)), None)
        return element is (child(every, "mc:Fallback") if shown is None else shown)

    # Fields

    def _field_character(self, element: Element) -> bool:
        fields = self._stack[-1].fields
        match attribute(element, "fldCharType"):
            case "begin":
                fields.append(Field())
                self._form_field(element)
            case "separate" if fields:
                fields[-1].in_result = True
            case "end" if fields:
                last = fields.pop()
                last.ended = True
                if not last.in_result:
                    self._say(last.shown_code(), None)
        return False

    def _form_field(self, element: Element) -> None:
        """A list to choose from shows its choice, which stands nowhere else."""
        choices = child(element, "w:ffData", "w:ddList")
        if choices is None:
            return
        entries = [attribute(one, "val") or "" for one in children(choices, "w:listEntry")]
        for name in ("w:result", "w:default"):
            found = child(choices, name)
            if found is not None:
                break
        number = "0" if found is None else attribute(found, "val") or "0"
        if number.isdecimal() and int(number) < len(entries):
            code = self._stack[-1].fields.pop()
            self._say(entries[int(number)], None)
            self._stack[-1].fields.append(code)

    def _code(self, element: Element) -> bool:
        fields = self._stack[-1].fields
        if fields and not self._looks[-1].hidden:
            fields[-1].code.append(element.text or "")
        return False

    # Tables

    def _table(self, element: Element) -> bool:
        self._counters.tables += 1
        style = self._styles.of_table(child(element, "w:tblPr"))
        self._tables.append(_Table(self._counters.tables, style))
        return True

    def _end_table(self) -> None:
        """What comes behind a table is a flow of its own."""
        self._tables.pop()
        before = self._stack.pop()
        self._stack.append(_Flow(before.place, before.fields, before.among))

    def _row(self, element: Element) -> bool:
        if child(element, "w:trPr", "w:del") is not None:
            return False
        if self._tables:
            self._tables[-1].row += 1
            self._tables[-1].column = 0
        return True

    def _cell(self, element: Element) -> bool:
        if child(element, "w:tcPr", "w:cellDel") is not None:
            return False
        outer = self._stack[-1]
        place = outer.place
        if self._tables:
            table = self._tables[-1]
            table.column += 1
            place = replace(place, cell=Cell(table.number, table.row, table.column))
        self._stack.append(_Flow(place, outer.fields, outer.among))
        return True

    def _end_flow(self) -> None:
        self._stack.pop()

    # What stands apart

    def _begin_apart(self, part: Part) -> None:
        number = self._counters.apart[part] = self._counters.apart.get(part, 0) + 1
        self._stack.append(_Flow(Place(part, number, page=self._page), [], []))
        self._apart.append(self._stack[-1].among)

    def _box(self, element: Element) -> bool:
        del element
        self._begin_apart(Part.TEXT_BOX)
        return True

    def _above_line(self, element: Element) -> bool:
        del element
        self._begin_apart(Part.ABOVE_LINE)
        return True

    def _drawn_paragraph(self, element: Element) -> bool:
        del element
        self._begin_apart(Part.FIGURE)
        return True

    def _drawn_words(self, element: Element) -> bool:
        self._begin_apart(Part.FIGURE)
        self._say(element.get("string") or "", None)
        self._end_flow()
        return False

    def _figure(self, element: Element) -> bool:
        identity = attribute(element, "dm") or attribute(element, "id")
        if identity:
            self.figures.append(identity)
        return False

    def _footnote(self, element: Element) -> bool:
        return self._note(Part.FOOTNOTE, element)

    def _endnote(self, element: Element) -> bool:
        return self._note(Part.ENDNOTE, element)

    def _note(self, part: Part, element: Element) -> bool:
        identity = attribute(element, "id")
        if identity and not self._looks[-1].hidden:
            marked = attribute(element, "customMarkFollows") in ("1", "true", "on")
            called = NoteCalled(identity, self._page, not marked)
            self._called.append((part, called, self._in_code()))
        return False

    def _page_break(self, element: Element) -> bool:
        del element
        self._page = (self._page or 1) + 1
        return False

    def _elsewhere(self, element: Element) -> bool:
        del element
        self.elsewhere = True
        return False


_BEGINNINGS: dict[str, Callable[[Story, Element], bool]] = {
    "a:p": Story._drawn_paragraph,
    "c:chart": Story._figure,
    "cx:chart": Story._figure,
    "dgm:relIds": Story._figure,
    "mc:Choice": Story._form,
    "mc:Fallback": Story._form,
    "m:r": Story._run,
    "v:textpath": Story._drawn_words,
    "w:altChunk": Story._elsewhere,
    "w:drawing": Story._drawing,
    "w:endnoteReference": Story._endnote,
    "w:fldChar": Story._field_character,
    "w:footnoteReference": Story._footnote,
    "w:instrText": Story._code,
    "w:lastRenderedPageBreak": Story._page_break,
    "w:object": Story._drawing,
    "w:p": Story._paragraph,
    "w:pict": Story._drawing,
    "w:r": Story._run,
    "w:rt": Story._above_line,
    "w:subDoc": Story._elsewhere,
    "w:sym": Story._symbol,
    "w:tbl": Story._table,
    "w:tc": Story._cell,
    "w:tr": Story._row,
    "w:txbxContent": Story._box,
    "wp:anchor": Story._anchor,
    "wp:inline": Story._anchor,
}
_SHAPES = frozenset({"v:group", "v:line", "v:oval", "v:rect", "v:roundrect", "v:shape"})
_BEGINNINGS |= dict.fromkeys(_SHAPES, Story._shape)
_ENDS: dict[str, Callable[[Story], None]] = {
    "a:p": Story._end_flow,
    "m:r": Story._end_run,
    "w:p": Story._end_paragraph,
    "w:r": Story._end_run,
    "w:rt": Story._end_flow,
    "w:tbl": Story._end_table,
    "w:tc": Story._end_flow,
    "w:txbxContent": Story._end_flow,
}
_ENDS |= dict.fromkeys(_OF_FORMULA, Story._end_of_term)


def _closed(flows: Iterable[_Flow]) -> Iterator[list[Paragraph]]:
    """The flows of one story or box, their paragraphs counted."""
    count = 0
    for flow in flows:
        closed: list[Paragraph] = []
        for paragraph in flow.paragraphs:
            counted = flow.place.cell is None
            number = count + 1 if counted else None
            shown = paragraph.close(replace(flow.place, paragraph=number))
            if shown is not None:
                count += counted
                closed.append(shown)
        yield closed


def _text_of(element: Element) -> str:
    """The text of an element as it is shown: without the space at its ends, unless it says so."""
    text = "".join(element.itertext())
    if short(element.tag) != "a:t" and element.get(_PRESERVED) != "preserve":
        text = text.strip(" \t\r\n")
    return text.translate(_SPACE)


def _is_known(choice: Element) -> bool:
    """Whether all that a choice requires is known."""
    required = (attribute(choice, "Requires") or "").split()
    return bool(required) and all(known(choice.nsmap.get(prefix)) for prefix in required)
