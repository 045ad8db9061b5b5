"""The passages of a draft that a searcher may put to an engine: sentences, paragraphs, all of it.

A passage is its words without the masks. Knows drafts; knows nothing of documents.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable_index.documents.shared.rendered.lines import blank_lines

Numbers = NDArray[np.int64]

FEWEST_WORDS = 5
"""A passage of fewer words is not put to an engine."""


class Unit(Enum):
    """How much of a draft is put to an engine at once."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DRAFT = "draft"


@dataclass(frozen=True)
class Passage:
    """Consecutive words of a draft, as numbers; ``span`` is where the passage stands."""

    unit: Unit
    words: range
    span: Span


def passages(draft: Draft, unit: Unit) -> list[Passage]:
    """The passages of a draft that have words enough, in order."""
    found = (Passage(unit, draft.words_in(span), span) for span in _spans(draft, unit))
    return [passage for passage in found if len(passage.words) >= FEWEST_WORDS]


def _spans(draft: Draft, unit: Unit) -> list[Span]:
    if unit is Unit.SENTENCE:
        return list(draft.sentences)
    if unit is Unit.DRAFT:
        return [Span(0, len(draft.text))]
    bounds = blank_lines(draft.text)
    if not bounds:  # no blank lines: every line is a paragraph
        ends = [place for place, character in enumerate(draft.text) if character == "\n"]
        bounds = [Span(end, end + 1) for end in ends]
    starts = [0, *(blank.end for blank in bounds)]
    ends = [*(blank.start for blank in bounds), len(draft.text)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


class Vocabulary:
    """The different words of a draft, numbered; ``numbers`` is that of every word in turn."""

    def __init__(self, draft: Draft) -> None:
        known: dict[str, int] = {}
        numbers = [known.setdefault(form, len(known)) for form in draft.forms]
        self.forms = tuple(known)
        self.numbers: Numbers = np.array(numbers, dtype=np.int64)

    def counted(self, words: range) -> tuple[Numbers, Numbers]:
        """The different words among ``words``, rising, and how often each stands there."""
        return np.unique(self.numbers[words.start : words.stop], return_counts=True)
