"""One draft of `protect`: protected, written once a second look has found it clean, recorded."""

import argparse
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli import asking, draft_files
from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.results import Done, unfinished
from unlinkable.draft import read_draft
from unlinkable.findings.report import check
from unlinkable.interpretation import circumstances_of, without_editors
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.protection_record import ProtectedDraft
from unlinkable.reporting.recording import protected_draft
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.protection import ALONE, Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.risks.acceptance import Acceptance, AcceptedRisks
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.attack.rulings import Rulings
    from unlinkable.findings.guessable_mask import GuessableMask
    from unlinkable.stopping import OnProgress


def protect_one(
    args: argparse.Namespace,
    asked: asking.Asking,
    rewriter: Rewriter,
    place: Destination,
    text: str,
    report: "OnProgress",
    done: Done | None = None,
    rulings: "Rulings | None" = None,
    guessers: Attackers = ALONE,
) -> ProtectedDraft:
    """Protect a draft and write it; gives what the record says of it.

    - ``asked``, ``rewriter``: what is asked, and who rewrites;
    - ``place``: the draft, and where the result goes; ``text``: what the draft reads;
    - ``report``: told how far the work is;
    - ``done``: the results of the folder, if any, among which this one is noted;
    - ``rulings``: others, from which the masks of the result may be guessed;
    - ``guessers``: who guesses at the masks that are set.

    Raises UserError, and writes nothing then.
    """
    started = time.monotonic()
    markup = asked.markup(place.draft)
    draft = read_draft(text, markup, asked.reading)
    task = Task(draft, markup, asked.reading, asked.question(draft))
    acceptance = Acceptance(AcceptedRisks(asked.settings.accepted), draft, place.draft.absolute())
    protection = protect(task, asked.index, rewriter, acceptance, report=report, attackers=guessers)
    like = None if place.draft == draft_files.STANDARD_INPUT else place.draft
    with unfinished(place.out, protection.text, like) as part:
        _demand_clean(args, part, place.draft, protection)
        if done is not None:
            done.expect(place.out, protection.text)
    seconds = time.monotonic() - started
    accepted = acceptance.of(protection.found.accepted)
    name, source = str(place.draft), asked.source(draft)
    settled = without_editors(asked.settled)
    held = circumstances_of(protection.found, asked.index, asked.reading, settled, accepted)
    checked = Checked(name, protection.found, asked.index, asked.reading, held, accepted)
    guessable = None
    if rulings is not None:
        told = _guessable(protection, asked, rulings)
        file = place.draft.absolute()
        of_result = Acceptance(acceptance.risks, protection.result.draft, file)
        guessable = [(one, of_result.risk(one)) for one in told]
    return protected_draft(str(place.out), protection, checked, source, seconds, guessable)


def _guessable(
    protection: Protection, asked: asking.Asking, rulings: "Rulings"
) -> "tuple[GuessableMask, ...]":
    """The masks of the result that other rulings tell, those of its source left out."""
    from unlinkable.attack.attacker import Attacker
    from unlinkable.draft.masks import Masks

    question = protection.result.question
    source = next(iter(question.sources), None)
    attacker = Attacker(asked.index, background=rulings, masks=Masks(asked.reading.masks))
    return attacker.attack(protection.result.draft, source).guessable


def _demand_clean(
    args: argparse.Namespace, written: Path, draft: Path, protection: Protection
) -> None:
    """Read what was written back and check it, with everything opened afresh; only what was
    accepted in the draft may still stand there."""
    with closing(asking.Workspaces(args)) as workspaces:
        again = workspaces.of(draft).beside(draft)
        markup = again.markup(draft)
        result = read_draft(draft_files.read_text(written), markup, again.reading)
        asked = protection.result.question
        question = replace(again.question(result), suspects=asked.suspects, against=asked.against)
        task = replace(protection.result, draft=result, reading=again.reading, question=question)
        if not check(result, again.index, task.question, accepts=task.accepts).clean:
            raise UserError(
                f"{draft}: the result is not clean on a second look, so it was not written; this "
                "is an error in Unlinkable"
            )
