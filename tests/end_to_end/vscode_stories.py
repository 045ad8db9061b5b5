"""What people do with the commands of the extension in VS Code: a folder of ordinary drafts, and
stories that each end when the command has done its work."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.office import DEMO_SENTENCE, scripted_program
from tests.end_to_end.patience import wait_for
from tests.end_to_end.workbench import Workbench
from tests.unlinkable_index.documents.docx_files import docx, paragraph
from unlinkable.demo.folder import write_demo

PLAIN, DOUBTFUL, DOCUMENT = "plain.txt", "doubtful.txt", "ruling.docx"
NONE = "no draft open"
PLACES = (PLAIN, DOUBTFUL, DOCUMENT, NONE)
FOREIGN = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. "
"""Few of its words are in the index, so that no result can be relied on."""


@dataclass(frozen=True)
class Chambers:
    """A folder of drafts with no settings but the index, and what lies beside it."""

    folder: Path
    originals: Path
    program: Path


def open_chambers(room: Path) -> Chambers:
    """New ones in ``room``, with rulings and drafts of the demo."""
    demo = write_demo(room / "demo")
    folder = room / "drafts"
    (folder / "more").mkdir(parents=True)
    text = demo.draft_path(demo.drafts[0]).read_text("utf-8")
    for plain in (PLAIN, "more/plain-too.txt"):
        (folder / plain).write_text(text, "utf-8")
    (folder / DOUBTFUL).write_text(f"{FOREIGN * 8}\n{DEMO_SENTENCE}\n", "utf-8")
    body = "".join(paragraph(one) for one in text.split("\n") if one)
    (folder / DOCUMENT).write_bytes(docx(body))
    (folder / "unlinkable.toml").write_text(f'index = "{demo.index}"\n', "utf-8")
    return Chambers(folder, demo.path, scripted_program(room, {}))


@dataclass
class Scene:
    """The window, and which draft is open in it."""

    window: Workbench
    chambers: Chambers
    place: str = NONE
    masks: int = 0
    """How many the draft had when it was opened."""

    def go_to(self, place: str) -> None:
        """Open a draft, and wait until it has been checked."""
        self.place = place
        if place in (PLAIN, DOUBTFUL):
            self.masks = self.window.text(place).count("[REDACTED]")
        if place != NONE:
            self.window.open_as(place, f"{place}.txt" if place == DOCUMENT else place)
            self.window.wait_for_status("left", "Clean")


@contextmanager
def tidied(window: Workbench, chambers: Chambers, attic: Path) -> Iterator[Scene]:
    """A scene with nothing open; afterwards every file is as it was before, and no error was shown.

    ``attic``: where the files are kept meanwhile.
    """
    shutil.copytree(chambers.folder, attic)
    yield Scene(window, chambers)
    for _ in range(3):
        window.page.keyboard.press("Escape")
    wait_for(lambda: window.page.locator(".tab.dirty").count() == 0, "all saved")
    tabs = window.page.locator(".editor-group-container .tab")

    def closed() -> bool:  # what was asked for last may open only now
        window.run("View: Close All Editors")
        window.page.wait_for_timeout(500)
        return tabs.count() == 0

    wait_for(closed, "all closed")
    window.run("Notifications: Clear All")
    errors = window.errors()
    shutil.rmtree(chambers.folder / ".vscode", ignore_errors=True)
    shutil.copytree(attic, chambers.folder, dirs_exist_ok=True)
    assert errors == (), f"errors were shown: {errors}"


Story = Callable[[Scene], None]


def told(words: str) -> Story:
    """A story that ends with a message at once."""
    return lambda at: at.window.notification(words).wait_for()


def asked(words: str) -> Story:
    """A story in which the user is asked something, and leaves it at that."""

    def story(at: Scene) -> None:
        asking = ":is(.quick-input-widget, .monaco-dialog-box):visible"
        at.window.page.locator(asking, has_text=words).first.wait_for()
        at.window.page.keyboard.press("Escape")

    return story


def shown(selector: str, words: str) -> Story:
    """A story that ends with something in the window."""
    return lambda at: at.window.page.locator(
        f":is({selector}):visible", has_text=words
    ).first.wait_for()


def page_shown(heading: str) -> Story:
    """A story that ends with a page."""

    def story(at: Scene) -> None:
        at.window.web_page().get_by_role("heading", name=heading.format(at.place)).first.wait_for()
        at.window.picture(f"command-page-{at.place}")

    return story


def propose(at: Scene) -> None:
    """Changes are proposed."""
    at.window.list().filter(has_text="Mask").first.click()
    at.window.page.locator(".monaco-diff-editor").wait_for()
    at.window.page.locator('.monaco-list-row[aria-label^="Masked: "]').first.wait_for()


def discard(at: Scene) -> None:
    """Changes are proposed, and not made."""
    before = at.window.text(at.place)
    propose(at)
    at.window.run("Unlinkable: Discard the Changes")
    at.window.page.locator(".monaco-diff-editor").wait_for(state="detached")
    assert at.window.saved(at.place) == before


def write_protected(at: Scene) -> None:
    """The protected version of a document is written."""
    result = at.chambers.folder / "ruling-protected.docx"
    result.unlink(missing_ok=True)
    at.window.list().filter(has_text="Mask").first.click()
    at.window.accept_proposed(result)
    at.window.notification(f"{result.name} was written").wait_for()
    result.unlink()


def mask(at: Scene) -> None:
    """Something is masked."""
    wait_for(lambda: at.window.text(at.place).count("[REDACTED]") > at.masks, "masks")


def choose_original(at: Scene) -> None:
    """An original is named that the index does not hold, and forgotten."""
    original = at.chambers.folder.parent / "original.txt"
    text = (at.chambers.folder / PLAIN).read_text("utf-8").replace("[REDACTED]", "Someone")
    original.write_text(text, "utf-8")
    at.window.enter_path(str(original))
    at.window.page.get_by_role("button", name="This is the original").click()
    at.window.wait_for_status("original.txt")
    at.window.run("Unlinkable: Forget the Original")
    wait_for(lambda: "original.txt" not in at.window.status(), "it forgotten")


def go_to_worst(at: Scene) -> None:
    """A passage is selected."""
    at.window.page.get_by_text("selected)").wait_for()


def offered_a_file(at: Scene) -> None:
    """What cannot be edited is offered as a new file."""
    offer = at.window.notification("cannot be edited here")
    offer.get_by_role("button", name="Protect This Document").click()
    write_protected(at)


def choose_index(at: Scene) -> None:
    """It is used in the folder."""
    at.window.enter_path(str(at.chambers.originals / "rulings.unlinkable"))
    at.window.page.get_by_role("button", name="Use this index").click()
    at.window.list().filter(has_text="Only in the folder drafts").click()
    settings = at.chambers.folder / ".vscode/settings.json"
    wait_for(lambda: settings.exists() and "rulings.unlinkable" in settings.read_text(), "it set")


def build_index(at: Scene) -> None:
    """From a folder of texts."""
    texts = at.chambers.folder.parent / "texts"
    texts.mkdir()
    (texts / "one.txt").write_text("An original that is quite unlike all the others.", "utf-8")
    at.window.enter_path(f"{texts}/")
    at.window.page.get_by_role("button", name="Build the index from this").click()
    at.window.notification("1 original read").wait_for()


def apply(at: Scene) -> None:
    """The changes that were proposed are made."""
    at.window.notification("made").get_by_role("button", name="OK").click()
    mask(at)


def end_review(at: Scene) -> None:
    """What was proposed is gone."""
    at.window.page.locator(".monaco-diff-editor").wait_for(state="detached")


def begin_review(at: Scene) -> None:
    """Changes are proposed, to be chosen from."""
    at.window.run("Unlinkable: Protect This Draft")
    propose(at)
