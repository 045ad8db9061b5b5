"""A draft as the findings see it: its words, and the segments that phrases lie within.

Knows plain text, Markdown, masks and sentences; knows nothing of indexes, findings or editors.
"""

from unlinkable.draft.block import Reading
from unlinkable.draft.disguises import Disguise, DisguiseKind, disguises
from unlinkable.draft.draft import Draft, Forms, overlapping, touch, touches, united
from unlinkable.draft.masks import DEFAULT_MASKS
from unlinkable.draft.reader import DraftReader, Outline, outline, read_draft
from unlinkable_index.documents import Markup
from unlinkable_index.documents.shared.rendering import Lines, Span

__all__ = [
    "DEFAULT_MASKS",
    "Disguise",
    "DisguiseKind",
    "Draft",
    "DraftReader",
    "Forms",
    "Lines",
    "Markup",
    "Outline",
    "Reading",
    "Span",
    "disguises",
    "outline",
    "overlapping",
    "read_draft",
    "touch",
    "touches",
    "united",
]
