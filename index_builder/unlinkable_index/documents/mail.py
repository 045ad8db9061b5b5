"""What a reader sees of a message (.eml): its headers as they are shown, its text, invitations, and
what is attached, as far as it can be read (RFC 5322, 2045 to 2049, 5545). Must never fetch
anything."""

import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import EmailPolicy
from pathlib import Path, PurePosixPath
from typing import cast

from unlinkable_index import documents
from unlinkable_index.documents.html.reading import flows_of_html
from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.archive import decoded_as, refused
from unlinkable_index.documents.shared.visible_text import (
    Counters,
    Flow,
    Flows,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)

_ENCODED = re.compile(r"=\?([\w.:+-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=", re.ASCII | re.IGNORECASE)
_LONGEST = 10_000  # characters of a header that says what a part is
_OF_PARTS = ("content-type", "content-disposition", "content-transfer-encoding")
_FOLD_OF_HEADER = re.compile(r"\r?\n[ \t]?|\r")


class HeaderError(ValueError):
    """A header that no program writes."""


class AsWritten(EmailPolicy):
    """Headers are texts, not taken apart. Raises HeaderError for one that says what a part is, and
    is far too long for that."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        if name.lower() in _OF_PARTS and len(value) > _LONGEST:
            raise HeaderError
        text = _FOLD_OF_HEADER.sub(" ", value)
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def shown_header(text: str) -> str:
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


def _bytes_of(form: str, text: str) -> bytes:
    if form == "q":
        return binascii.a2b_qp(text.encode("utf-8", "replace"), header=True)
    padded = text + "=" * (-len(text) % 4)
    try:
        return binascii.a2b_base64(padded.encode("ascii", "replace"))
    except binascii.Error:
        return text.encode("utf-8", "replace")


_SHOWN_OF_INVITATIONS = names(
    "ATTENDEE CATEGORIES COMMENT CONTACT DESCRIPTION DTEND DTSTART DUE LOCATION ORGANIZER "
    "RESOURCES SUMMARY URL"
)
_FOLD_OF_LINE = re.compile(r"\r?\n[ \t]")
_PARAMETER = re.compile(r';([A-Za-z-]+)=("[^"]*"|[^";:]*)')
_ESCAPED = re.compile(r"\\([nN\\,;])")


def lines_of_invitation(text: str) -> Iterator[str]:
    """What is shown of each property of an invitation, in order."""
    for line in _FOLD_OF_LINE.sub("", text).splitlines():
        name = re.split("[:;]", line, maxsplit=1)[0]
        if name.upper() not in _SHOWN_OF_INVITATIONS:
            continue
        at, named = len(name), ""
        while (found := _PARAMETER.match(line, at)) is not None:
            at = found.end()
            if found[1].upper() == "CN":
                named = found[2].strip('"') + " "
        value = _ESCAPED.sub(lambda one: "\n" if one[1] in "nN" else one[1], line[at + 1 :])
        yield named + value


_SHOWN_HEADERS = ("Subject", "From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date")
_PICTURES = ("image/", "audio/", "video/")
_PICTURE_FILES = names(
    ".avif .bmp .gif .heic .ico .jfif .jpe .jpeg .jpg .m4a .m4v .mov .mp3 .mp4 .mpg .ogg .png "
    ".svg .tif .tiff .wav .webm .webp"
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
        yield from _lines((shown_header(one) for one in values), Place(Part.HEADER))
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
                said = (f"{name}: {shown_header(value)}" for name, value in one.items())
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
        name = shown_header(part.get_filename() or "").strip()
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
            yield from _lines(lines_of_invitation(_text(part)), Place())
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
