"""`unlinkable attack`: what whoever ranks, reads off or guesses finds out from a draft."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.cli.texts_at_hand import TextsAtHand
    from unlinkable.reporting.attacked.answers import AttackedDraft

NOTHING, FOUND_OUT, COULD_NOT, DOUBTFUL = 0, 1, 2, 3
FORMATS = ("text", "json", "html")
_MATTERS = frozenset({"index", "source", "source_file", "background", "masks"})
"""The settings that change what an attack finds."""


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "attack",
        help="show what a searcher who ranks, reads off or guesses finds out from a draft",
        description="Attack drafts before others do, on this machine. Recognised: whoever may rank "
        "the originals by the draft. Read off: whoever has the originals (--originals). Guessed: "
        "whoever has other rulings (--background; the draft's own original is left out). Exit "
        "status: 0 nothing was found out, 1 something was, 2 could not attack, 3 nothing was found "
        "out, but that cannot be relied on. What is printed is as confidential as the originals.",
    )
    asking.add_drafts(parser)
    asking.add_draft_flags(parser)
    means = parser.add_argument_group("what the attacker has")
    means.add_argument(
        "--originals",
        metavar="SOURCE",
        type=Path,
        help="the texts of the originals: a folder or a .jsonl file (default: the setting "
        "collection)",
    )
    parser.add_argument(
        "--mask-number",
        metavar="N",
        type=int,
        action="append",
        help="attack only the Nth mask of each draft; may be repeated (default: all)",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how results are written (default text)"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    parser.set_defaults(
        run=run,
        k=None,
        max_terms=None,
        term_words=None,
        ranked=None,
        cross_sentences=None,
        ignore_accepted=False,
    )


def run(args: argparse.Namespace) -> int:
    """Attack the drafts; every one that can be."""
    if any(number < 1 for number in args.mask_number or ()):
        raise UserError("masks are counted from 1: give --mask-number 1 for the first")
    problems: list[str] = []
    left_out: list[str] = []
    seen: list[AttackedDraft] = []
    with closing(asking.Workspaces(args)) as workspaces:
        for piece in _written(args, _each(args, workspaces, problems, left_out, seen), problems):
            sys.stdout.write(piece)
            sys.stdout.flush()
    if problems:
        return COULD_NOT
    if any(draft.found_out for draft in seen):
        return FOUND_OUT
    doubtful = left_out or any(draft.circumstances.doubts for draft in seen)
    return DOUBTFUL if doubtful else NOTHING


def _written(
    args: argparse.Namespace, drafts: "Iterator[AttackedDraft]", problems: list[str]
) -> Iterator[str]:
    if args.format == "json":
        from unlinkable.reporting.attacked.json_lines import attack_json

        return (attack_json(draft) + "\n" for draft in drafts)
    if args.format == "html":
        from unlinkable.reporting.attacked.html import attack_page

        return attack_page(drafts, problems)
    from unlinkable.reporting.attacked.text import attack_text
    from unlinkable.reporting.text import Style

    style = Style.of_terminal(colours=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    return (attack_text(draft, style) + "\n" for draft in drafts)


def _each(
    args: argparse.Namespace,
    workspaces: asking.Workspaces,
    problems: list[str],
    left_out: list[str],
    seen: "list[AttackedDraft]",
) -> "Iterator[AttackedDraft]":
    """Every draft that can be attacked; says of the others why not."""
    from unlinkable.cli.progress import progress_bar
    from unlinkable.cli.texts_at_hand import TextsAtHand
    from unlinkable.stopping import Progress

    paths = [path for named in args.drafts for path in asking.drafts_in(named, left_out)]
    for sentence in left_out:
        say(f"unlinkable: {sentence}")
    with progress_bar(args.quiet) as show:

        def report(progress: Progress) -> None:
            show(progress.message, progress.fraction or 0.0)

        texts = TextsAtHand(report)
        for number, path in enumerate(paths):
            show(f"draft {number + 1} of {len(paths)}", number / len(paths))
            try:
                draft = _attacked(path, workspaces.of(path), texts, args)
            except UserError as error:
                say(f"unlinkable: {error}")
                problems.append(str(error))
                continue
            seen.append(draft)
            yield draft


def _attacked(
    path: Path, asked: asking.Asking, texts: "TextsAtHand", args: argparse.Namespace
) -> "AttackedDraft":
    """Read and attack one draft. Raises UserError when that can't be done."""
    from dataclasses import replace

    from unlinkable.attack.attacker import Attacker
    from unlinkable.draft import read_draft
    from unlinkable.draft.masks import Masks
    from unlinkable.findings.report import Report
    from unlinkable.interpretation import circumstances_of
    from unlinkable.reporting.attacked.answers import AttackedDraft

    index, asked = asked.index, asked.beside(path)
    draft = read_draft(asking.read_text(path), asking.markup_of(path), asked.reading)
    numbers: list[int] = args.mask_number or []
    highest = max(numbers, default=0)
    if highest > len(draft.masks):
        raise UserError(
            f"{path}: there is no mask {highest:,}, as the draft has {len(draft.masks):,}; give "
            "another --mask-number"
        )
    question = asked.question(draft)
    attacker = Attacker(
        asked.index,
        texts.originals(args.originals or asked.settings.collection),
        texts.background(asked.settings.background, index),
        Masks(asked.reading.masks),
    )
    attacked = attacker.attack(
        draft, question.source, _original_beside(asked, path), frozenset(numbers)
    )
    matters = tuple(one for one in asked.settled.narrowed if one.setting in _MATTERS)
    held = circumstances_of(
        Report(draft, question, (), (), complete=True),
        asked.index,
        asked.reading,
        replace(asked.settled, narrowed=matters),
        (),
    )
    return AttackedDraft(str(path), attacked, asked.index, held)


def _original_beside(asked: asking.Asking, path: Path) -> str | None:
    """The text of the original that the settings say lies beside a draft, if it does."""
    from unlinkable.attack.texts import Texts
    from unlinkable.beside import original_file
    from unlinkable_index.with_original import IndexWithOriginal

    pattern = asked.settings.source_file
    if pattern is None or not isinstance(asked.index, IndexWithOriginal):
        return None
    file = original_file(pattern, None if path == asking.STANDARD_INPUT else path)
    if file is None:
        return None
    texts = Texts.read([file])
    return texts.of(texts)
