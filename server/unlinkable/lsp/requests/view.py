"""What a request about one document may see, as it was when the request came: analysis, settings,
model, the history of fixes; and long work on it in a thread, with progress and cancel. Must know
nothing of what the work is."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Thread
from typing import TypeVar

from unlinkable import stopping
from unlinkable.draft import Forms
from unlinkable.draft.masks import Masks
from unlinkable.engine.method import entailment_of, model_options, read_as_well
from unlinkable.lsp.abilities import Abilities
from unlinkable.lsp.client import Client, WorkDone
from unlinkable.lsp.documents import Splice
from unlinkable.lsp.folders import WorkspaceFolder
from unlinkable.lsp.indexes import Originals
from unlinkable.lsp.published.analysis import Analysis, Begun
from unlinkable.lsp.published.analyst import settled, with_suspects
from unlinkable.model.author import Author
from unlinkable.model.onnx_models import EntailmentModel
from unlinkable.model.process.process import Model
from unlinkable.rewriting.edits import Edit, Replacements, applied, trimmed
from unlinkable.settings import ModelSettings
from unlinkable_index.words import find_words


class History:
    """The history of one document, from version to version."""

    def __init__(self) -> None:
        self.begun: tuple[Begun, ...] = ()
        """Whom it is protected against, in each of its indexes; nobody until work begins."""
        self.replaced: frozenset[Forms] = frozenset()
        """What fixes replaced by other words."""
        self.begun_at: int | None = None
        """The version of the document when it did."""
        self._known = Replacements()
        self._offered: dict[str, frozenset[Forms]] = {}
        self._learnt: dict[str, Replacements] = {}

    def known(self) -> Replacements:
        """By what flagged phrases were replaced: a copy, which work in another thread may add
        to."""
        return self._known.copy()

    def offer(self, analysis: Analysis, splices: Iterable[Splice]) -> None:
        """The next version may be the analysed one with these edits."""
        text = analysis.snapshot.text
        edits = [Edit(one.start, one.end, text[one.start : one.end], one.text) for one in splices]
        masks = Masks(analysis.task.reading.masks)
        self._offered[applied(text, edits)] = frozenset(_replaced(edits, masks))

    def learn(self, text: str, replacements: Replacements) -> None:
        """What will be known if the next version of the document reads ``text``."""
        self._learnt[text] = replacements

    def follow(self, text: str) -> bool:
        """The document now reads ``text``; gives whether a fix that was offered made it so."""
        self._known = self._learnt.get(text, self._known)
        replaced = self._offered.get(text)
        self.replaced |= replaced or frozenset()
        self._learnt.clear()
        self._offered.clear()
        return replaced is not None


def _replaced(edits: Iterable[Edit], masks: Masks) -> Iterator[Forms]:
    """The words that some edits replace by other words, not by masks."""
    for edit in edits:
        if masks.find(edit.after):
            continue
        old, new = find_words(edit.before).forms, find_words(edit.after).forms
        ahead, behind = trimmed(old, new)
        if new and (forms := old[ahead : len(old) - behind]):
            yield forms


class Models:
    """One model at a time: two would take twice the memory. Lives on the event loop."""

    def __init__(self) -> None:
        self._model: Model | None = None
        self._entailment: EntailmentModel | None = None

    def get(self, settings: ModelSettings) -> Model | None:
        """The model that is set; None when there is none.

        The one that was set before is let go, and whoever still writes with it is stopped.
        """
        options = model_options(settings)
        if options is None:
            return None
        if self._model is None or self._model.options != options:
            if self._model is not None:
                # Whoever writes with it may take a while to notice; nobody waits for that here.
                Thread(target=self._model.close, daemon=True, name="model being let go").start()
            self._model = Model(options)
        return self._model

    def author(self, settings: ModelSettings) -> Author | None:
        """The same, as an author whose wordings the model for entailment reads where one is set."""
        model = self.get(settings)
        if model is None:
            return None
        if self._entailment is None or self._entailment.folder != settings.entailment:
            self._entailment = entailment_of(settings)
        return read_as_well(model, self._entailment, settings)

    def close(self) -> None:
        """End the process."""
        if self._model is not None:
            self._model.close()


@dataclass(frozen=True)
class View:
    """One version of one document, what was found in it, and what belongs to it."""

    analysis: Analysis
    folder: WorkspaceFolder
    can: Abilities
    models: Models
    originals: Originals | None
    """The collection, where the user has it at hand."""
    history: History
    """What was done to the document; asked and told on the event loop only."""
    current: Callable[[], bool]
    """Whether the text is still this one; may be asked from any thread."""

    @property
    def uri(self) -> str:
        """The document."""
        return self.analysis.snapshot.uri

    def model(self) -> Model | None:
        """The model to rewrite this document with; None when none is set."""
        return self.models.get(self.analysis.task.settings.model)

    def author(self) -> Author | None:
        """Who rewrites this document; None when no model is set."""
        return self.models.author(self.analysis.task.settings.model)


Result = TypeVar("Result")
Work = Callable[[stopping.Stop, stopping.OnProgress], Result]


async def worked(view: View, client: Client, title: str, work: Work[Result]) -> Result:
    """``work`` done in a thread, its progress shown.

    Given up when the user cancels it or changes the text meanwhile; raises StoppedError then.
    """
    loop, given_up = asyncio.get_running_loop(), False
    async with client.working(title, cancellable=True) as visible:

        def stop() -> bool:
            return given_up or not view.current() or visible.cancelled()

        def report(done: stopping.Progress) -> None:
            loop.call_soon_threadsafe(_report, visible, done)

        try:
            return await asyncio.to_thread(work, stop, report)
        finally:
            given_up = True


async def at_work(view: View) -> View:
    """The view once work on its document has begun, from when on new wording is judged by whom the
    document led to then. Raises StoppedError when the text is changed meanwhile."""
    history, version = view.history, view.analysis.snapshot.version
    if not any(one.begun is None and one.source is None for one in view.analysis.each):
        return view
    known = history.begun if history.begun_at == version else None

    def work() -> tuple[Analysis, tuple[Begun, ...]]:
        return with_suspects(settled(view.analysis, lambda: not view.current()), known)

    analysis, begun = await asyncio.to_thread(work)  # too soon done to be shown
    history.begun, history.begun_at = begun, version
    return replace(view, analysis=analysis)


def _report(visible: WorkDone, done: stopping.Progress) -> None:
    visible.report(done.message, done.fraction)
