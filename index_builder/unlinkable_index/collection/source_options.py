"""How sources are read, as far as they do not say it themselves.

Knows names of fields and encodings; nothing of files.
"""

from dataclasses import dataclass
from enum import Enum

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
