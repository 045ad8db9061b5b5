"""One story of an OpenDocument text, such as its body or a header, and what single elements of it
show: from elements to flows of visible text (OpenDocument 1.3, part 3). Must never know how the
stories of a file hang together."""

from collections.abc import Callable, Mapping

from unlinkable_index.documents.odt.styles import OdtNumbering, OdtStyles, attributes, short
from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.elements import Element, walk_text
from unlinkable_index.documents.shared.numerals import raised_digits
from unlinkable_index.documents.shared.visible_text import Counters, Flows, Part, Place

NEVER_SHOWN = names(
    "office:annotation office:annotation-end office:event-listeners office:script "
    "office:scripts svg:desc svg:title table:covered-table-cell table:shapes "
    "text:alphabetical-index-source text:bibliography-source text:dde-connection-decls "
    "text:illustration-index-source text:number text:object-index-source text:script "
    "text:table-index-source text:table-of-content-source text:tracked-changes "
    "text:user-index-source"
)
_HIDDEN_BY_DISPLAY = frozenset(
    {"text:section", "text:user-field-get", "text:variable-input", "text:variable-set"}
)
"""The elements that an attribute of this name hides; programs show all others that have it."""
SHAPES = names(
    "draw:caption draw:circle draw:connector draw:custom-shape draw:ellipse draw:line "
    "draw:measure draw:path draw:polygon draw:polyline draw:rect draw:regular-polygon "
    "draw:text-box"
)
CONTROLS = names(
    "form:button form:checkbox form:combobox form:date form:fixed-text form:formatted-text "
    "form:number form:radio form:text form:textarea form:time"
)
_SHOWN_BY_CONTROLS = ("form:current-value", "form:value", "form:label")
_MOST_BLANKS = 1_000


def is_hidden(name: str, told: Mapping[str, str]) -> bool:
    """Whether an element of this name hides what is in it, by its attributes."""
    if told.get("draw:display") == "none":
        return True
    if name in _HIDDEN_BY_DISPLAY and told.get("text:display") == "none":
        return True
    return name == "text:section" and told.get("text:is-hidden") == "true"


def blanks(told: Mapping[str, str]) -> str:
    """The blanks that an element stands for, of which its attributes tell the number."""
    count = told.get("text:c", "1")
    many = min(int(count), _MOST_BLANKS) if count.isdecimal() and len(count) < 9 else 1
    return " " * many


def shown_by_control(told: Mapping[str, str]) -> str:
    """What a control of a form shows, by its attributes."""
    return next((told[name] for name in _SHOWN_BY_CONTROLS if told.get(name)), "")


Told = dict[str, str]
"""What the attributes of an element tell, by their names."""
LABEL = "label"
NOTE_LABEL = "label of a note"


