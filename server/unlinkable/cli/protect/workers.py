"""Drafts protected one by one, in this process or in several of its own.

Knows how one draft is opened and protected; nothing of what is said, reported and tabled of it.
"""

import argparse
from collections.abc import Callable, Generator, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from unlinkable.cli.drafts import asking
from unlinkable.cli.drafts.texts_at_hand import TextsAtHand
from unlinkable.cli.output import STANDARD_OUTPUT
from unlinkable.cli.progress import say_aside
from unlinkable.cli.protect import one_draft
from unlinkable.cli.protect.attackers import attack_by_model
from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.method import AskedProtection, asked_protection
from unlinkable.cli.protect.opened import opened
from unlinkable.cli.protect.results import Done, ResultState
from unlinkable.engine.protecting import Side
from unlinkable.engine.question import question_of
from unlinkable.reporting.asked import against
from unlinkable.reporting.protection.digests import digest
from unlinkable.reporting.protection.record import ProtectedDraft
from unlinkable.rewriting.passages.journal import remembering
from unlinkable.stopping import OnProgress, unseen
from unlinkable_index import whole_files
from unlinkable_index.building.running.workers import Workers
from unlinkable_index.errors import UserError

_ADVICE = "give the same command with fewer --processes; it goes on where this one stopped"


@dataclass(frozen=True)
class DraftTask:
    """A draft to be protected. ``told``: the digests of the texts of it of which the reports so far
    tell, of each index; None where no reports are wanted."""

    place: Destination
    told: tuple[str | None, ...] | None


@dataclass(frozen=True)
class Outcome:
    """What came of a draft: what the record says of it and which originals were looked at
    (``made``), of each index, and the seal of the result; or how it stands, as it was done
    ``before``; or why it was ``not_done``."""

    place: Destination
    made: tuple[tuple[ProtectedDraft, str], ...] = ()
    seal: str = ""
    before: ResultState | None = None
    not_done: str = ""


class Bench:
    """All that the drafts of a run are protected with. ``done``: the results of their folder."""

    def __init__(self, args: argparse.Namespace, how: AskedProtection, done: Done | None) -> None:
        self._args, self._how, self._done = args, how, done
        self._texts = TextsAtHand()

    def protect(self, task: DraftTask, report: OnProgress) -> Outcome:
        """Protect a draft and write it. Raises UserError where the next one would fail, too."""
        try:
            return self._protect(task, report)
        except UserError as error:
            if _concerns_all(error):
                raise
            return Outcome(task.place, not_done=str(error))

    def _protect(self, task: DraftTask, report: OnProgress) -> Outcome:
        how, place, done = self._how, task.place, self._done
        asked, model = how.asked, how.method.model
        tracked = self._args.tracked_changes
        draft = opened(asked, place.draft, place.out, tracked)
        sealed = how.beside(place.draft).seal(draft)
        seal = f"{sealed}, pictures seen" if self._args.pictures_seen else sealed
        if tracked:
            seal += f", tracked by {tracked}"
        standing = done.standing(place.out, seal) if done else None
        if standing and (task.told is None or set(task.told) == {digest(draft.text)}):
            return Outcome(place, before=standing)
        if not self._args.force:
            _demand_ours(place.out, done)
        printed = place.out == STANDARD_OUTPUT
        journal = (
            nullcontext(model) if printed else remembering(model, place.out, sealed + draft.text)
        )
        with journal as author:
            sides, background = [], []
            for one in asked.each():
                beside = one.beside(place.draft)
                rulings = self._texts.background(asked.settings.original.background, one.index)
                rewriter = how.method.against(beside.index, author)
                attacking = attack_by_model(how, place, report, say_aside)
                sides.append(Side(beside, rewriter, beside.guessers(rulings, attacking)))
                background.append(rulings)
            made = one_draft.protect_one(self._args, sides, place, draft, background, report, done)
        question = question_of(asked.settings, asked.index, None)
        looked_at = (against(question, side.engine.index) for side in sides)
        return Outcome(place, tuple(zip(made, looked_at, strict=True)), seal)


def protected_in_turn(
    bench: Bench, tasks: Iterable[DraftTask], showing: Callable[[int, Destination], OnProgress]
) -> Generator[Outcome]:
    """What comes of each draft, one after the other, in this process. ``showing``: who is told how
    far the draft of this number is."""
    for number, task in enumerate(tasks):
        yield bench.protect(task, showing(number, task.place))


def protected_at_a_time(
    count: int, args: argparse.Namespace, folder: Path, tasks: Iterable[DraftTask]
) -> Generator[Outcome]:
    """What comes of each draft, in order, protected by ``count`` processes, which end with this
    generator, whatever they are at. ``folder``: where the results go.

    Raises UserError when a process was killed.
    """
    try:
        with Workers(count, _ADVICE, lambda task: str(task.place.draft)) as workers:
            try:
                yield from workers.map(partial(_in_worker, args, folder), tasks)
            except BaseException:
                workers.abandon()
                raise
    finally:
        whole_files.remove_left_over(folder)


_bench: Bench | None = None  # of a worker process


def _in_worker(args: argparse.Namespace, folder: Path, task: DraftTask) -> Outcome:
    """Protect a draft with the bench of this process."""
    global _bench
    try:
        if _bench is None:
            asked = asking.Workspaces(args).of(task.place.draft)
            _bench = Bench(args, asked_protection(args, asked), Done(folder))
        return _bench.protect(task, unseen)
    except UserError as error:
        return Outcome(task.place, not_done=str(error))


def _demand_ours(out: Path, done: Done | None) -> None:
    """Raise UserError when a file is there that no earlier run is known to have written."""
    if out != STANDARD_OUTPUT and out.exists() and not (done and done.wrote(out)):
        raise UserError(
            f"{out}: there is a file here, and not known as a result of an earlier run; choose "
            "another place, or have it replaced with --force"
        )


def _concerns_all(error: UserError) -> bool:
    """Whether the next draft would fail for the same reason."""
    from unlinkable.model.process.failures import ModelUnavailableError

    return isinstance(error, ModelUnavailableError)
