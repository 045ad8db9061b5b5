"""What the client is told of documents, unasked or when it fetches: diagnostics, only what is new,
and how far the check is. Owns what was told last; must know nothing of when analyses are made."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol.types import MessageType, Range

from unlinkable.draft import Span
from unlinkable.findings.circumstances import DoubtKind
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import Snapshot, name_of
from unlinkable.lsp.folders import Folders
from unlinkable.lsp.indexes import NoIndexError
from unlinkable.lsp.published import left
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import DiagnosticWriter, notification
from unlinkable.lsp.published.status import STATUS, State, checked, unchecked
from unlinkable.lsp.published.underlines import shown
from unlinkable_index.errors import UserError

Report = dict[str, Any]


@dataclass
class _Document:
    version: int
    items: str
    given: str | None = None
    """The result that the client last fetched."""

    @property
    def result(self) -> str:
        """The same for the same diagnostics."""
        return hashlib.blake2b(self.items.encode("utf-8", "replace"), digest_size=8).hexdigest()


class Pulled:
    """The diagnostics of the open documents, as JSON without the brackets around."""

    def __init__(self) -> None:
        self._documents: dict[str, _Document] = {}
        self._owed: set[str] = set()
        """The documents that the client asked for before their text, as it is, was checked."""

    def keep(self, uri: str, version: int, items: str) -> bool:
        """Keep the latest diagnostics of a document; gives whether the client holds others that it
        will not ask about by itself, as it does after each change of the text."""
        before = self._documents.get(uri)
        now = self._documents[uri] = _Document(version, items)
        owed = uri in self._owed
        self._owed.discard(uri)
        if before is None or before.version != version:
            return owed
        now.given = before.given
        return owed or before.given not in (None, now.result)

    def forget(self, uri: str) -> None:
        """Keep nothing more of a document."""
        self._documents.pop(uri, None)
        self._owed.discard(uri)

    def report(self, uri: str, version: int | None, known: str | None) -> Report:
        """The report on a document that is at ``version`` (None: it is not open), for a client that
        knows the result ``known`` already."""
        document = self._documents.get(uri)
        if version is not None and (document is None or document.version != version):
            self._owed.add(uri)
        if document is None:
            return {"kind": "full", "items": []}
        document.given = result = document.result
        if known == result:
            return {"kind": "unchanged", "resultId": result}
        return {"kind": "full", "resultId": result, "items": json.loads(f"[{document.items}]")}

    def reports(self, known: dict[str, str]) -> list[Report]:
        """The reports on all documents, for a client that knows these results by their URIs."""
        return [
            {"uri": uri, "version": kept.version, **self.report(uri, kept.version, known.get(uri))}
            for uri, kept in self._documents.items()
        ]


MOST_UNDERLINES = 5_000
"""Of one document; of a longer one those in view are shown, and others here and there."""


class Publisher:
    """Tells one client of its documents. Lives on the event loop."""

    def __init__(self, client: Client, folders: Folders) -> None:
        self._client = client
        self._folders = folders
        self._writers: dict[tuple[str, int], DiagnosticWriter] = {}
        self._statuses: dict[str, dict[str, Any]] = {}
        self._warned: set[tuple[str, DoubtKind]] = set()
        self._in_view: dict[str, Range] = {}
        self.pulled = Pulled()
        """What clients that fetch diagnostics are given."""

    def status(self, uri: str) -> dict[str, Any] | None:
        """The latest status of a document."""
        return self._statuses.get(uri)

    def looks_at(self, uri: str, part: Range) -> bool:
        """Note which part of a document is in view; gives whether what is shown depends on it."""
        self._in_view[uri] = part
        return bool((self._statuses.get(uri) or {}).get("truncated"))

    def opening(self, snapshot: Snapshot, index: Path) -> None:
        """Say that a document waits for its index."""
        self._unchecked(snapshot, State.OPENING, f"Opening the index {index.name}.")

    def found(self, analysis: Analysis, held: Span | None) -> None:
        """Show the findings of a document, but those at ``held``."""
        most = min(MOST_UNDERLINES, self._client.can.options.most_diagnostics)
        in_view = self._in_view.get(analysis.snapshot.uri)
        in_view_now = analysis.snapshot.lines.span(in_view) if in_view else None
        everything = [shown(one, most, in_view_now) for one in analysis.each]
        visible = [seen.without(held) for seen in everything] if held else everything
        items = [
            self._writer(one, number).items(one, seen.underlines)
            for number, (one, seen) in enumerate(zip(analysis.each, visible, strict=True))
        ]
        self._show(analysis.snapshot, ",".join(filter(None, items)))
        self._tell(checked(analysis, everything))
        self._warn(analysis)
        if any(seen.surplus for seen in everything):
            name = name_of(analysis.snapshot.uri)
            self._client.messages.say(
                f"{name} is long: only what is in view is underlined."
                if analysis.task.is_long
                else f"In {name} more passages lead back than the {most} that are underlined: "
                "those in view, and others here and there.",
                MessageType.Info,
            )

    def left(self, analysis: Analysis) -> None:
        """List what is left to do in a document."""
        if analysis.left is not None:
            self._client.notify(left.LEFT, left.notification(analysis, analysis.left))

    def _warn(self, analysis: Analysis) -> None:
        """Say, once for each folder, what speaks against relying on results there.

        Not what a few typed words may change: that stands in the status.
        """
        held, uri = analysis.circumstances, analysis.snapshot.uri
        if held is None:
            return
        for doubt in held.doubts:
            about = (self._folders.of(uri).uri, doubt.kind)
            if doubt.kind is DoubtKind.NARROWED:
                self._client.messages.say(f"Unlinkable: {doubt.message}.")
            elif doubt.kind in (DoubtKind.SOURCE, DoubtKind.MASKS) and about not in self._warned:
                self._warned.add(about)
                self._client.messages.say(f"{name_of(uri)}: {doubt.message}.")
        for ignored in held.ignored:
            self._client.messages.say(ignored, MessageType.Info)

    def stumbled(self, error: Exception) -> None:
        """Say that the search for combinations went wrong, once."""
        self._client.messages.report("the search for combinations", error)

    def failed(self, snapshot: Snapshot, error: Exception) -> None:
        """Take the findings of a document back, and say why, once."""
        self._show(snapshot, "")
        state = State.NO_INDEX if isinstance(error, NoIndexError) else State.FAILED
        if isinstance(error, UserError):
            kind = MessageType.Info if state is State.NO_INDEX else MessageType.Error
            if state is not State.NO_INDEX or not self._client.can.options.no_index:
                self._client.messages.say(str(error), kind)
            message = str(error)
        else:
            self._client.messages.report("checking", error)
            message = "The check failed; the log says where."
        self._unchecked(snapshot, state, message)

    def closed(self, uri: str) -> None:
        """Take back what was shown of a document that is no longer open."""
        self._statuses.pop(uri, None)
        for place in [place for place in self._writers if place[0] == uri]:
            del self._writers[place]
        self._in_view.pop(uri, None)
        self.pulled.forget(uri)
        if not self._client.can.pulls:
            self._client.send(notification(uri, None, ""))

    def _show(self, snapshot: Snapshot, items: str) -> None:
        """Send diagnostics, or keep them for a client that fetches them; never both."""
        if not self._client.can.pulls:
            self._client.send(notification(snapshot.uri, snapshot.version, items))
        elif self.pulled.keep(snapshot.uri, snapshot.version, items):
            self._client.have_diagnostics_fetched()

    def _unchecked(self, snapshot: Snapshot, state: State, message: str) -> None:
        settings = self._folders.of(snapshot.uri).settings
        self._tell(unchecked(snapshot, settings, state, message))

    def _tell(self, state: dict[str, Any]) -> None:
        """Keep the status of a document and tell the client, if it listens."""
        self._statuses[state["uri"]] = state
        if self._client.can.options.status:
            self._client.notify(STATUS, state)

    def _writer(self, analysis: Analysis, number: int) -> DiagnosticWriter:
        """The writer of a document in the index with this ``number``, as long as the index and
        severities stay the same."""
        place, task = (analysis.snapshot.uri, number), analysis.task
        writer = self._writers.get(place)
        if writer is None or not writer.is_for(task):
            writer = DiagnosticWriter(task, self._client.can)
            self._writers[place] = writer
        return writer
