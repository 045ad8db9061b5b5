"""A real VS Code workbench to drive: code-server, and a page of it in headless Chromium.

Knows how the workbench looks from outside (keys, roles, classes). Must know nothing of what
Unlinkable does: the tests say that.
"""

import json
import os
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType

from playwright.sync_api import Error as WindowError
from playwright.sync_api import FrameLocator, Locator, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooLongError

from tests.end_to_end.patience import PATIENCE_S, wait_for
from tests.end_to_end.toolchain import Toolchain

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OFFLINE: Mapping[str, object] = {
    # All else is as VS Code is delivered; but no test contacts a service on the network.
    "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": False,
}


SAVED_MS = 2000
"""As delivered in a browser, the workbench saves a second after the last change."""


NOTE_ERRORS = """() => {
    const shown = '.notification-list-item, .monaco-dialog-box';
    const marks = '.codicon-error, .codicon-dialog-error, .codicon-notifications-error';
    window.errorsShown = [];
    new MutationObserver(() => {
        for (const one of document.querySelectorAll(shown)) {
            const text = one.innerText.trim();
            if (one.querySelector(marks) && text && !window.errorsShown.includes(text))
                window.errorsShown.push(text);
        }
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""Keeps the text of every error that is shown, also of one that goes away by itself."""


LIST_MS = 5000
"""How long a list may take to open or to be filled, before it is opened anew."""
_ROWS = 5  # of a list, among which the one that is meant stands


