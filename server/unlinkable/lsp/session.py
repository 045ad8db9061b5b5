"""One session with one client: its documents, and all that is open for them.

The one owner of all that changes. Lives on the event loop. Holds no algorithm.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from lsprotocol.types import InitializeParams, PositionEncodingKind, Range

from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import PARAGRAPHS, Snapshot, file_of
from unlinkable.lsp.folders import Folders
from unlinkable.lsp.indexes import (
    Backgrounds,
    BesideDrafts,
    IndexAndKey,
    Indexes,
    NoIndexError,
    Originals,
)
from unlinkable.lsp.published.analysis import Inquiry
from unlinkable.lsp.published.publisher import Publisher
from unlinkable.lsp.requests.blocks import BlockDocument, Known
from unlinkable.lsp.requests.fixes import prepare
from unlinkable.lsp.requests.paragraphs import (
    BlocksAnswer,
    BlocksParams,
    Paragraphs,
    ProtectedAnswer,
)
from unlinkable.lsp.requests.rewriting import protected, protection_changes
from unlinkable.lsp.requests.view import History, Models, View, at_work
from unlinkable.lsp.schedule import Schedule
from unlinkable.settings.originals import remember_original, with_named_original
from unlinkable.stopping import StoppedError
from unlinkable_index.errors import UserError

LOOK_SECONDS = 1.0
"""How often files that nobody tells us of are looked at."""


class Session:
    """Everything that one client has opened and set."""

    def __init__(self, client: Client, params: InitializeParams) -> None:
        self.client = client
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self.folders = Folders(uris, client.can.options.trusted)
        self.folders.told_for_all(client.can.options.settings)
        self.models = Models()
        self.indexes = Indexes(client)
        self.beside = BesideDrafts()
        self.backgrounds = Backgrounds()
        self.publisher = Publisher(client, self.folders)
        self.schedule = Schedule(self.task, self.publisher, prepare)
        self._shut = False
        self._settled = asyncio.Event()
        self._problems: set[str] = set()
        self._histories: dict[str, History] = {}
        self._closed: dict[str, Snapshot] = {}  # of whose masks something is known
        self._originals: dict[Path, Originals] = {}
        self._by_blocks: dict[str, BlockDocument] = {}

    async def settle(self) -> None:
        """Ask for and read all settings, and check every document by them."""
        if self.client.can.configuration:
            # Where the client does not answer, what it sent at first still holds.
            self.folders.told(await self.client.settings(self.folders.uris))
        problems = self.folders.settle()
        for mended in self._problems.difference(problems):
            self.client.messages.forget(mended)
        for problem in problems:
            self.client.messages.say(problem)
        self._problems = set(problems)
        self._settled.set()
        self.schedule.begin_anew()

    def close(self) -> None:
        """Give up all work and end all that was started."""
        self._shut = True
        for document in self._by_blocks.values():
            document.close()
        self.schedule.shut()
        self.models.close()

    def told(self, settings: object) -> None:
        """What the editor sent of its own accord; older clients wrap it in our name."""
        if isinstance(settings, Mapping) and settings and not self.client.can.configuration:
            self.folders.told_for_all(settings.get("unlinkable", settings))

    async def watch(self) -> None:
        """Look whether settings files or indexes have changed, until the session ends.

        However it ends, also when the client just goes away, all work is given up then.
        """
        try:
            look = self.client.messages.guarded("watching files", self.look)
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                await look()
        finally:
            self.close()

    async def look(self) -> None:
        """Take up what has changed on disk."""
        if await asyncio.to_thread(self.folders.outdated):
            await self.settle()
        elif await asyncio.to_thread(lambda: self.indexes.outdated() or self.beside.outdated()):
            self.schedule.begin_anew()

    def reopen_indexes(self) -> None:
        """Open every index anew, and check every document again."""
        self.indexes.forget()
        self.schedule.begin_anew()

    def open_document(self, snapshot: Snapshot) -> None:
        """Begin with a document: as it was left, if it still reads so."""
        left = self._closed.pop(snapshot.uri, None)
        if left is not None and left.text == snapshot.text:
            snapshot = replace(snapshot, hidden=left.hidden)
        self.schedule.open(snapshot)

    def change_document(self, snapshot: Snapshot) -> None:
        """Go on with the next version of a document."""
        history = self._histories.get(snapshot.uri)
        typed = history is None or not history.follow(snapshot.text)
        self.schedule.change(replace(snapshot, typed=typed))

    def close_document(self, uri: str) -> None:
        """Be done with a document."""
        if (by_blocks := self._by_blocks.pop(uri, None)) is not None:
            by_blocks.close()
        self._histories.pop(uri, None)
        left = self.schedule.snapshot(uri)
        if left is not None and left.hidden:
            self._closed[uri] = left
        self.beside.closed(file_of(uri))
        self.schedule.close(uri)
        self.publisher.closed(uri)

    async def blocks(self, params: BlocksParams, encoding: PositionEncodingKind) -> BlocksAnswer:
        """Take in what has changed in a document that the client has as paragraphs; gives what is
        known of it once its phrases are. Raises UserError where the change does not fit."""
        uri = params.uri
        document = self._by_blocks.get(uri)
        if document is None:
            document = self._by_blocks[uri] = BlockDocument(Paragraphs(()))
        async with document.turn:
            await self._take_in(document, params, encoding)
        view, status = await self.view(uri), self.publisher.status(uri) or {}
        state, message = status.get("state", "checking"), status.get("message", "")
        if view is None or view.analysis.snapshot.text != document.paragraphs.text:
            return document.unanswered(uri, params.version, state, message)
        document.word(view, self.client)
        return document.answer(view, status, params.known)

    async def protected_blocks(
        self, params: BlocksParams, encoding: PositionEncodingKind
    ) -> ProtectedAnswer:
        """The edits that protect a document, for the client to make or to propose. Raises UserError
        where it is not checked, StoppedError where it is changed meanwhile."""
        await self.blocks(params, encoding)
        view = await self.view(params.uri)
        if view is None:
            raise UserError("This document is not checked; see that an index is set.")
        paragraphs, view = self._by_blocks[params.uri].paragraphs, await at_work(view)
        changes = protection_changes(await protected(view, self.client))
        view.history.offer(view.analysis, [change.splice for change in changes])
        return {
            "uri": params.uri,
            "version": view.analysis.snapshot.version,
            "edits": Known(view.analysis, paragraphs, {}).protecting(changes),
        }

    async def _take_in(
        self, document: BlockDocument, params: BlocksParams, encoding: PositionEncodingKind
    ) -> None:
        before, snapshot = document.paragraphs, self.schedule.snapshot(params.uri)
        changed = params.blocks is not None or params.order is not None
        if snapshot is not None and not changed:
            return
        now = before.changed(params.blocks or (), params.order)
        if snapshot is None:
            document.paragraphs = now
            opened = Snapshot(params.uri, PARAGRAPHS, params.version, now.text, encoding)
            self.open_document(opened)
            return
        edits = before.splices(now)
        if params.fixed:
            with suppress(UserError, StoppedError):  # the change is taken in all the same
                if (view := await self.view(params.uri)) is not None:
                    view = await at_work(view)
                    view.history.offer(view.analysis, edits)
        document.paragraphs = now
        if edits:
            self.change_document(snapshot.spliced(params.version, edits))

    async def remember_original(self, uri: str, original: Path | None) -> None:
        """Remember from which original a draft was made, and check it anew. Raises UserError where
        the draft is in no file, or there is no such original."""
        draft = file_of(uri)
        if draft is None:
            raise UserError("This text lies in no file yet: save it, and name its original then.")
        if original is not None and not original.is_file():
            raise UserError(f"{original}: there is no such file; name the file of the original.")
        await asyncio.to_thread(remember_original, draft, original)
        self.schedule.begin_anew()

    def looks_at(self, uri: str, part: Range) -> None:
        """Which part of a document is in view: what is shown of it comes first."""
        if self.publisher.looks_at(uri, part):
            self.schedule.show_again(uri)

    async def task(self, snapshot: Snapshot) -> Inquiry:
        """What is asked of a document. Raises UserError when it can't be checked."""
        await self._settled.wait()
        folder = self.folders.of(snapshot.uri)
        for problem in folder.settled.problems:  # such as those of a folder not seen before
            self.client.messages.say(problem)
            self._problems |= {problem}
        settings = folder.settings
        if settings.indexes.index is None:
            raise NoIndexError
        file = IndexAndKey(settings.indexes.index, settings.indexes.key_file)
        if not self.indexes.at_hand(file):
            self.publisher.opening(snapshot, file.path)
        index = await self.indexes.get(file)
        background = self.backgrounds.of(settings.original.background, index)
        draft, settled = file_of(snapshot.uri), folder.settled
        if folder.hears_drafts:
            settled = await asyncio.to_thread(with_named_original, settled, draft)
        others = []
        for path in settings.indexes.further_indexes:
            other = await self.indexes.get(IndexAndKey(path, settings.indexes.key_file))
            others.append((await self.beside.of(other, settled, draft))[0])
        index, settled = await self.beside.of(index, settled, draft)
        counts_left = self.client.can.options.left
        history = self._histories.get(snapshot.uri)
        return Inquiry(
            snapshot,
            settled,
            index,
            folder.accepted,
            counts_left,
            folder.hears_drafts,
            background,
            tuple(others),
            begun=history.begun if history else (),
        )

    async def view(self, uri: str) -> View | None:
        """What a request about a document may see; None when the document is not checked."""
        analysis = await self.schedule.current(uri)
        if analysis is None:
            return None

        def current() -> bool:
            return not self._shut and self.schedule.snapshot(uri) is analysis.snapshot

        folder = self.folders.of(uri)
        originals = self._collection(folder.settings.indexes.collection)
        history = self._histories.setdefault(uri, History())
        can = self.client.can
        return View(analysis, folder, can, self.models, originals, history, current)

    def _collection(self, place: Path | None) -> Originals | None:
        if place is None:
            return None
        return self._originals.setdefault(place, Originals(place))
