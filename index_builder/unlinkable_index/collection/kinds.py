"""The kinds of files that sources consist of: the one list of them. A new kind is a function that
reads it, and a row here. Knows names only; must never open a file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from unlinkable_index import documents
from unlinkable_index.collection import source_file
from unlinkable_index.collection.record import Record, SourceOptions
from unlinkable_index.collection.source_file import Omission, SourceFile

Reader = Callable[[SourceFile, SourceOptions], Iterator[Record | SourceFile | Omission]]


@dataclass(frozen=True)
class FileKind:
    """A kind of files, by how their names end, in small letters.

    - ``module``: the module here that reads them, by the function ``read``;
    - ``packed``: they may be compressed as a whole;
    - ``is_archive``: other files are in them;
    - ``is_text``: each of them is one text.
    """

    module: str
    read: str
    endings: tuple[str, ...]
    packed: bool = True
    is_archive: bool = False
    is_text: bool = False

    def reader(self) -> Reader:
        """What reads such files."""
        module = import_module(f"unlinkable_index.collection.{self.module}")
        return cast("Reader", getattr(module, self.read))


KINDS = (
    FileKind(
        "text_files",
        "read_single_text",
        tuple(sorted(documents.ALL_SUFFIXES)),
        packed=False,
        is_text=True,
    ),
    FileKind("text_files", "read_json_lines", (".jsonl", ".ndjson")),
    FileKind("text_files", "read_json_values", (".json",)),
    FileKind("text_files", "read_table", (".csv", ".tsv", ".tab")),
    FileKind("databases", "read_parquet", (".parquet",), packed=False),
    FileKind("databases", "read_sqlite", (".sqlite", ".sqlite3", ".db"), packed=False),
    FileKind("archives", "read_zip", (".zip",), packed=False, is_archive=True),
    FileKind("archives", "read_tar", (".tar",), is_archive=True),
)
OF_SYSTEMS = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini"})
"""What systems put into folders and archives, beside hidden files."""
BY_ENDING = {ending: kind for kind in KINDS for ending in kind.endings}
_TEXT = "save it as DOCX, ODT or text"
_TABLE = "save its table as CSV, in UTF-8"
_ARCHIVE = "unpack it, or pack what it holds as ZIP or tar"
_PICTURE = "it is a picture: have its words recognised, and saved as text or PDF"
_COLUMNS = "write its records as Parquet or JSON Lines"
HOW_TO_CONVERT = {
    **dict.fromkeys((".doc", ".rtf", ".wpd", ".pages", ".wps", ".epub"), _TEXT),
    **dict.fromkeys((".xls", ".xlsx", ".ods", ".numbers"), _TABLE),
    **dict.fromkeys((".7z", ".rar", ".cab", ".iso", ".lz4", ".lz", ".z"), _ARCHIVE),
    **dict.fromkeys((".tif", ".tiff", ".jpg", ".jpeg", ".png", ".djvu"), _PICTURE),
    **dict.fromkeys((".arrow", ".feather", ".orc", ".avro", ".pkl", ".pickle"), _COLUMNS),
    **dict.fromkeys((".sql", ".dump", ".mdb", ".accdb"), "export its table of rulings as CSV"),
    ".yaml": "write its records as JSON Lines",
    ".msg": "save it as .eml or text",
}
"""What to do with files that are not read, by how their names end."""


def kind_of(name: str) -> FileKind | None:
    """The kind of a file of this name; None for one that is not read."""
    ending, packed = source_file.endings(name)
    kind = BY_ENDING.get(ending) if name not in OF_SYSTEMS else None
    return None if kind is None or (packed and not kind.packed) else kind


def why_not_read(name: str) -> str:
    """What is said of a file of a name that is not read."""
    ending, packed = source_file.endings(name)
    if packed:
        how = "unpack it" if ending in BY_ENDING else HOW_TO_CONVERT.get(ending)
    else:
        how = HOW_TO_CONVERT.get(ending)
    return "of no kind that is read" + (f": {how}" if how else "")