class Workbench:
    """One window of the workbench with a folder open."""

    def __init__(self, page: Page, folder: Path, pictures: Path, profile: Path) -> None:
        self.page = page
        self.folder = folder
        self.profile = profile
        self._pictures = pictures

    def open(self, name: str) -> None:
        """Open a file of the folder, and put the cursor at its beginning."""
        self.open_as(name, name)
        self.page.keyboard.press("Control+Home")

    def open_as(self, name: str, tab: str) -> None:
        """Open a file of the folder, which is then shown in a tab of some name."""
        self._choose("Control+p", name)
        self.shown(tab).wait_for()

    def shown(self, tab: str) -> Locator:
        """The tab of that name, where it is the one in front."""
        return self.page.locator(f'.tab.active[data-resource-name="{tab}"]')

    def run(self, command: str) -> None:
        """Run a command by its title in the command palette."""
        self._choose("F1", command)

    def status(self) -> str:
        """What the item of Unlinkable in the status bar says, with its explanation, as a screen
        reader hears it; empty when it is hidden."""
        item = self.page.locator('.statusbar-item a[aria-label^="Unlinkable:"]')
        return (item.get_attribute("aria-label") or "") if item.is_visible() else ""

    def wait_for_status(self, *words: str) -> str:
        """The status once it contains one of ``words``."""
        return str(wait_for(lambda: self._status_with(words), f"the status {' or '.join(words)}"))

    def _status_with(self, words: tuple[str, ...]) -> str:
        status = self.status()
        return status if any(word in status for word in words) else ""

    def find(self, words: str) -> None:
        """Put the cursor at the first place of ``words`` in the open file."""
        self.page.keyboard.press("Control+Home")
        self.page.keyboard.press("Control+f")
        field = self.page.locator(".find-widget.visible textarea").first
        field.fill(words)
        self.page.keyboard.press("Enter")
        widget = self.page.locator(".find-widget.visible")

        def closed() -> bool:
            if widget.is_visible():
                field.press("Escape")  # something else may have had the keyboard
            return not widget.is_visible()

        wait_for(closed, "the box for finding closed")

    def hover(self, words: str) -> str:
        """What the hover at the cursor says, once it contains ``words``."""
        self.page.keyboard.press("Control+k")
        self.page.keyboard.press("Control+i")
        shown = self.page.locator(".monaco-hover:visible", has_text=words).first
        shown.wait_for()
        return shown.inner_text()

    def visible(self, editor: Locator) -> str:
        """The lines of an editor that are in view, as one paragraph; a comparison draws dots in
        place of some blanks."""
        text = editor.inner_text().replace("\u00b7", " ") if editor.is_visible() else ""
        return " ".join(text.split())

    def compared(self) -> str:
        """What the changed side of a comparison shows, without the lines that would go."""
        lines = ".monaco-diff-editor .editor.modified .view-lines:not(.line-delete)"
        return self.visible(self.page.locator(lines))

    def answer(self, text: str) -> None:
        """Answer the question in the field at the top of the window."""
        field = self.page.locator(".quick-input-widget input.input")
        field.wait_for()
        field.fill(text)
        field.press("Enter")

    def enter_path(self, path: str) -> None:
        """Enter a path into the dialog for files."""
        field = self.page.locator(".quick-input-widget input.input")

        def entered() -> bool:
            field.fill(path)
            self.page.wait_for_timeout(1000)  # the dialog may still put a path of its own there
            return field.input_value() == path

        self.list()
        wait_for(entered, path)

    def web_page(self) -> FrameLocator:
        """The page that is shown in the active tab."""
        return self.page.frame_locator("iframe.webview.ready").frame_locator("#active-frame")

    def squiggles(self, kind: str = "warning") -> Locator:
        """The underlines in view, by severity: error, warning, info."""
        return self.page.locator(f".editor-instance .squiggly-{kind}")

    def quick_fixes(self) -> list[str]:
        """Open the list of quick-fixes at the cursor; gives their titles."""
        rows = self.page.locator(".action-widget .monaco-list-row.action")

        def opened() -> bool:
            self.page.keyboard.press("Control+.")
            with suppress(TooLongError):  # the editor may not have had the keyboard yet
                rows.first.wait_for(timeout=3000)
            return rows.first.is_visible()

        wait_for(opened, "quick-fixes")
        return [text.strip() for text in rows.all_inner_texts()]

    def fix(self, title: str) -> None:
        """Choose the first quick-fix at the cursor whose title contains ``title``, of all there are
        where the few do not have it."""
        titles = self.quick_fixes()
        behind = not any(title in one for one in titles)
        self._take("More…" if behind else title, titles)
        if behind:
            self.list().filter(has_text=title).first.click()

    def _take(self, title: str, titles: Sequence[str]) -> None:
        """Choose from the list of quick-fixes that is open, which has these ``titles``."""
        number = next((n for n, one in enumerate(titles) if title in one), None)
        assert number is not None, f"no quick-fix {title!r} among {titles}"
        for _ in range(number):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def list(self) -> Locator:
        """The rows of the list that is open at the top of the window, once there is one."""
        rows = self.page.locator(".quick-input-widget:visible .monaco-list-row")
        rows.first.wait_for()
        return rows

    def untick(self, row: Locator, said: str) -> None:
        """Untick a row of a list, so that ``said`` is shown; where rows still move, clicks miss."""
        shown = self.page.get_by_text(said).locator("visible=true").first

        def unticked() -> bool:
            if not shown.is_visible():
                row.get_by_role("checkbox").click()
                with suppress(TooLongError):
                    shown.wait_for(timeout=5000)
            return shown.is_visible()

        wait_for(unticked, said)

    def accept_proposed(self, path: Path) -> None:
        """Accept what a dialog proposes for a file to be written, once that is ``path``."""
        field = self.page.locator(".quick-input-widget input.input")
        wait_for(lambda: field.input_value() == str(path), "the name that is proposed")
        field.press("Enter")

    def notification(self, words: str) -> Locator:
        """The notification that contains ``words``, once it is shown."""
        shown = self.page.locator(".notification-list-item", has_text=words).first
        shown.wait_for(timeout=PATIENCE_S * 1000)
        return shown

    def note_errors(self) -> None:
        """Note every error that is shown from now on, until the window is loaded anew."""
        self.page.evaluate(NOTE_ERRORS)

    def errors(self) -> tuple[str, ...]:
        """The errors that were shown since this was last asked: notifications and dialogs."""
        return tuple(self.page.evaluate("() => window.errorsShown.splice(0)"))

    def text(self, name: str) -> str:
        """A file of the folder as it is on disk, where the workbench saves by itself."""
        return (self.folder / name).read_text("utf-8")

    def saved(self, name: str) -> str:
        """The same once the workbench has had the time to save."""
        self.page.wait_for_timeout(SAVED_MS)
        return self.text(name)

    def undo(self) -> None:
        """Undo the last step, and save: a text that is undone while it is still being saved counts
        as saved, so that the workbench would leave the other one on disk."""
        self.page.keyboard.press("Control+z")
        self.page.keyboard.press("Control+s")

    def set(self, **settings: object) -> None:
        """Change settings of the folder while it is open, with `__` for a dot in a name."""
        file = self.folder / ".vscode/settings.json"
        file.parent.mkdir(exist_ok=True)
        known = json.loads(file.read_text()) if file.exists() else {}
        known |= {name.replace("__", "."): value for name, value in settings.items()}
        file.write_text(json.dumps({key: one for key, one in known.items() if one is not None}))

    def picture(self, name: str) -> Path:
        """Keep a picture of the window as it is."""
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{name}.png"
        self.page.screenshot(path=path, animations="disabled", caret="hide")
        return path

    def picture_of_failure(self, name: str) -> None:
        """The same, where the window can still be drawn: that it failed is told by others."""
        with suppress(WindowError, OSError):
            self.picture(f"failed-{name}")

    def reload(self) -> None:
        """Load the window anew, as after a restart of the editor."""
        self.page.reload()
        self.page.locator(".monaco-workbench .part.statusbar").wait_for()

    def _choose(self, key: str, text: str) -> None:
        field = self.page.locator(".quick-input-widget:visible input.input")
        focused = self.page.locator(".quick-input-widget:visible .monaco-list-row.focused")

        def reached() -> bool:
            """Whether the row that is meant has the focus; what was used of late stands before."""
            with suppress(TooLongError):
                focused.filter(has_text=text).wait_for(timeout=LIST_MS)
                return True
            for _ in range(_ROWS):
                self.page.keyboard.press("ArrowDown")
                if focused.filter(has_text=text).is_visible():
                    return True
            return False

        def chosen() -> bool:
            # A list closes by itself when an editor opens meanwhile; then it is opened again.
            if field.is_visible():
                self.page.keyboard.press("Escape")
            try:
                field.wait_for(state="hidden", timeout=LIST_MS)
                self.page.keyboard.press(key)
                field.fill(f">{text}" if key == "F1" else text, timeout=LIST_MS)
            except TooLongError:
                return False
            if reached():
                self.page.keyboard.press("Enter")
                return True
            return False

        wait_for(chosen, text)


