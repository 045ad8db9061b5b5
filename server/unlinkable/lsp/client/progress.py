"""Work-done progress in the client, where it can show it. Knows nothing of the work."""

import contextvars
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lsprotocol.types import (
    ProgressToken,
    WorkDoneProgressBegin,
    WorkDoneProgressEnd,
    WorkDoneProgressReport,
)
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

GIVEN: contextvars.ContextVar[ProgressToken | None] = contextvars.ContextVar("GIVEN", default=None)
"""The token that the request that is being answered came with, under which its progress is told."""


class WorkDone:
    """One piece of work. Without a token nothing is shown and nobody can cancel."""

    def __init__(self, server: LanguageServer, token: ProgressToken | None) -> None:
        self._server = server
        self._token = token

    def report(self, message: str, fraction: float | None = None) -> None:
        """Say how far the work is; ``fraction`` is between 0 and 1. Only on the event loop."""
        if self._token is not None:
            percentage = None if fraction is None else round(100 * min(max(fraction, 0.0), 1.0))
            report = WorkDoneProgressReport(message=message, percentage=percentage)
            self._server.work_done_progress.report(self._token, report)

    def cancelled(self) -> bool:
        """Whether the user has cancelled the work. May be asked from any thread."""
        if self._token is None:
            return False
        return self._server.work_done_progress.tokens[self._token].cancelled()


@asynccontextmanager
async def progress(
    server: LanguageServer, title: str, *, shown: bool, cancellable: bool
) -> AsyncIterator[WorkDone]:
    """Show ``title`` while the work goes on: under the token that the client gave, else if
    ``shown`` and the client agrees."""
    token = GIVEN.get()
    GIVEN.set(None)  # it is for the first work alone
    if token is None and shown:
        token = await _token(server)
    work = WorkDone(server, token)
    if token is None:
        yield work
        return
    begin = WorkDoneProgressBegin(title=title, cancellable=cancellable, percentage=0)
    server.work_done_progress.begin(token, begin)
    try:
        yield work
    finally:
        server.work_done_progress.end(token, WorkDoneProgressEnd())
        server.work_done_progress.tokens.pop(token, None)


async def _token(server: LanguageServer) -> ProgressToken | None:
    token = f"unlinkable/{uuid.uuid4()}"
    try:
        await server.work_done_progress.create_async(token)
    except JsonRpcException:  # the client would rather not
        return None
    return token
