"""What a reader sees of a message (.eml): who wrote to whom and when, its text, and what is
attached to it, as far as it can be read.

After RFC 5322 and RFC 2045 to 2049, read by the standard library. Of several forms of the same text
the last is taken, which programs show. Pictures are not looked at. Nothing is fetched.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from pathlib import Path, PurePosixPath
from typing import cast

from unlinkable_index import documents
from unlinkable_index.documents.html.reading import flows_of_html
from unlinkable_index.documents.mail.headers import AsWritten, file_name, shown
from unlinkable_index.documents.mail.invitation import shown_lines
from unlinkable_index.documents.shared.encodings import decoded_as
from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.trees.flows import Counters, Flows
from unlinkable_index.documents.shared.visible_text import (
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)

_SHOWN_HEADERS = ("Subject", "From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date")
_PICTURES = ("image/", "audio/", "video/")
_PICTURE_FILES = frozenset(
    [
        ".avif",
        ".bmp",
        ".gif",
        ".heic",
        ".ico",
        ".jfif",
        ".jpe",
        ".jpeg",
        ".jpg",
        ".m4a",
        ".m4v",
        ".mov",
        ".mp3",
        ".mp4",
        ".mpg",
        ".ogg",
        ".png",
        ".svg",
        ".tif",
        ".tiff",
        ".wav",
        ".webm",
        ".webp",
    ]
)
_NO_TEXT = frozenset({"application/pgp-signature", "application/pkcs7-signature"})
_ENDINGS = {
    "application/pdf": ".pdf",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/xhtml+xml": ".html",
    "text/html": ".html",
}
"""Of what has a kind, but no name that says so."""
_SHOWN_AS_TEXT = frozenset({"", ".asc", ".conf", ".csv", ".eml", ".ics", ".log", ".vcf"})
_SAME_TEXT = ("text/html", "text/plain")
_REPORTS = ("message/delivery-status", "message/disposition-notification")
_DEEPEST = 20  # messages and parts inside each other


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read, or has an attachment of a kind that is not."""
    try:
        message = cast("EmailMessage", message_from_bytes(data, policy=AsWritten()))
        return VisibleText(list(_Reader(path).message(message, 0)))
    except (MessageError, LookupError, ValueError, TypeError, RecursionError) as error:
        raise refused(path, "the message is damaged; save it anew") from error


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._attachments = 0

    def message(self, message: EmailMessage, depth: int) -> Iterator[Flow]:
        """A message with what it encloses."""
        values = (one for name in _SHOWN_HEADERS for one in message.get_all(name, ()))
        yield from _lines((shown(one) for one in values), Place(Part.HEADER))
        yield from self._part(message, depth)

    def _part(self, part: EmailMessage, depth: int) -> Iterator[Flow]:
        if depth > _DEEPEST:
            raise refused(self._path, "too many messages inside each other; save them apart")
        kind = part.get_content_type()
        inner = _inside(part)
        if kind in ("message/rfc822", "message/global"):
            for one in inner:
                yield from self.message(one, depth + 1)
        elif kind in _REPORTS:
            for one in inner:
                said = (f"{name}: {shown(value)}" for name, value in one.items())
                yield from _lines(said, Place())
        elif kind.startswith("message/"):
            raise refused(self._path, "some of it stands in other messages; save it as one")
        elif kind == "multipart/alternative" and inner:
            for one in _shown_forms(inner):
                yield from self._part(one, depth + 1)
        elif part.is_multipart():
            for one in inner:
                yield from self._part(one, depth + 1)
        else:
            yield from self._leaf(part, kind)

    def _leaf(self, part: EmailMessage, kind: str) -> Iterator[Flow]:
        name = file_name(part)
        attached = part.get_content_disposition() == "attachment"
        suffix = PurePosixPath(name).suffix.lower()
        if suffix not in documents.ALL_SUFFIXES and (attached or not kind.startswith("text/")):
            suffix = suffix if name else _ENDINGS.get(kind, "")
        if name:
            yield [Paragraph((Piece(name),), Place(Part.TITLE))]
        if suffix in documents.SUFFIXES and (name or attached or not kind.startswith("text/")):
            yield from self._attached(part, suffix)
        elif (kind.startswith(_PICTURES) and suffix in _PICTURE_FILES | {""}) or kind in _NO_TEXT:
            return
        elif kind == "text/calendar" or suffix == ".ics":
            yield from _lines(shown_lines(_text(part)), Place())
        elif kind == "text/html" and not attached:
            yield from flows_of_html(_text(part), self._path)
        elif kind.startswith("text/") and suffix in _SHOWN_AS_TEXT | documents.TEXT_SUFFIXES:
            yield from _lines(_text(part).split("\n\n"), Place(), as_written=True)
        elif suffix in documents.TEXT_SUFFIXES:
            yield from self._attached(part, suffix)
        else:
            raise refused(
                self._path, "it has an attachment of a kind that is not read; save it apart"
            )

    def _attached(self, part: EmailMessage, suffix: str) -> Iterator[Flow]:
        self._attachments += 1
        number = self._attachments
        where = Path(f"{self._path}, attachment {number}")
        for flow in documents.reader(suffix)(_bytes(part), where).flows:
            yield [replace(one, place=replace(one.place, attachment=number)) for one in flow]


def _inside(part: EmailMessage) -> list[EmailMessage]:
    inside = part.get_payload()
    return [one for one in inside if isinstance(one, EmailMessage)] if part.is_multipart() else []


def _shown_forms(forms: list[EmailMessage]) -> Iterator[EmailMessage]:
    """Of several forms of the same the one that programs show, and what is none of these forms: an
    invitation, or an attachment."""
    kinds = [one.get_content_type() for one in forms]
    texts = [
        number
        for number, kind in enumerate(kinds)
        if kind in _SAME_TEXT or kind.startswith("multipart/")
    ]
    for number, kind in enumerate(kinds):
        is_other = kind not in _SAME_TEXT and (kind == "text/calendar" or kind[:5] != "text/")
        if number in texts[-1:] or not texts or (is_other and number not in texts):
            yield forms[number]


def _bytes(part: EmailMessage) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _text(part: EmailMessage) -> str:
    charset = str(part.get_param("charset", "") or "utf-8")
    text = decoded_as(_bytes(part), charset, "replace").replace("\r\n", "\n")
    if part.get_param("delsp") == "yes":  # RFC 3676: the blank at the end of a line is not seen
        text = text.replace(" \n", "")
    return text


def _lines(paragraphs: Iterable[str], place: Place, *, as_written: bool = False) -> Iterator[Flow]:
    """Paragraphs of plain text; their white space counts where they are shown ``as_written``."""
    flows = Flows(place, Counters())
    for paragraph in paragraphs:
        flows.begin_paragraph()
        if as_written:
            flows.say(paragraph.strip("\n"))
        else:
            flows.say_collapsed(paragraph)
        flows.end_paragraph()
    return flows.main()
