"""The page that a reader sees, put together while the source of a draft is read from its beginning.

Knows where in the source it is, and nothing of any language.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from unlinkable_index.documents.shared.rendered.rendering import (
    Boundary,
    Rendering,
    RenderingBuilder,
)

RAISED_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Marks of notes are raised, and so no part of the word before them."""
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


class Page:
    """What is seen of ``text`` up to ``at``; ``masks`` says where masks begin and end."""

    def __init__(self, text: str, masks: Mapping[int, int]) -> None:
        self.text = text
        self.at = 0
        self._masks = sorted(masks.items())
        self._mask_starts = [start for start, _ in self._masks]
        self._builder = RenderingBuilder(text)
        self._builder.begin(0)

    def mask_end(self, at: int) -> int:
        """Where the mask ends that the character at ``at`` stands in; 0 if it stands in none."""
        number = bisect_right(self._mask_starts, at) - 1
        if number < 0 or at >= self._masks[number][1]:
            return 0
        return self._masks[number][1]

    def copy(self, end: int) -> None:
        """Take over what stands before ``end``."""
        self._builder.copy(self.at, end)
        self.at = max(self.at, end)

    def hide(self, end: int, seen: str = "", boundary: Boundary = Boundary.NONE) -> None:
        """Let ``seen`` stand for what stands before ``end``."""
        self._builder.replace(self.at, end, seen, boundary)
        self.at = end

    def part(self, end: int) -> None:
        """Hide what stands before ``end``: it parts two paragraphs."""
        self.hide(end, boundary=Boundary.BLOCK)

    def cut(self, end: int) -> None:
        """Hide what stands before ``end``: no phrase runs over it."""
        self.hide(end, " ", Boundary.SEGMENT)

    def begin_aside(self, end: int) -> None:
        """Hide what stands before ``end``, with which an aside begins."""
        self._builder.begin_aside(self.at, end)
        self.at = end

    def end_aside(self, end: int) -> None:
        """Hide what stands before ``end``, with which the aside ends."""
        self._builder.end_aside(self.at, end)
        self.at = end

    def joint(self) -> None:
        """What stands on both sides of here may be one word or two."""
        self._builder.joint()

    def marks(self, pattern: re.Pattern[str], end: int) -> Iterator[re.Match[str]]:
        """What matches a pattern from here to ``end``, but in masks, each once the text before it
        has been taken over; whoever asks deals with it, and in the end all is taken over."""
        while mark := pattern.search(self.text, self.at, end):
            self.copy(mark.start())
            if masked := self.mask_end(mark.start()):
                self.copy(max(mark.start(), min(masked, end)))
            else:
                yield mark
        self.copy(end)

    def include(self) -> None:
        """Here stands what is in another file."""
        self._builder.include()

    def has_words(self, start: int, end: int) -> bool:
        """Whether a part of the source has a letter or digit."""
        return _LETTER_OR_DIGIT.search(self.text, start, end) is not None

    def done(self) -> Rendering:
        """All that is seen."""
        self.copy(len(self.text))
        self._builder.finish(len(self.text))
        return self._builder.build()
