"""Long work on a document, done in a thread so that nothing blocks the event loop.

Knows progress and cancelling; must know nothing of what the work is.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from unlinkable import stopping
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.client.progress import WorkDone
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import settled, with_suspects
from unlinkable.lsp.published.begun import Begun
from unlinkable.lsp.requests.view import View

Result = TypeVar("Result")
Work = Callable[[stopping.Stop, stopping.OnProgress], Result]


async def worked(view: View, client: Client, title: str, work: Work[Result]) -> Result:
    """``work`` done in a thread, its progress shown.

    Given up when the user cancels it or changes the text meanwhile; raises StoppedError then.
    """
    loop, given_up = asyncio.get_running_loop(), False
    async with client.working(title, cancellable=True) as visible:

        def stop() -> bool:
            return given_up or not view.current() or visible.cancelled()

        def report(done: stopping.Progress) -> None:
            loop.call_soon_threadsafe(_report, visible, done)

        try:
            return await asyncio.to_thread(work, stop, report)
        finally:
            given_up = True


async def at_work(view: View) -> View:
    """The view once work on its document has begun, from when on new wording is judged by whom the
    document led to then. Raises StoppedError when the text is changed meanwhile."""
    history, version = view.history, view.analysis.snapshot.version
    if not any(one.begun is None and one.source is None for one in view.analysis.each):
        return view
    known = history.begun if history.begun_at == version else None

    def work() -> tuple[Analysis, tuple[Begun, ...]]:
        return with_suspects(settled(view.analysis, lambda: not view.current()), known)

    analysis, begun = await asyncio.to_thread(work)  # too soon done to be shown
    history.begun, history.begun_at = begun, version
    return replace(view, analysis=analysis)


def _report(visible: WorkDone, done: stopping.Progress) -> None:
    visible.report(done.message, done.fraction)
