"""The language server: which message is answered by what (handlers only), and one client served, on
standard input and output or on a port of this machine, to the exit status. Whatever goes wrong
in a handler is reported once and never ends the server. Holds no algorithm."""

import asyncio
import gc
import os
import secrets
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from lsprotocol import types as lsp
from pygls.exceptions import FeatureRequestError, JsonRpcInvalidParams, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from unlinkable import __version__
from unlinkable.lsp.client import Client, Messages, silence_libraries
from unlinkable.lsp.documents import Snapshot, file_of, shown_file
from unlinkable.lsp.gate import Gate, answers, marked_answers
from unlinkable.lsp.requests import code_actions, offers
from unlinkable.lsp.requests.commands import COMMANDS, Command, text_in
from unlinkable.lsp.requests.hover import hover
from unlinkable.lsp.requests.paragraphs import BLOCKS, PROTECTED, BlocksParams, BlocksRequest
from unlinkable.lsp.session import Session
from unlinkable.model.process.failures import ModelUnavailableError
from unlinkable.settings import WORKSPACE_FILE
from unlinkable.stopping import StoppedError
from unlinkable_index.child_processes import leave_working_folder
from unlinkable_index.documents.reader_process import shared_reader
from unlinkable_index.errors import UserError

IN_VIEW = "unlinkable/inView"
REWRITING_UNAVAILABLE = "unlinkable/rewritingUnavailable"

# Documents are ours: pygls takes U+2028 and others for line ends.
_OWN_DOCUMENTS = (
    lsp.TEXT_DOCUMENT_DID_OPEN,
    lsp.TEXT_DOCUMENT_DID_CHANGE,
    lsp.TEXT_DOCUMENT_DID_CLOSE,
)


