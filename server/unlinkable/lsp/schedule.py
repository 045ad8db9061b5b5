"""When each open document is analysed, in lanes in which long texts do not hold up short ones, and
what becomes of the results: a result whose version has moved on is dropped. Lives on the event
loop; must know nothing of the protocol or of what is shown."""

import asyncio
import heapq
import itertools
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from unlinkable.draft import Span
from unlinkable.lsp.documents import Snapshot, Splice, changed_part
from unlinkable.lsp.published.analysis import NOTHING_TYPED, Analysis, Inquiry
from unlinkable.lsp.published.analyst import (
    Analyst,
    with_combinations,
    with_followed_combinations,
    without_combinations,
)
from unlinkable.lsp.published.left import carried_on, counted, nothing_left
from unlinkable.lsp.published.underlines import typing_place
from unlinkable.rewriting.remaining import Remaining
from unlinkable_index.errors import UserError

LONG = 200_000
"""Code points from which on a text has to keep to the lane of the long ones."""
Result = TypeVar("Result")


class Lanes:
    """Two threads, one for short texts and one for long ones. Used from the event loop."""

    def __init__(self, name: str) -> None:
        self._short, self._long = _Lane(name), _Lane(f"{name} of long texts")

    async def run(self, length: int, work: Callable[[], Result]) -> Result:
        """What ``work`` on a text of this length gives. Cancelled, it is not begun."""
        lane = self._long if length >= LONG else self._short
        return await asyncio.wrap_future(lane.take(work))

    def shut(self) -> None:
        """Begin with nothing more."""
        for lane in (self._short, self._long):
            lane.shut()


class _Lane:
    """One thread, begun when it is needed, that does last what was asked for first."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: list[tuple[int, Future[Any], Callable[[], Any]]] = []
        self._numbers = itertools.count(0, -1)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._open = True

    def take(self, work: Callable[[], Result]) -> "Future[Result]":
        future: Future[Result] = Future()
        with self._changed:
            if not self._open:
                future.cancel()
                return future
            heapq.heappush(self._waiting, (next(self._numbers), future, work))
            if self._thread is None:
                self._thread = threading.Thread(target=self._go, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def shut(self) -> None:
        with self._changed:
            self._open = False
            for _, future, _ in self._waiting:
                future.cancel()
            self._waiting.clear()
            self._changed.notify()

    def _go(self) -> None:
        while True:
            with self._changed:
                while self._open and not self._waiting:
                    self._changed.wait()
                if not self._open:
                    return
                _, future, work = heapq.heappop(self._waiting)
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            del future, work


IDLE_SECONDS = 0.5
"""So long after all work on a document is done what its fixes need is had at hand."""

Ask = Callable[[Snapshot], Awaitable[Inquiry]]
"""What is asked of a document, on the event loop. Raises UserError when it can't be checked."""


class Audience(Protocol):
    """Whoever is told of analyses, on the event loop."""

    def found(self, analysis: Analysis, held: Span | None) -> None:
        """An analysis of the current version; findings at ``held`` are still being typed."""

    def left(self, analysis: Analysis) -> None:
        """What is left to do in the current version was counted."""

    def stumbled(self, error: Exception) -> None:
        """The search for combinations went wrong; the phrases stand."""

    def failed(self, snapshot: Snapshot, error: Exception) -> None:
        """The current version can't be analysed."""


@dataclass
class _Document:
    snapshot: Snapshot
    analyst: Analyst = field(default_factory=Analyst)
    analysis: Analysis | None = None
    """The latest analysis there was; perhaps of an earlier version."""
    edits: list[Splice] = field(default_factory=list)
    """What happened since ``analysis``."""
    typed: bool = False
    """Whether someone typed some of that."""
    left: Remaining | None = None
    """What was left when it was last counted."""
    searched: Analysis | None = None
    """The latest analysis all of whose combinations were known."""
    typing: Span | None = None
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the current version is analysed, or can't be."""
    stop: threading.Event = field(default_factory=threading.Event)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    turn: threading.Lock = field(default_factory=threading.Lock)
    """Held by the thread that analyses: a text that grows or shrinks may change its lane."""

    def phrases(
        self, task: Inquiry, before: Analysis | None, edits: tuple[Splice, ...], typed: bool
    ) -> Analysis:
        """The phrase findings of a version; from a thread."""
        part = NOTHING_TYPED
        if typed:
            part = changed_part(edits) if edits else Span(0, len(task.snapshot.text))
        with self.turn:
            return self.analyst.phrases(task, before, edits, part)