@contextmanager
def open_workbench(
    toolchain: Toolchain,
    profile: Path,
    folder: Path,
    pictures: Path,
    settings: Mapping[str, object],
    variables: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Workbench]:
    """A window on ``folder`` with the packaged extension freshly installed into ``profile``.

    Its settings are those that VS Code is delivered with, but for ``settings``. ``variables`` take
    the place of those of the environment.
    """
    (profile / "data/User").mkdir(parents=True, exist_ok=True)
    (profile / "data/User/settings.json").write_text(json.dumps({**OFFLINE, **settings}))
    port = _free_port()
    places = [f"--user-data-dir={profile / 'data'}", f"--extensions-dir={profile / 'extensions'}"]
    program = [str(toolchain.node), str(toolchain.code_server), *places]
    environment = {**os.environ, "HOME": str(profile), **variables}
    subprocess.run(
        [*program, "--install-extension", str(toolchain.extension)],
        env=environment,
        check=True,
        capture_output=True,
    )
    options = [
        f"--bind-addr=127.0.0.1:{port}",
        "--auth=none",
        "--disable-telemetry",
        "--disable-update-check",
        "--disable-getting-started-override",
    ]
    if "security.workspace.trust.enabled" not in settings:
        options.append("--disable-workspace-trust")
    with (profile / "code-server.log").open("w") as log:
        server = subprocess.Popen(
            [*program, *options],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        wait_for(lambda: _answers(f"http://127.0.0.1:{port}/healthz"), "code-server")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=toolchain.chromium, args=CHROMIUM_FLAGS
            )
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.set_default_timeout(PATIENCE_S * 1000)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}/?folder={folder}")
            page.locator(".monaco-workbench .part.statusbar").wait_for()
            window = Workbench(page, folder, pictures, profile)
            try:
                yield window
            except BaseException:
                window.picture_of_failure(f"in-{folder.name}")
                raise
            browser.close()
    finally:
        _end(server)


def _end(server: subprocess.Popen[bytes]) -> None:
    """End a server with all that it has started; on a busy machine it may not do so in order."""
    for how, patience_s in ((signal.SIGTERM, 20), (signal.SIGKILL, None)):
        with suppress(ProcessLookupError):
            os.killpg(server.pid, how)
        with suppress(subprocess.TimeoutExpired):
            server.wait(patience_s)
            return


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
