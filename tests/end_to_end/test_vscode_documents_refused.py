"""A document of a word processor in a VS Code that lacks something: one sentence says what."""

from pathlib import Path

import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import open_office
from tests.end_to_end.toolchain import Toolchain, must_have
from tests.unlinkable_index.documents.docx_files import docx, paragraph

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import open_workbench  # noqa: E402

DRAFT, RESULT = "ruling.docx", "ruling-protected.docx"


def test_in_a_folder_that_is_not_trusted_a_document_is_shown_by_ones_own_settings(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    must_have(*toolchain.of_vscode)
    office = open_office(tmp_path)
    (office.folder / DRAFT).write_bytes(docx(paragraph("Her doctor had recommended exercise.")))
    settings = {
        "unlinkable.server.path": str(office.program),
        "security.workspace.trust.enabled": True,
        "security.workspace.trust.startupPrompt": "never",
    }
    profile = tmp_path / "profile"
    with open_workbench(toolchain, profile, office.folder, PICTURES, settings) as window:
        window.open_as(DRAFT, f"{DRAFT}.txt")
        window.wait_for_status("No index")
        window.run("Unlinkable: Protect This Document")
        window.list().filter(has_text="Mask").first.click()
        window.accept_proposed(office.folder / RESULT)
        window.notification("no index: name one with -i FILE")
    assert not (office.folder / RESULT).exists()


def test_without_a_program_it_is_said_that_a_document_is_not_shown(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    must_have(*toolchain.of_vscode)
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / DRAFT).write_bytes(docx(paragraph("Her doctor came.")))
    settings = {"unlinkable.server.path": str(tmp_path / "none")}
    place = (tmp_path / "profile", tmp_path / "drafts")
    with open_workbench(toolchain, *place, PICTURES, settings) as window:
        window.open_as(DRAFT, DRAFT)
        window.notification("This document is not shown, as the checking program does not run.")
        window.web_page().get_by_text("This document could not be read").wait_for()