class UnlinkableServer(LanguageServer):
    """The server of one session."""

    protocol: Gate

    def __init__(self) -> None:
        super().__init__("unlinkable", __version__, protocol_cls=Gate)
        silence_libraries()
        self.messages = Messages(self)
        self._session: Session | None = None
        self._watch: asyncio.Task[None] | None = None
        self.dismissed = False
        for method in _OWN_DOCUMENTS:
            self.protocol.fm.builtin_features.pop(method)
        self.protocol.own_messages = {BLOCKS: BlocksRequest, PROTECTED: BlocksRequest}
        self._register()

    @property
    def session(self) -> Session:
        """The session; only once the client has said who it is."""
        assert self._session is not None, "not initialized"
        return self._session

    @answers(lsp.INITIALIZE, "starting")
    def _initialize(self, params: lsp.InitializeParams) -> None:
        self._session = Session(Client(self, self.messages, params), params)
        if self._session.client.can.pulls:
            fetched: dict[str, Callable[..., Any]] = {
                lsp.TEXT_DOCUMENT_DIAGNOSTIC: self._diagnostics,
                lsp.WORKSPACE_DIAGNOSTIC: self._all_diagnostics,
            }
            for method, handler in fetched.items():
                self.feature(method)(self.messages.guarded("the diagnostics", handler))

    @answers(lsp.INITIALIZED, "starting")
    async def _initialized(self, _: lsp.InitializedParams) -> None:
        self._watch = asyncio.create_task(self.session.watch())
        await self.session.settle()
        await self.session.client.watch_files(WORKSPACE_FILE)

    @answers(lsp.SHUTDOWN, "shutting down")
    def _shutdown(self, _: None) -> None:
        self.dismissed = True
        self.shut()

    @answers(lsp.TEXT_DOCUMENT_DID_OPEN, "opening a document")
    def _did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        version, language = opened.version, opened.language_id
        self.session.open_document(
            Snapshot(opened.uri, language, version, opened.text, self._position_encoding)
        )

    @answers(lsp.TEXT_DOCUMENT_DID_CHANGE, "following a document")
    def _did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        snapshot = self.session.schedule.snapshot(params.text_document.uri)
        if snapshot is not None:
            version = params.text_document.version
            self.session.change_document(snapshot.changed(version, params.content_changes))

    @answers(lsp.TEXT_DOCUMENT_DID_CLOSE, "closing a document")
    def _did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self.session.close_document(params.text_document.uri)

    @answers(lsp.TEXT_DOCUMENT_HOVER, "the explanation")
    async def _hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        view = await self.session.view(params.text_document.uri)
        return await hover(view, params.position) if view else None

    async def _diagnostics(self, params: lsp.DocumentDiagnosticParams) -> Any:
        uri = params.text_document.uri
        await self.session.schedule.current(uri)
        snapshot = self.session.schedule.snapshot(uri)
        version = snapshot.version if snapshot else None
        return self.session.publisher.pulled.report(uri, version, params.previous_result_id)

    async def _all_diagnostics(self, params: lsp.WorkspaceDiagnosticParams) -> Any:
        known = {one.uri: one.value for one in params.previous_result_ids}
        return {"items": self.session.publisher.pulled.reports(known)}

    @answers(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        "the quick-fixes",
        lsp.CodeActionOptions(code_action_kinds=offers.KINDS, resolve_provider=True),
    )
    async def _code_action(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        view = await self.session.view(params.text_document.uri)
        return await code_actions.offered(view, self.session.client, params) if view else []

    @answers(lsp.CODE_ACTION_RESOLVE, "the quick-fix")
    async def _resolve(self, action: lsp.CodeAction) -> lsp.CodeAction:
        uri = code_actions.document_of(action)
        try:
            view = await self.session.view(uri) if uri else None
            return await code_actions.resolved(view, self.session.client, action)
        except StoppedError:
            raise JsonRpcRequestCancelled from None
        except UserError as error:
            if not self._offers_model(error):
                self.messages.report("the quick-fix", error)
            return action  # as it came: without an edit nothing happens

    @answers(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, "the settings")
    async def _configuration(self, params: lsp.DidChangeConfigurationParams) -> None:
        self.session.told(params.settings)
        await self.session.settle()

    @answers(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, "the settings")
    async def _watched_files(self, _: lsp.DidChangeWatchedFilesParams) -> None:
        await self.session.look()

    @answers(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, "the folders")
    async def _folders(self, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        event = params.event
        self.session.folders.change(
            [folder.uri for folder in event.added], [folder.uri for folder in event.removed]
        )
        await self.session.settle()

    @answers(IN_VIEW, "what is in view")
    def _in_view(self, params: Any) -> None:
        ends = (params.range.start, params.range.end)
        start, end = (lsp.Position(int(at.line), int(at.character)) for at in ends)
        self.session.looks_at(str(params.uri), lsp.Range(start, end))

    @answers(BLOCKS, "the paragraphs")
    async def _blocks(self, params: BlocksParams) -> Any:
        return await self._answer_blocks(self.session.blocks, params)

    @answers(PROTECTED, "protecting")
    async def _protected(self, params: BlocksParams) -> Any:
        return await self._answer_blocks(self.session.protected_blocks, params)

    async def _answer_blocks(self, answer: Callable[..., Any], params: BlocksParams) -> Any:
        """An answer; where there is none, why, as an error, since someone waits for it."""
        try:
            return await answer(params, self._position_encoding)
        except UserError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        except StoppedError:
            raise JsonRpcRequestCancelled from None

    async def _status(self, arguments: Any) -> Any:
        return self.session.publisher.status(text_in(arguments, "uri"))

    async def _show_file(self, arguments: Any) -> Any:
        """What there is to see in the file ``uri``, which is no text."""
        path = file_of(text_in(arguments, "uri"))
        if path is None:
            raise UserError("Only files on this computer can be shown as text.")
        return await asyncio.to_thread(shown_file, path, self._position_encoding)

    @property
    def _position_encoding(self) -> lsp.PositionEncodingKind:
        """What columns count, as agreed with the client."""
        agreed = self.server_capabilities.position_encoding
        return lsp.PositionEncodingKind(agreed or lsp.PositionEncodingKind.Utf16)

    async def _reopen_index(self, _: Any) -> Any:
        self.session.reopen_indexes()

    async def _set_original(self, arguments: Any) -> Any:
        """Remember the file ``original`` (empty: none) as the original of the draft ``uri``."""
        named = text_in(arguments, "original").strip()
        original = Path(named).expanduser() if named else None
        await self.session.remember_original(text_in(arguments, "uri"), original)
        return True

    def _on_document(self, run: Command) -> Callable[..., Any]:
        """A command on a document, which sees what belongs to that one."""

        async def call(arguments: Any) -> Any:
            view = await self.session.view(text_in(arguments, "uri"))
            if view is None:
                raise UserError(
                    "This document is not checked; open it, and see that an index is set."
                )
            version = arguments.get("version")
            if version is not None and version != view.analysis.snapshot.version:
                raise UserError(
                    "The text was changed in the meantime, so nothing was done. Try again."
                )
            done = await run(view, self.session.client, arguments)
            await self.session.look()  # it may have changed settings
            return done

        return call

    def _answered(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """A command whose mistakes are said each time, since someone waits for an answer."""

        async def call(*arguments: Any) -> Any:
            try:
                return await run(arguments[0] if arguments else {})
            except StoppedError:
                return False
            except UserError as error:
                if not self._offers_model(error):
                    self.messages.answer(str(error), lsp.MessageType.Error)
                return None

        return call

    def _offers_model(self, error: UserError) -> bool:
        """Leave it to the client, if it can, to say that there is no model and to offer one."""
        client = self.session.client
        able = client.can.options.rewriting_unavailable
        if not able or not isinstance(error, ModelUnavailableError):
            return False
        client.notify(REWRITING_UNAVAILABLE, {"message": str(error)})
        return True

    def _register(self) -> None:
        """Have pygls call what is marked above, and the commands."""
        for handler, (method, subject, options) in marked_answers(self):
            self.feature(method, options)(self.messages.guarded(subject, handler))
        commands = {name: self._on_document(run) for name, run in COMMANDS.items()}
        commands |= {
            "unlinkable.status": self._status,
            "unlinkable.showFile": self._show_file,
            "unlinkable.reopenIndex": self._reopen_index,
            "unlinkable.setOriginal": self._set_original,
        }
        for command, run in commands.items():
            self.command(command)(self.messages.guarded(command, self._answered(run)))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell of what goes wrong in the protocol itself, such as a message that can't be read."""
        if source is not FeatureRequestError:  # those are answered already
            self.messages.report("a message of the editor", error)

    def shut(self) -> None:
        """Give up all work."""
        if self._watch:
            self._watch.cancel()
        if self._session:
            self._session.close()


LOOPBACK = "127.0.0.1"
SECRET = "UNLINKABLE_SECRET"
"""The environment variable that chooses the secret that a client over a port must show."""
SWITCH_SECONDS = 0.001
"""How long a key at most waits for its turn while a draft is searched beside."""


def serve(port: int | None) -> int:
    """Serve one client: on standard input and output, or on a port of this machine only.

    Gives the exit status: 0 when the client said farewell, 1 when it just went away.
    """
    leave_working_folder()
    server = UnlinkableServer()
    gc.freeze()  # all that is loaded by now stays: no later collection need look at it
    sys.setswitchinterval(SWITCH_SECONDS)
    output, sys.stdout = sys.stdout, sys.stderr  # so that no library can print into the protocol
    try:
        if port is None:
            server.start_io(sys.stdin.buffer, output.buffer)
        else:
            port = port or _free_port()
            # Any page in a browser can send to a port of this machine, but none can read this.
            server.protocol.secret = os.environ.get(SECRET) or secrets.token_urlsafe(24)
            sys.stderr.write(f"waiting on {LOOPBACK}:{port}\n")
            if not os.environ.get(SECRET):
                sys.stderr.write(f"initializationOptions.secret: {server.protocol.secret}\n")
            sys.stderr.flush()
            server.start_tcp(LOOPBACK, port)
    except SystemExit:
        pass
    finally:
        server.shut()
    return 0 if server.dismissed else 1


def end(status: int) -> NoReturn:
    """End this process at once. A search in a thread may not have seen yet that nobody waits for
    it, and an interpreter that is taken down beneath it can crash."""
    shared_reader().close()
    sys.stderr.flush()
    os._exit(status)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
