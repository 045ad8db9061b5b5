"""`unlinkable attack`: what whoever ranks, reads off or guesses finds out from a draft."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.attack.by_model import Plan
    from unlinkable.cli.texts_at_hand import TextsAtHand
    from unlinkable.model.process import Model
    from unlinkable.reporting.attacked.answers import AttackedDraft
    from unlinkable.stopping import OnProgress

NOTHING, FOUND_OUT, COULD_NOT, DOUBTFUL = 0, 1, 2, 3
FORMATS = ("text", "json", "html")
TOKENS_A_MINUTE = 60 * 20
"""What two cores read of a model of 4 billion weights; what is written takes three times as long,
but is little."""
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
    means.add_argument(
        "--model",
        metavar="GGUF",
        type=Path,
        help="a language model, which fills the masks in with the nearest parts of these texts",
    )
    model = parser.add_argument_group("how the model attacks")
    model.add_argument(
        "--minutes",
        metavar="N",
        type=float,
        help="how long the model may take for one draft; the masks on which other rulings agree "
        "most come first",
    )
    model.add_argument(
        "--order",
        choices=("top", "bottom", "random", "entropy", "dynamic", "all"),
        default="top",
        help="in which order masks are filled in: entropy takes those first of which a first "
        "prediction is surest, dynamic predicts anew after each (default top)",
    )
    model.add_argument(
        "--runs",
        metavar="N",
        type=int,
        default=1,
        help="how often each order is gone through; what most say counts (default 1)",
    )
    model.add_argument(
        "--parts",
        metavar="N",
        type=int,
        default=10,
        help="parts of rulings that the model is shown for each mask (default 10)",
    )
    model.add_argument(
        "--formula",
        choices=("bmx", "bm25"),
        default="bmx",
        help="what ranks the rulings for the model (default bmx)",
    )
    model.add_argument("--reasoning", action="store_true", help="let the model think first")
    model.add_argument(
        "--as-published",
        action="store_true",
        help="do what the published program does where its paper says otherwise",
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
    if args.runs < 1 or args.parts < 0 or (args.minutes is not None and args.minutes <= 0):
        raise UserError("--runs and --minutes must be more than 0, and --parts not less than 0")
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
    model = _model(args)
    with progress_bar(args.quiet) as show, closing(model) if model else nullcontext():

        def report(progress: Progress) -> None:
            show(progress.message, progress.fraction or 0.0)

        texts = TextsAtHand(report)
        for number, path in enumerate(paths):
            show(f"draft {number + 1} of {len(paths)}", number / len(paths))
            try:
                draft = _attacked(path, workspaces.of(path), texts, args)
                if model is not None:
                    draft = _by_model(draft, model, workspaces.of(path), texts, args, report)
            except UserError as error:
                say(f"unlinkable: {error}")
                problems.append(str(error))
                continue
            seen.append(draft)
            yield draft


def _model(args: argparse.Namespace) -> "Model | None":
    """The model that was named, if one was; it is loaded when it is first asked."""
    from unlinkable.model.model_file import inspect
    from unlinkable.model.options import ModelOptions
    from unlinkable.model.process import Model

    if args.model is None:
        return None
    inspect(args.model)  # a file that is none is found out before any draft is read
    return Model(ModelOptions(args.model, reasoning=args.reasoning))


def _by_model(
    draft: "AttackedDraft",
    model: "Model",
    asked: asking.Asking,
    texts: "TextsAtHand",
    args: argparse.Namespace,
    report: "OnProgress",
) -> "AttackedDraft":
    """A draft that was attacked, and now by the model as well; says first what that costs."""
    from unlinkable.attack.by_model import ModelAttack
    from unlinkable.attack.infilling.model_reader import ModelReader
    from unlinkable.stopping import never, within

    plan = _plan(args)
    tokens = plan.tokens(len(draft.attacked.masks))
    limit = f"; it may take {args.minutes:g} of them" if args.minutes else "; --minutes limits it"
    say(
        f"{draft.name}: the model reads and writes up to {tokens:,} tokens, about "
        f"{tokens / TOKENS_A_MINUTE:,.0f} minutes on two processor cores{limit}"
    )
    stop = never if args.minutes is None else within(60 * args.minutes)
    index, settings = asked.index, asked.settings
    attack = ModelAttack(
        index,
        ModelReader(model, stop, report),
        texts.background(args.originals or settings.collection, index),
        texts.background(settings.background, index),
        plan,
    )
    return replace(draft, attacked=attack.attack(draft.attacked, stop, report))


def _plan(args: argparse.Namespace) -> "Plan":
    from unlinkable.attack.by_model import Plan
    from unlinkable.attack.formulas import bm25, bmx
    from unlinkable.attack.infilling.chunks import Cutting
    from unlinkable.attack.infilling.infilling import Way
    from unlinkable.attack.infilling.orders import Order

    orders = tuple(Order) if args.order == "all" else (Order(args.order),)
    mask = "anon" if args.as_published else Way().other_mask
    return Plan(
        way=Way(orders, args.runs, other_mask=mask),
        cutting=Cutting(as_published=args.as_published),
        chunks=args.parts,
        formula=bmx if args.formula == "bmx" else bm25,
        telling_first=args.minutes is not None,
    )


def _attacked(
    path: Path, asked: asking.Asking, texts: "TextsAtHand", args: argparse.Namespace
) -> "AttackedDraft":
    """Read and attack one draft. Raises UserError when that can't be done."""
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
