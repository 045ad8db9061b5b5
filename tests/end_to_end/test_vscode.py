"""The story of a draft in a real VS Code, with the packaged extension freshly installed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import ALTERNATIVES, RARE, SENTENCE, SOURCE, TITLE, Office
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from playwright.sync_api import Locator  # noqa: E402

from tests.end_to_end.workbench import Workbench, open_workbench  # noqa: E402


@pytest.fixture(scope="module")
def window(
    toolchain: Toolchain, office: Office, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Workbench]:
    must_have(*toolchain.of_vscode)
    profile = tmp_path_factory.mktemp("profile")
    settings = {"unlinkable.server.path": str(office.program)}
    with open_workbench(toolchain, profile, office.folder, PICTURES, settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def fresh_drafts(office: Office) -> Iterator[Path]:
    return iter(office.drafts)


@pytest.fixture
def draft(window: Workbench, fresh_drafts: Iterator[Path]) -> Iterator[str]:
    """A fresh draft, open and checked; its name."""
    name = next(fresh_drafts).name
    window.open(name)
    window.wait_for_status("sentences left")
    yield name
    window.page.keyboard.press("Escape")
    window.run("View: Close All Editors")


def go_to_rare_phrase(window: Workbench) -> None:
    window.find(RARE)


def proposed_changes(window: Workbench, label: str = "Masked: ") -> Locator:
    """The changes that are proposed and compared with the draft, those of one kind."""
    window.page.locator(".monaco-diff-editor").wait_for()
    changes = window.page.locator(f'.monaco-list-row[aria-label^="{label}"][aria-level="2"]')
    changes.first.wait_for()
    return changes


def server_processes(program: Path) -> list[psutil.Process]:
    """The running language servers that were started as ``program``."""
    script = str(program.parent.parent / "script.json")
    found = []
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if script in line and "serve" in line:
            found.append(process)
    return found


@pytest.mark.usefixtures("draft")
def test_rare_phrases_are_underlined_and_counted(window: Workbench) -> None:
    window.squiggles("warning").first.wait_for()
    assert "7 rare phrases" in window.wait_for_status("7 rare phrases")
    window.picture("squiggles")


@pytest.mark.usefixtures("draft")
def test_hover_explains_which_original(window: Workbench) -> None:
    go_to_rare_phrase(window)
    assert TITLE in window.hover(SOURCE)
    window.picture("hover")


def test_a_quick_fix_masks_and_is_undone_in_one_step(window: Workbench, draft: str) -> None:
    before = window.text(draft)
    go_to_rare_phrase(window)
    window.fix("Mask “")
    wait_for(lambda: window.text(draft).count("[REDACTED]") > before.count("[REDACTED]"), "masks")
    window.undo()
    wait_for(lambda: window.text(draft) == before, "the text as it was")


def test_an_alternative_is_compared_chosen_and_undone(window: Workbench, draft: str) -> None:
    before = window.text(draft)
    go_to_rare_phrase(window)
    window.fix("Choose among rewritings")
    # That of all the fixes may still be open.
    window.list().filter(has_text="Keep the original").wait_for()
    window.page.keyboard.press("ArrowDown")
    (chosen,) = (text for text in ALTERNATIVES if text in window.list().nth(1).inner_text())
    wait_for(lambda: chosen in window.compared(), "the comparison")
    window.picture("alternatives-of-the-office")
    window.page.keyboard.press("Enter")
    wait_for(lambda: chosen in window.text(draft), "the rewriting")
    assert SENTENCE not in window.saved(draft)
    window.undo()
    wait_for(lambda: window.text(draft) == before, "the text as it was")


def test_keeping_the_original_changes_nothing(window: Workbench, draft: str) -> None:
    before = window.text(draft)
    go_to_rare_phrase(window)
    window.fix("Choose among rewritings")
    window.list().filter(has_text="Keep the original").click()
    window.page.locator(".monaco-diff-editor").first.wait_for(state="detached")
    assert window.saved(draft) == before


def test_an_accepted_risk_is_kept_with_its_reason_and_survives_a_restart(
    window: Workbench, office: Office, draft: str
) -> None:
    go_to_rare_phrase(window)
    window.fix("in this file")
    window.answer("a turn of phrase")
    window.wait_for_status("accepted")
    settings = (office.folder / "unlinkable.toml").read_text("utf-8")
    assert 'reason = "a turn of phrase"' in settings
    assert settings.startswith("# Settings of the office")
    window.reload()
    window.open(draft)
    window.wait_for_status("accepted")


def test_the_list_of_what_is_left_alone_leads_to_a_clean_draft(
    window: Workbench, draft: str
) -> None:
    """By keyboard, in at most as many steps as there were passages at the beginning."""
    assert "sentences left" in window.wait_for_status("sentences left")
    window.run("Unlinkable: Focus on Left to Do View")
    rows = window.page.locator('.monaco-list-row[aria-label^="Passage "]')
    rows.first.wait_for()
    assert "of the lead" in (rows.first.get_attribute("aria-label") or "")
    window.picture("left-to-do")
    passages = rows.count()
    for left in range(passages - 1, -1, -1):
        window.run("Unlinkable: Mask the Worst Passage")
        wait_for(lambda left=left: rows.count() == left, f"{left} passages left")
    assert "Clean" in window.wait_for_status("Clean")
    assert RARE not in window.saved(draft)


def test_a_protected_draft_is_shown_before_it_is_changed_and_then_clean(
    window: Workbench, draft: str
) -> None:
    before = window.text(draft)
    window.run("Unlinkable: Protect This Draft")
    window.list().filter(has_text="Mask").first.click()
    changes = proposed_changes(window)
    assert "only in" in (changes.first.get_attribute("aria-label") or "")
    window.picture("protect")
    window.run("Unlinkable: Discard the Changes")
    window.page.locator(".monaco-diff-editor").wait_for(state="detached")
    assert window.saved(draft) == before

    window.run("Unlinkable: Protect This Draft")
    window.list().filter(has_text="Mask").first.click()
    proposed_changes(window)
    window.run("Unlinkable: Apply the Changes")
    window.notification("made. Nothing here leads back").get_by_role("button", name="OK").click()
    assert "Clean" in window.wait_for_status("Clean")
    window.picture("clean")


def test_a_change_that_is_dropped_is_not_made_and_what_remains_is_said(
    window: Workbench, draft: str
) -> None:
    """And the question stays, whatever else is opened meanwhile."""
    before = window.text(draft)
    window.run("Unlinkable: Protect This Draft")
    window.list().filter(has_text="Mask").first.click()
    changes = proposed_changes(window)
    all_changes = changes.count()
    dropped = window.page.locator(".monaco-list-row", has_text=f"{RARE} →").first
    window.untick(dropped, f"{all_changes - 1} of {all_changes} changes")
    wait_for(lambda: RARE in window.compared(), "the comparison without it")
    window.run("View: Close All Editors")
    window.open("unlinkable.toml")
    window.run("Unlinkable: Apply the Changes")
    made = window.notification(f"{all_changes - 1} changes made, 1 left out. 1 of")
    window.picture("what-remains")
    made.get_by_role("button", name="OK").click()
    after = window.saved(draft)
    assert RARE in after
    assert after.count("[REDACTED]") == before.count("[REDACTED]") + all_changes - 1


def test_what_the_model_has_no_other_words_for_is_masked_in_one_step(
    window: Workbench, draft: str
) -> None:
    before = window.text(draft)
    window.run("Unlinkable: Protect This Draft")
    window.list().filter(has_text="mask what remains").click()
    proposed_changes(window)
    window.picture("protect-masked")
    assert window.saved(draft) == before
    window.run("Unlinkable: Apply the Changes")
    assert "Clean" in window.wait_for_status("Clean")
    after = window.saved(draft)
    assert after.count("[REDACTED]") > before.count("[REDACTED]")
    window.undo()
    wait_for(lambda: window.text(draft) == before, "the text as it was")


@pytest.mark.usefixtures("draft")
def test_a_server_that_was_killed_comes_back(window: Workbench, office: Office) -> None:
    (process,) = server_processes(office.program)
    os.kill(process.pid, signal.SIGKILL)
    others = wait_for(
        lambda: [p for p in server_processes(office.program) if p.pid != process.pid], "a server"
    )
    assert len(others) == 1
    window.wait_for_status("phrase")


@pytest.mark.usefixtures("draft")
def test_settings_are_changed_while_running(window: Workbench) -> None:
    window.set(unlinkable__severity__phrase="error")
    window.squiggles("error").first.wait_for()
    window.set(unlinkable__severity__phrase=None)
    window.squiggles("warning").first.wait_for()


@pytest.mark.usefixtures("draft")
def test_all_that_leads_to_one_original_is_shown_together(window: Workbench) -> None:
    go_to_rare_phrase(window)
    window.fix(f"Show everything that leads to {SOURCE}")
    window.page.locator(".peekview-widget").wait_for()
    window.picture("same-source")
    window.page.keyboard.press("Escape")


@pytest.mark.usefixtures("draft")
def test_the_menu_offers_what_can_be_done(window: Workbench) -> None:
    window.run("Unlinkable: Menu")
    window.list().filter(has_text="Protect this draft").wait_for()
    window.picture("menu")
    window.page.keyboard.press("Escape")


@pytest.mark.usefixtures("draft")
def test_the_report_leads_to_the_place(window: Workbench) -> None:
    window.run("Unlinkable: Show the Report")
    page = window.web_page()
    page.get_by_role("link", name="gentle exercise").wait_for()
    window.picture("report")
    page.get_by_role("link", name="gentle exercise").click()
    window.page.get_by_text("(15 selected)").wait_for()


def test_the_whole_folder_is_checked(window: Workbench, draft: str) -> None:
    window.run("Unlinkable: Check the Whole Folder")
    page = window.web_page()
    page.get_by_role("link", name=draft).first.wait_for()
    window.picture("folder")


def test_an_index_is_built_from_a_folder_and_used(window: Workbench, office: Office) -> None:
    texts = office.folder.parent / "texts"
    texts.mkdir()
    (texts / "one.txt").write_text("An original that is quite unlike all the others.", "utf-8")
    window.run("Unlinkable: Build an Index")
    window.enter_path(f"{texts}/")
    window.page.get_by_role("button", name="Build the index from this").click()
    built = window.notification("1 original read")
    window.picture("index-built")
    assert str(texts.with_suffix(".unlinkable")) in built.inner_text()
    built.get_by_role("button", name="OK").click()
    settings = office.folder / ".vscode/settings.json"
    wait_for(lambda: settings.exists() and "texts.unlinkable" in settings.read_text(), "it used")
    window.set(unlinkable__index=None)


@pytest.mark.usefixtures("draft")
def test_first_steps_are_ticked_when_they_are_done_and_switch_vs_code_s_own_ai_off(
    window: Workbench, office: Office
) -> None:
    window.run("Unlinkable: First Steps")
    window.page.get_by_text("Choose an index").first.wait_for()
    ticked = window.page.locator('[role="checkbox"][aria-checked="true"]')
    for step in ("Choose an index", "Open a draft"):
        ticked.and_(window.page.locator(f'[aria-label*="{step}"]')).wait_for()
    button = window.page.get_by_role("button", name="Switch Them Off Here")
    if not button.is_visible():
        window.page.get_by_text("Keep drafts on this computer").first.click()
    button.click()
    settings = office.folder / ".vscode/settings.json"
    wait_for(lambda: settings.exists() and "disableAIFeatures" in settings.read_text(), "it off")
    ticked.and_(window.page.locator('[aria-label*="Keep drafts"]')).wait_for()
    window.picture("first-steps")
    window.set(chat__disableAIFeatures=None)
    window.run("View: Close All Editors")


def test_the_original_of_a_draft_is_named_and_forgotten(
    window: Workbench, office: Office, draft: str
) -> None:
    """It is one that the index does not hold: what only it and the draft have, leads to it."""
    original = office.folder.parent / "today.txt"
    text = f"{window.text(draft)}It rained all day long.\n"
    (office.folder / draft).write_text(text, "utf-8")
    original.write_text(text.replace("[REDACTED]", "Someone"), "utf-8")
    window.run("Unlinkable: The Original of This Draft Is")
    window.enter_path(str(original))
    window.page.get_by_role("button", name="This is the original").click()
    assert "today.txt" in window.wait_for_status("Likely source: today.txt")
    window.run("Unlinkable: Forget the Original of This Draft")
    assert "today.txt" not in window.wait_for_status(f"Likely source: {SOURCE}")


def test_a_missing_program_is_explained(window: Workbench, office: Office) -> None:
    window.set(unlinkable__server__path="/nowhere/unlinkable")
    window.wait_for_status("Not installed")
    window.notification("the whole path of a program, and /nowhere/unlinkable is none")
    window.picture("not-installed")
    window.set(unlinkable__server__path=None)
    wait_for(lambda: server_processes(office.program), "the server")
