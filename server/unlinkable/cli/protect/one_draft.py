"""One draft of `protect`: protected, written once a second look has found it clean, recorded."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli.drafts import asking, draft_files
from unlinkable.cli.output import STANDARD_OUTPUT
from unlinkable.cli.progress import bar_aside
from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.opened import OpenedDraft
from unlinkable.cli.protect.results import Done, unfinished
from unlinkable.draft import read_draft
from unlinkable.engine.protecting import (
    ProtectedIn,
    Side,
    guessable_after,
    holds_afresh,
    protect_draft,
)
from unlinkable.reporting.protection.record import ProtectedDraft
from unlinkable.reporting.protection.recording import protected_draft, with_document
from unlinkable_index.documents.opened import words_left_out
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings
    from unlinkable.stopping import OnProgress


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
    document = opened.written([step.edit for step in protection.steps], args.tracked_changes)
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