class OdtStory:
    """What is read of one story.

    - ``flows``: in the order of reading, table cells each as one;
    - ``apart``: notes, text boxes and the like;
    - ``objects``: the parts of the archive that are shown as figures, as the file names them;
    - ``masters``: the master pages that its paragraphs and tables begin.

    The origin of a piece is its element, and whether the text stands inside it or behind it; of the
    label of a paragraph the paragraph, and `LABEL`; of that of a note, where it is none that is
    counted, its citation, and `NOTE_LABEL`.
    """

    def __init__(
        self,
        root: Element,
        place: Place,
        styles: OdtStyles,
        numbering: OdtNumbering,
        counters: Counters,
    ) -> None:
        """``place``: that of the whole story."""
        paged = any(short(one.tag) == "text:soft-page-break" for one in root.iter())
        self._into = Flows(place, counters, 1 if paged else None)
        self._styles = styles
        self._numbering = numbering
        self._hidden: list[bool] = [False]
        self._raised: list[bool] = [False]
        self._nested: list[bool] = []  # of the paragraphs that are open: whether in another one
        self.objects: list[str] = []
        self.masters: dict[str, None] = {}
        walk_text(root, self._begin, self._end, self._say)
        self.flows = list(self._into.main())
        self.apart = list(self._into.apart())

    def _begin(self, element: Element) -> bool:
        """Whether what is in an element is to be read."""
        name, told = short(element.tag), attributes(element)
        if name in NEVER_SHOWN or is_hidden(name, told):
            return False
        if name in CONTROLS:
            return self._control(told)
        begin = _BEGINNINGS.get(name)
        return begin is None or begin(self, element, told) is not False

    def _end(self, element: Element) -> None:
        end = _ENDS.get(short(element.tag))
        if end is not None:
            end(self)

    def _say(self, text: str, origin: tuple[Element, bool]) -> None:
        if self._into.in_paragraph and not self._hidden[-1]:
            shown = raised_digits(text) if self._raised[-1] else text
            self._into.say_collapsed(shown, origin)

    def _stands_for(self, text: str, element: Element) -> bool:
        if self._into.in_paragraph and not self._hidden[-1]:
            self._into.say(text, (element, False))
        return False

    def _page_break(self, _element: Element, _told: Told) -> bool:
        self._into.page = (self._into.page or 1) + 1
        return False

    # Paragraphs and what hides them

    def _paragraph(self, element: Element, told: Told) -> None:
        style = told.get("text:style-name")
        self._begins_page("paragraph", style)
        self._nested.append(self._into.in_paragraph)
        if self._nested[-1]:  # inside a picture, for one
            self._into.begin_apart(Part.TEXT_BOX)
        self._into.begin_paragraph()
        self._hidden.append(bool(self._styles.hides("paragraph", style)))
        self._raised.append(bool(self._styles.raises("paragraph", style)))
        label = self._numbering.label(element)
        if label.strip() and not self._hidden[-1]:
            self._into.say(f"{label}\t", (element, LABEL))

    def _end_paragraph(self) -> None:
        self._hidden.pop()
        self._raised.pop()
        self._into.end_paragraph()
        if self._nested.pop():
            self._into.end_flow()

    def _span(self, _element: Element, told: Told) -> None:
        style = told.get("text:style-name")
        hides, raises = self._styles.hides("text", style), self._styles.raises("text", style)
        self._hidden.append(self._hidden[-1] if hides is None else hides)
        self._raised.append(self._raised[-1] if raises is None else raises)

    def _end_span(self) -> None:
        self._hidden.pop()
        self._raised.pop()

    def _hidden_text(self, element: Element, told: Told) -> None:
        if told.get("text:is-hidden") != "true" and not (element.text or "").strip():
            self._stands_for(told.get("text:string-value", ""), element)

    def _begins_page(self, family: str, style: str | None) -> None:
        if master := self._styles.master(family, style):
            self.masters[master] = None

    # Tables

    def _table(self, _element: Element, told: Told) -> None:
        self._begins_page("table", told.get("table:style-name"))
        self._into.begin_table()

    # What stands apart

    def _begin_apart(self, part: Part) -> bool:
        if self._hidden[-1]:
            return False
        self._into.begin_apart(part)
        self._hidden.append(False)
        self._raised.append(False)
        return True

    def _end_apart(self) -> None:
        self._hidden.pop()
        self._raised.pop()
        self._into.end_flow()

    def _note(self, _element: Element, told: Told) -> bool:
        kind = told.get("text:note-class")
        return self._begin_apart(Part.ENDNOTE if kind == "endnote" else Part.FOOTNOTE)

    def _citation(self, element: Element, told: Told) -> bool:
        """The label of a note is read at its beginning, where it is printed once more."""
        if (label := told.get("text:label", "")).strip():
            self._into.say(label, (element, NOTE_LABEL))
            self._into.say("\t")
            self._into.end_paragraph(goes_on=True)
        return False

    def _above_line(self, _element: Element, _told: Told) -> bool:
        if not self._begin_apart(Part.ABOVE_LINE):
            return False
        self._into.begin_paragraph()
        return True

    def _object(self, _element: Element, told: Told) -> None:
        if not self._hidden[-1] and (part := told.get("xlink:href")):
            self.objects.append(part)

    def _control(self, told: Told) -> bool:
        """A control of a form shows its value."""
        if shown := shown_by_control(told):
            self._into.begin_apart(Part.TEXT_BOX)
            self._into.say(shown)
            self._into.end_flow()
        return True


_BEGINNINGS: dict[str, Callable[[OdtStory, Element, Told], bool | None]] = {
    "draw:object": OdtStory._object,
    "table:table": OdtStory._table,
    "table:table-cell": lambda it, _, _told: it._into.begin_cell(),
    "table:table-row": lambda it, _, _told: it._into.begin_row(),
    "text:h": OdtStory._paragraph,
    "text:hidden-text": OdtStory._hidden_text,
    "text:line-break": lambda it, element, _: it._stands_for("\n", element),
    "text:list": lambda it, element, _: it._numbering.begin_list(element),
    "text:list-header": lambda it, element, _: it._numbering.begin_item(element),
    "text:list-item": lambda it, element, _: it._numbering.begin_item(element),
    "text:note": OdtStory._note,
    "text:note-citation": OdtStory._citation,
    "text:p": OdtStory._paragraph,
    "text:ruby-text": OdtStory._above_line,
    "text:s": lambda it, element, told: it._stands_for(blanks(told), element),
    "text:soft-page-break": OdtStory._page_break,
    "text:span": OdtStory._span,
    "text:tab": lambda it, element, _: it._stands_for("\t", element),
}
_BEGINNINGS |= dict.fromkeys(SHAPES, lambda it, _, _told: it._begin_apart(Part.TEXT_BOX))
_ENDS: dict[str, Callable[[OdtStory], None]] = {
    "table:table": lambda it: it._into.end_table(),
    "table:table-cell": lambda it: it._into.end_flow(),
    "text:h": OdtStory._end_paragraph,
    "text:list": lambda it: it._numbering.end_list(),
    "text:list-header": lambda it: it._numbering.end_item(),
    "text:list-item": lambda it: it._numbering.end_item(),
    "text:note": OdtStory._end_apart,
    "text:p": OdtStory._end_paragraph,
    "text:ruby-text": OdtStory._end_apart,
    "text:span": OdtStory._end_span,
}
_ENDS |= dict.fromkeys(SHAPES, OdtStory._end_apart)
