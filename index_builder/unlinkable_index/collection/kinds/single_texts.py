"""Files that are one text each, or one document."""

from collections.abc import Iterator

from unlinkable_index import documents
from unlinkable_index.collection.encodings import text_of
from unlinkable_index.collection.record import Record, mended
from unlinkable_index.collection.source_file import LeftOut, SourceFile
from unlinkable_index.collection.source_options import SourceOptions


def read(file: SourceFile, options: SourceOptions) -> Iterator[Record | LeftOut]:
    """The record that the file is. An empty one is told, too."""
    ending = file.ending
    data = file.whole(documents.LARGEST_FILE)
    if ending in documents.TEXT_SUFFIXES:
        data = text_of(data, str(file.path), options.encoding).encode("utf-8", "surrogatepass")
    text = documents.reader(ending)(data, file.path).text
    if not text.strip("\ufeff \t\r\n"):
        yield LeftOut(file.path, "empty")
    yield Record(str(mended(file.name)), text, str(file.path))
