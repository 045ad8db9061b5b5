"""One session with one client: its folders, its indexes, its documents, and what it is told.

The one owner of all that changes. Lives on the event loop. Holds no algorithm.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsprotocol.types import (
    ConfigurationItem,
    ConfigurationParams,
    InitializeParams,
    MessageType,
)
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from unlinkable.draft import Span
from unlinkable.lsp.client import Client
from unlinkable.lsp.folders import Folders
from unlinkable.lsp.indexes import Indexes, Place
from unlinkable.lsp.messages import Voice
from unlinkable.lsp.models import Models
from unlinkable.lsp.published import status
from unlinkable.lsp.published.analysis import Analysis, Task
from unlinkable.lsp.published.diagnostics import DiagnosticWriter, no_diagnostics
from unlinkable.lsp.published.shown import shown
from unlinkable.lsp.requests.originals import Originals
from unlinkable.lsp.schedule import Schedule
from unlinkable.lsp.text.documents import Snapshot
from unlinkable.reporting.checked import Checked
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable_index.errors import UserError

LOOK_SECONDS = 1.0
"""How often files that nobody tells us of are looked at."""
_PATIENCE = 10.0  # seconds, for the client's settings


class NoIndexError(UserError):
    """No index is set for a document."""

    def __init__(self) -> None:
        super().__init__(
            'Unlinkable has no index to check drafts against. Set one: `index = "FILE"` in'
            " unlinkable.toml, or unlinkable.index in the editor's settings; `unlinkable index`"
            " builds one from the originals."
        )


class Session:
    """Everything that one client has opened and set."""

    def __init__(self, server: LanguageServer, voice: Voice, params: InitializeParams) -> None:
        self.server = server
        self.client = Client.of(params)
        self.voice = voice
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self.folders = Folders(uris, self.client.options.trusted)
        self.folders.told_for_all(self.client.options.settings)
        self.models = Models()
        self.indexes = Indexes(server, self.client.work_done_progress)
        self.schedule = Schedule(self)
        self.shut = False
        """Whether the client has said farewell; asked by work in other threads."""
        self._settled = asyncio.Event()
        self._problems: tuple[str, ...] = ()
        self._accepted: dict[str, AcceptedRisks] = {}
        self._writers: dict[str, DiagnosticWriter] = {}
        self._originals: dict[Path, Originals] = {}
        self._statuses: dict[str, dict[str, Any]] = {}

    async def settle(self) -> None:
        """Ask for and read all settings, and check every document by them."""
        if self.client.configuration:
            await self._ask_for_settings()
        problems = self.folders.settle()
        for problem in problems:
            if problem not in self._problems:
                self.voice.forget(problem)
                self.voice.say(problem)
        self._problems = problems
        self._accepted = {f.uri: AcceptedRisks(f.settings.accepted) for f in self.folders}
        self._writers.clear()
        self._settled.set()
        self.schedule.begin_anew()

    def close(self) -> None:
        """Give up all work and end all that was started."""
        self.shut = True
        self.schedule.shut()
        self.models.close()

    def told(self, settings: object) -> None:
        """What the editor sent of its own accord; older clients wrap it in our name."""
        if isinstance(settings, Mapping) and settings and not self.client.configuration:
            self.folders.told_for_all(settings.get("unlinkable", settings))

    async def watch(self) -> None:
        """Look whether settings files or indexes have changed, until the session ends.

        However it ends, also when the client just goes away, all work is given up then.
        """
        try:
            look = self.voice.guarded("watching files", self.look)
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                await look()
        finally:
            self.close()

    async def look(self) -> None:
        """Take up what has changed on disk."""
        if await asyncio.to_thread(self.folders.outdated):
            await self.settle()
        elif await asyncio.to_thread(self.indexes.outdated):
            self.schedule.begin_anew()

    async def task(self, snapshot: Snapshot) -> Task:
        """What is asked of a document."""
        await self._settled.wait()
        folder = self.folders.of(snapshot.uri)
        settings = folder.settings
        if settings.index is None:
            raise NoIndexError
        place = Place(settings.index, settings.key_file)
        if not self.indexes.at_hand(place):
            opening = f"Opening the index {place.path.name}."
            self.tell_status(status.unchecked(snapshot, settings, status.State.OPENING, opening))
        index = await self.indexes.get(place)
        return Task(snapshot, settings, index, self._accepted[folder.uri])

    def found(self, analysis: Analysis, held: Span | None) -> None:
        """Show the findings of a document, but those at ``held``."""
        snapshot, settings = analysis.snapshot, analysis.task.settings
        everything = shown(analysis, None)
        visible = shown(analysis, held) if held else everything
        self._send(self._writer(analysis).notification(analysis, visible.findings))
        self.tell_status(status.checked(analysis, everything))
        if everything.surplus:
            self.voice.say(
                f"{_name(snapshot.uri)} has more findings than the {settings.max_findings} that are"
                " shown (setting max_findings).",
                MessageType.Info,
            )

    def stumbled(self, error: Exception) -> None:
        """Say that the search for combinations went wrong, once."""
        self.voice.report("the search for combinations", error)

    def failed(self, snapshot: Snapshot, error: Exception) -> None:
        """Take the findings of a document back, and say why, once."""
        self._send(no_diagnostics(snapshot.uri, snapshot.version))
        state = status.State.NO_INDEX if isinstance(error, NoIndexError) else status.State.FAILED
        if isinstance(error, UserError):
            kind = MessageType.Info if isinstance(error, NoIndexError) else MessageType.Error
            self.voice.say(str(error), kind)
            message = str(error)
        else:
            self.voice.report("checking", error)
            message = "The check failed; the log says where."
        settings = self.folders.of(snapshot.uri).settings
        self.tell_status(status.unchecked(snapshot, settings, state, message))

    def closed(self, uri: str) -> None:
        """Take back what was shown of a document that is no longer open."""
        self._statuses.pop(uri, None)
        self._send(no_diagnostics(uri, None))

    def checked(self, analysis: Analysis) -> Checked:
        """The analysis as a report."""
        return Checked(
            _name(analysis.snapshot.uri),
            analysis.report,
            analysis.task.index,
            analysis.task.reading,
            analysis.accepted,
        )

    def status(self, uri: str) -> dict[str, Any] | None:
        """The latest status of a document."""
        return self._statuses.get(uri)

    def tell_status(self, state: dict[str, Any]) -> None:
        """Keep the status of a document and tell the client, if it listens."""
        self._statuses[state["uri"]] = state
        if self.client.options.status:
            self.server.protocol.notify(status.STATUS, state)

    def originals(self, uri: str) -> Originals | None:
        """The collection that belongs to a document, if the user has it at hand."""
        collection = self.folders.of(uri).settings.collection
        if collection is None:
            return None
        return self._originals.setdefault(collection, Originals(collection))

    async def _ask_for_settings(self) -> None:
        uris = self.folders.uris
        items = [ConfigurationItem(scope_uri=uri or None, section="unlinkable") for uri in uris]
        asked = asyncio.ensure_future(
            self.server.workspace_configuration_async(ConfigurationParams(items))
        )
        # Where no answer comes, or an error, what the client sent at first still holds.
        answered, _ = await asyncio.wait([asked], timeout=_PATIENCE)
        if answered and not isinstance(asked.exception(), JsonRpcException):
            self.folders.told(dict(zip(uris, asked.result(), strict=False)))

    def _writer(self, analysis: Analysis) -> DiagnosticWriter:
        task, folder = analysis.task, self.folders.of(analysis.snapshot.uri).uri
        writer = self._writers.get(folder)
        if writer is None or writer.index is not task.index:
            writer = DiagnosticWriter(
                task.index, task.settings.severity, self.client.related_information
            )
            self._writers[folder] = writer
        return writer

    def _send(self, body: bytes) -> None:
        """Send a message that is written out already."""
        writer = self.server.protocol.writer
        if writer is not None:
            writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def _name(uri: str) -> str:
    return uri.rsplit("/", 1)[-1]
