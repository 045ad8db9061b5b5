"""Drafts protected one by one, here or in processes of their own: opened, sealed, protected,
written once a second look found them clean, recorded. Loaded late; must never know what is said,
reported and tabled of them."""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable import __version__
from unlinkable.cli import asking, draft_files
from unlinkable.cli.asking import TextsAtHand
from unlinkable.cli.output import STANDARD_OUTPUT, bar_aside, say_aside
from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.method import AskedProtection, asked_protection, attack_by_model
from unlinkable.cli.protect.results import Done, ResultState, seal, unfinished
from unlinkable.draft import Markup, read_draft
from unlinkable.engine.protecting import (
    ProtectedIn,
    Side,
    guessable_after,
    holds_afresh,
    protect_draft,
)
from unlinkable.engine.question import question_of
from unlinkable.model.authors import remembering
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.reporting.protection.before import digest
from unlinkable.reporting.protection.record import ProtectedDraft
from unlinkable.reporting.protection.recording import protected_draft, with_document
from unlinkable.reporting.verdict import against
from unlinkable.stopping import OnProgress, unseen
from unlinkable_index import documents, ordinary_files
from unlinkable_index.building.workers import Workers
from unlinkable_index.documents.opened import (
    OpenedDocument,
    demand_ending,
    demand_tracked,
    words_left_out,
)
from unlinkable_index.errors import UserError
from unlinkable_index.with_original import IndexWithOriginal

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings


@dataclass(frozen=True)
class OpenedDraft:
    """``text``: what the draft reads; ``document``: the whole of it, where it is no text."""

    path: Path
    text: str
    markup: Markup
    document: OpenedDocument | None = None

    @property
    def decisive(self) -> str:
        """All of the file that decides the result."""
        whole = b"" if self.document is None else self.document.data
        return self.text + (hashlib.sha256(whole).hexdigest() if whole else "")

    def read_again(self, result: Path) -> str:
        """The text of a result, which lies at ``result``. Raises UserError."""
        if self.document is None:
            return draft_files.read_text(result)
        return _document(result, self.path).seen.text


def opened(asked: asking.Asking, path: Path, out: Path, reviewer: str) -> OpenedDraft:
    """Open the draft at ``path``, whose result goes to ``out``. Raises UserError where it can't be
    read, or not be protected, or its changes not be tracked in the name of a ``reviewer``."""
    if reviewer:
        demand_tracked(path, reviewer)
    if asked.kind is not None or path.suffix.lower() not in documents.SUFFIXES:
        markup = asked.markup(path)
        return OpenedDraft(path, draft_files.read_text(path), markup)
    demand_ending(path, out)
    document = _document(path, path)
    return OpenedDraft(path, document.seen.text, Markup.DOCUMENT, document)


def _document(path: Path, named: Path) -> OpenedDocument:
    """The document at ``path``, of the kind of the file ``named``, of which messages speak."""
    try:
        return OpenedDocument.read(path, named)
    except OSError as error:
        raise draft_files.unreadable(named, error) from error


def protect_one(
    args: argparse.Namespace,
    sides: Sequence[Side],
    place: Destination,
    opened: OpenedDraft,
    background: "Sequence[Rulings | None]",
    report: "OnProgress",
    done: Done | None = None,
) -> list[ProtectedDraft]:
    """Protect a draft and write it; gives what the record says of it, of each collection.

    - ``sides``: against which indexes it is protected, the first one first;
    - ``place``: the draft, and where the result goes; ``opened``: what the draft reads;
    - ``background``: of each of the indexes other rulings, if any, from which the masks of the
      result may be guessed;
    - ``report``: told how far the work is;
    - ``done``: the results of the folder, if any, among which this one is noted.

    Raises UserError, and writes nothing then.
    """
    started = time.monotonic()
    draft = read_draft(opened.text, opened.markup, sides[0].engine.reading)
    file = place.draft.absolute()
    made = protect_draft(draft, opened.markup, sides, str(place.draft), file, report)
    protection = made[0].protection
    document = None
    if opened.document is not None:
        edits = [step.edit for step in protection.steps]
        document = opened.document.written(edits, args.tracked_changes)
    result = protection.text if document is None else document.data
    like = None if place.draft == draft_files.STANDARD_INPUT else place.draft
    with _result(opened, place.out, result, like) as again:
        lost = words_left_out(opened.path, again, protection.text)
        _demand_clean(args, again, opened, made)
        if done is not None:
            done.expect(place.out, result)
    seconds = time.monotonic() - started
    records = []
    for one, rulings in zip(made, background, strict=True):
        told = None if rulings is None else guessable_after(one, rulings, file)
        source = one.engine.source(draft)
        index = one.engine.index.path.name if len(made) > 1 else ""
        out = str(place.out)
        record = protected_draft(out, one.protection, one.before, source, seconds, told, index)
        if document is not None:
            unseen = 0 if args.pictures_seen else document.pictures
            record = with_document(record, document, lost, unseen)
        records.append(record)
    return records


