"""Every command in the views and menus of the extension, chosen there in a real VS Code as it is
delivered: none of them may end in an error.

Menus and views are those of package.json, and the entries of the menu of the status bar those that
it shows, so that a new one can't be forgotten.
"""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import CONTRIBUTES, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from playwright.sync_api import TimeoutError as TimedOut  # noqa: E402

from tests.end_to_end.vscode_stories import (  # noqa: E402
    DOCUMENT,
    PLAIN,
    Scene,
    Story,
    apply,
    asked,
    begin_review,
    choose_index,
    choose_original,
    discard,
    end_review,
    mask,
    page_shown,
    shown,
    told,
    write_protected,
)

TITLES = {one["command"]: one["title"].rstrip("…") for one in CONTRIBUTES["commands"]}
MENUS = [
    (menu, one["command"])
    for menu, entries in CONTRIBUTES["menus"].items()
    if menu != "commandPalette"
    for one in entries
]
Choice = Callable[[Scene, str], None]
VIEWS = [one["name"] for some in CONTRIBUTES["views"].values() for one in some]


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_shown(scene: Scene, view: str) -> None:
    scene.go_to(PLAIN)
    if view == "Proposed Changes":
        begin_review(scene)
    scene.window.run(f"Unlinkable: Focus on {view} View")
    scene.window.page.locator(".pane-header.expanded", has_text=view).wait_for()
    if view == "Proposed Changes":
        scene.window.run("Unlinkable: Discard the Changes")


def press(within: str) -> Choice:
    """Press a button with the title of a command."""

    def pressing(at: Scene, title: str) -> None:
        button = at.window.page.locator(f'{within} [aria-label^="{title}"]:visible').first
        button.dispatch_event("click")  # where it stands is no matter; bars are drawn anew often

    return pressing


def click_in_menu(at: Scene, title: str) -> None:
    """A menu takes no notice of a click that comes right after it was opened."""
    item = at.window.page.get_by_role("menuitem", name=title).first
    item.wait_for()

    def chosen() -> bool:
        with suppress(TimedOut):
            item.click(timeout=1000)
            item.wait_for(state="hidden", timeout=1000)
        return not item.is_visible()

    wait_for(chosen, f"{title} chosen")


def choose_at(row: str) -> Choice:
    """Choose from the menu that a click with the right button opens on a file."""

    def choosing(at: Scene, title: str) -> None:
        files = at.window.page.locator(".explorer-folders-view .monaco-list-row")
        files.filter(has_text=row).first.click(button="right")
        click_in_menu(at, title)

    return choosing


def choose_at_cursor(at: Scene, title: str) -> None:
    at.window.page.keyboard.press("Shift+F10")
    click_in_menu(at, title)


def press_beside(row: str) -> Choice:
    """Press a button that is shown beside a row of a list where the mouse is."""

    def pressing(at: Scene, title: str) -> None:
        line = at.window.page.locator(row).first
        line.hover()
        line.locator(f'[aria-label^="{title}"]').first.click()

    return pressing


def see_changes(at: Scene) -> None:
    at.go_to(PLAIN)
    begin_review(at)


def see_document(at: Scene) -> None:
    at.go_to(DOCUMENT)


def see_nothing(at: Scene) -> None:
    at.window.run("View: Show Explorer")


def see_finding(at: Scene) -> None:
    at.go_to(DOCUMENT)
    at.window.run("Unlinkable: Go to the Worst Passage")
    at.window.page.get_by_text("selected)").wait_for()
    at.window.page.locator(".editor-instance .view-lines").first.focus()


def see_left(at: Scene) -> None:
    at.go_to(PLAIN)
    at.window.run("Unlinkable: Focus on Left to Do View")


def see_accepted(at: Scene) -> None:
    """A risk is accepted, and listed."""
    at.go_to(PLAIN)
    at.window.run("Unlinkable: Go to the Worst Passage")
    at.window.page.get_by_text("selected)").wait_for()
    at.window.fix("Accept this")
    at.window.list().filter(has_text="in this file").click()
    at.window.answer("ordinary wording")
    at.window.wait_for_status("accepted")
    at.window.run("Unlinkable: Focus on Accepted Risks View")


def withdraw(at: Scene) -> None:
    at.window.page.get_by_role("button", name="Withdraw", exact=True).click()
    at.window.page.get_by_text("No risk is accepted for this draft").wait_for()


EDITOR, VIEW = press(".editor-actions"), press(".pane-header")
LEFT = '.monaco-list-row[aria-label^="Passage 1 "]'
PASSAGE = re.compile(r"Passage (\d+) of .*?: (.*?) It would become:", re.DOTALL)


def listed(at: Scene) -> list[tuple[int, str]]:
    """The rank and the text of each passage of the list that is in view, from above."""
    rows = at.window.page.locator('.monaco-list-row[aria-label^="Passage "]').all()
    rows.sort(key=lambda row: int(row.get_attribute("data-index") or 0))
    found = (PASSAGE.match(row.get_attribute("aria-label") or "") for row in rows)
    return [(int(one[1]), one[2]) for one in found if one]


