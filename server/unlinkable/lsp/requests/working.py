"""Long work on a document, done in a thread so that nothing blocks the event loop.

Knows progress and cancelling; must know nothing of what the work is.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from unlinkable import stopping
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.client.progress import WorkDone
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


def _report(visible: WorkDone, done: stopping.Progress) -> None:
    visible.report(done.message, done.fraction)
