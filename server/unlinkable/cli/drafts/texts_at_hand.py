"""The texts that the settings name, read when they are first needed, each source once.

Knows sources and indexes; must know nothing of drafts and of what is found in texts.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.stopping import OnProgress, unseen

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings
    from unlinkable.attackers.texts import Texts
    from unlinkable_index.collection import SourceOptions
    from unlinkable_index.index import Index


class TextsAtHand:
    """Originals and other rulings."""

    def __init__(self, report: OnProgress = unseen, options: "SourceOptions | None" = None) -> None:
        """``options``: how sources are read."""
        self.report = report
        """Told how far reading is."""
        self._options = options
        self._read: dict[Path, Texts] = {}
        self._rulings: dict[tuple[Path, str], Rulings] = {}

    def originals(self, source: Path | None) -> "Texts | None":
        """The texts of the originals in ``source``; None where none is named. Raises UserError."""
        if source is None:
            return None
        if source not in self._read:
            from unlinkable.attackers.texts import Texts

            self._read[source] = Texts.read([source], report=self.report, options=self._options)
        return self._read[source]

    def background(self, source: Path | None, index: "Index") -> "Rulings | None":
        """Other rulings, to be ranked by an index; None where none are named. Raises UserError."""
        texts = self.originals(source)
        if source is None or texts is None:
            return None
        from unlinkable.attackers.rulings import Rulings

        key = source, index.fingerprint
        if key not in self._rulings:
            self._rulings[key] = Rulings(texts, index, report=self.report)
        return self._rulings[key]
