"""One original as the court keeps it: its fields, as sources are said to call them, and what a
reader sees of its text where that is marked up. Must never know files."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

from unlinkable_index import documents
from unlinkable_index.errors import UserError


class Unreadable(Enum):
    """What is done with files of a folder or an archive that cannot be read as texts."""

    REFUSED = "refused"
    LEFT_OUT = "left out"


class TextAs(Enum):
    """What the text of a record is taken for; ``RECOGNISED``: for what it looks like."""

    RECOGNISED = "recognised"
    PLAIN = "plain"
    HTML = "html"
    XML = "xml"


@dataclass(frozen=True)
class SourceOptions:
    """How sources are read.

    - ``id_field``, ``text_field``, ``group_field``: the fields, or columns, of a record that hold
      its id, its text, and what it belongs to;
    - ``encoding``: of texts that have no byte order mark and are not in UTF-8, if any are;
    - ``query``: what is asked of an SQLite database: a row for each record;
    - ``text_as``: what the texts of records are;
    - ``standard_input``: how the name of a file would end that holds what standard input does;
    - ``unreadable``: what is done with files of folders and archives that cannot be read as texts.

    Raises UserError where these can't be.
    """

    id_field: str = "id"
    text_field: str = "text"
    group_field: str = "group"
    encoding: str | None = None
    query: str | None = None
    text_as: TextAs = TextAs.RECOGNISED
    standard_input: str = ".jsonl"
    unreadable: Unreadable = Unreadable.REFUSED

    def __post_init__(self) -> None:
        if len({self.id_field, self.text_field, self.group_field}) < 3:
            raise UserError(
                "--id-field, --text-field and --group-field must name three different fields"
            )
        try:
            "a".encode(self.encoding or "utf-8")
        except (LookupError, UnicodeError):
            raise UserError(
                f"--encoding: {self.encoding!r} is no encoding of texts that is known here; write "
                "one such as latin-1, cp1252 or utf-16-le"
            ) from None


USUAL_SOURCES = SourceOptions()
"""How sources are read where nothing else is said."""


_TAGS = """
    a abbr article b big blockquote body br center cite code col dd del div dl dt em font footer
    h1 h2 h3 h4 h5 h6 head header hr html i img ins li link main meta ol p pre q s section small
    span strike strong style sub sup table tbody td tfoot th thead title tr tt u ul
"""
_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+))*"""
_CLOSING = re.compile(rf"</({'|'.join(_TAGS.split())})\s*>", re.I)
_UNPAIRED = re.compile(rf"<[bh]r{_ATTRIBUTES}\s*/?>|^\s*<p{_ATTRIBUTES}\s*>", re.I | re.M)
_START_OF_HTML = re.compile(rf"<!doctype\s+html|<(?:html|head|body){_ATTRIBUTES}\s*>", re.I)
_START_OF_XML = re.compile(rf"<([A-Za-z_][\w:.-]*){_ATTRIBUTES}\s*>")
_DECLARED = re.compile(r"\A<\?xml\s[^>]*\?>")
_PROLOGUE = re.compile(r"\A(?:<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>|\s+)*", re.S)
_FEW = 2  # tags in a text that may speak of tags


def seen(text: str, place: str, text_as: TextAs) -> str:
    """What a reader sees of the text of a record, which is at ``place``.

    Raises UserError where it can't be read as what it is, or seems to be.
    """
    if text_as is TextAs.PLAIN:
        return text
    if text_as is TextAs.RECOGNISED:
        if "<" not in text and not text.lstrip()[:5].startswith("{\\rtf"):
            return text
        text_as = recognised(text, place)
        if text_as is TextAs.PLAIN:
            return text
        hint = f"; it seems to be {text_as.value.upper()}: mend it, or write --text-as plain"
    else:
        hint = ""
    content = _DECLARED.sub("", text.lstrip("\ufeff \t\r\n"))  # of an encoding that is no more
    content = content.encode("utf-8", "replace").decode()
    if text_as is TextAs.HTML:
        content = f'<meta charset="utf-8">{content}'
    try:
        read = documents.reader(f".{text_as.value}")
        return read(content.encode(), Path(place)).text
    except UserError as error:
        raise UserError(f"{error}{hint}") from None


