"""The demo folder in VS Code, as the README and the guide show it: their pictures are made here."""

from pathlib import Path

import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import DEMO_DRAFT, DEMO_SENTENCE, open_demo
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import open_workbench  # noqa: E402


def test_the_demo_can_be_checked_and_rewritten(toolchain: Toolchain, tmp_path: Path) -> None:
    must_have(*toolchain.of_vscode)
    demo = open_demo(tmp_path)
    settings = {
        "unlinkable.server.path": str(demo.program),
        "workbench.secondarySideBar.defaultVisibility": "hidden",  # for the pictures
    }
    profile = tmp_path / "profile"
    with open_workbench(toolchain, profile, demo.folder, PICTURES, settings) as window:
        window.open(DEMO_DRAFT)
        ai = window.notification("AI features of its own")
        ai.get_by_role("button", name="Switch Off").click()
        window.wait_for_status("left")
        window.notification("own AI features are off here")
        window.run("Notifications: Clear All")
        window.find("kept bees")
        titles = window.quick_fixes()
        assert any(title.startswith("Mask “") for title in titles)
        window.picture("quick-fix")
        window.page.keyboard.press("Escape")
        window.fix("Choose among rewritings")
        window.list().filter(has_text="Keep the original").wait_for()
        window.page.locator(".monaco-diff-editor .char-insert").first.wait_for()
        window.picture("alternatives")
        window.page.keyboard.press("Enter")
        draft = demo.folder / "drafts" / DEMO_DRAFT
        wait_for(lambda: DEMO_SENTENCE not in draft.read_text("utf-8"), "the rewriting")
        window.run("Unlinkable: Protect This Draft")
        window.list().filter(has_text="Reword, and mask").click()
        window.page.locator(".monaco-diff-editor .char-insert").first.wait_for()
        window.page.locator('.monaco-list-row[aria-label^="Masked: "]').first.wait_for()
        window.picture("proposed-changes")
        window.run("Unlinkable: Discard the Changes")
        # What closes takes the focus with it, also from the next command that is being typed.
        window.page.locator(".monaco-diff-editor").first.wait_for(state="hidden")
        window.page.locator('.monaco-list-row[aria-label^="Masked: "]').first.wait_for(
            state="hidden"
        )
        window.page.locator(".editor-instance.focused, .monaco-editor.focused").first.wait_for()
        window.run("Unlinkable: Mask Every Finding")
        assert "Clean" in window.wait_for_status("Clean")


def test_the_list_alone_makes_drafts_of_some_400_words_clean_step_by_step(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    """By one key, in as many steps as there were passages at the beginning, or fewer."""
    must_have(*toolchain.of_vscode)
    demo = open_demo(tmp_path)
    settings = {
        "unlinkable.server.path": str(demo.program),
        "workbench.secondarySideBar.defaultVisibility": "hidden",  # for the pictures
    }
    with open_workbench(toolchain, tmp_path / "profile", demo.folder, PICTURES, settings) as window:
        first = window.page.locator('.monaco-list-row[aria-label^="Passage 1 of "]')

        def passages() -> int:
            labels = first.evaluate_all("rows => rows.map(row => row.getAttribute('aria-label'))")
            return int(labels[0].removeprefix("Passage 1 of ").split(",")[0]) if labels else 0

        for name in (DEMO_DRAFT, "tenancy.md"):
            draft = demo.folder / "drafts" / name
            before = draft.read_text("utf-8")
            assert len(before.split()) > 400
            window.open(name)
            window.wait_for_status("sentences left")
            window.run("Unlinkable: Focus on Left to Do View")
            at_first = wait_for(passages, "the list")
            window.picture(f"left-of-{name}")
            focused = window.page.locator(".tree-explorer-viewlet-tree-view .monaco-list:focus")
            focused.wait_for()  # a key that comes before would go into the text
            window.page.keyboard.press("Home")
            for left in range(at_first - 1, -1, -1):
                window.page.keyboard.press("Enter")
                wait_for(lambda left=left: passages() <= left, f"{left} passages left")
            assert "Clean" in window.wait_for_status("Clean")
            print(f"{name}: {at_first} passages, {at_first} steps")
            # No key that was meant for the list went into the text.
            assert window.saved(f"drafts/{name}").count("\n") == before.count("\n")
            window.run("View: Close All Editors")
