"""`unlinkable demo`: a folder to try everything on, and a first look at what is found in it."""

import argparse
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.printing import plain

if TYPE_CHECKING:
    from unlinkable.demo.folder import DemoFolder
    from unlinkable.reporting.checked import Checked

FOLDER = Path("unlinkable-demo")
_TERMS = 3
_WIDTH = 88


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "demo",
        help="make a folder with invented rulings to try everything on",
        description="Make a folder with a collection of invented rulings, its index, drafts and "
        "settings; check the drafts and show what was found and why.",
    )
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        default=FOLDER,
        help=f"a new or an empty folder, or an earlier demo (default {FOLDER})",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the folder, check its drafts, and say how to go on."""
    from unlinkable.cli.asking import asking_in
    from unlinkable.cli.check import check_draft, writer
    from unlinkable.demo.folder import write_demo

    folder = write_demo(args.folder)
    print(_made(folder))
    asked = asking_in(folder.path, {})
    settings = replace(asked.settings, max_terms=_TERMS)
    wider = replace(asked, settled=replace(asked.settled, settings=settings))
    paths = [folder.draft_path(draft) for draft in folder.drafts]
    with asked.index:
        first, *others = [check_draft(path, asked) for path in paths]
        print(writer("text")(first), end="")
        for remark in (_why(first), _together(check_draft(paths[0], wider))):
            print(textwrap.fill(remark, _WIDTH), end="\n\n" if remark else "")
        print("The other drafts:\n")
        print("\n".join(_in_short(checked) for checked in others))
    print(_how_to_go_on(folder))
    return 0


def _made(folder: "DemoFolder") -> str:
    header = folder.built.header
    names = ", ".join(draft.name for draft in folder.drafts)
    kept = "".join(
        f"{plain(str(path))} was changed since and is kept as it is.\n" for path in folder.kept
    )
    return f"""\
{plain(str(folder.path))}: a folder with {header.records:,} invented rulings.

  rulings.jsonl       the originals: {header.words:,} words in English and German
  rulings.unlinkable  their index: {header.documents:,} documents, since the orders of one case
                      count as one, and so do copies
  drafts              three of the rulings, anonymised: {names}
  unlinkable.toml     settings, each with an explanation

{kept}The first draft has no name, date or place left in it. Yet this is found:
"""


def _why(checked: "Checked") -> str:
    """Why the phrases matter; nothing to say when the draft has none."""
    source = checked.likely_source()
    if source is None:
        return ""
    return (
        "Why that matters: »these« words betray nothing by themselves. But whoever can search the "
        f"originals for them finds one ruling only, {source[0].id}: the one that the draft was "
        "made from, with all its names. Reworded or masked, they lead nowhere."
    )


def _together(checked: "Checked") -> str:
    """An example of a search for several words: of the largest sets, one of no short words."""
    combinations = checked.report.combinations
    if not combinations:
        return ""
    text = checked.report.draft.text
    sets = [
        [text[start:end] for start, end in sorted([(found.start, found.end), *found.others])]
        for found in combinations
    ]
    telling = max(sets, key=lambda terms: (len(terms), min(map(len, terms))))
    words = " and ".join(f"»{term}«" for term in telling)
    return (
        f"Nor is a rare phrase needed: {words} stand together in one original only. In a "
        "collection as small as this there are many such sets of words, so the demo leaves them "
        f"out; `--max-terms {_TERMS}` shows them."
    )


def _in_short(checked: "Checked") -> str:
    source = checked.likely_source()
    leads = f", likely source {' and '.join(source[0].ids)}" if source else ""
    return f"  {checked.name}: findings {len(checked.report.findings)}{leads}"


def _how_to_go_on(folder: "DemoFolder") -> str:
    first = folder.draft_path(folder.drafts[0])
    path, opened = plain(str(folder.path)), plain(str(first))
    return f"""
See it as you write, in an editor (editors/README.md says how to set one up):

  VS Code   code {path}
            F8: next finding, Ctrl+.: what to do about it
  Neovim    nvim {opened}
            ]d: next finding, gra: what to do about it

Or go on here:

  cd {path}
  unlinkable check drafts
  unlinkable check drafts/{first.name} -k 3 --max-terms {_TERMS}
  unlinkable protect drafts/{first.name} -o protected.txt --rewriter mask --max-terms 1"""
