"""An editor for the tests: a real server process, and a client that keeps what it is told."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

SERVER = [sys.executable, "-m", "unlinkable", "serve"]
VS_CODE, NEOVIM = "visual-studio-code", "neovim@v0.11"
OURS = ["quickfix.unlinkable"]
PATIENCE = 180.0  # seconds; a busy machine is slow to start a process


@dataclass
class Editor:
    """One session. Positions in its methods are offsets of the text in code points."""

    client: LanguageClient
    folder: Path
    initialized: lsp.InitializeResult | None = None
    published: dict[str, lsp.PublishDiagnosticsParams] = field(default_factory=dict)
    history: list[lsp.PublishDiagnosticsParams] = field(default_factory=list)
    statuses: list[Any] = field(default_factory=list)
    located: list[Any] = field(default_factory=list)
    left: list[Any] = field(default_factory=list)
    worded: list[Any] = field(default_factory=list)
    answers: list[str | None] = field(default_factory=list)
    asked: list[lsp.ShowMessageRequestParams] = field(default_factory=list)
    applied: list[lsp.ApplyWorkspaceEditParams] = field(default_factory=list)
    watched: list[lsp.Registration] = field(default_factory=list)
    refreshed: list[None] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    _told: asyncio.Event = field(default_factory=asyncio.Event)

    def uri(self, name: str) -> str:
        """The URI of a file in the workspace folder."""
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str, language: str = "plaintext") -> str:
        """Open a document, under another name if there was one of that name; gives its URI."""
        uri = name if ":" in name else self.uri(name)
        if uri in self.versions:
            uri = self.uri(f"{len(self.versions)}-{name}")
        self.versions[uri] = 1
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, text: str) -> None:
        """Replace the whole text."""
        self.change(uri, lsp.TextDocumentContentChangeWholeDocument(text))

    def type(self, uri: str, line: int, column: int, text: str, until: int | None = None) -> None:
        """Put ``text`` in place of what stands in a line from ``column`` to ``until``."""
        end = column if until is None else until
        where = lsp.Range(lsp.Position(line, column), lsp.Position(line, end))
        self.change(uri, lsp.TextDocumentContentChangePartial(where, text))

    def change(self, uri: str, *changes: lsp.TextDocumentContentChangeEvent) -> None:
        """Make the next version of a document."""
        self.versions[uri] += 1
        document = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(document, list(changes))
        )

    def close(self, uri: str) -> None:
        """Close a document."""
        document = lsp.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something holds; gives what it gave."""
        async with asyncio.timeout(PATIENCE):
            while not (result := holds()):
                self._told.clear()
                await self._told.wait()
        return result

    async def settled(self, uri: str) -> list[lsp.Diagnostic]:
        """The diagnostics of the current version once all work on it is done."""
        await self.until(lambda: self.status_of(uri, "ready", "failed", "no-index"))
        return list(self.published[uri].diagnostics)

    def status_of(self, uri: str, *states: str) -> Any:
        """The last status of the current version of a document, if it is one of ``states``."""
        version = self.versions[uri]
        for status in reversed(self.statuses):
            if status.uri == uri:
                return status if (status.version, status.state in states) == (version, True) else 0
        return None

    async def message(self, part: str) -> str:
        """A message shown to the user that contains ``part``."""
        return await self.until(
            lambda: next((m.message for m in self.client.messages if part in m.message), None)
        )

    async def actions(
        self, uri: str, where: lsp.Range, only: list[str] | None = OURS
    ) -> list[lsp.CodeAction]:
        """The code actions offered at a range, all of them unless ``only`` says otherwise."""
        found = await self.client.text_document_code_action_async(
            lsp.CodeActionParams(
                lsp.TextDocumentIdentifier(uri),
                where,
                lsp.CodeActionContext(self.published[uri].diagnostics, only=only),
            )
        )
        return [action for action in found or [] if isinstance(action, lsp.CodeAction)]

    async def titled(self, uri: str, where: lsp.Range) -> dict[str, lsp.CodeAction]:
        """The code actions offered at a range, by their titles."""
        return {action.title: action for action in await self.actions(uri, where)}

    async def hover(self, uri: str, line: int, column: int) -> str | None:
        """What is shown at a position."""
        found = await self.client.text_document_hover_async(
            lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(line, column))
        )
        if found is None:
            return None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    async def command(self, name: str, **arguments: Any) -> Any:
        """Have a command carried out."""
        return await self.client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(f"unlinkable.{name}", [arguments])
        )

    def listen(self) -> None:
        """Keep what the server tells."""
        client = self.client

        def told(keep: Callable[[Any], Any]) -> Callable[[Any], Any]:
            def handler(params: Any) -> Any:
                answer = keep(params)
                self._told.set()
                return answer

            return handler

        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params
            self.history.append(params)

        def ask(params: lsp.ShowMessageRequestParams) -> lsp.MessageActionItem | None:
            self.asked.append(params)
            answer = self.answers.pop(0)
            return None if answer is None else lsp.MessageActionItem(answer)

        def apply(params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
            self.applied.append(params)
            return lsp.ApplyWorkspaceEditResult(applied=True)

        del client.protocol.fm.features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]
        del client.protocol.fm.features[lsp.WINDOW_SHOW_MESSAGE]
        del client.protocol.fm.features[lsp.WORKSPACE_DIAGNOSTIC_REFRESH]
        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(told(publish))
        client.feature(lsp.WINDOW_SHOW_MESSAGE)(told(client.messages.append))
        client.feature("unlinkable/status")(told(self.statuses.append))
        client.feature("unlinkable/left")(told(self.left.append))
        client.feature("unlinkable/worded")(told(self.worded.append))
        client.feature("unlinkable/locations")(told(self.located.append))
        client.feature(lsp.WINDOW_SHOW_MESSAGE_REQUEST)(told(ask))
        client.feature(lsp.WORKSPACE_APPLY_EDIT)(told(apply))
        client.feature(lsp.WORKSPACE_DIAGNOSTIC_REFRESH)(told(self.refreshed.append))
        client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(
            told(lambda params: self.watched.extend(params.registrations))
        )


