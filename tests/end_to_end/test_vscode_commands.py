"""Every command of the extension, run in a real VS Code as it is delivered, on ordinary drafts:
none of them may end in an error.

The commands are those of package.json, so that a new one can't be forgotten.
"""

import pytest

from tests.end_to_end.toolchain import CONTRIBUTES, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.vscode_stories import (  # noqa: E402
    DOCUMENT,
    DOUBTFUL,
    NONE,
    PLACES,
    PLAIN,
    Scene,
    Story,
    apply,
    asked,
    begin_review,
    build_index,
    choose_index,
    choose_original,
    discard,
    end_review,
    go_to_worst,
    mask,
    offered_a_file,
    page_shown,
    shown,
    told,
    write_protected,
)

TITLES = {one["command"]: one["title"].rstrip("…") for one in CONTRIBUTES["commands"]}

OPEN_FIRST = told("Open a draft first, then try again")
CLICK_FIRST = told("Click a document (DOCX, ODT, PDF, …)")
ABOUT_DRAFTS: dict[str, dict[str, Story]] = {
    "showMenu": dict.fromkeys(PLACES, asked("What is left to do")),
    "showReport": {**dict.fromkeys(PLACES, page_shown("Report on {}")), NONE: OPEN_FIRST},
    "showPrices": {
        **dict.fromkeys(PLACES, page_shown("What protection would take")),
        NONE: OPEN_FIRST,
    },
    "checkFolder": dict.fromkeys(PLACES, page_shown("Drafts in drafts")),
    "protect": {PLAIN: discard, DOUBTFUL: discard, DOCUMENT: write_protected, NONE: OPEN_FIRST},
    "showDocument": {
        **dict.fromkeys(PLACES, CLICK_FIRST),
        DOCUMENT: shown(".tab.active", f"{DOCUMENT}.txt"),
    },
    "protectDocument": {**dict.fromkeys(PLACES, CLICK_FIRST), DOCUMENT: write_protected},
    "maskFindings": {PLAIN: mask, DOUBTFUL: mask, DOCUMENT: write_protected, NONE: OPEN_FIRST},
    "maskLeft": {PLAIN: mask, DOUBTFUL: mask, DOCUMENT: offered_a_file, NONE: told("draft")},
    "goToWorst": {**dict.fromkeys(PLACES, go_to_worst), NONE: told("draft")},
    "chooseOriginal": {**dict.fromkeys(PLACES, choose_original), NONE: OPEN_FIRST},
    "forgetOriginal": {**dict.fromkeys(PLACES, shown(".statusbar-item", "left")), NONE: OPEN_FIRST},
    "acceptFinding": {DOCUMENT: told("Put the cursor on an underlined finding first")},
}


@pytest.mark.parametrize(
    ("command", "place"),
    [(command, place) for command, stories in ABOUT_DRAFTS.items() for place in stories],
)
def test_a_command_about_a_draft(scene: Scene, command: str, place: str) -> None:
    scene.go_to(place)
    scene.window.run(f"Unlinkable: {TITLES[f'unlinkable.{command}']}")
    ABOUT_DRAFTS[command][place](scene)


ONCE: dict[str, Story] = {
    "chooseIndex": choose_index,
    "buildIndex": build_index,
    "setUpRewriting": asked("language model"),
    "chooseModel": asked("Choose the model file"),
    "switchOffAi": told("AI features are off here"),
    "install": asked("Download what it needs"),
    "restart": shown(".statusbar-item", "left"),
    "showLog": shown(".part.panel", "Unlinkable"),
    "openSettings": shown(".settings-editor", "Checking"),
    "openWalkthrough": shown(".editor-instance", "Choose an index"),
    "applyProposal": apply,
    "discardProposal": end_review,
}
ELSEWHERE = {"tryDemo"}
"""It opens another window: see test_vscode_first_start.py."""
IN_MENUS_ALONE = {
    one["command"].removeprefix("unlinkable.")
    for one in CONTRIBUTES["menus"]["commandPalette"]
    if one["when"] == "false"
}


@pytest.mark.parametrize("command", ONCE)
def test_a_command_about_all_else(scene: Scene, command: str) -> None:
    scene.go_to(PLAIN)
    if command in ("applyProposal", "discardProposal"):
        begin_review(scene)
    scene.window.run(f"Unlinkable: {TITLES[f'unlinkable.{command}']}")
    ONCE[command](scene)


def test_no_command_of_the_palette_is_forgotten() -> None:
    run = ABOUT_DRAFTS.keys() | ONCE.keys() | IN_MENUS_ALONE | ELSEWHERE
    assert {f"unlinkable.{one}" for one in run} == set(TITLES)


def test_an_error_that_is_shown_is_noted(scene: Scene) -> None:
    """Else the tests above would show nothing."""
    (scene.chambers.folder / "damaged.odt").write_bytes(b"PK\x03\x04")
    scene.window.open_as("damaged.odt", "damaged.odt")
    scene.window.notification("damaged.odt: not read").wait_for()
    (scene.chambers.folder / "damaged.odt").unlink()
    (error,) = scene.window.errors()
    assert "damaged.odt" in error
