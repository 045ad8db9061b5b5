"""`unlinkable protect`: drafts in which nothing leads back any more, and what was done to them."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable.cli.draft_files import STANDARD_INPUT
from unlinkable.cli.output import demand_folder, progress_bar, progress_lines, say_aside
from unlinkable.cli.parser import add_drafts, add_question_flags, at_least
from unlinkable.cli.protect.destinations import (
    Destination,
    Destinations,
    among_results,
    demand_room,
    demand_spared,
    destinations,
)
from unlinkable.cli.protect.method import AskedProtection, asked_protection
from unlinkable.cli.protect.reports import (
    BatchTable,
    Reports,
    RulingRecords,
    demand_reports,
    page_beside,
)
from unlinkable.stopping import OnProgress, Progress
from unlinkable_index import ordinary_files
from unlinkable_index.errors import UserError

COULD_NOT, DOUBTFUL = 2, 3  # as `check`
ATTACK_MINUTES = 30.0
_WORTH_A_PROCESS = 4  # drafts, for what it takes to start one

if TYPE_CHECKING:
    from unlinkable.cli.protect.results import Done
    from unlinkable.cli.protect.workers import Outcome


def add_protect_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "protect",
        help="rewrite or mask whatever leads back",
        description="Write drafts anew so that nothing in them leads back: said otherwise where "
        "that is safe, by tables of wordings and by a model where one is at hand, and masked where "
        "it is not. Risks that someone accepted stay as they are, "
        "and are listed. Every result is checked again before it is written. Drafts of a folder "
        "that are done already, with the same settings, are left out.",
    )
    add_drafts(parser)
    parser.add_argument(
        "-o",
        "--out",
        metavar="OUT",
        required=True,
        help="where to write: a file for one draft (-: print it), a folder for several",
    )
    add_question_flags(parser)
    how = parser.add_argument_group("how it is done")
    how.add_argument(
        "--rewriter",
        choices=("llm", "words", "mask"),
        help="reword from the tables of safe wordings and then rewrite with a language model, only "
        "reword, or only mask (default: the setting rewriter, else llm if a model is set, else "
        "words)",
    )
    how.add_argument("--model", metavar="GGUF", type=Path, help="the model file to rewrite with")
    how.add_argument(
        "--entailment",
        metavar="FOLDER",
        type=Path,
        help="a model for natural language inference (ONNX, extra nli), which reads every sentence "
        "that the other one wrote: what does not say the same both ways is not taken (default: the "
        "setting model.entailment; how sure it must be is model.entailment_least)",
    )
    how.add_argument("--seed", metavar="N", type=int, help="the same seed gives the same result")
    how.add_argument(
        "--mask-with", metavar="TEXT", help="the mask (default: the setting mask, or [REDACTED])"
    )
    how.add_argument(
        "--labels",
        choices=("off", "draft", "on"),
        help="whether masks say what kind of thing they hide ([DATE], [NUMBER], [COURT], [NAME]), "
        "where that does not make it easier to guess: as the draft's own masks do, whenever the "
        "tables of its language tell, or never (default: the setting labels, or draft)",
    )
    how.add_argument(
        "--gaps",
        choices=("few", "short"),
        help="mask in few gaps, which are wider, or as few words as can be, in more gaps (default: "
        "the setting gaps, or few)",
    )
    how.add_argument(
        "--pictures-seen",
        action="store_true",
        help="you have looked at the pictures in the documents and answer for what they show; "
        "without it, a result with pictures is one that cannot be relied on",
    )
    how.add_argument(
        "--tracked-changes",
        metavar="NAME",
        default="",
        help="write changes of DOCX files as tracked changes of a reviewer of this name, which "
        "someone accepts or rejects in a word processor; until then the words that lead back are "
        "in the file, so it is not to be published",
    )
    how.add_argument(
        "--attack",
        action="store_true",
        help="have the model fill in the masks that were set, with the nearest rulings of "
        "--background before it, and mask otherwise what it guesses; the report says what it still "
        "guesses",
    )
    how.add_argument(
        "--minutes",
        metavar="N",
        type=at_least(0.01),
        default=ATTACK_MINUTES,
        help="how long the model may attack one draft (default %(default)g)",
    )
    how.add_argument(
        "--report",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="write every change and its reason here, as a page if FILE ends in .html, Markdown if "
        "in .md, else JSON; confidential; may be repeated. With one in JSON, a run that goes on "
        "where another ended needs to do nothing twice",
    )
    how.add_argument(
        "--records",
        metavar="FOLDER",
        type=Path,
        help="write a record of each draft here: a page to print, and JSON for `verify`; "
        "confidential",
    )
    how.add_argument(
        "--table",
        metavar="FILE",
        type=Path,
        help="of many drafts: add a line a draft to this table (CSV) as soon as it is done, and "
        "write a page beside it in the end (the same name with .html) with the ten worst",
    )
    how.add_argument(
        "--processes",
        metavar="N",
        type=at_least(1),
        help="how many drafts are protected at a time (default: as many as there are cores; a "
        "model takes one after the other)",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="write results and reports also over files that are not known as ours",
    )
    parser.add_argument(
        "--progress-lines", action="store_true", help="progress as plain lines, for other programs"
    )
    # for editors: the report as a page, on standard output
    parser.add_argument("--print-page", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Protect the drafts."""
    where = destinations(args.drafts, args.out)
    tables = [] if args.table is None else [args.table, page_beside(args.table)]
    if len(set(tables)) < len(tables) or set(tables) & set(args.report):
        raise UserError(f"{args.table}: the table, its page and reports need names of their own")
    records = _records(args, where)
    demand_room(where, args.drafts, [*args.report, *tables], records)
    for sentence in where.left_out:
        say_aside(f"unlinkable: {sentence}")
    for report in among_results(where, [*args.report, *filter(None, [args.records])]):
        say_aside(f"unlinkable: {report} is confidential, and lies among the results")
    with closing(asking.Workspaces(args)) as workspaces:
        asked = _asking(where, workspaces)
        for index in asked.indexes:
            demand_spared(index.path, where, [*args.report, *tables])
        if args.attack and asked.others:
            raise UserError("--attack takes one index: protect without it, or give -i once")
        if not args.force:
            demand_reports([*args.report, *records], args.table)
        how = asked_protection(args, asked)
        try:
            return _protect_all(args, how, where)
        finally:
            how.close()