def _read_actions_with_commands(client: LanguageClient) -> None:
    """lsprotocol takes a code action that has a command for a mere command."""
    converter = client.protocol._converter

    def read(value: Any, _: Any) -> Any:
        is_command = isinstance(value.get("command"), str)
        return converter.structure(value, lsp.Command if is_command else lsp.CodeAction)

    converter.register_structure_hook(lsp.Command | lsp.CodeAction, read)


@contextlib.asynccontextmanager
async def editor(
    folder: Path,
    settings: Mapping[str, Any] | None = None,
    like: str = VS_CODE,
    encoding: str | None = None,
    options: Mapping[str, Any] | None = None,
    folders: list[Path] | None = None,
    adapt: Callable[[lsp.ClientCapabilities], None] = lambda _: None,
    environment: Mapping[str, str] | None = None,
    as_it_stands: Mapping[str, Any] | None = None,
) -> AsyncIterator[Editor]:
    """A session with the capabilities of a real editor, in a workspace folder, with settings.

    ``as_it_stands``: what an editor that knows nothing of settings sends of this server, when it
    starts it and, by its parts, when it is asked.
    """
    client = make_test_lsp_client()
    _read_actions_with_commands(client)
    it = Editor(client, folder)
    it.listen()
    client.set_configuration(as_it_stands or {"unlinkable": dict(settings or {})})
    home = folder / ".home"
    home.mkdir(exist_ok=True)
    here = {"XDG_CONFIG_HOME": str(home), "HOME": str(home)}
    await client.start_io(*SERVER, env=os.environ | here | dict(environment or {}))
    capabilities = client_capabilities(like)
    if encoding:
        assert capabilities.general
        capabilities.general.position_encodings = [encoding]
    adapt(capabilities)
    it.initialized = await client.initialize_session(
        lsp.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[
                lsp.WorkspaceFolder(path.as_uri(), path.name) for path in folders or [folder]
            ],
            initialization_options=as_it_stands
            or {"settings": dict(settings or {}), **(options or {})},
        )
    )
    try:
        yield it
    finally:
        await asyncio.wait_for(client.shutdown_session(), PATIENCE)
        await client.stop()
