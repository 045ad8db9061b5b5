"""What a clerk sees and does in a real window of VS Code who fixes drafts by the list with Enter.

    python -m tests.benchmarks.clerk_window --index FILE --pictures FOLDER [--every N] [--steps N]

The same drafts and figures as `tests.benchmarks.clerk`, which speaks the protocol, but of a VS Code
as it is delivered (see `.ci/editors`) with the packaged extension: diagnostics and what they
underline are those that its list of problems copies, a step is from the key in the list until the
list shows the next passages, and the text is what VS Code saved. Of the first draft of each kind
there are pictures.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from tests.benchmarks.clerk import HEADING, Step, drafts, row, underlined, words
from tests.end_to_end.patience import wait_for
from tests.end_to_end.toolchain import find_toolchain
from tests.end_to_end.workbench import Workbench, open_workbench

LISTED = '.monaco-list-row[aria-label^="Passage "]'
FIRST = """rows => rows.map(row => row.getAttribute('aria-label'))
    .find(label => label.startsWith('Passage 1 of ')) || ''"""
LEFT = "Unlinkable: Focus on Left to Do View"


class Desk:
    """One draft in front, with the list of what is left beside it."""

    def __init__(self, window: Workbench, name: str) -> None:
        self._window = window
        self._name = name
        window.open(name)
        window.wait_for_status("sentences left", "Clean")

    def problems(self) -> list[tuple[int, int]]:
        """The places of all diagnostics in the saved text, as the list of problems copies them."""
        page, text = self._window.page, self._window.saved(self._name)
        self._window.run("Problems: Focus on Problems View")
        page.locator(".markers-panel .monaco-list-row").first.wait_for()
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+c")
        copied = wait_for(lambda: page.evaluate("navigator.clipboard.readText()"), "the problems")
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        page.keyboard.press("Control+j")  # puts the panel away
        return [
            (
                starts[one["startLineNumber"] - 1] + one["startColumn"] - 1,
                starts[one["endLineNumber"] - 1] + one["endColumn"] - 1,
            )
            for one in json.loads(copied)
        ]

    def first(self) -> str:
        """How the worst passage is read aloud; nothing when none is listed."""
        return str(self._window.page.locator(LISTED).evaluate_all(FIRST))

    def list(self) -> None:
        """Have the list in front, with its first row chosen."""
        self._window.run(LEFT)
        wait_for(lambda: self.first() or "Clean" in self._window.status(), "the list")
        self._window.page.keyboard.press("Home")

    def take(self) -> Step:
        """Press Enter in the list; until it shows what is left then."""
        page, before = self._window.page, self.first()
        began, worked = time.perf_counter(), processor()
        page.keyboard.press("Enter")
        wait_for(lambda: self.first() != before, "the next passages")
        return Step(time.perf_counter() - began, processor() - worked)


def servers() -> list[psutil.Process]:
    """The language servers that run below this process."""
    return [
        one for one in psutil.Process().children(recursive=True) if one.cmdline()[-1:] == ["serve"]
    ]


def processor() -> float:
    """The seconds of processor time that they have taken."""
    return sum(sum(one.cpu_times()[:2]) for one in servers())


def session(window: Workbench, name: str, title: str, most: int, pictured: str) -> str:
    """A line on one draft fixed from the first passage to the last, at most so many steps."""
    text = window.text(name)
    desk = Desk(window, name)
    shown = desk.problems()
    if pictured:
        picture(window, pictured)
    desk.list()
    if pictured:
        window.picture(f"{pictured}-list")
    shares, steps = [underlined(text, shown)], list[Step]()
    half = len(shown) // 2
    while desk.first() and len(steps) < most:
        steps.append(desk.take())
        if len(steps) == half:
            places = desk.problems()
            shares += [underlined(window.text(name), places)] * 2
            desk.list()
        if not len(steps) % 10 and pictured:
            window.picture(f"{pictured}-after-{len(steps)}")
    said = wait_for(lambda: "Checking" not in window.status() and window.status(), "the result")
    print(" ", said.split("\n")[0], flush=True)
    if pictured:
        window.picture(f"{pictured}-end")
    left = window.saved(name)
    kept = sum(1 for _ in words(left)) / sum(1 for _ in words(text))
    window.run("View: Close All Editors")
    return row(title, sum(1 for _ in words(text)), len(shown), shares, steps, kept)


def picture(window: Workbench, name: str) -> None:
    """Pictures of the first screen, of hover and fixes at the first underline, and of the menu."""
    window.run("View: Focus Active Editor Group")
    window.page.keyboard.press("Control+Home")
    window.picture(f"{name}-first-screen")
    window.run("Go to Next Problem (Error, Warning, Info)")
    window.page.keyboard.press("Escape")
    window.hover("To try it")
    window.picture(f"{name}-hover")
    window.page.keyboard.press("Escape")
    window.quick_fixes()
    window.picture(f"{name}-fixes")
    window.page.keyboard.press("Escape")
    window.run("Unlinkable: Menu")
    window.list().filter(has_text="What is left to do").wait_for()
    window.picture(f"{name}-menu")
    window.page.keyboard.press("Escape")


@contextmanager
def office(index: Path, folder: Path, pictures: Path) -> Iterator[Workbench]:
    """A window with no settings but where the program and the index are."""
    toolchain = find_toolchain()
    program = folder / "program/unlinkable"
    program.parent.mkdir()
    paths = os.pathsep.join(sys.path[1:])  # the extension hides what the environment says of them
    run = f'exec "{sys.executable}" -m unlinkable "$@"'
    program.write_text(f'#!/bin/sh\nexport PYTHONPATH="{paths}"\n{run}\n')
    program.chmod(0o755)
    settings = {"unlinkable.server.path": str(program), "unlinkable.index": str(index)}
    places = folder / "profile", folder / "drafts", pictures
    with open_workbench(toolchain, *places, settings) as window:
        window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield window


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--every", type=int, default=16)
    parser.add_argument("--steps", type=int, default=1000, help="at most so many a draft")
    args = parser.parse_args()
    print(HEADING)
    with tempfile.TemporaryDirectory() as name:
        folder, known = Path(name), set[str]()
        (folder / "drafts").mkdir()
        chosen = list(drafts(args.every))
        for number, (_, text) in enumerate(chosen, 1):
            (folder / f"drafts/draft-{number}.txt").write_text(text, "utf-8")
        with office(args.index.resolve(), folder, args.pictures) as window:
            for number, (title, _) in enumerate(chosen, 1):
                kind = title.split()[0]
                pictured = "" if kind in known else kind
                known.add(kind)
                line = session(window, f"draft-{number}.txt", title, args.steps, pictured)
                print(line, flush=True)


if __name__ == "__main__":
    main()
