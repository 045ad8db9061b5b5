"""From a VS Code that has just got the extension to the first underline, with the settings that VS
Code is delivered with: on one's own rulings, and on the demo. Clicks are counted."""

import json
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import ORIGINAL, TWIN, scripted_program
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import open_workbench  # noqa: E402

LONG = "The municipality did not reply to her letter. " * 12


def test_one_s_own_rulings_are_read_and_the_first_words_underlined_in_five_clicks(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    must_have(*toolchain.of_vscode)
    rulings, drafts = tmp_path / "rulings", tmp_path / "drafts"
    for folder in (rulings, drafts):
        folder.mkdir()
    (rulings / "one.txt").write_text(ORIGINAL, "utf-8")
    (rulings / "two.txt").write_text(TWIN, "utf-8")
    (drafts / "draft.txt").write_text(f"She kept bees behind the rectory. {LONG}", "utf-8")
    program = scripted_program(tmp_path, {})
    settings = {"unlinkable.server.path": str(program)}
    clicks = 0
    with open_workbench(toolchain, tmp_path / "profile", drafts, PICTURES, settings) as window:
        window.open("draft.txt")
        clicks += 1
        assert "No index" in window.wait_for_status("No index")
        no_index = window.notification("None is set yet")
        window.picture("no-index")
        no_index.get_by_role("button", name="Build It from My Rulings").click()
        clicks += 1
        window.enter_path(f"{rulings}/")
        window.page.get_by_role("button", name="Build the index from this").click()
        clicks += 2  # the folder, and the button
        built = window.notification("2 originals read")
        assert "as confidential as the originals" in built.inner_text()
        window.wait_for_status("sentences left", "sentence left")
        window.squiggles().first.wait_for()
        window.picture("first-underline")
        assert clicks <= 5
        # As delivered, lines of plain text would run on beyond the window.
        assert window.page.locator(".editor-instance .view-line").count() > 3
        ai = window.notification("AI features of its own")
        ai.get_by_role("button", name="Switch Off").click()
        own = drafts / ".vscode/settings.json"
        wait_for(lambda: own.exists() and "chat.disableAIFeatures" in own.read_text(), "it off")
        set_here = json.loads(own.read_text())
        assert set_here["chat.disableAIFeatures"] is True
        assert set_here["unlinkable.index"] == str(tmp_path / "rulings.unlinkable")


@pytest.mark.parametrize("way", ["notice", "palette", "status bar"])
def test_the_demo_is_made_and_opened_in_one_click(
    toolchain: Toolchain, tmp_path: Path, way: str
) -> None:
    must_have(*toolchain.of_vscode)
    drafts = tmp_path / "drafts"
    drafts.mkdir()
    (drafts / "draft.txt").write_text("She kept bees.", "utf-8")
    program = scripted_program(tmp_path, {})
    profile = tmp_path / "profile"
    settings = {"unlinkable.server.path": str(program), "window.openFoldersInNewWindow": "off"}
    with open_workbench(toolchain, profile, drafts, PICTURES, settings) as window:
        window.open("draft.txt")
        no_index = window.notification("None is set yet")
        window.note_errors()
        with window.page.expect_popup() as opened:
            if way == "notice":
                no_index.get_by_role("button", name="Try the Demo").click()
            elif way == "palette":
                window.run("Unlinkable: Try the Demo")
            else:
                window.page.locator('.statusbar-item a[aria-label^="Unlinkable:"]').click()
                window.list().filter(has_text="Try the demo").click()
        opened.value.locator('.tab.active[data-resource-name="robbery.txt"]').wait_for()
        opened.value.locator(".editor-instance .squiggly-warning").first.wait_for()
        assert (profile / "unlinkable-demo/drafts/robbery.txt").exists()
        assert window.errors() == ()
