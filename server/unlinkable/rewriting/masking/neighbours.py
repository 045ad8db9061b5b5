"""Which masks are neighbours, so that one of them says as much as two.

A mask that would stand beside one of the draft's own is not set: its words go, and the mask that is
there stands for them too. Knows drafts and what of markup must stay; must know nothing of why words
are masked.
"""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unlinkable.draft import Draft, Markup, Span
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.masking.mask_markup import AROUND, written_mask

_PASSED_OVER = frozenset(" \t\u00a0\u202f,'’-\u2010\u2011/&")
_ENDS_AN_ABBREVIATION = "."


@dataclass(frozen=True)
class OwnMasks:
    """The masks that a draft came with."""

    draft: Draft
    markup: Markup

    def joined(self, span: Span) -> Edit | None:
        """The edit that lets a mask of the draft stand for the words of a span as well; None where
        none stands beside them, or where markup keeps them apart. The masks of a draft all stay."""
        left, right = self._beside(span)
        if left is not None:
            return self._edit(Span(left.end, span.end), span, left)
        return None if right is None else self._edit(Span(span.start, right.start), span, right)

    def _beside(self, span: Span) -> tuple[Span | None, Span | None]:
        """The masks just before and just behind a span."""
        at = bisect_left(self._starts, span.start)
        before = self.draft.masks[at - 1] if at else None
        behind = self.draft.masks[at] if at < len(self._starts) else None
        if before is not None and not are_neighbours(self.draft, before.end, span.start):
            before = None
        if behind is not None and not are_neighbours(self.draft, span.end, behind.start):
            behind = None
        return before, behind

    def _edit(self, gone: Span, words: Span, mask: Span) -> Edit | None:
        """What of the markup in ``words`` must stay takes the place of ``gone``."""
        text, stays = self.draft.text, self._text(mask)
        start, end = min(gone.start, mask.start), max(gone.end, mask.end)
        around = text[max(0, start - AROUND) : start], text[end : end + AROUND]
        written = written_mask(stays, text[words.start : words.end], *around, self.markup)
        if not written.startswith(stays) or not _stays_a_mask(stays, *around):
            return None
        before = text[gone.start : gone.end]
        return Edit(gone.start, gone.end, before, written.removeprefix(stays))

    def _text(self, mask: Span) -> str:
        return self.draft.text[mask.start : mask.end]

    @cached_property
    def _starts(self) -> list[int]:
        return [mask.start for mask in self.draft.masks]


def _stays_a_mask(mask: str, before: str, behind: str) -> bool:
    """Whether a mask is surely read as one between what will then stand around it: in brackets, or
    with spaces around, as it had one where the words stood."""
    opens, closes = mask[0] in "[<(", mask[-1] in "])>"
    return (opens or not before[-1:].strip()) and (closes or not behind[:1].strip())


def are_neighbours(draft: Draft, end: int, start: int) -> bool:
    """Whether what ends at ``end`` and what starts at ``start`` are parted by nothing that a reader
    would miss: spaces and small marks in one sentence and one line."""
    between = draft.text[end:start]
    if end > start or not _PASSED_OVER.union(_ENDS_AN_ABBREVIATION).issuperset(between):
        return False
    if _ENDS_AN_ABBREVIATION not in between:
        return True
    sentences = np.searchsorted(draft.sentence_ends, (end, start), side="right")
    return bool(sentences[0] == sentences[1])
