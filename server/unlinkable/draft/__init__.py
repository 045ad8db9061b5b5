"""A draft as the findings see it: its words, and the segments that phrases lie within.

Knows plain text, Markdown, masks and sentences; knows nothing of indexes, findings or editors.
"""

from unlinkable.draft.blocks import Outline, outline
from unlinkable.draft.disguises import Disguise, DisguiseKind, disguises
from unlinkable.draft.draft import Draft
from unlinkable.draft.masks import DEFAULT_MASKS
from unlinkable.draft.read_block import Reading
from unlinkable.draft.reader import DraftReader, read_draft
from unlinkable.draft.readings import Forms
from unlinkable.draft.spans import Markup, Span, overlapping, touch, touches, united
from unlinkable_index.documents.shared.rendered.lines import Lines

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
