"""A draft priced: the question put together, and what protecting against each searcher takes.

Whatever says prices begins here. Must know nothing of how a table looks.
"""

from pathlib import Path

from unlinkable.engine.checking import acceptance_of, checked_report
from unlinkable.engine.engine import Engine
from unlinkable.engine.method import tables_as_set
from unlinkable.pricing.levels import Rows
from unlinkable.pricing.prices import prices
from unlinkable.reporting.prices.in_words import PricedDraft
from unlinkable.rewriting.task import Task
from unlinkable.stopping import OnProgress, Stop, never, unseen


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
