"""What is read of a message: its text and attachments, each once."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.unlinkable_index.documents.docx_files import docx, paragraph
from unlinkable_index.documents.mail import read as read_mail
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError

PATH = Path("a.eml")


def message(text: str = "The text.") -> EmailMessage:
    """A message with a text."""
    made = EmailMessage()
    made["Subject"] = "Über das Urteil"
    made["From"] = "Clerk <clerk@court.example>"
    made["X-Secret"] = "NOTheader"
    made["Message-ID"] = "<NOTidentity@court.example>"
    made.set_content(text, charset="utf-8")
    return made


def read(made: EmailMessage) -> VisibleText:
    """What is read of a message."""
    return read_mail(made.as_bytes(), PATH)


def test_headers_that_are_shown_and_the_text_are_read() -> None:
    found = read(message("First.\n\nGrün\nand on."))
    assert [(str(one.place), one.text) for one in found.paragraphs] == [
        ("header, paragraph 1", "Über das Urteil"),
        ("header, paragraph 2", "Clerk <clerk@court.example>"),
        ("paragraph 1", "First."),
        ("paragraph 2", "Grün\nand on."),
    ]
    assert "NOT" not in found.text


def test_of_several_forms_one_is_read() -> None:
    made = message("As text")
    made.add_alternative("<p>As <b>HT</b>ML<p hidden>NOThidden", subtype="html")
    assert "As HTML" in read(made).text
    assert "As text" not in read(made).text
    assert "NOT" not in read(made).text


def test_a_message_in_a_message_is_read() -> None:
    made = message("Outer")
    made.add_attachment(message("Inner"))
    assert read(made).text.count("Über das Urteil") == 2
    assert "Inner" in read(made).text


def test_attachments_are_read_by_their_kind_and_pictures_passed_over() -> None:
    made = message()
    for name, data in (("a.docx", docx(paragraph("attached"))), ("b.png", b"\x89PNG NOTpicture")):
        kind = ("image", "png") if name == "b.png" else ("application", "octet-stream")
        made.add_attachment(data, maintype=kind[0], subtype=kind[1], filename=name)
    made.add_attachment("as text", filename="c.txt")
    found = read(made)
    assert str(found.place_at(found.text.index("attached"))) == "attachment 1, paragraph 1"
    assert "as text" in found.text
    assert "NOT" not in found.text


def test_an_attachment_that_cannot_be_read_is_not_passed_over() -> None:
    made = message()
    made.add_attachment(
        b"Confidential", maintype="application", subtype="zip", filename="Secret.zip"
    )
    with pytest.raises(UserError, match=r"^a\.eml: not read: it has an attachment") as caught:
        read(made)
    assert "Secret" not in str(caught.value)
    made = message()
    made.add_attachment(b"Conf", maintype="application", subtype="x", filename="Secret.docx")
    with pytest.raises(UserError, match=r"^a\.eml, attachment 1: not read: ") as caught:
        read(made)
    assert "Secret" not in str(caught.value)


def test_lines_that_are_wrapped_without_a_blank_are_one() -> None:
    made = message("bat \ntery")
    made.replace_header("Content-Type", 'text/plain; charset="utf-8"; format=flowed; delsp=yes')
    assert "battery" in read(made).text


def test_messages_inside_each_other_without_end_are_refused() -> None:
    data = b"Content-Type: message/rfc822\n\n" * 5000
    with pytest.raises(UserError, match="not read"):
        read_mail(data + b"\nx", PATH)
