"""`unlinkable demo`: a folder to try everything on, and a first look at what is found in it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unlinkable.demo.folder import DemoFolder
    from unlinkable.reporting.checked import Checked

FOLDER = Path("unlinkable-demo")


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
    with asked.index:
        first, *others = [check_draft(folder.draft_path(draft), asked) for draft in folder.drafts]
        print(writer("text")(first))
        print(_why(first))
        print("The other drafts:\n")
        for checked in others:
            print(_in_short(checked))
    print(_how_to_go_on(folder))
    return 0


def _made(folder: "DemoFolder") -> str:
    header = folder.built.header
    drafts = ", ".join(draft.name for draft in folder.drafts)
    kept = "".join(f"\n{path} was changed since and is kept as it is." for path in folder.kept)
    return f"""\
{folder.path}: a folder with {header.records:,} invented rulings.

  rulings.jsonl       the originals, {header.words:,} words in English and German
  rulings.unlinkable  their index: {header.documents:,} documents, since copies, and the orders of \
one case, count as one
  drafts              three of the rulings, anonymised: {drafts}
  unlinkable.toml     settings, each with an explanation
{kept}
Of the first draft, with every name, date and place masked:
"""


def _why(checked: "Checked") -> str:
    source = checked.likely_source()
    if source is None:
        return ""
    document, _ = source
    return f"""\
Why that matters: a phrase marked like »this« is harmless by itself, and no name is left in it. But
whoever can search the originals for it finds one ruling only, {document.id}: the original of
this draft, with all the names. Reworded or masked, the phrase leads nowhere.
"""


def _in_short(checked: "Checked") -> str:
    source = checked.likely_source()
    leads = f"; likely source {' and '.join(source[0].ids)}" if source else ""
    return f"  {checked.name}: findings {len(checked.report.findings)}{leads}"


def _how_to_go_on(folder: "DemoFolder") -> str:
    first = folder.draft_path(folder.drafts[0])
    return f"""
See it as you write, in an editor (editors/README.md says how to set one up):

  VS Code   code {folder.path}        F8: next finding, Ctrl+.: what to do about it
  Neovim    nvim {first}        ]d: next finding, gra: what to do about it

Or go on here:

  cd {folder.path}
  unlinkable check drafts
  unlinkable check drafts/{first.name} -k 3 --max-terms 1
  unlinkable protect drafts/{first.name} -o protected.txt --rewriter mask"""
