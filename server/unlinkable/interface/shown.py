"""Results as other Python programs show them: records for a data frame, and HTML for a notebook.

`pandas.DataFrame(result.to_records())` makes a frame of any result; nothing here needs pandas. What
is shown holds text of drafts, and is as confidential as they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeVar

from unlinkable.reporting.page import Html, inline, joined, table, tag, text

Record = dict[str, Any]
"""A row: plain values by the names of columns."""
_STYLE = "white-space:pre-wrap;font-family:Georgia,serif;line-height:1.5;max-width:52rem"
_KINDS = {
    "phrase": "background:#fef3c7;border-bottom:2px solid #b45309",
    "mask": "background:#dcfce7;border-bottom:2px solid #15803d",
}
_OTHERS = "background:#e8effd;border-bottom:2px dotted #1d4ed8"


class Shown(Protocol):
    """A result that can be shown."""

    def to_records(self) -> list[Record]:
        """A row for each thing found."""
        ...

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        ...


One = TypeVar("One", bound=Shown)


class Several(tuple[One, ...]):
    """The results for several texts, in their order."""

    __slots__ = ()

    def to_records(self) -> list[Record]:
        """The rows of all, each with the number of its text, from 0."""
        return [
            {"text_number": number, **row}
            for number, one in enumerate(self)
            for row in one.to_records()
        ]

    def _repr_html_(self) -> str:
        titled = (
            f"<h4>{text(f'Text {number}')}</h4>{one._repr_html_()}"
            for number, one in enumerate(self)
        )
        return "".join(titled)


class Marking(NamedTuple):
    """A place of a text that is marked, of what ``kind``, and what is said of it."""

    start: int
    end: int
    kind: str
    said: str


def record(value: Any) -> Record:
    """The row of a dataclass: lists of names become one text, and what is made of parts, too."""
    return {name: _cell(found) for name, found in asdict(value).items()}


def _cell(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    return ", ".join(one["text"] if isinstance(one, dict) else str(one) for one in value)


def marked_text(whole: str, marks: Iterable[Marking]) -> Html:
    """A text with what was found in it marked; where marks overlap, the first one's colour stands,
    and all is said."""
    found = [one for one in marks if one.start < one.end]
    ends = sorted({0, len(whole), *(at for one in found for at in (one.start, one.end))})
    parts = []
    for start, end in pairwise(ends):
        here = [one for one in found if one.start <= start and end <= one.end]
        words = joined(map(inline, whole[start:end].split("\n")), "\n")
        if here:
            said = "; ".join(dict.fromkeys(one.said for one in here))
            parts.append(tag("mark", words, title=said, style=_KINDS.get(here[0].kind, _OTHERS)))
        else:
            parts.append(words)
    return tag("div", *parts, style=_STYLE)


def listed(rows: Sequence[Record]) -> Html:
    """Records as a table."""
    heads = list(dict.fromkeys(name for row in rows for name in row))
    return table(heads, [[text(_figure(row.get(name))) for name in heads] for row in rows])


def _figure(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
