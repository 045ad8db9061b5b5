"""What single elements of an OpenDocument text show: text of their own, that of others, or nothing.

After OpenDocument 1.3, part 3 (OASIS). Whatever is not known to be hidden is shown. Knows elements
one by one.
"""

from collections.abc import Mapping

NEVER_SHOWN = frozenset(
    {
        "office:annotation",
        "office:annotation-end",
        "office:event-listeners",
        "office:script",
        "office:scripts",
        "svg:desc",
        "svg:title",
        "table:covered-table-cell",
        "table:shapes",
        "text:alphabetical-index-source",
        "text:bibliography-source",
        "text:dde-connection-decls",
        "text:illustration-index-source",
        "text:number",
        "text:object-index-source",
        "text:script",
        "text:table-index-source",
        "text:table-of-content-source",
        "text:tracked-changes",
        "text:user-index-source",
    }
)
_HIDDEN_BY_DISPLAY = frozenset(
    {"text:section", "text:user-field-get", "text:variable-input", "text:variable-set"}
)
"""The elements that an attribute of this name hides; programs show all others that have it."""
SHAPES = frozenset(
    {
        "draw:caption",
        "draw:circle",
        "draw:connector",
        "draw:custom-shape",
        "draw:ellipse",
        "draw:line",
        "draw:measure",
        "draw:path",
        "draw:polygon",
        "draw:polyline",
        "draw:rect",
        "draw:regular-polygon",
        "draw:text-box",
    }
)
CONTROLS = frozenset(
    {
        "form:button",
        "form:checkbox",
        "form:combobox",
        "form:date",
        "form:fixed-text",
        "form:formatted-text",
        "form:number",
        "form:radio",
        "form:text",
        "form:textarea",
        "form:time",
    }
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
