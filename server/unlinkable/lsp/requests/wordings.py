"""What flagged phrases were replaced by in one open document, so that each keeps one wording.

What the client was offered counts only once the text has become so. Lives on the event loop.
"""

from unlinkable.rewriting.edits.replacements import Replacements


class WordingsUsed:
    """The replacements in one document, from version to version."""

    def __init__(self) -> None:
        self._known = Replacements()
        self._offered: dict[str, Replacements] = {}

    def known(self) -> Replacements:
        """What is known so far: a copy, which work in another thread may add to."""
        return self._known.copy()

    def offer(self, text: str, replacements: Replacements) -> None:
        """What will be known if the next version of the document reads ``text``."""
        self._offered[text] = replacements

    def follow(self, text: str) -> None:
        """The document now reads ``text``."""
        self._known = self._offered.get(text, self._known)
        self._offered.clear()
