"""The run of words around a finding: all rare phrases that share words with it, and so on.

What is done about a finding is done about its run, so that nothing surfaces in its place.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from unlinkable.draft import Span
from unlinkable.findings.finding import PHRASE, AnyFinding, Finding
from unlinkable.findings.flagged_passages import run_at
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.rewriting.linkable import rare_phrases


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
