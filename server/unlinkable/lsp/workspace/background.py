"""The other rulings of a session, from which masks may be guessed: read once, when they are needed.

Knows sources and indexes; must know nothing of documents and findings.
"""

import threading
from pathlib import Path

from unlinkable.attackers.rulings import Rulings
from unlinkable.attackers.texts import Texts
from unlinkable.stopping import Stop
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


class Background:
    """Rulings that are read by the first thread that asks for them; others wait."""

    def __init__(self, source: Path, index: Index) -> None:
        self._source = source
        self._index = index
        self._turn = threading.Lock()
        self._rulings: Rulings | None = None
        self.problem = ""
        """Why they cannot be read, as a sentence; empty where they can."""

    def rulings(self, stop: Stop) -> Rulings | None:
        """The rulings; None where they cannot be read. Raises StoppedError."""
        with self._turn:
            if self._rulings is None and not self.problem:
                try:
                    texts = Texts.read([self._source], stop)
                    self._rulings = Rulings(texts, self._index, stop)
                except UserError as error:
                    self.problem = f"Masks were not guessed, as other rulings are missing: {error}."
            return self._rulings


class Backgrounds:
    """By source and index, the rulings. Lives on the event loop."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int], Background] = {}

    def of(self, source: Path | None, index: Index) -> Background | None:
        """The rulings of ``source``, to be ranked by ``index``; None where none are named."""
        if source is None:
            return None
        key = source, id(index)
        if key not in self._known:
            self._known = {key: Background(source, index)}  # one at a time: they take much memory
        return self._known[key]
