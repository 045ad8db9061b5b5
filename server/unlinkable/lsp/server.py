"""The language server: which message is answered by what. Handlers only.

Whatever goes wrong in a handler is reported once and never ends the server.
"""

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import FeatureRequestError, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from unlinkable import __version__
from unlinkable.lsp.messages import Voice, silence_libraries
from unlinkable.lsp.requests import code_actions, commands
from unlinkable.lsp.requests.hover import hover
from unlinkable.lsp.session import Session
from unlinkable.lsp.text.documents import Snapshot
from unlinkable.model.failures import ModelUnavailableError
from unlinkable.settings import WORKSPACE_FILE
from unlinkable.stopping import StoppedError
from unlinkable_index.errors import UserError

LOOPBACK = "127.0.0.1"
REWRITING_UNAVAILABLE = "unlinkable/rewritingUnavailable"

# Documents are ours: pygls takes U+2028 and others for line ends.
_OWN_DOCUMENTS = (
    lsp.TEXT_DOCUMENT_DID_OPEN,
    lsp.TEXT_DOCUMENT_DID_CHANGE,
    lsp.TEXT_DOCUMENT_DID_CLOSE,
)


class UnlinkableServer(LanguageServer):
    """The server of one session."""

    def __init__(self) -> None:
        super().__init__("unlinkable", __version__)
        silence_libraries()
        self.voice = Voice(self)
        self._session: Session | None = None
        self._watch: asyncio.Task[None] | None = None
        self.dismissed = False
        for method in _OWN_DOCUMENTS:
            self.protocol.fm.builtin_features.pop(method)
        self._register()

    @property
    def session(self) -> Session:
        """The session; only once the client has said who it is."""
        assert self._session is not None, "not initialized"
        return self._session

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell of what goes wrong in the protocol itself, such as a message that can't be read."""
        if source is not FeatureRequestError:  # those are answered already
            self.voice.report("a message of the editor", error)

    def shut(self) -> None:
        """Give up all work."""
        if self._watch:
            self._watch.cancel()
        if self._session:
            self._session.close()

    def _register(self) -> None:
        features: list[tuple[str, str, Callable[..., Any], Any]] = [
            (lsp.INITIALIZE, "starting", self._initialize, None),
            (lsp.INITIALIZED, "starting", self._initialized, None),
            (lsp.SHUTDOWN, "shutting down", self._shutdown, None),
            (lsp.TEXT_DOCUMENT_DID_OPEN, "opening a document", self._did_open, None),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, "following a document", self._did_change, None),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, "closing a document", self._did_close, None),
            (lsp.TEXT_DOCUMENT_HOVER, "the explanation", self._hover, None),
            (
                lsp.TEXT_DOCUMENT_CODE_ACTION,
                "the quick-fixes",
                self._code_action,
                lsp.CodeActionOptions(code_action_kinds=code_actions.KINDS, resolve_provider=True),
            ),
            (lsp.CODE_ACTION_RESOLVE, "the quick-fix", self._resolve, None),
            (lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, "the settings", self._configuration, None),
            (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, "the settings", self._watched_files, None),
            (lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, "the folders", self._folders, None),
        ]
        for method, name, handler, options in features:
            self.feature(method, options)(self.voice.guarded(name, handler))
        for command, run in commands.COMMANDS.items():
            self.command(command)(self.voice.guarded(command, self._command(run)))

    def _initialize(self, params: lsp.InitializeParams) -> None:
        self._session = Session(self, self.voice, params)

    async def _initialized(self, _: lsp.InitializedParams) -> None:
        self._watch = asyncio.create_task(self.session.watch())
        await self.session.settle()
        if self.session.client.watches_files:
            await self._watch_settings_files()

    async def _watch_settings_files(self) -> None:
        watcher = lsp.FileSystemWatcher(glob_pattern=f"**/{WORKSPACE_FILE}")
        registration = lsp.Registration(
            id="unlinkable/settings",
            method=lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=lsp.DidChangeWatchedFilesRegistrationOptions([watcher]),
        )
        await self.client_register_capability_async(lsp.RegistrationParams([registration]))

    def _shutdown(self, _: None) -> None:
        self.dismissed = True
        self.shut()

    def _did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        encoding = self.server_capabilities.position_encoding
        self.session.schedule.open(
            Snapshot(
                opened.uri,
                opened.language_id,
                opened.version,
                opened.text,
                lsp.PositionEncodingKind(encoding or lsp.PositionEncodingKind.Utf16),
            )
        )

    def _did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        snapshot = self.session.schedule.snapshot(params.text_document.uri)
        if snapshot is not None:
            version = params.text_document.version
            self.session.schedule.change(snapshot.changed(version, params.content_changes))

    def _did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self.session.schedule.close(params.text_document.uri)
        self.session.closed(params.text_document.uri)

    async def _hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        return await hover(self.session, params.text_document.uri, params.position)

    async def _code_action(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return await code_actions.offered(self.session, params)

    async def _resolve(self, action: lsp.CodeAction) -> lsp.CodeAction:
        try:
            return await code_actions.resolved(self.session, action)
        except StoppedError:
            raise JsonRpcRequestCancelled from None
        except UserError as error:
            if not self._offers_model(error):
                self.voice.report("the quick-fix", error)
            return action  # as it came: without an edit nothing happens

    async def _configuration(self, params: lsp.DidChangeConfigurationParams) -> None:
        self.session.told(params.settings)
        await self.session.settle()

    async def _watched_files(self, _: lsp.DidChangeWatchedFilesParams) -> None:
        await self.session.look()

    async def _folders(self, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        event = params.event
        self.session.folders.change(
            [folder.uri for folder in event.added], [folder.uri for folder in event.removed]
        )
        await self.session.settle()

    def _command(self, run: commands.Command) -> Callable[..., Any]:
        async def call(*arguments: Any) -> Any:
            try:
                return await run(self.session, arguments[0] if arguments else {})
            except StoppedError:
                return False
            except UserError as error:  # said each time, since someone waits for an answer
                if not self._offers_model(error):
                    self.voice.answer(str(error), lsp.MessageType.Error)
                return None

        return call

    def _offers_model(self, error: UserError) -> bool:
        """Leave it to the client, if it can, to say that there is no model and to offer one."""
        able = self.session.client.options.rewriting_unavailable
        if not able or not isinstance(error, ModelUnavailableError):
            return False
        self.protocol.notify(REWRITING_UNAVAILABLE, {"message": str(error)})
        return True


def serve(port: int | None) -> int:
    """Serve one client: on standard input and output, or on a port of this machine only.

    Gives the exit status: 0 when the client said farewell, 1 when it just went away.
    """
    server = UnlinkableServer()
    output, sys.stdout = sys.stdout, sys.stderr  # so that no library can print into the protocol
    try:
        if port is None:
            server.start_io(sys.stdin.buffer, output.buffer)
        else:
            port = port or _free_port()
            sys.stderr.write(f"waiting on {LOOPBACK}:{port}\n")
            sys.stderr.flush()
            server.start_tcp(LOOPBACK, port)
    except SystemExit:
        pass
    finally:
        server.shut()
    return 0 if server.dismissed else 1


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