class Schedule:
    """The open documents and the work on them."""

    def __init__(
        self, ask: Ask, audience: Audience, prepare: Callable[[Analysis], None] = lambda _: None
    ) -> None:
        """``prepare``: what is done in the first idle moment, in a thread."""
        self._ask = ask
        self._prepare: Callable[[Analysis], None] | None = prepare
        self._audience = audience
        self._documents: dict[str, _Document] = {}
        self._phrases = Lanes("phrases")
        self._combinations = Lanes("combinations")
        self._left = Lanes("what is left")

    def snapshot(self, uri: str) -> Snapshot | None:
        """The current version of a document; None when it is not open."""
        document = self._documents.get(uri)
        return document.snapshot if document else None

    def open(self, snapshot: Snapshot) -> None:
        """Begin with a document."""
        self.close(snapshot.uri)
        self._documents[snapshot.uri] = _Document(snapshot)
        self._begin(self._documents[snapshot.uri])

    def change(self, snapshot: Snapshot) -> None:
        """Go on with the next version of a document."""
        document = self._documents[snapshot.uri]
        document.snapshot = snapshot
        document.edits.extend(snapshot.edits)
        document.typed |= snapshot.typed
        document.typing = typing_place(snapshot.text, snapshot.edits)
        self._begin(document)

    def close(self, uri: str) -> None:
        """Be done with a document."""
        document = self._documents.pop(uri, None)
        if document:
            _abandon(document)

    def begin_anew(self) -> None:
        """Analyse every document again, since settings or indexes have changed."""
        for document in self._documents.values():
            document.typing = document.left = None
            self._begin(document)

    def show_again(self, uri: str) -> None:
        """Tell once more what is known of a document."""
        document = self._documents.get(uri)
        if document and document.ready.is_set() and document.analysis:
            self._audience.found(document.analysis, document.typing)

    async def current(self, uri: str, patience: float = 5.0) -> Analysis | None:
        """The analysis of the current version, waited for at most ``patience`` seconds."""
        document = self._documents.get(uri)
        if document is None:
            return None
        try:
            await asyncio.wait_for(document.ready.wait(), patience)
        except TimeoutError:
            return None
        return document.analysis

    def shut(self) -> None:
        """Give everything up."""
        for document in self._documents.values():
            _abandon(document)
        self._documents.clear()
        for lanes in (self._phrases, self._combinations, self._left):
            lanes.shut()

    def _begin(self, document: _Document) -> None:
        _abandon(document)
        document.ready.clear()
        self._start(document, self._analyse(document, document.snapshot, document.stop))

    def _start(self, document: _Document, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        document.tasks.add(task)
        task.add_done_callback(document.tasks.discard)

    async def _analyse(
        self, document: _Document, snapshot: Snapshot, stop: threading.Event
    ) -> None:
        try:
            task = await self._ask(snapshot)
            if task.is_long:
                task = replace(task, counts_left=False)
            before, edits, typed = document.analysis, tuple(document.edits), document.typed
            analysis = await self._phrases.run(
                len(snapshot.text), lambda: document.phrases(task, before, edits, typed)
            )
            if task.counts_left:
                analysis = nothing_left(carried_on(analysis, document.left, before, edits))
            self._adopt(document, analysis)
            self._count(document, analysis)
            if document.typing is not None:
                self._start(document, self._release(document))
            await self._go_on(document, analysis, stop)
            await self._idle(document)
        except Exception as error:
            document.analysis = None
            document.edits.clear()
            document.ready.set()
            self._audience.failed(snapshot, error)

    async def _idle(self, document: _Document) -> None:
        """Once, when nothing is left to do: get ready for the first fix."""
        await asyncio.sleep(IDLE_SECONDS)
        prepare, analysis = self._prepare, document.analysis
        if prepare is not None and analysis is not None and analysis.findings:
            self._prepare = None
            await self._left.run(0, lambda: prepare(analysis))

    async def _go_on(self, document: _Document, analysis: Analysis, stop: threading.Event) -> None:
        """What takes longer, after a pause: combinations, and what is left to do."""
        task = analysis.task
        to_count = task.counts_left and analysis.left is None
        if analysis.settled and not to_count:
            return
        await asyncio.sleep(task.settings.pauses.pause_ms / 1000)
        if not analysis.settled:
            analysis = await self._searched(document, analysis, stop)
            analysis = nothing_left(analysis) if to_count else analysis
            self._adopt(document, analysis)
        if to_count and analysis.left is not None:
            self._count(document, analysis)
        elif to_count:
            settled = analysis
            analysis = await self._left.run(
                len(settled.snapshot.text), lambda: counted(settled, stop.is_set)
            )
            if analysis.left is not None:
                self._adopt(document, analysis)
            self._count(document, analysis)

    async def _searched(
        self, document: _Document, analysis: Analysis, stop: threading.Event
    ) -> Analysis:
        """The analysis with its combinations; without any where the search for them goes wrong.

        Those that follow from the ones of an earlier version are shown at once.
        """
        length, before = len(analysis.snapshot.text), document.searched
        try:
            if before is not None:
                soon = await self._combinations.run(
                    length, lambda: with_followed_combinations(analysis, before, stop.is_set)
                )
                if soon is not None:
                    document.searched = soon
                    self._adopt(document, soon)
            settled = await self._combinations.run(
                length, lambda: with_combinations(analysis, stop.is_set)
            )
            if settled.report.complete:
                document.searched = settled
            return settled
        except UserError:
            raise  # the index itself is not to be believed
        except Exception as error:
            self._audience.stumbled(error)
            return without_combinations(analysis)

    async def _release(self, document: _Document) -> None:
        """Show what was held back, once typing has paused."""
        assert document.analysis is not None
        await asyncio.sleep(document.analysis.task.settings.pauses.typing_pause_ms / 1000)
        document.typing = None
        self._audience.found(document.analysis, None)

    def _adopt(self, document: _Document, analysis: Analysis) -> None:
        if analysis.task.settings.pauses.typing_pause_ms == 0:
            document.typing = None
        document.analysis = analysis
        document.edits.clear()
        document.typed = False
        document.ready.set()
        self._audience.found(analysis, document.typing)

    def _count(self, document: _Document, analysis: Analysis) -> None:
        document.left = analysis.left
        if analysis.left is not None:
            self._audience.left(analysis)


def _abandon(document: _Document) -> None:
    """Give up the work under way. Its threads notice at their next look."""
    document.stop.set()
    document.stop = threading.Event()
    for task in document.tasks:
        task.cancel()
    document.tasks.clear()
