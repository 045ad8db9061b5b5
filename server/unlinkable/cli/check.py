"""`unlinkable check`: what in a draft leads back to its original. Must never load what only
protecting needs."""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking, draft_files
from unlinkable.cli.asking import TextsAtHand
from unlinkable.cli.output import (
    begins_json,
    begins_page,
    progress_lines,
    results_in,
    takes_colours,
)
from unlinkable.cli.parser import add_drafts, add_question_flags, at_least
from unlinkable.printing import Style, plain, say, wrapped
from unlinkable.stopping import within
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import real

if TYPE_CHECKING:
    from unlinkable.reporting.checked import Checked
    from unlinkable_index.building.plan import OnStage


CLEAN, FOUND, COULD_NOT, DOUBTFUL = 0, 1, 2, 3
TIME_LIMIT = 60.0  # seconds, for the combinations of one draft
FORMATS = ("text", "short", "json", "sarif", "html")
_BEGINS = {
    "json": begins_json("check"),
    "sarif": begins_json(r"sarif-schema-[\d.]+") + '.*"name": "Unlinkable"',
    "html": begins_page("What leads back to an original"),
}
"""How reports begin, as regular expressions; those for people, as `_begins` has it."""


def add_check_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "check",
        help="show what in a draft leads back to its original",
        description="Show every phrase, and every combination of terms, that fewer than k "
        "originals share. Exit status: 0 nothing leads back, 1 findings, 2 could not check, "
        "3 nothing found, but that cannot be relied on, for the reasons that are said.",
    )
    add_drafts(parser)
    add_question_flags(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="how results are written (default text); short: a line for each finding, with "
        "path:line:column",
    )
    parser.add_argument(
        "--summary", action="store_true", help="of each draft the verdict alone, without findings"
    )
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        type=Path,
        help="write them to this file (default -: they are printed)",
    )
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=at_least(0.0),
        default=TIME_LIMIT,
        help="how long to look for the combinations of one draft (default %(default)g); what was "
        "found by then is reported, and that it was not all",
    )
    parser.add_argument(
        "--progress-lines", action="store_true", help="progress as plain lines, for other programs"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the drafts; every one that can be."""
    if args.summary and args.format != "text":
        raise UserError(f"--summary is text: leave out --format {args.format}, or --summary")
    form = "summary" if args.summary else args.format
    outcome = _Outcome()
    shown = progress_lines() if args.progress_lines else nullcontext(_unseen)
    with closing(asking.Workspaces(args)) as workspaces, shown as progress:
        checked = _checked(args.drafts, workspaces, args.time_limit, outcome, progress)
        with results_in(args.out, args.drafts, _begins(form)):
            for piece in _written(form, checked, outcome):
                sys.stdout.write(piece)
                sys.stdout.flush()
            if args.format == "text" and outcome.status == FOUND:
                for line in wrapped(_next_step(args.drafts), _style(form)):
                    print(line)
    return outcome.status


def _begins(form: str) -> str:
    """How a report of ours begins: one for people has a verdict or a finding soon."""
    from unlinkable.findings.finding import KINDS

    kinds = "|".join(re.escape(kind.name) for kind in KINDS)
    verdict = (
        r"\S.*?:\s(?:leads\sback\sby|holds\sagainst\sexact|nothing\sfound\s(?:so\sfar\s)?by|"
        rf"more\smay\slead\sback|this\sresult\scannot\sbe|doubt:|(?:{kinds}):)\s"
    )
    return _BEGINS.get(form, verdict)


def _next_step(drafts: list[Path]) -> str:
    """What to do about what was found."""
    single = len(drafts) == 1 and not drafts[0].is_dir()
    draft = shlex.quote(plain(str(drafts[0]))) if single else "DRAFT"
    return f"Next: unlinkable protect {draft} -o OUT (and the same flags)"


def _unseen(stage: str, done: float) -> None:
    """Progress that nobody asked to see."""
    del stage, done


@dataclass
class _Outcome:
    """What has come of the drafts so far: why some could not be checked, and which files were not
    looked at."""

    problems: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    _stopped: bool = False
    _found: bool = False
    _doubtful: bool = False

    @property
    def status(self) -> int:
        """The exit status."""
        if self.problems or (self._stopped and not self._found):
            return COULD_NOT
        if self._found:
            return FOUND
        return DOUBTFUL if self._doubtful or self.left_out else CLEAN

    def add(self, checked: "Checked") -> None:
        """Take a draft into account."""
        report = checked.report
        found = bool(report.everything)
        self._found |= found
        self._stopped |= not report.complete and not found
        self._doubtful |= bool(checked.circumstances.doubts)

    def leave_out(self, said: str) -> None:
        """Say which files were not looked at."""
        say(f"unlinkable: {said}")
        self.left_out.append(said)

    def could_not(self, error: UserError) -> None:
        """Say why a draft could not be checked, once for all that it concerns; others are."""
        if str(error) not in self.problems:
            say(f"unlinkable: {error}")
            self.problems.append(str(error))


def _paths(named: list[Path]) -> Iterator[Path | UserError | str]:
    """The drafts that were named, or are in folders that were; in their place why there is none,
    and a sentence on each file that is left out."""
    for path in named:
        left_out: list[str] = []
        try:
            yield from draft_files.drafts_in(path, left_out)
        except UserError as error:
            yield error
        yield from left_out


def _checked(
    named: list[Path],
    workspaces: asking.Workspaces,
    seconds: float,
    outcome: _Outcome,
    progress: "OnStage",
) -> "Iterator[Checked]":
    """Every draft that can be checked; says of the others why not."""
    originals: list[Path] = []
    texts = TextsAtHand(lambda told: progress(told.message, told.fraction or 0.0))
    paths = list(_paths(named))
    for number, path in enumerate(paths):
        if isinstance(path, str):
            outcome.leave_out(path)
            continue
        progress(f"checking draft {number + 1} of {len(paths)}", number / len(paths))
        try:
            if isinstance(path, UserError):
                raise path
            asked = workspaces.of(path)
            if path not in named and _is_original(path, asked):
                originals.append(path)
                continue
            of_each = check_against_each(path, asked, seconds, texts)
        except UserError as error:
            outcome.could_not(error)
            continue
        for checked in of_each:
            outcome.add(checked)
            yield checked
    if originals:
        count = len(originals)
        were = "1 file of the collection was" if count == 1 else f"{count} of the collection were"
        outcome.leave_out(f"{were} left out: originals are no drafts")


def _is_original(path: Path, asked: asking.Asking) -> bool:
    """Whether a file belongs to the collection, which the settings say lies at hand."""
    collection = asked.settings.indexes.collection
    return collection is not None and real(path).is_relative_to(real(collection))


def check_against_each(
    path: Path, asked: asking.Asking, seconds: float, texts: TextsAtHand
) -> "list[Checked]":
    """Check one draft against each of its indexes. Raises UserError as `check_draft`."""
    from unlinkable.engine.checking import seen_together

    return seen_together([check_draft(path, one, seconds, texts) for one in asked.each()])


def check_draft(
    path: Path, asked: asking.Asking, seconds: float = TIME_LIMIT, texts: TextsAtHand | None = None
) -> "Checked":
    """Read and check one draft, its combinations for so many seconds at most; with ``texts`` also
    whether its masks can be guessed from other rulings, where the settings name some.

    Raises UserError when that can't be done.
    """
    from unlinkable.engine import checking
    from unlinkable.reporting.protection.before import protected_before

    rulings = (
        None if texts is None else texts.background(asked.settings.original.background, asked.index)
    )
    asked = asked.beside(path)
    draft, seen = asked.read(path)
    file = None if path == draft_files.STANDARD_INPUT else path.absolute()
    checked = checking.check_draft(asked, draft, str(path), file, within(seconds), rulings)
    before = protected_before(file, draft.text) if file and asked.hears_drafts else None
    held = checked.circumstances
    if seen is not None:
        from unlinkable.findings.circumstances import of_unseen
        from unlinkable_index.documents.opened import words_unseen

        counts = None
        with suppress(OSError, UserError):  # what was read is a result all the same
            counts = words_unseen(path, seen)
        held = replace(held, doubts=(*held.doubts, *of_unseen(counts)))
    return replace(checked, circumstances=held, seen=seen, before=before)


def _written(form: str, checked: "Iterator[Checked]", outcome: _Outcome) -> "Iterator[str]":
    """The reports in one of `FORMATS`, piece by piece; ``outcome`` grows while drafts are read."""
    if form == "sarif":
        from unlinkable.reporting.sarif import sarif_log

        return sarif_log(checked, outcome.problems, outcome.left_out, _secret())
    if form == "html":
        from unlinkable.reporting.html import html_report

        return html_report(checked, outcome.problems, outcome.left_out)
    return map(writer(form), checked)


def _secret() -> bytes:
    """The secret of this installation; one of this run where none can be kept."""
    import secrets

    from unlinkable.settings.installation import LENGTH, installation_secret, secret_file

    secret = installation_secret()
    if secret is None:
        say(
            f"unlinkable: {secret_file()} cannot be written, so the fingerprints of this log are "
            "not those of other runs"
        )
    return secret or secrets.token_bytes(LENGTH)


def _style(form: str) -> Style:
    """How text for people is laid out; the lines of a summary are whole for a pipe."""
    return Style.of_terminal(colours=takes_colours(), whole=form == "summary")


def writer(form: str) -> "Callable[[Checked], str]":
    """How a checked draft is written on its own: as one of `FORMATS`, or as "summary"."""
    if form == "json":
        from unlinkable.reporting.json_lines import json_line

        return lambda checked: json_line(checked) + "\n"
    from unlinkable.reporting.text import short_report, summary, text_report

    if form == "short":
        return short_report

    style = _style(form)
    if form == "summary":
        return lambda checked: summary(checked, style)
    return lambda checked: text_report(checked, style) + "\n"