def recognised(text: str, place: str) -> TextAs:
    """What a text seems to be. What is in angle brackets for other reasons, such as <a hotel> or
    <P> in the place of a name, makes no markup. Raises UserError for what is not read."""
    start = text.strip("\ufeff \t\r\n")
    if start.startswith("{\\rtf"):
        raise UserError(
            f'{place}: the text is RTF, which is not read; write what it says as "text", converted '
            "by a word processor, or add --text-as plain"
        )
    begun = _PROLOGUE.sub("", start)
    if _START_OF_HTML.match(start) or _START_OF_HTML.match(begun):
        return TextAs.HTML
    root = _START_OF_XML.match(begun)
    is_whole = root is not None and start.endswith(f"</{root[1]}>")
    if is_whole and root is not None and root[1].lower() not in _TAGS.split():
        return TextAs.XML
    few = islice(_UNPAIRED.finditer(text), _FEW + 1)
    if sum(1 for _ in few) > _FEW or any(_is_paired(text, one) for one in _closing(text)):
        return TextAs.HTML
    return TextAs.PLAIN


def _closing(text: str) -> Iterator["re.Match[str]"]:
    """The first tag of each name that closes something."""
    named: set[str] = set()
    for found in _CLOSING.finditer(text):
        if (name := found[1].lower()) not in named:
            named.add(name)
            yield found


def _is_paired(text: str, closing: "re.Match[str]") -> bool:
    """Whether a tag that closes something stands behind one that opens it."""
    opening = re.compile(rf"<{closing[1]}{_ATTRIBUTES}\s*>", re.I)
    return opening.search(text, 0, closing.start()) is not None


_DEEPEST = 100  # levels of metadata inside each other


@dataclass(frozen=True)
class Record:
    """One original as the court keeps it. ``place`` says where it was read, for messages."""

    id: str
    text: str
    place: str
    group: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


def record_of(line: str, place: str, options: SourceOptions = USUAL_SOURCES) -> Record:
    """The record that a line holds. Raises UserError."""
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise not_json(error, place, "each line must hold one JSON object") from None
    except (RecursionError, ValueError):
        raise too_deep(place) from None
    return record_from(fields, place, options)


def record_from(fields: Any, place: str, options: SourceOptions = USUAL_SOURCES) -> Record:
    """The record that has these fields. Raises UserError."""
    if not isinstance(fields, dict):
        raise UserError(f'{place}: not a JSON object; each line must be {{"id": …, "text": …}}')
    identity = _name(fields.pop(options.id_field, None))
    if not isinstance(identity, str) or not identity:
        raise UserError(
            f'{place}: no "{options.id_field}" that can be used; every record needs one, a text or '
            "a whole number (--id-field names another field)"
        )
    text = fields.pop(options.text_field, None)
    if not isinstance(text, str):
        raise UserError(
            f'{place}: no "{options.text_field}" that can be used; every record needs one, in '
            "quotes (--text-field names another field)"
        )
    group = _name(fields.pop(options.group_field, None))
    if group is not None and not isinstance(group, str):
        raise UserError(f'{place}: "{options.group_field}" must be a text or a whole number')
    if group is not None:  # kept apart from other groups, whatever is in them
        group = group.encode("utf-8", "backslashreplace").decode()
    try:
        metadata = mended(fields)
    except RecursionError:
        raise UserError(
            f"{place}: fields are nested more than {_DEEPEST} levels deep; leave such fields out"
        ) from None
    return Record(mended(identity), seen(text, place, options.text_as), place, group, metadata)


def not_json(error: json.JSONDecodeError, place: str, wanted: str) -> UserError:
    """What is said of what is no JSON."""
    what = error.msg.rstrip(": ").removesuffix(" at").removesuffix(" starting")
    return UserError(f"{place}: not valid JSON ({what}, at column {error.colno}); {wanted}")


def too_deep(place: str) -> UserError:
    """What is said of JSON that can't be taken in."""
    return UserError(
        f"{place}: this JSON is nested too deeply or holds a number too long; simplify it"
    )


def _name(value: Any) -> Any:
    """A whole number as a text."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def mended(value: Any, room: int = _DEEPEST) -> Any:
    """``value`` with lone surrogates, which no UTF-8 file can hold, replaced by U+FFFD.

    Raises RecursionError where it is nested deeper than ``room`` levels.
    """
    if not room:
        raise RecursionError
    if isinstance(value, str):
        return (
            value
            if value.isascii()
            else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    if isinstance(value, dict):
        return {mended(key): mended(item, room - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [mended(item, room - 1) for item in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return str(value)
    return value
