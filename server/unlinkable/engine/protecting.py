"""A draft protected against each of its indexes, what protecting it would take (its price), and a
second look at what was written. Must never know files, nor how a record or a table looks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.draft import Draft, Markup, read_draft
from unlinkable.engine.checking import acceptance_of, checked_report, seen_together
from unlinkable.engine.engine import Engine
from unlinkable.engine.method import tables_as_set
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.report import check
from unlinkable.pricing import Rows, prices
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.prices import PricedDraft
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.protection import ALONE, Protection
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.several import Against, protect_against_each
from unlinkable.rewriting.task import Task
from unlinkable.risks import AcceptedRisk
from unlinkable.stopping import OnProgress, Stop, never, unseen

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings


@dataclass(frozen=True)
class Side:
    """One index, with what is asked of a draft there, who rewrites, and who guesses at the masks
    that are set."""

    engine: Engine
    rewriter: Rewriter
    guessers: Attackers = ALONE


@dataclass(frozen=True)
class ProtectedIn:
    """What became of a draft in one index, and what led back there ``before``."""

    engine: Engine
    protection: Protection
    before: Checked


def protect_draft(
    draft: Draft,
    markup: Markup,
    sides: Sequence[Side],
    name: str = "",
    file: Path | None = None,
    report: OnProgress = unseen,
) -> list[ProtectedIn]:
    """A draft protected against each of its indexes, the first one first: the text and the changes
    are the same of all.

    - ``name``: how reports call it; ``file``: where it lies, for what is accepted there alone;
    - ``report``: told how far the work is.

    Raises UserError when its source is unknown, a setting out of range, an index damaged, or the
    model cannot be used.
    """
    first = sides[0].engine
    task, acceptance = first.task(draft, markup), acceptance_of(first, draft, file)
    collections = [
        Against(one.engine.index, one.engine.question(draft), one.rewriter, one.guessers)
        for one in sides
    ]
    of_each = protect_against_each(task, collections, acceptance, report=report)
    checked = seen_together(
        [
            checked_report(side.engine, protection.found, acceptance, name)
            for side, protection in zip(sides, of_each, strict=True)
        ]
    )
    return [
        ProtectedIn(side.engine, protection, before)
        for side, protection, before in zip(sides, of_each, checked, strict=True)
    ]


def guessable_after(
    made: ProtectedIn, rulings: "Rulings", file: Path | None
) -> list[tuple[GuessableMask, AcceptedRisk | None]]:
    """The masks of a result that other rulings tell, those of its source left out, and who accepted
    them, if anyone."""
    result = made.protection.result
    source = next(iter(result.question.sources), None)
    acceptance = acceptance_of(made.engine, result.draft, file)
    found = made.engine.attacker(rulings).attack(result.draft, source).guessable
    return [(mask, acceptance.risk(mask)) for mask in found]


def holds_afresh(written: str, engine: Engine, protection: Protection) -> bool:
    """Whether what was ``written``, and read back, is clean where everything was opened afresh, in
    ``engine``: only what was accepted in the draft may still stand there."""
    result, asked = protection.result, protection.result.question
    draft = read_draft(written, result.markup, engine.reading)
    question = replace(engine.question(draft), suspects=asked.suspects, against=asked.against)
    task = replace(result, draft=draft, reading=engine.reading, question=question)
    return check(draft, engine.index, question, accepts=task.accepts).clean


def price_draft(
    engine: Engine,
    task: Task,
    name: str,
    rows: Rows = Rows.SEARCHERS,
    file: Path | None = None,
    stop: Stop = never,
    report: OnProgress = unseen,
) -> PricedDraft:
    """The prices of a draft, and what makes them doubtful.

    - ``task``: that of the draft, as the engine puts it;
    - ``name``: what people call it; ``file``: where it lies, for what is accepted there alone;
    - ``rows``: at which levels; at all, exact search is priced with the tables of wordings, too;
    - ``stop``, ``report``: whether to give up, and what is told how far the work is.

    Raises StoppedError, and UserError when its source is unknown, a setting out of range, or the
    index damaged.
    """
    acceptance, index = acceptance_of(engine, task.draft, file), engine.index
    tables = tables_as_set(engine.settings) if rows is Rows.ALL else None
    found = prices(task, index, tables, acceptance, stop, report, rows)
    held = checked_report(engine, found.report, acceptance).circumstances
    narrowed = (f"Narrowed by {one.where}: {one}." for one in held.narrowed)
    return PricedDraft(
        name=name,
        prices=found,
        k=found.report.question.k,
        originals=index.header.documents,
        index=index.path.name,
        doubts=tuple(f"{doubt.message}." for doubt in held.doubts),
        notes=(*narrowed, *held.ignored),
    )