def _records(args: argparse.Namespace, where: Destinations) -> list[Path]:
    """Where the records of the drafts go. Raises UserError where they can't."""
    if args.records is None:
        return []
    if where.folder is None:
        raise UserError("--records is for a folder of results; name one with -o, or use --report")
    demand_folder(args.records)
    records = RulingRecords(args.records, where.folder)
    return [path for place in where.each for path in records.places(place.out)]


def _asking(where: Destinations, workspaces: asking.Workspaces) -> asking.Asking:
    """What is asked of all drafts. Raises UserError when it is not the same of each."""
    first, *others = (workspaces.of(place.draft) for place in where.each)
    if any(asked is not first for asked in others):
        raise UserError(
            "these drafts lie in folders with different unlinkable.toml files; protect them apart"
        )
    return first


def _protect_all(args: argparse.Namespace, how: AskedProtection, where: Destinations) -> int:
    from unlinkable.cli.protect.results import Done
    from unlinkable.cli.protect.workers import (
        Bench,
        DraftTask,
        protected_at_a_time,
        protected_in_turn,
    )

    done = None if where.folder is None else Done(where.folder)
    model, kept = how.method.model, args.print_page
    records = (
        None if args.records is None or done is None else RulingRecords(args.records, done.folder)
    )
    reports = Reports(args.report, how.asked.indexes, model, how.settings, kept, records)
    table = None if args.table is None else BatchTable(args.table, args.force)
    processes = _processes(args, how, where)
    if done is not None:
        ordinary_files.remove_left_over(done.folder)
        done.begin()
    status, count = DOUBTFUL if where.left_out else 0, len(where.each)
    tasks = (DraftTask(place, reports.told(place)) for place in where.each)
    with progress_lines() if args.progress_lines else progress_bar(args.quiet) as show:
        if processes > 1 and done is not None:
            outcomes = protected_at_a_time(processes, args, done.folder, tasks)
        else:
            bench = Bench(args, how, done)
            outcomes = protected_in_turn(bench, tasks, partial(_showing, show, count))
        try:
            with closing(outcomes):
                for number, outcome in enumerate(outcomes, 1):
                    if outcome.not_done and count == 1:
                        raise UserError(outcome.not_done)
                    status = _worse(status, _noted(outcome, how, reports, table, done))
                    if processes > 1:
                        show(f"{number:,} of {count:,} drafts", number / count)
        except KeyboardInterrupt:
            if model or done:
                raise KeyboardInterrupt("the same command goes on from here") from None
            raise
    reports.write()
    if table is not None:
        table.write_page()
    if args.print_page:
        sys.stdout.write(reports.page())
    return status


