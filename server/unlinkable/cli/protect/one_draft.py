"""One draft of `protect`: protected, written once a second look has found it clean, recorded."""

import argparse
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from unlinkable.cli import asking, draft_files
from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.opened import OpenedDraft
from unlinkable.cli.protect.results import Done, unfinished
from unlinkable.draft import Draft, read_draft
from unlinkable.findings.circumstances import together
from unlinkable.findings.report import check
from unlinkable.interpretation import circumstances_of, places_of, without_editors
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.protection.record import ProtectedDraft
from unlinkable.reporting.protection.recording import protected_draft, with_document
from unlinkable.rewriting.documents.opened import words_left_out
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.protection import ALONE, Protection
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.several import Against, protect_against_each
from unlinkable.rewriting.task import Task
from unlinkable.risks.acceptance import Acceptance, AcceptedRisks
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.attack.rulings import Rulings
    from unlinkable.findings.guessable_mask import GuessableMask
    from unlinkable.stopping import OnProgress


@dataclass(frozen=True)
class AgainstIndex:
    """One index, with what is asked of a draft there, who rewrites and who guesses at the masks
    that are set; and other rulings, if any, from which those of the result may be guessed."""

    asked: asking.Asking
    rewriter: Rewriter
    guessers: Attackers = ALONE
    rulings: "Rulings | None" = None


def protect_one(
    args: argparse.Namespace,
    collections: Sequence[AgainstIndex],
    place: Destination,
    opened: OpenedDraft,
    report: "OnProgress",
    done: Done | None = None,
) -> list[ProtectedDraft]:
    """Protect a draft and write it; gives what the record says of it, of each collection.

    - ``collections``: against which it is protected, the first one first;
    - ``place``: the draft, and where the result goes; ``opened``: what the draft reads;
    - ``report``: told how far the work is;
    - ``done``: the results of the folder, if any, among which this one is noted.

    Raises UserError, and writes nothing then.
    """
    started = time.monotonic()
    first = collections[0].asked
    markup = opened.markup
    draft = read_draft(opened.text, markup, first.reading)
    places = places_of(first.settings)
    task = Task(draft, markup, first.reading, first.question(draft), places=places)
    acceptance = Acceptance(AcceptedRisks(first.settings.accepted), draft, place.draft.absolute())
    sides = [
        Against(one.asked.index, one.asked.question(draft), one.rewriter, one.guessers)
        for one in collections
    ]
    of_each = protect_against_each(task, sides, acceptance, report=report)
    document = opened.written([step.edit for step in of_each[0].steps])
    result = of_each[0].text if document is None else document.data
    like = None if place.draft == draft_files.STANDARD_INPUT else place.draft
    with unfinished(place.out, result, like) as part:
        again = opened.read_again(part)
        lost = words_left_out(opened.path, again, of_each[0].text)
        _demand_clean(args, again, opened, collections, of_each)
        if done is not None:
            done.expect(place.out, result)
    seconds = time.monotonic() - started
    checked = _checked(str(place.draft), draft, acceptance, collections, of_each)
    records = []
    for one, protection, before in zip(collections, of_each, checked, strict=True):
        guessable = None
        if one.rulings is not None:
            told = _guessable(protection, one.asked, one.rulings)
            of_result = Acceptance(
                acceptance.risks, protection.result.draft, place.draft.absolute()
            )
            guessable = [(mask, of_result.risk(mask)) for mask in told]
        source = one.asked.source(draft)
        index = one.asked.index.path.name if len(collections) > 1 else ""
        out = str(place.out)
        record = protected_draft(out, protection, before, source, seconds, guessable, index)
        if document is not None:
            unseen = 0 if args.pictures_seen else document.pictures
            record = with_document(record, document, lost, unseen)
        records.append(record)
    return records


def _checked(
    name: str,
    draft: Draft,
    acceptance: Acceptance,
    collections: Sequence[AgainstIndex],
    of_each: Sequence[Protection],
) -> list[Checked]:
    """The draft as it was, and under what circumstances that holds, of each collection."""
    found = []
    for one, protection in zip(collections, of_each, strict=True):
        asked, accepted = one.asked, acceptance.of(protection.found.accepted)
        settled = without_editors(asked.settled)
        settled = replace(settled, ignored=(*settled.ignored, *asked.told_of_source(draft)))
        held = circumstances_of(protection.found, asked.index, asked.reading, settled, accepted)
        found.append(Checked(name, protection.found, asked.index, asked.reading, held, accepted))
    held_in_each = together([checked.circumstances for checked in found])
    return [
        replace(checked, circumstances=held)
        for checked, held in zip(found, held_in_each, strict=True)
    ]


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
    args: argparse.Namespace,
    written: str,
    opened: OpenedDraft,
    collections: Sequence[AgainstIndex],
    of_each: Sequence[Protection],
) -> None:
    """Check what was ``written`` and read back, with everything opened afresh; only what was
    accepted in the draft may still stand there."""
    draft = opened.path
    with closing(asking.Workspaces(args)) as workspaces:
        afresh = list(workspaces.of(draft).each())
        for one, again, protection in zip(collections, afresh, of_each, strict=True):
            if again.index.fingerprint != one.asked.index.fingerprint:
                raise UserError(
                    f"{draft}: the index {again.index.path} was replaced by another one meanwhile; "
                    "give the command again"
                )
            _demand_clean_in(written, opened, again.beside(draft), protection)


def _demand_clean_in(
    written: str, opened: OpenedDraft, again: asking.Asking, protection: Protection
) -> None:
    result = read_draft(written, opened.markup, again.reading)
    asked = protection.result.question
    question = replace(again.question(result), suspects=asked.suspects, against=asked.against)
    task = replace(protection.result, draft=result, reading=again.reading, question=question)
    if not check(result, again.index, task.question, accepts=task.accepts).clean:
        raise UserError(
            f"{opened.path}: the result is not clean on a second look, so it was not written; this "
            "is an error in Unlinkable"
        )
