"""What is read of a PDF file: its text as it goes on from page to page."""

from pathlib import Path

import pytest

from tests.unlinkable_index.documents.pdf_files import pdf
from unlinkable_index.documents.pdf import read as read_pdf
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

PATH = Path("a.pdf")


def read(*pages: list[str]) -> VisibleText:
    """What is read of pages of lines."""
    return read_pdf(pdf(pages), PATH)


def test_lines_go_on_and_a_sentence_that_ends_early_ends_its_paragraph() -> None:
    found = read(["The baker of the old town sold bread", "at the market.", "He paid the tax."])
    assert found.text == (
        "The baker of the old town sold bread\nat the market.\n\nHe paid the tax."
    )
    assert str(found.place_at(found.text.index("market"))) == "page 1, line 2"


def test_what_stands_on_every_page_is_read_once_and_the_text_runs_on_between() -> None:
    pages = [
        ["District Court", "Case 7/26", *body, f"Page {number} of 3"]
        for number, body in enumerate(
            (["The baker sold"], ["bread and fish at"], ["the market"]), 1
        )
    ]
    found = read(*pages)
    assert found.text.split("\n\n\x1e\n\n") == [
        "The baker sold\nbread and fish at\nthe market",
        "District Court",
        "Case 7/26",
        "Page 1 of 3",
        "Page 2 of 3",
        "Page 3 of 3",
    ]
    assert str(found.place_at(found.text.index("District"))) == "page 1, header, line 1"


def test_a_bare_number_of_the_page_does_not_stand_in_the_sentence() -> None:
    found = read(["The baker sold", "- 1 -"], ["bread at the market", "- 2 -"])
    assert found.text.startswith("The baker sold\nbread at the market\n\n\x1e")


def test_a_word_with_a_hyphen_at_the_end_of_a_line_has_both_readings() -> None:
    assert "battery" in find_words(read(["The bat-", "tery was flat"]).text).forms


def test_notes_and_fields_over_a_page_are_read_and_comments_are_not() -> None:
    notes = ["FreeText /Contents (INfree)", "Widget /V (INfield)", "Text /Contents (NOTcomment)"]
    notes += ["FreeText /F 2 /Contents (NOThidden)", "Link /A << /URI (NOTlink) >>"]
    objects = [f"<< /Type /Annot /Subtype /{note} >>" for note in notes]
    named = " ".join(f"{6 + number} 0 R" for number in range(len(notes)))
    data = pdf([["text"]], objects=objects).replace(
        b"/Contents 5 0 R", f"/Annots [{named}] /Contents 5 0 R".encode()
    )
    found = read_pdf(data, PATH)
    assert found.text.split("\n\n\x1e\n\n") == ["text", "INfree", "INfield"]


PICTURE = "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /Length 0 >>\nstream\n\nendstream"


def test_a_file_without_text_and_a_page_of_pictures_are_refused() -> None:
    with pytest.raises(UserError, match=r"^a\.pdf: not read: it holds no text"):
        read([], [])
    shows = "/XObject << /I 8 0 R >>"
    with pytest.raises(UserError, match="page 2 is only a picture"):
        read_pdf(pdf([["text"], []], shows, [PICTURE]), PATH)
    assert read(["text"], []).text == "text"


@pytest.mark.parametrize(
    "data", [b"", b"Confidential", b"%PDF-1.7\nConfidential", pdf([["x"]])[:60]]
)
def test_a_damaged_file_is_refused_and_nothing_of_it_is_told(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(UserError, match=r"^a\.pdf: not read: ") as caught:
        read_pdf(data, PATH)
    assert "Confidential" not in str(caught.value) + caplog.text


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdf", None)
    with pytest.raises(UserError, match=r"install unlinkable\[pdf\]"):
        read(["text"])
