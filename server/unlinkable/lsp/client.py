"""The client of one session: what is told to it and asked of it, progress, and how the server
speaks to the person before it: each thing once, and never a word of a draft. Must know nothing
of documents or findings."""

import asyncio
import contextlib
import contextvars
import functools
import logging
import traceback
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol.types import (
    WORKSPACE_DID_CHANGE_WATCHED_FILES,
    ApplyWorkspaceEditParams,
    ConfigurationItem,
    ConfigurationParams,
    DidChangeWatchedFilesRegistrationOptions,
    FileSystemWatcher,
    InitializeParams,
    MessageActionItem,
    MessageType,
    ProgressToken,
    Registration,
    RegistrationParams,
    ShowMessageParams,
    ShowMessageRequestParams,
    WorkDoneProgressBegin,
    WorkDoneProgressEnd,
    WorkDoneProgressReport,
    WorkspaceEdit,
)
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from unlinkable.lsp.abilities import Abilities
from unlinkable.printing import plain
from unlinkable_index.errors import UserError

_LOG = logging.getLogger("unlinkable.lsp")


def silence_libraries() -> None:
    """Keep the loggers of libraries shut: they quote message bodies, which are confidential."""
    for name in ("pygls", "asyncio", "cattrs", "lsprotocol"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def place(error: BaseException) -> str:
    """The kind of an error and where it arose, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


class Messages:
    """Messages to the user of one session."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._said: set[str] = set()

    def say(self, message: str, kind: MessageType = MessageType.Warning) -> None:
        """Show ``message``, unless it was shown already and not forgotten since."""
        if message not in self._said:
            self._said.add(message)
            self.answer(message, kind)

    def answer(self, message: str, kind: MessageType = MessageType.Info) -> None:
        """Show ``message``, however often, since the user has asked."""
        self._server.window_show_message(ShowMessageParams(kind, plain(message)))

    def forget(self, message: str) -> None:
        """Let ``message`` be said again, since what it told of was mended in the meantime."""
        self._said.discard(message)

    def report(self, feature: str, error: BaseException) -> None:
        """Tell of an error in ``feature``: a user's mistake in its own words, others by place."""
        if isinstance(error, UserError):
            self.say(str(error), MessageType.Error)
            return
        _LOG.error("%s failed: %s", feature, place(error))
        self.say(
            f"Unlinkable: {feature} failed ({type(error).__name__}). The server goes on; its log"
            " says where it happened.",
            MessageType.Error,
        )

    def guarded(self, feature: str, handler: Callable[..., Any]) -> Callable[..., Any]:
        """``handler`` made so that whatever goes wrong in it is reported and gives None.

        Only errors of the protocol go through: they are answers meant for the client.
        """
        if asyncio.iscoroutinefunction(handler):

            @functools.wraps(handler)
            async def awaited(*args: Any) -> Any:
                with self._reporting(feature):
                    return await handler(*args)

            return awaited

        @functools.wraps(handler)
        def call(*args: Any) -> Any:
            with self._reporting(feature):
                return handler(*args)

        return call

    @contextlib.contextmanager
    def _reporting(self, feature: str) -> Iterator[None]:
        try:
            yield
        except JsonRpcException:
            raise
        except Exception as error:
            self.report(feature, error)


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


_PATIENCE = 10.0  # seconds, for the client's settings


class Client:
    """One client, by way of ``server``."""

    def __init__(
        self, server: LanguageServer, messages: Messages, params: InitializeParams
    ) -> None:
        self._server = server
        self.messages = messages
        self.can = Abilities.of(params)

    def notify(self, method: str, params: object) -> None:
        """Send a notification of our own."""
        self._server.protocol.notify(method, params)

    async def request(self, method: str, params: object) -> Any:
        """Send a request of our own; gives the answer."""
        return await self._server.protocol.send_request_async(method, params)

    def send(self, body: bytes) -> None:
        """Send a message that is written out already."""
        writer = self._server.protocol.writer
        if writer is not None:
            writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def have_diagnostics_fetched(self) -> None:
        """Tell a client that fetches diagnostics that there are new ones."""
        self._server.workspace_diagnostic_refresh(None)

    async def choose(self, question: str, titles: Sequence[str]) -> int | None:
        """Have the user choose one of ``titles``; gives its number, None for none of them."""
        items = [MessageActionItem(title) for title in titles]
        answer = await self._server.window_show_message_request_async(
            ShowMessageRequestParams(MessageType.Info, question, items)
        )
        return titles.index(answer.title) if answer and answer.title in titles else None

    async def apply(self, edit: WorkspaceEdit, label: str) -> bool:
        """Have the client make an edit, in one step that can be undone; gives whether it did."""
        params = ApplyWorkspaceEditParams(edit, label)
        return (await self._server.workspace_apply_edit_async(params)).applied

    @asynccontextmanager
    async def working(self, title: str, *, cancellable: bool) -> AsyncIterator[WorkDone]:
        """Show ``title`` while work goes on: under the token that the client gave, else where it
        can show it and agrees."""
        token, shown = GIVEN.get(), self._server.work_done_progress
        GIVEN.set(None)  # it is for the first work alone
        if token is None and self.can.work_done_progress:
            token = f"unlinkable/{uuid.uuid4()}"
            try:
                await shown.create_async(token)
            except JsonRpcException:  # the client would rather not
                token = None
        work = WorkDone(self._server, token)
        if token is None:
            yield work
            return
        begin = WorkDoneProgressBegin(title=title, cancellable=cancellable, percentage=0)
        shown.begin(token, begin)
        try:
            yield work
        finally:
            shown.end(token, WorkDoneProgressEnd())
            shown.tokens.pop(token, None)

    async def settings(self, uris: Sequence[str]) -> dict[str, object]:
        """What the client has set for each folder; nothing where it does not answer."""
        items = [ConfigurationItem(scope_uri=uri or None, section="unlinkable") for uri in uris]
        asked = asyncio.ensure_future(
            self._server.workspace_configuration_async(ConfigurationParams(items))
        )
        answered, _ = await asyncio.wait([asked], timeout=_PATIENCE)
        if not answered or isinstance(asked.exception(), JsonRpcException):
            return {}
        return dict(zip(uris, asked.result(), strict=False))

    async def watch_files(self, name: str) -> None:
        """Have the client tell when a file of this name changes, if it can."""
        if not self.can.watches_files:
            return
        watcher = FileSystemWatcher(glob_pattern=f"**/{name}")
        registration = Registration(
            id="unlinkable/settings",
            method=WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=DidChangeWatchedFilesRegistrationOptions([watcher]),
        )
        await self._server.client_register_capability_async(RegistrationParams([registration]))
