"""`unlinkable demo`: a folder to try everything on, and a first look at what is found in it."""

import argparse
import os
import shlex
import shutil
import sys
import sysconfig
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.printing import Style, plain, quoted, strong, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from unlinkable.demo.folder import DemoFolder
    from unlinkable.findings.finding import Finding
    from unlinkable.printing import Style
    from unlinkable.reporting.checked import Checked
    from unlinkable_index.index import Index

FOLDER = Path("unlinkable-demo")
_SENTENCES = 4  # that are shown; all lines together are a screen of 25


def add_demo_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "demo",
        help="make a folder with invented rulings to try everything on",
        description="Make a folder with a collection of invented rulings, its index, drafts and "
        "settings; check a draft and show what was found and why.",
    )
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        default=FOLDER,
        help=f"a new or an empty folder, or an earlier demo (default {FOLDER})",
    )
    parser.set_defaults(run=run, format="text")


def run(args: argparse.Namespace) -> int:
    """Make the folder, show what leads back from its first draft, and say how to go on."""
    from unlinkable.cli.asking import asking_in
    from unlinkable.cli.check import check_draft
    from unlinkable.demo.folder import write_demo

    folder = write_demo(args.folder)
    style = Style.of_terminal(colours=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    asked = asking_in(folder.path, {})
    with asked.index:
        checked = check_draft(folder.draft_path(folder.drafts[0]), asked)
        for line in _screen(folder, checked, style):
            print(line)
    return 0


def _screen(folder: "DemoFolder", checked: "Checked", style: "Style") -> "Iterator[str]":
    for file in folder.kept:
        yield from wrapped(f"{plain(str(file))} was changed since and is kept as it is.", style)
    path, name = plain(str(folder.path)), f"drafts/{folder.drafts[0].name}"
    rulings = f"{folder.built.header.documents:,} invented rulings"
    yield from wrapped(f"{path}: {rulings}, and drafts of three of them.", style)
    if checked.report.phrases:
        yield from _found(name, checked, style)
    yield from _how_to_go_on(path, name)


def _found(name: str, checked: "Checked", style: "Style") -> "Iterator[str]":
    """The first sentences with findings, and a search for one of them."""
    from unlinkable.reporting.text import named

    masked = f"Every name, date and place in {name} is masked. Yet it can be found:"
    yield from wrapped(masked, style)
    yield ""
    yield from _sentences(checked, style)
    yield ""
    searched = _most_ordinary(checked)
    words = plain(checked.report.draft.text[searched.start : searched.end])
    typed = f"Type “{words}” into a search of the originals, and one ruling is found:"
    yield from wrapped(typed, style)
    yield from wrapped(strong(named(checked.documents(searched)[0])), style, "  ")
    findings = checked.report.findings
    there = sum(found.documents == searched.documents for found in findings)
    yield from wrapped(f"{there} of {len(findings)} findings lead there.", style)


def _sentences(checked: "Checked", style: "Style") -> "Iterator[str]":
    """The first sentences with phrases that lead back, whole, with these marked."""
    from unlinkable.reporting.checked import passages

    text = checked.report.draft.text
    shown = passages(checked.report.draft, checked.report.phrases)
    for passage in islice(shown, _SENTENCES):
        parts = []
        for piece in passage.pieces(text):
            words = plain(f"|{piece.text}|")[1:-1]  # outer white space stays
            parts.append(words if piece.finding is None else quoted(words))
        yield from wrapped("".join(parts), style, "  ")


def _most_ordinary(checked: "Checked") -> "Finding":
    """Of the phrase findings, the one whose rarest word most originals have."""
    draft, index = checked.report.draft, checked.index

    def commonest(first: int, words: int) -> int:
        return min(_frequencies(index, draft.forms[first : first + words]))

    return max(checked.report.phrases, key=lambda found: commonest(found.first_word, found.words))


def _frequencies(index: "Index", forms: "tuple[str, ...]") -> list[int]:
    """How many originals have each word."""
    hasher = index.hasher
    hashes = hasher.phrases(hasher.words(list(forms)), 1)
    frequencies: list[int] = index.df(index.lookup(hashes)).tolist()
    return frequencies


def _how_to_go_on(path: str, name: str) -> "Iterator[str]":
    program = "unlinkable"
    if not shutil.which(program):  # as where an environment of Python is not made the active one
        beside = shutil.which(program, path=sysconfig.get_path("scripts"))
        program = plain(shlex.quote(beside)) if beside else program
    yield from f"""
What to do next (editors/README.md tells of VS Code and other editors):

  cd {path}
  {program} check {name}
  {program} protect {name} -o protected.txt --rewriter mask
  code .     # F8: next finding, Ctrl+.: what to do about it""".split("\n")
