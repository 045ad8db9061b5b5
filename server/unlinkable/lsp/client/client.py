"""The client of one session: what it can do, what is told to it, and what it is asked for.

The only place where requests reach the editor and the person before it. Knows the protocol's
requests and notifications; must know nothing of documents or findings. Lives on the event loop.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
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
    Registration,
    RegistrationParams,
    ShowMessageRequestParams,
    WorkspaceEdit,
)
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from unlinkable.lsp.client.abilities import Abilities
from unlinkable.lsp.client.messages import Messages
from unlinkable.lsp.client.progress import WorkDone, progress

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

    def working(self, title: str, *, cancellable: bool) -> AbstractAsyncContextManager[WorkDone]:
        """Show ``title`` while work goes on, where the client can show it."""
        shown = self.can.work_done_progress
        return progress(self._server, title, shown=shown, cancellable=cancellable)

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
