"""One story of a DOCX file, such as its body, a header or a note: from elements to flows of
visible text.

After ISO/IEC 29500-1. Tracked changes are taken as accepted. Whatever is not known to be hidden is
read. Knows elements; knows nothing of how the stories of a file hang together.
"""

from collections.abc import Callable
from dataclasses import dataclass

from unlinkable_index.documents.docx.package import attribute, child, short, within
from unlinkable_index.documents.docx.shown import (
    NEVER_SHOWN,
    STANDS_FOR,
    TEXT,
    Field,
    Fields,
    MergedCells,
    choice_of_list,
    drawing_is_shown,
    end_is_hidden,
    shape_is_shown,
    shown_form,
    symbol,
    text_of,
)
from unlinkable_index.documents.docx.styles import DocxNumbering, DocxStyles, Look
from unlinkable_index.documents.shared.elements import Element, walk_text
from unlinkable_index.documents.shared.numerals import raised_digits
from unlinkable_index.documents.shared.visible_text import Counters, Flows, Part, Place

_OF_FORMULA = frozenset({"m:num", "m:den", "m:e", "m:sub", "m:sup", "m:deg"})


@dataclass(eq=False)
class NoteCalled:
    """That visible text calls a note: its id, where, and whether it has a number."""

    id: str
    page: int | None
    numbered: bool


class DocxStory:
    """What is read of one story.

    - ``flows``: in the order of reading, table cells each as one;
    - ``apart``: text boxes and the like;
    - ``notes``: those that visible text calls, by kind, in order;
    - ``figures``: the ids of relationships to charts and diagrams;
    - ``elsewhere``: whether some of the text stands in files inside the file, or in other files.
    """

    def __init__(
        self,
        root: Element,
        place: Place,
        styles: DocxStyles,
        numbering: DocxNumbering,
        counters: Counters,
    ) -> None:
        """``place``: that of the whole story."""
        has_pages = next(within(root, "w:lastRenderedPageBreak"), None) is not None
        self._into = Flows(place, counters, 1 if has_pages else None)
        self._styles = styles
        self._numbering = numbering
        self._looks = [Look(hidden=False, raised=False)]
        self._paragraph_styles: list[str | None] = []
        self._table_styles: list[str | None] = []
        self._cells: list[MergedCells] = []  # of the tables that are open
        self._endings: list[bool] = []  # of the paragraphs that are open: whether it is not shown
        self._fields = Fields()
        self._forms: Element | None = None  # the element whose children are forms of the same
        self._shown_form: Element | None = None
        self._called: list[tuple[Part, NoteCalled, Field | None]] = []
        self.figures: list[str] = []
        self.elsewhere = False
        walk_text(root, self._begin, self._end, lambda _text, _origin: None)
        self.flows = list(self._into.main())
        self.apart = list(self._into.apart())
        self.notes: dict[Part, list[NoteCalled]] = {Part.FOOTNOTE: [], Part.ENDNOTE: []}
        for part, called, code in self._called:
            if code is None or not code.hides:
                self.notes[part].append(called)

    def _begin(self, element: Element) -> bool:
        """Whether what is in an element is to be read."""
        name = short(element.tag)
        if name in NEVER_SHOWN:
            return False
        if name in TEXT:
            self._say(text_of(element), element)
            return False
        if name in STANDS_FOR:
            self._say(STANDS_FOR[name], element)
            return False
        begin = _BEGINNINGS.get(name)
        return begin is None or begin(self, element) is not False

    def _end(self, element: Element) -> None:
        end = _ENDS.get(short(element.tag))
        if end is not None:
            end(self)

    # Text

    def _say(self, text: str, origin: Element | None) -> None:
        look = self._looks[-1]
        if not look.hidden:
            shown = raised_digits(text) if look.raised else text
            self._into.say(shown, origin, self._fields.in_code)

    def _symbol(self, element: Element) -> bool:
        self._say(symbol(element), element)
        return False

    # Paragraphs, runs and what hides them

    def _paragraph(self, element: Element) -> None:
        properties = child(element, "w:pPr")
        begins = not self._into.goes_on
        self._into.begin_paragraph()
        self._paragraph_styles.append(self._styles.of_paragraph(properties))
        listed = self._numbering.list_of(properties, self._paragraph_styles[-1])
        end = child(properties, "w:rPr")
        if listed is not None and begins:
            label, table = self._numbering.label(listed), self._table_style()
            if not self._styles.look(end, self._paragraph_styles[-1], table).hidden:
                self._say(label, element)
        self._endings.append(end_is_hidden(properties))

    def _end_paragraph(self) -> None:
        self._paragraph_styles.pop()
        self._into.end_paragraph(goes_on=self._endings.pop())

    def _run(self, element: Element) -> None:
        paragraph = self._paragraph_styles[-1] if self._paragraph_styles else None
        look = self._styles.look(child(element, "w:rPr"), paragraph, self._table_style())
        self._looks.append(look._replace(hidden=look.hidden or self._looks[-1].hidden))

    def _table_style(self) -> str | None:
        return self._table_styles[-1] if self._table_styles else None

    def _end_run(self) -> None:
        self._looks.pop()

    def _drawing(self, _element: Element) -> bool:
        return not self._looks[-1].hidden

    def _form(self, element: Element) -> bool:
        every = element.getparent()
        if every is not self._forms:
            self._forms = every
            self._shown_form = None if every is None else shown_form(every)
        return element is self._shown_form

    # Fields

    def _field_character(self, element: Element) -> bool:
        match attribute(element, "fldCharType"):
            case "begin":
                self._say(choice_of_list(element), None)
                self._fields.begin()
            case "separate":
                self._fields.begin_result()
            case "end":
                self._say(self._fields.end(), None)
        return False

    def _code(self, element: Element) -> bool:
        if not self._looks[-1].hidden:
            self._fields.say_code(element.text or "")
        return False

    # Tables

    def _table(self, element: Element) -> None:
        self._table_styles.append(self._styles.of_table(child(element, "w:tblPr")))
        self._cells.append(MergedCells())
        self._into.begin_table()

    def _end_table(self) -> None:
        self._table_styles.pop()
        self._cells.pop()
        self._into.end_table()

    def _row(self, element: Element) -> bool:
        if self._cells:
            self._cells[-1].begin_row(element)
        if child(element, "w:trPr", "w:del") is not None:
            return False
        self._into.begin_row()
        return True

    def _cell(self, element: Element) -> bool:
        if child(element, "w:tcPr", "w:cellDel") is not None:
            return False
        self._into.begin_cell()
        if self._cells and not self._cells[-1].shows(element):
            self._into.end_flow()
            return False
        return True

    # What stands apart

    def _begin_apart(self, part: Part) -> None:
        self._into.begin_apart(part)
        self._fields.begin_box()

    def _end_apart(self) -> None:
        self._into.end_flow()
        self._fields.end_box()

    def _drawn_words(self, element: Element) -> bool:
        self._begin_apart(Part.FIGURE)
        self._say(element.get("string") or "", None)
        self._end_apart()
        return False

    def _figure(self, element: Element) -> bool:
        identity = attribute(element, "dm") or attribute(element, "id")
        if identity:
            self.figures.append(identity)
        return False

    def _note(self, part: Part, element: Element) -> bool:
        identity = attribute(element, "id")
        if identity and not self._looks[-1].hidden:
            marked = attribute(element, "customMarkFollows") in ("1", "true", "on")
            called = NoteCalled(identity, self._into.page, not marked)
            self._called.append((part, called, self._fields.in_code))
        return False

    def _page_break(self, _element: Element) -> bool:
        self._into.page = (self._into.page or 1) + 1
        return False

    def _elsewhere(self, _element: Element) -> bool:
        self.elsewhere = True
        return False


