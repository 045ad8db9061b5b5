"""`unlinkable attack`, of each draft or as the published table. Loads the lab when it runs; must
never attack by itself."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable.cli.asking import TextsAtHand
from unlinkable.cli.output import bar_aside, progress_bar, say_aside, takes_colours
from unlinkable.cli.parser import add_draft_flags, add_drafts, at_least
from unlinkable.cli.sources import (
    add_measuring_flags,
    add_source_flags,
    persons_named,
    source_options,
)
from unlinkable.printing import Style, say
from unlinkable.stopping import Progress
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.lab.attack_report import AttackedDraft


NOTHING, FOUND_OUT, COULD_NOT, DOUBTFUL = 0, 1, 2, 3
FORMATS = ("text", "json", "html", "csv")


def add_attack_parser(commands: "argparse._SubParsersAction[Any]") -> None:
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
    add_drafts(parser)
    add_draft_flags(parser)
    means = parser.add_argument_group("what the attacker has")
    means.add_argument(
        "--originals",
        metavar="SOURCE",
        type=Path,
        help="the texts of the originals: whatever `index` takes (default: the setting collection)",
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
        type=at_least(0.0),
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
        type=at_least(1),
        default=1,
        help="how often each order is gone through; what most say counts (default 1)",
    )
    model.add_argument(
        "--parts",
        metavar="N",
        type=at_least(0),
        default=10,
        help="parts of rulings that the model is shown for each mask (default 10)",
    )
    model.add_argument(
        "--formula",
        choices=("bmx", "bm25"),
        default="bmx",
        help="what ranks the rulings for the model (default bmx)",
    )
    model.add_argument(
        "--retriever",
        metavar="MODEL",
        type=Path,
        help="a model that embeds, a GGUF file or the folder of one (model.safetensors, or "
        "model.onnx): with --table, how it ranks the originals by drafts and by paragraphs; a GGUF "
        "file also compares parts of rulings with the text around a mask token by token (late "
        "interaction) for --model",
    )
    model.add_argument("--reasoning", action="store_true", help="let the model think first")
    model.add_argument(
        "--as-published",
        action="store_true",
        help="do what the published program does where its paper says otherwise",
    )
    add_measuring_flags(parser)
    add_source_flags(parser)
    parser.add_argument(
        "--mask-number",
        metavar="N",
        type=at_least(1),
        action="append",
        help="attack only the Nth mask of each draft; may be repeated (default: all)",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="how results are written (default text); csv is for --table, html for reports",
    )
    parser.add_argument(
        "--table",
        action="store_true",
        help="measure the attack over all drafts, as published: needs --originals, of which each "
        "draft is one with words masked and none changed; in place of the reports. Drafts may "
        "also be the records of a .jsonl file or the like, with the ids of their originals",
    )
    parser.set_defaults(run=run, multiplies=True)


def run(args: argparse.Namespace) -> int:
    """Attack the drafts; every one that can be."""
    if args.table and args.originals is None:
        raise UserError("--table needs the originals: name them with --originals")
    if (args.annotations or args.groups) and not args.table:
        raise UserError("--annotations and --groups are for the table: add --table")
    if args.retriever is not None and args.retriever.is_dir() and not args.table:
        raise UserError(
            f"{args.retriever}: the folder of a model ranks originals in the table: add --table, "
            "or name a GGUF file to compare parts of rulings for --model"
        )
    if args.format == ("html" if args.table else "csv"):
        raise UserError(
            "--table is written as text, json or csv, and reports as text, json or html; choose "
            "another --format"
        )
    problems: list[str] = []
    left_out: list[str] = []
    seen: list[AttackedDraft] = []
    texts = TextsAtHand(options=source_options(args))
    with closing(asking.Workspaces(args)) as workspaces:
        drafts = _each(args, workspaces, texts, problems, left_out, seen)
        for piece in _written(args, drafts, texts, problems):
            with bar_aside():
                sys.stdout.write(piece)
                sys.stdout.flush()
    if problems:
        return COULD_NOT
    if any(draft.found_out for draft in seen):
        return FOUND_OUT
    doubtful = left_out or any(draft.circumstances.doubts for draft in seen)
    return DOUBTFUL if doubtful else NOTHING


def _written(
    args: argparse.Namespace,
    drafts: "Iterator[AttackedDraft]",
    texts: TextsAtHand,
    problems: list[str],
) -> Iterator[str]:
    if args.table:
        return table(args, drafts, texts)
    from unlinkable.lab.attack_report import attack_json, attack_page, attack_text

    if args.format == "json":
        return (attack_json(draft) + "\n" for draft in drafts)
    if args.format == "html":
        return attack_page(drafts, problems)
    style = Style.of_terminal(colours=takes_colours())
    return (attack_text(draft, style) + "\n" for draft in drafts)


def _each(
    args: argparse.Namespace,
    workspaces: asking.Workspaces,
    texts: TextsAtHand,
    problems: list[str],
    left_out: list[str],
    seen: "list[AttackedDraft]",
) -> "Iterator[AttackedDraft]":
    """Every draft that can be attacked; says of the others why not."""
    from unlinkable.cli.attacked_draft import attacked_draft, by_model, drafts_named, model_named

    drafts = drafts_named(args.drafts, left_out, source_options(args))
    for sentence in left_out:
        say(f"unlinkable: {sentence}")
    model = model_named(args)
    with progress_bar(args.quiet) as show, closing(model) if model else nullcontext():

        def report(progress: Progress) -> None:
            show(progress.message, progress.fraction or 0.0)

        texts.report = report
        for number, named in enumerate(drafts):
            show(f"draft {number + 1} of {len(drafts)}", number / len(drafts))
            try:
                asked = workspaces.of(named.path)
                if asked.others:
                    raise UserError("drafts are attacked by one index at a time: name one with -i")
                draft = attacked_draft(named, asked, texts, args)
                if model is not None:
                    draft = by_model(draft, model, asked, texts, args, report)
            except UserError as error:
                say_aside(f"unlinkable: {error}")
                problems.append(str(error))
                continue
            seen.append(draft)
            yield draft


def table(
    args: argparse.Namespace, drafts: "Iterator[AttackedDraft]", texts: TextsAtHand
) -> Iterator[str]:
    """The table over ``drafts``, whose originals are among the texts that were named.

    The original of a draft is the one that was named, else the record that has the id of the draft
    (of a file its name without the ending), else the one that it was recognised as.
    """
    from unlinkable.attackers.attacker import Attacker
    from unlinkable.lab.annotations import annotated_of, read_annotations
    from unlinkable.lab.attack_figures import AttackFigures, MeaningSearch
    from unlinkable.lab.attack_table import FORMS
    from unlinkable.lab.embedding import open_embedder

    annotations = read_annotations(args.annotations) if args.annotations else {}
    persons = persons_named(args)
    measured = AttackFigures()
    search: MeaningSearch | None = None
    for one in drafts:
        index, attacked = one.index, one.attacked
        source = index.document_number(one.id)
        if source is None or one.circumstances.source_named:
            source = attacked.source
        originals = texts.originals(args.originals)
        if source is None or originals is None:
            continue
        ids = index.document(source).ids
        annotated = annotated_of(annotations, ids)
        text = originals.of(ids[:1]) if annotated is None else annotated.text
        if text is None:
            continue
        background = texts.background(args.background, index)
        near = Attacker(index, background=background).near(attacked.draft, source)
        near_texts = [ruling.text for ruling in near]
        person = persons.get(one.id, one.group)
        measured.add(attacked, text, source, index, near_texts, annotated, person)
        if args.retriever is not None:
            search = search or MeaningSearch(open_embedder(args.retriever), originals, texts.report)
            for unit, rank in search.ranks(attacked.draft, ids):
                measured.meaning[unit].places.append(rank)
    yield FORMS[args.format](measured)