def by_text(at: Scene) -> None:
    """Passages stand as the text has them."""
    text = at.window.text(at.place)

    def in_order() -> bool:
        places = [text.find(passage[:30]) for _, passage in listed(at)]
        return len(places) > 2 and -1 not in places and places == sorted(places)

    wait_for(in_order, "the order of the text")
    press(".pane-header")(at, TITLES["unlinkable.sortLeftByLead"])  # for who comes next


def by_lead(at: Scene) -> None:
    """What leads most is listed first."""
    wait_for(lambda: [rank for rank, _ in listed(at)][:3] == [1, 2, 3], "the worst first")


def see_left_by_text(at: Scene) -> None:
    see_left(at)
    VIEW(at, TITLES["unlinkable.sortLeftByText"])


ACCEPTED = '.monaco-list-row[aria-label*=", accepted "]'
OF_MENUS: dict[tuple[str, str], tuple[Story, Choice, Story]] = {
    ("editor/title", "applyProposal"): (see_changes, EDITOR, apply),
    ("editor/title", "discardProposal"): (see_changes, EDITOR, end_review),
    ("editor/title", "protectDocument"): (see_document, EDITOR, write_protected),
    ("editor/title", "showReport"): (see_document, EDITOR, page_shown(f"Report on {DOCUMENT}")),
    ("editor/context", "acceptFinding"): (see_finding, choose_at_cursor, asked("in this file")),
    ("view/title", "applyProposal"): (see_changes, VIEW, apply),
    ("view/title", "discardProposal"): (see_changes, VIEW, end_review),
    ("view/title", "sortLeftByText"): (see_left, VIEW, by_text),
    ("view/title", "sortLeftByLead"): (see_left_by_text, VIEW, by_lead),
    ("explorer/context", "checkFolder"): (see_nothing, choose_at("more"), page_shown("in more")),
    ("explorer/context", "showDocument"): (
        see_nothing,
        choose_at(DOCUMENT),
        shown(".tab.active", f"{DOCUMENT}.txt"),
    ),
    ("explorer/context", "protectDocument"): (see_nothing, choose_at(DOCUMENT), write_protected),
    ("view/item/context", "maskLeft"): (see_left, press_beside(LEFT), mask),
    ("view/item/context", "withdrawAccepted"): (see_accepted, press_beside(ACCEPTED), withdraw),
}
"""What is open before a command is chosen from a menu, how it is, and what comes of it."""


@pytest.mark.parametrize(("menu", "command"), MENUS)
def test_a_command_of_a_menu(scene: Scene, menu: str, command: str) -> None:
    before, choose, story = OF_MENUS[menu, command.removeprefix("unlinkable.")]
    before(scene)
    choose(scene, TITLES[command])
    story(scene)


def go_on(at: Scene) -> None:
    """The next finding is explained in the editor."""
    at.window.page.locator(".marker-widget:visible").first.wait_for()


OF_STATUS: dict[str, Story] = {
    "What is left to do": shown(".pane-header.expanded", "Left to Do"),
    "Go to the next finding": go_on,
    "Protect this draft…": discard,
    "Mask every finding": mask,
    "The original of this draft is…": choose_original,
    "Show the report": page_shown("Report on {}"),
    "Show what protecting would take": page_shown("What protection would take"),
    "Check the whole folder…": page_shown("Drafts in drafts"),
    "Choose the index…": choose_index,
    "Build an index from a folder…": asked("Choose the folder of the originals"),
    "Set up rewriting…": asked("language model"),
    "Choose the model for rewriting…": asked("Choose the model file"),
    "Settings": shown(".settings-editor", "Checking"),
    "First steps": shown(".editor-instance", "Choose an index"),
    "VS Code's own AI is on here: switch it off": told("AI features are off here"),
    "Restart": shown(".statusbar-item", "left"),
    "Show the log": shown(".part.panel", "Unlinkable"),
}


def open_menu(scene: Scene) -> None:
    scene.window.page.locator('.statusbar-item a[aria-label^="Unlinkable:"]').click()
    scene.window.list()


def test_the_menu_of_the_status_bar_has_no_other_commands(scene: Scene) -> None:
    scene.go_to(PLAIN)
    open_menu(scene)
    focused = scene.window.page.locator(".quick-input-widget:visible .monaco-list-row.focused")
    labels: list[str] = []
    while (label := focused.locator(".label-name").first.inner_text().strip()) not in labels:
        labels.append(label)
        scene.window.page.keyboard.press("ArrowDown")
    elsewhere = {"Try the demo"}  # see test_vscode_first_start.py
    assert set(labels) == set(OF_STATUS) | elsewhere


@pytest.mark.parametrize("label", OF_STATUS)
def test_a_command_of_the_menu_of_the_status_bar(scene: Scene, label: str) -> None:
    scene.go_to(PLAIN)
    open_menu(scene)
    scene.window.page.locator(".quick-input-widget:visible input.input").fill(label.rstrip("…"))
    scene.window.list().filter(has_text=label).first.click()
    OF_STATUS[label](scene)