_BEGINNINGS: dict[str, Callable[[DocxStory, Element], bool | None]] = {
    "a:p": lambda it, _: it._begin_apart(Part.FIGURE),
    "c:chart": DocxStory._figure,
    "cx:chart": DocxStory._figure,
    "dgm:relIds": DocxStory._figure,
    "mc:Choice": DocxStory._form,
    "mc:Fallback": DocxStory._form,
    "m:r": DocxStory._run,
    "v:textpath": DocxStory._drawn_words,
    "w:altChunk": DocxStory._elsewhere,
    "w:drawing": DocxStory._drawing,
    "w:endnoteReference": lambda it, element: it._note(Part.ENDNOTE, element),
    "w:fldChar": DocxStory._field_character,
    "w:footnoteReference": lambda it, element: it._note(Part.FOOTNOTE, element),
    "w:instrText": DocxStory._code,
    "w:lastRenderedPageBreak": DocxStory._page_break,
    "w:object": DocxStory._drawing,
    "w:p": DocxStory._paragraph,
    "w:pict": DocxStory._drawing,
    "w:r": DocxStory._run,
    "w:rt": lambda it, _: it._begin_apart(Part.ABOVE_LINE),
    "w:subDoc": DocxStory._elsewhere,
    "w:sym": DocxStory._symbol,
    "w:tbl": DocxStory._table,
    "w:tc": DocxStory._cell,
    "w:tr": DocxStory._row,
    "w:txbxContent": lambda it, _: it._begin_apart(Part.TEXT_BOX),
    "wp:anchor": lambda _, element: drawing_is_shown(element),
    "wp:inline": lambda _, element: drawing_is_shown(element),
}
_SHAPES = frozenset({"v:group", "v:line", "v:oval", "v:rect", "v:roundrect", "v:shape"})
_BEGINNINGS |= dict.fromkeys(_SHAPES, lambda _, element: shape_is_shown(element))
_ENDS: dict[str, Callable[[DocxStory], None]] = {
    "a:p": DocxStory._end_apart,
    "m:r": DocxStory._end_run,
    "w:p": DocxStory._end_paragraph,
    "w:r": DocxStory._end_run,
    "w:rt": DocxStory._end_apart,
    "w:tbl": DocxStory._end_table,
    "w:tc": lambda it: it._into.end_flow(),
    "w:txbxContent": DocxStory._end_apart,
}
# What stands above and below in a formula is not one word.
_ENDS |= dict.fromkeys(_OF_FORMULA, lambda it: it._say(" ", None))