def _processes(args: argparse.Namespace, how: AskedProtection, where: Destinations) -> int:
    """How many drafts are protected at a time. Raises UserError."""
    by_model = how.method.model or how.attacker
    if by_model and (args.processes or 1) > 1:
        raise UserError("a model takes one draft after the other; leave --processes out")
    if by_model or where.folder is None or any(one.draft == STANDARD_INPUT for one in where.each):
        return 1
    usual = min(os.cpu_count() or 1, len(where.each) // _WORTH_A_PROCESS)
    return min(args.processes or max(1, usual), len(where.each))


def _worse(status: int, other: int) -> int:
    """The exit status of two that says more."""
    return COULD_NOT if COULD_NOT in (status, other) else max(status, other)


def _noted(
    outcome: "Outcome",
    how: AskedProtection,
    reports: Reports,
    table: BatchTable | None,
    done: "Done | None",
) -> int:
    """Say, report and remember what came of a draft; the exit status for it."""
    from unlinkable.cli.protect.results import ResultState

    place = outcome.place
    if outcome.before:
        say_aside(f"{place.draft}: done before, and nothing has changed since")
        if outcome.before is ResultState.RELIABLE:
            return 0
        say_aside(
            "  Not to be relied on, for the reasons that were said then; remove "
            f"{place.out} to have it done and them said again."
        )
        return DOUBTFUL
    if outcome.not_done:
        about = "" if outcome.not_done.startswith(f"{place.draft}:") else f"{place.draft}: "
        say_aside(f"unlinkable: {about}{outcome.not_done}")
        if table is not None:
            table.add_failed(place.draft, outcome.not_done)
        return COULD_NOT
    _tell(outcome, how)
    records = [made for made, _ in outcome.made]
    reports.add(place, records)
    doubted = any(made.reservations.doubts for made in records)
    if table is not None:
        table.add(records)
    if done is not None:
        state = ResultState.DOUBTED if doubted else ResultState.RELIABLE
        done.add(place.out, outcome.seal, state)
    return DOUBTFUL if doubted else 0


def _tell(outcome: "Outcome", how: AskedProtection) -> None:
    """Say what was made of a draft, of each index."""
    from unlinkable.engine.question import question_of
    from unlinkable.reporting.protection.summary import (
        account,
        circumstances,
        unnamed_recognition,
        verdict,
    )

    question = question_of(how.asked.settings, how.asked.index, None)
    for made, looked_at in outcome.made:
        said = f"{verdict(made)}; {account(made, question)} Looked at {looked_at}."
        say_aside(f"{outcome.place.draft}: {said}")
        for said in (*circumstances(made), *unnamed_recognition(made, how.settings)):
            say_aside(f"  {said}")


def _showing(
    show: Callable[[str, float], None], count: int, number: int, place: Destination
) -> OnProgress:
    def report(progress: Progress) -> None:
        fraction = progress.fraction or 0.0
        show(f"{place.draft.name}: {progress.message}", (number + fraction) / count)

    return report
