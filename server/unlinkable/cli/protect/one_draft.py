"""One draft of `protect`: protected, written once a second look has found it clean, recorded."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable.cli.protect.places import Place
from unlinkable.cli.protect.results import unfinished
from unlinkable.draft import Lines, read_draft
from unlinkable.findings.report import Finding, check, likely_source
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.json_lines import as_json
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.protection_record import entry
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.risks.acceptance import Acceptance, Accepted, AcceptedRisks
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.stopping import Report


def protect_one(
    args: argparse.Namespace,
    asked: asking.Asking,
    rewriter: Rewriter,
    place: Place,
    text: str,
    report: "Report",
) -> dict[str, Any]:
    """Protect the draft with this text and write it; gives what the record says of it.

    Raises UserError, and writes nothing then.
    """
    started = time.monotonic()
    markup = asking.markup_of(place.draft)
    draft = read_draft(text, markup, asked.reading)
    task = Task(draft, markup, asked.reading, asked.question(draft.source))
    acceptance = Acceptance(AcceptedRisks(asked.settings.accepted), draft, place.draft.absolute())
    protection = protect(task, asked.index, rewriter, acceptance, report=report)
    like = None if place.draft == asking.STANDARD_INPUT else place.draft
    with unfinished(place.out, protection.text, like) as part:
        _demand_clean(args, part, place.draft, protection)
    seconds = time.monotonic() - started
    accepted = acceptance.of(protection.found.accepted)
    return {
        **entry(str(place.draft), str(place.out), protection, seconds),
        "source": asked.settings.source or draft.source,
        "source_before": _source(asked, protection.found.findings + protection.found.accepted),
        "source_after": _source(asked, protection.left.accepted),
        "accepted": _accepted(asked, place.draft, protection, accepted),
    }


def _demand_clean(
    args: argparse.Namespace, written: Path, draft: Path, protection: Protection
) -> None:
    """Read what was written back and check it, with everything opened afresh; only what was
    accepted in the draft may still stand there."""
    again = asking.asking(args)
    with again.index:
        markup = asking.markup_of(draft)
        result = read_draft(asking.read_text(written), markup, again.reading)
        stays = protection.result.accepted
        task = Task(result, markup, again.reading, again.question(result.source), stays)
        if not check(result, again.index, task.question, accepts=task.accepts).clean:
            raise UserError(
                f"{draft}: the result is not clean on a second look, so it was not written; this "
                "is an error in Unlinkable"
            )


def _source(asked: asking.Asking, findings: tuple[Finding, ...]) -> str | None:
    """The id of the original that most of these findings lead to."""
    led_to = likely_source(findings)
    return None if led_to is None else asked.index.document(led_to.document).id


def _accepted(
    asked: asking.Asking,
    draft: Path,
    protection: Protection,
    accepted: Accepted,
) -> list[dict[str, Any]]:
    """What was accepted in a draft, by whom and why, in its order, and what became of it."""
    lines = Lines(protection.original.text)
    checked = Checked(str(draft), protection.found, asked.index, asked.reading, accepted)
    told = []
    for (finding, _), said in zip(accepted, as_json(checked).get("accepted", ()), strict=True):
        line, column = lines.place(finding.start)
        told.append({**said, "line": line, "column": column, "stays": protection.stays(finding)})
    return sorted(told, key=lambda one: (one["start"], one["end"]))
