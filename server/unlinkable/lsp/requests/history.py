"""What was done to one open document since work on it began: whom it is protected against, and
which words fixes replaced, so that none comes back and each phrase keeps one wording.

What the client was offered counts only once the text has become so. Lives on the event loop.
"""

from collections.abc import Iterable, Iterator

from unlinkable.draft import Forms
from unlinkable.draft.masks import Masks
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.begun import Begun
from unlinkable.lsp.text.documents import Splice
from unlinkable.rewriting.edits.editing import applied, trimmed
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.edits.replacements import Replacements
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