@contextmanager
def _result(
    opened: OpenedDraft, out: Path, result: str | bytes, like: Path | None
) -> Iterator[str]:
    """The text of a result, read again; at the end of the block the result is written."""
    if out == STANDARD_OUTPUT:
        if isinstance(result, bytes):
            raise UserError(f"{opened.path}: a document is not printed; name a file with -o")
        yield result
        with bar_aside():
            sys.stdout.write(result)
            sys.stdout.flush()
        return
    with unfinished(out, result, like) as part:
        yield opened.read_again(part)


def _demand_clean(
    args: argparse.Namespace, written: str, opened: OpenedDraft, made: Sequence[ProtectedIn]
) -> None:
    """Check what was ``written`` and read back, with everything opened afresh; only what was
    accepted in the draft may still stand there."""
    draft = opened.path
    with closing(asking.Workspaces(args)) as workspaces:
        for one, again in zip(made, workspaces.of(draft).each(), strict=True):
            if again.index.fingerprint != one.engine.index.fingerprint:
                raise UserError(
                    f"{draft}: the index {again.index.path} was replaced by another one meanwhile; "
                    "give the command again"
                )
            if not holds_afresh(written, again.beside(draft), one.protection):
                raise UserError(
                    f"{draft}: the result is not clean on a second look, so it was not written; "
                    "this is an error in Unlinkable"
                )


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
            if isinstance(error, ModelUnavailableError):  # the next one would fail, too
                raise
            return Outcome(task.place, not_done=str(error))

    def _protect(self, task: DraftTask, report: OnProgress) -> Outcome:
        how, place, done = self._how, task.place, self._done
        asked, model = how.asked, how.method.model
        tracked = self._args.tracked_changes
        draft = opened(asked, place.draft, place.out, tracked)
        sealed = _sealed(replace(how, asked=asked.beside(place.draft)), draft)
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
            made = protect_one(self._args, sides, place, draft, background, report, done)
        question = question_of(asked.settings, asked.index, None)
        looked_at = (against(question, side.engine.index) for side in sides)
        return Outcome(place, tuple(zip(made, looked_at, strict=True)), seal)


def _sealed(how: AskedProtection, draft: OpenedDraft) -> str:
    """A digest of all that decides the result of a draft."""
    method = how.method
    model = method.model or how.attacker
    wording, background = how.asked.settings.wording, how.asked.settings.original.background
    synonyms = wording.synonyms if wording.take_synonyms else None
    here, reading, index = draft.path.absolute(), how.asked.reading, how.asked.index
    others = [other.fingerprint for other in how.asked.others]
    accepted = [
        repr(risk)
        for risk in how.asked.settings.accepted
        if risk.file is None or Path(risk.file) == here
    ]
    decisive = [
        __version__,
        asdict(how.settings),
        [index.fingerprint, *others],
        index.digest if isinstance(index, IndexWithOriginal) else None,
        reading.masks,
        reading.sentences,
        draft.markup.value,
        how.asked.hears_drafts,
        wording.keep_words,
        wording.less_exact,
        model and _state(model.options.path),
        accepted,
        [file and _state(file) for file in (background, synonyms, wording.places)],
        method.entailment and _state(method.entailment.folder),
        how.asked.settings.model.entailment_least,
        how.asked.settings.masking.gaps.value,
    ]
    return seal(decisive, draft.decisive)


def _state(path: Path) -> list[tuple[str, int, int]]:
    """What tells a file, or a folder with all its files, from an earlier state of it."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    states = ((file, file.stat()) for file in files if file.is_file())
    return [(str(file), state.st_size, state.st_mtime_ns) for file, state in states]


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
        ordinary_files.remove_left_over(folder)


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
        whose = (
            "no run is known to have written it as it is"
            if done
            else ("runs note down only what they write into a folder")
        )
        raise UserError(
            f"{out}: there is a file here already, and {whose}; choose another place, or have it "
            "replaced with --force"
        )
