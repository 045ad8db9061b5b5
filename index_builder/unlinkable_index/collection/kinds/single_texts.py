"""Files that are one text each, or one document."""

import codecs
from collections.abc import Iterator

from unlinkable_index import documents
from unlinkable_index.collection.encodings import text_of
from unlinkable_index.collection.record import Record, mended
from unlinkable_index.collection.source_file import Omission, SourceFile
from unlinkable_index.collection.source_options import SourceOptions
from unlinkable_index.documents.formats import BY_ENDING
from unlinkable_index.errors import UserError


def read(file: SourceFile, options: SourceOptions) -> Iterator[Record | Omission]:
    """The record that the file is. An empty one is told, too."""
    ending = file.ending
    data = file.whole(documents.LARGEST_FILE)
    if ending in documents.TEXT_SUFFIXES:
        data = text_of(data, str(file.path), options.encoding).encode("utf-8", "surrogatepass")
    try:
        text = documents.reader(ending)(data, file.path).text
    except UserError:
        if options.encoding is None or BY_ENDING[ending].name != "html":
            raise
        page = text_of(data, str(file.path), options.encoding)  # which declares no encoding
        text = documents.reader(ending)(codecs.BOM_UTF8 + page.encode(), file.path).text
    if not text.strip("\ufeff \t\r\n"):
        yield Omission(file.path, "empty")
    yield Record(str(mended(file.name)), text, str(file.path))
