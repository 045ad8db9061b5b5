"""A document of a word processor in a real VS Code with its default settings: shown, checked, and
written anew."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import RARE, SETTINGS, SOURCE, TITLE, Office
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import Toolchain, must_have
from tests.unlinkable_index.documents.docx_files import NOT_SHOWN, docx, paragraph
from tests.unlinkable_index.documents.writing.test_docx import drawing, png
from unlinkable_index.documents import read_file

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import Workbench, open_workbench  # noqa: E402

DRAFT, RESULT = "ruling.docx", "ruling-protected.docx"
TRACKED, TRACKED_RESULT = "tracked.docx", "tracked-protected.docx"


@pytest.fixture(scope="module")
def window(
    toolchain: Toolchain, office: Office, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Workbench]:
    must_have(*toolchain.of_vscode)
    text = office.drafts[0].read_text("utf-8")
    body = "".join(paragraph(one) for one in text.split("\n") if one)
    hidden = NOT_SHOWN["deleted"] + paragraph(drawing())
    media = {"word/media/NOTfile.png": png()}
    data = docx(body + hidden, media, {"ri": "image media/NOTfile.png"})
    for name in (DRAFT, TRACKED):
        (office.folder / name).write_bytes(data)
    (office.folder / "damaged.odt").write_bytes(b"PK\x03\x04")
    settings = {"unlinkable.server.path": str(office.program)}
    profile = tmp_path_factory.mktemp("profile")
    opener = profile / "bin/xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{profile}/asked"\n')
    opener.chmod(0o755)
    # The variables of programs are those of a login shell.
    (profile / ".profile").write_text(f'PATH="{opener.parent}:$PATH"\n')
    places = profile, office.folder, PICTURES
    with open_workbench(toolchain, *places, settings, {"DISPLAY": ":77"}) as opened:
        yield opened


def test_a_document_opens_as_text_with_places_and_findings(window: Workbench) -> None:
    window.open_as(DRAFT, f"{DRAFT}.txt")
    window.wait_for_status("sentences left")
    window.squiggles("warning").first.wait_for()
    lines = window.page.locator(".editor-instance .view-lines")
    wait_for(lambda: "paragraph 1" in window.visible(lines), "the places")
    assert "District Court" in window.visible(lines)
    assert "NOTdel" not in window.visible(lines)
    window.picture("document")
    window.find(RARE)
    assert TITLE in window.hover(SOURCE)


def test_its_report_is_shown_beside_it(window: Workbench) -> None:
    window.page.get_by_role("button", name="Show the Report on This Draft").first.click()
    page = window.web_page()
    page.locator(f"text=Report on {DRAFT}").first.wait_for()
    assert "bees (paragraph 2)" in page.locator("table").first.inner_text()
    assert window.page.locator(f'.tab[data-resource-name="{DRAFT}.txt"]').is_visible()
    window.picture("document-report")
    page.get_by_role("link", name=RARE).first.click()
    window.shown(f"{DRAFT}.txt").wait_for()


def test_protecting_it_writes_a_new_file_and_shows_before_and_after_beside_the_report(
    window: Workbench, office: Office
) -> None:
    before = (office.folder / DRAFT).read_bytes()
    window.run("View: Close All Editors")
    window.open_as(DRAFT, f"{DRAFT}.txt")
    window.run("Unlinkable: Protect This Document")
    window.list().filter(has_text="Mask").first.click()
    result = office.folder / RESULT
    window.accept_proposed(result)
    told = window.notification(f"{RESULT} was written")
    assert "its picture" in told.inner_text()
    window.page.locator(".tab", has_text=f"{DRAFT} ↔ {RESULT}").wait_for()
    wait_for(lambda: "[REDACTED]" in window.compared(), "what it became")
    assert RARE not in window.compared()
    page = window.web_page()
    page.locator("text=Removed, as no reader sees it").first.wait_for()
    window.picture("document-protected")
    assert (office.folder / DRAFT).read_bytes() == before
    assert "[REDACTED]" in read_file(result).text
    assert RARE not in read_file(result).text


def test_its_changes_can_be_tracked_for_the_word_processor(
    window: Workbench, office: Office
) -> None:
    window.run("View: Close All Editors")
    window.run("Notifications: Clear All")
    window.open_as(TRACKED, f"{TRACKED}.txt")
    window.run("Unlinkable: Protect This Document")
    window.list().filter(has_text="tracked changes").first.click()
    result = office.folder / TRACKED_RESULT
    window.accept_proposed(result)
    told = window.notification(f"{TRACKED_RESULT} was written")
    assert "until then it leads back" in told.inner_text()
    with zipfile.ZipFile(result) as parts:
        written = parts.read("word/document.xml").decode()
    assert 'w:author="Unlinkable"' in written
    assert RARE in "".join(re.findall(r"<w:delText[^>]*>([^<]*)", written))
    assert RARE not in window.compared()


def test_the_system_is_asked_to_open_what_was_written(window: Workbench, office: Office) -> None:
    """It opens it in the program that it has for such documents."""
    window.run("View: Close All Editors")
    window.run("Notifications: Clear All")
    window.open_as(DRAFT, f"{DRAFT}.txt")
    window.run("Unlinkable: Protect This Document")
    window.list().filter(has_text="Mask").first.click()
    result = office.folder / "to be opened.docx"
    window.enter_path(str(result))
    window.page.keyboard.press("Enter")
    told = window.notification(f"{result.name} was written")
    window.picture("document-to-be-opened")
    told.get_by_role("button", name="Open in the Word Processor").click()
    asked = window.profile / "asked"
    wait_for(lambda: asked.exists() and asked.read_text() == f"{result}\n", "the system asked")


def test_a_document_is_never_written_over_itself(window: Workbench, office: Office) -> None:
    before = (office.folder / DRAFT).read_bytes()
    window.run("View: Close All Editors")
    window.run("Notifications: Clear All")
    window.open_as(DRAFT, f"{DRAFT}.txt")
    window.run("Unlinkable: Protect This Draft")
    window.list().filter(has_text="Mask").first.click()
    window.enter_path(str(office.folder / DRAFT))
    window.page.keyboard.press("Enter")
    overwrite = window.page.get_by_role("button", name="OK")
    overwrite.or_(window.page.get_by_role("button", name="Replace")).first.click()
    window.notification("this would be written among the drafts")
    assert (office.folder / DRAFT).read_bytes() == before


def test_a_finding_in_it_is_accepted_for_the_file(window: Workbench, office: Office) -> None:
    window.run("View: Close All Editors")
    window.open_as(DRAFT, f"{DRAFT}.txt")
    window.wait_for_status("sentences left")
    window.find(RARE)
    window.run("Unlinkable: Accept the Finding at the Cursor")
    assert not any("Mask" in title for title in window.list().all_inner_texts())
    window.list().filter(has_text="in this file").first.click()
    window.answer("a turn of phrase")
    window.wait_for_status("accepted")
    settings = (office.folder / "unlinkable.toml").read_text("utf-8")
    assert f'file = "{office.folder / DRAFT}"' in settings or f'file = "{DRAFT}"' in settings
    (office.folder / "unlinkable.toml").write_text(SETTINGS, "utf-8")


def test_a_damaged_document_is_said_in_a_sentence(window: Workbench) -> None:
    window.run("View: Close All Editors")
    window.run("Notifications: Clear All")
    window.open_as("damaged.odt", "damaged.odt")
    window.notification("damaged.odt: not read: the file is damaged")
    window.web_page().get_by_text("This document could not be read").wait_for()


def test_a_document_whose_file_changes_is_read_again(window: Workbench, office: Office) -> None:
    window.run("View: Close All Editors")
    path: Path = office.folder / DRAFT
    path.write_bytes(docx(paragraph("Her doctor had recommended gentle exercise.")))
    window.open_as(DRAFT, f"{DRAFT}.txt")
    window.squiggles("warning").first.wait_for()
    path.write_bytes(docx(paragraph("Nothing is left.")))
    lines = window.page.locator(".editor-instance .view-lines")
    wait_for(lambda: "Nothing is left" in window.visible(lines), "the file as it is now")
