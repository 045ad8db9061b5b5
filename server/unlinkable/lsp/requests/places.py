"""The places that a fix is about: the run of words around a finding, a unit around it, the same
words elsewhere. Knows analyses; must know nothing of what is done there."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from unlinkable.draft import Span
from unlinkable.findings.finding import PHRASE, AnyFinding, Finding
from unlinkable.findings.report import run_at
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.rewriting.task import rare_phrases


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


def run_of(analysis: Analysis, finding: Finding) -> Sequence[Finding]:
    """A phrase with all that share words with it, in the order of the text; a combination alone."""
    if finding.kind is PHRASE:
        return rare_at(analysis, finding.span) or (finding,)
    return (finding,)


def rare_at(analysis: Analysis, span: Span) -> Sequence[Finding]:
    """The phrases of the runs that touch ``span``, but those accepted."""
    draft = analysis.draft
    sentences = draft.words_in(draft.sentences_at(span))
    whole = analysis.task.reading.cross_sentences  # then a run may go on over many sentences
    words = range(len(draft.forms)) if whole else sentences
    part = draft.part(np.arange(words.start, words.stop))
    rare = rare_phrases(part, analysis.task.index, analysis.report.question)
    phrases = (replace(found, first_word=found.first_word + words.start) for found in rare)
    return run_at([phrase for phrase in phrases if not analysis.acceptance(phrase)], span)


def span_of(findings: Sequence[AnyFinding]) -> Span:
    """From the first of some findings to the last."""
    return Span(min(f.start for f in findings), max(f.end for f in findings))
