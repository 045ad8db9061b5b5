"""The headers of a message: as they are written, and as they are shown.

After RFC 5322, and RFC 2047 for words in other letters. The standard library takes a header apart
in a time that grows with the square of its length; here nothing is taken apart that need not be.
"""

import binascii
import re
from email.message import EmailMessage
from email.policy import EmailPolicy

from unlinkable_index.documents.shared.encodings import decoded_as

_ENCODED = re.compile(r"=\?([\w.:+-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=", re.ASCII | re.IGNORECASE)
_LONGEST = 10_000  # characters of a header that says what a part is
_OF_PARTS = ("content-type", "content-disposition", "content-transfer-encoding")
_FOLD = re.compile(r"\r?\n[ \t]?|\r")


class HeaderError(ValueError):
    """A header that no program writes."""


class AsWritten(EmailPolicy):
    """Headers are texts, not taken apart. Raises HeaderError for one that says what a part is, and
    is far too long for that."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        if name.lower() in _OF_PARTS and len(value) > _LONGEST:
            raise HeaderError
        text = _FOLD.sub(" ", value)
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def shown(text: str) -> str:
    """A header, or a name in it, as it is shown: encoded words decoded, the white space between two
    of them left out. Raises LookupError where one is in no encoding that is known."""
    parts: list[str] = []
    word, charset, last = bytearray(), "", 0

    def end_word() -> None:
        if word:
            parts.append(decoded_as(bytes(word), charset, "replace"))
            word.clear()

    for found in _ENCODED.finditer(text):
        between = text[last : found.start()]
        if between and (last == 0 or not between.isspace()):
            end_word()
            parts.append(between)
        if found[1].lower() != charset:
            end_word()
            charset = found[1].lower()
        word += _bytes_of(found[2].lower(), found[3])
        last = found.end()
    end_word()
    return "".join([*parts, text[last:]])


def file_name(part: EmailMessage) -> str:
    """The name that a part is shown with; "" for none."""
    return shown(part.get_filename() or "").strip()


def _bytes_of(form: str, text: str) -> bytes:
    if form == "q":
        return binascii.a2b_qp(text.encode("utf-8", "replace"), header=True)
    padded = text + "=" * (-len(text) % 4)
    try:
        return binascii.a2b_base64(padded.encode("ascii", "replace"))
    except binascii.Error:
        return text.encode("utf-8", "replace")
