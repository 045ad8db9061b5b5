"""What a reader sees of a message (.eml): who wrote to whom and when, its text, and what is
attached to it, as far as it can be read.

After RFC 5322 and RFC 2045 to 2049, read by the standard library. Of several forms of the same text
the last is taken, which programs show. Pictures are not looked at. Nothing is fetched.
"""

from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from pathlib import Path, PurePosixPath

from unlinkable_index import documents
from unlinkable_index.documents.html.reading import flows_of_html
from unlinkable_index.documents.shared.flows import Counters, Flows
from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.visible_text import Flow, Paragraph, Part, Place, VisibleText

_SHOWN_HEADERS = ("Subject", "From", "To", "Cc", "Date")
_PICTURES = ("image/", "audio/", "video/")
_NO_TEXT = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "text/calendar", "text/x-amp-html"}
)
_DEEPEST = 20  # messages and parts inside each other


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read, or has an attachment of a kind that is not."""
    try:
        message = message_from_bytes(data, policy=policy.default)
        return VisibleText(list(_Reader(path).message(message, 0)))
    except (MessageError, LookupError, ValueError, TypeError, RecursionError) as error:
        raise refused(path, "the message is damaged; save it anew") from error


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._attachments = 0

    def message(self, message: EmailMessage, depth: int) -> Iterator[Flow]:
        """A message with what it encloses."""
        head = Flows(Place(Part.HEADER), Counters())
        for name in _SHOWN_HEADERS:
            if (value := message.get(name)) is not None:
                head.begin_paragraph()
                head.say_collapsed(str(value))
                head.end_paragraph()
        yield from head.main()
        yield from self._part(message, depth)

    def _part(self, part: EmailMessage, depth: int) -> Iterator[Flow]:
        if depth > _DEEPEST:
            raise refused(self._path, "too many messages inside each other; save them apart")
        kind = part.get_content_type()
        inner = [one for one in part.iter_parts() if isinstance(one, EmailMessage)]
        if kind == "message/rfc822":
            for one in inner:
                yield from self.message(one, depth + 1)
        elif kind == "multipart/alternative" and inner:
            yield from self._part(inner[-1], depth + 1)
        elif part.is_multipart():
            for one in inner:
                yield from self._part(one, depth + 1)
        else:
            yield from self._leaf(part, kind)

    def _leaf(self, part: EmailMessage, kind: str) -> Iterator[Flow]:
        name = part.get_filename() or ""
        suffix = PurePosixPath(name).suffix.lower()
        if kind.startswith(_PICTURES) or kind in _NO_TEXT:
            return
        if kind == "text/html" and not part.is_attachment():
            yield from flows_of_html(str(part.get_content()), self._path)
        elif kind.startswith("text/") and suffix not in documents.SUFFIXES:
            yield from _lines(_text(part), Place())
        elif suffix in documents.SUFFIXES:
            self._attachments += 1
            data = part.get_payload(decode=True)
            where = Path(f"{self._path}, attachment {self._attachments}")
            attached = documents.reader(suffix)(data if isinstance(data, bytes) else b"", where)
            for flow in attached.flows:
                yield [_attached(paragraph, self._attachments) for paragraph in flow]
        else:
            raise refused(
                self._path, "it has an attachment of a kind that is not read; save it apart"
            )


def _text(part: EmailMessage) -> str:
    text = str(part.get_content()).replace("\r\n", "\n")
    if part.get_param("delsp") == "yes":  # RFC 3676: the blank at the end of a line is not seen
        text = text.replace(" \n", "")
    return text


def _lines(text: str, place: Place) -> Iterator[Flow]:
    """Plain text: blank lines part its paragraphs."""
    flows = Flows(place, Counters())
    for paragraph in text.split("\n\n"):
        flows.begin_paragraph()
        flows.say(paragraph.strip("\n"))
        flows.end_paragraph()
    return flows.main()


def _attached(paragraph: Paragraph, number: int) -> Paragraph:
    return replace(paragraph, place=replace(paragraph.place, attachment=number))
