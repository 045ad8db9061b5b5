"""The places in a text that a fix is about: a unit around a finding, the same words elsewhere.

Knows analyses; must know nothing of what is done there.
"""

from enum import Enum

from unlinkable.draft import Span
from unlinkable.lsp.published.analysis import Analysis


class RewritingUnit(Enum):
    """How much is rewritten at once."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    DOCUMENT = "document"


def unit_at(analysis: Analysis, span: Span, unit: RewritingUnit) -> Span:
    """The sentence, the paragraph (up to blank lines) or the whole text around ``span``."""
    text = analysis.snapshot.text
    if unit is RewritingUnit.SENTENCE:
        return analysis.draft.sentences_at(span)
    if unit is RewritingUnit.DOCUMENT:
        return Span(0, len(text))
    sentences = [s for s in analysis.draft.sentences if s.end > span.start and s.start < span.end]
    start = min([span.start, *(sentence.start for sentence in sentences)])
    end = max([span.end, *(sentence.end for sentence in sentences)])
    above, below = text.rfind("\n\n", 0, start), text.find("\n\n", end)
    return Span(above + 2 if above >= 0 else 0, below if below >= 0 else len(text))


def places_of_same_words(analysis: Analysis, span: Span) -> list[Span]:
    """Where the words at ``span`` stand in the text, in the same order and within a segment."""
    draft = analysis.draft
    return [draft.span_of(place) for place in draft.places_of(draft.forms_in(span))]
