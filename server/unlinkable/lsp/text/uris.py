"""What the URI of a document says: in which file it lies, and what people call it.

A client that shows a file that is no text, such as ``file:///a.docx``, opens what is visible of it
as the document ``unlinkable-document:/a.docx.txt``. Knows no texts.
"""

from pathlib import Path

from pygls.uris import to_fs_path

_SCHEME, _ENDING = "unlinkable-document:", ".txt"


def shows_file(uri: str) -> bool:
    """Whether a document is what is visible of a file, so that nobody can edit it."""
    return uri.startswith(_SCHEME)


def file_uri(uri: str) -> str:
    """The URI of the file that a document shows; of any other document its own."""
    if not shows_file(uri):
        return uri
    place = uri.removeprefix(_SCHEME).removesuffix(_ENDING)
    return f"file:{place}" if place.startswith("//") else f"file://{place}"


def file_of(uri: str) -> Path | None:
    """The file of a document, or the one that it shows; None when it lies in no file."""
    uri = file_uri(uri)
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def name_of(uri: str) -> str:
    """What people call the document."""
    return file_uri(uri).rsplit("/", 1)[-1]
