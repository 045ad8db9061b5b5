"""What is left to do in a document, as clients list it: each passage, and what would be done.

Knows analyses and the protocol's form of such a list; what is left is for rewriting to say.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import starmap
from typing import Any

import numpy as np

from unlinkable.draft import Span
from unlinkable.engine.method import labelling_of
from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.flagged_passages import FlaggedPassage, sentences_left
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import message
from unlinkable.lsp.published.underlines import underlines
from unlinkable.lsp.text.documents import Splice, moved
from unlinkable.rewriting.edits.editing import applied
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.remaining import Remaining, remaining
from unlinkable.rewriting.task import Task
from unlinkable.stopping import OnProgress, Stop, StoppedError, unseen
from unlinkable_index.errors import UserError

LEFT = "unlinkable/left"
_PASSAGES, _REASONS = 200, 5  # listed at most: of a draft, of a passage
_WORDS = 60  # characters of the words that lead
_LONGEST = 300  # characters of a passage


def rewriting_task(analysis: Analysis) -> Task:
    """The document as rewriting takes it, with what someone answers for, and what is known of its
    masks."""
    engine, question = analysis.task.engine, analysis.report.question
    hidden = analysis.snapshot.hidden
    task = engine.task_of(analysis.draft, analysis.task.markup, question, hidden)
    return task.accepting(analysis.report.accepted)


def carried_on(
    analysis: Analysis, left: Remaining | None, before: Analysis | None, edits: Sequence[Splice]
) -> Analysis:
    """The analysis with what is left, where that follows from what was ``left``, and with the masks
    that ``edits`` of the analysis ``before`` have not touched."""
    now = left.after(analysis.snapshot.text) if left else None
    if before is None or not before.going:
        return replace(analysis, left=now)
    places, untouched = moved(np.array(before.going, dtype=np.int64), edits)
    gone = tuple(starmap(Span, places[untouched].tolist()))
    return replace(analysis, left=now, gone_before=gone)


def counted(analysis: Analysis, stop: Stop) -> Analysis:
    """The analysis with what is left; without, when it was stopped or the mask that is set is no
    mask, which whoever masks is told."""
    try:
        left = left_of(analysis, stop)
    except (StoppedError, UserError):
        return analysis
    return replace(analysis, left=left)


def nothing_left(analysis: Analysis) -> Analysis:
    """The analysis with nothing left to do, where nothing was found, without counting."""
    if analysis.settled and analysis.report.clean:
        return replace(analysis, left=Remaining(analysis.snapshot.text, (), ()))
    return analysis


def left_of(analysis: Analysis, stop: Stop, report: OnProgress = unseen) -> Remaining:
    """What is left of a settled analysis. Raises StoppedError, and UserError when the mask that is
    set is no mask or the index is damaged."""
    index, settings = analysis.task.index, analysis.task.settings
    labelling = labelling_of(settings)
    return remaining(rewriting_task(analysis), index, settings.mask, stop, report, labelling)


def notification(analysis: Analysis, left: Remaining) -> dict[str, Any]:
    """The parameters of ``unlinkable/left``."""
    leads = _leads(analysis, left)
    sentences, every = sentences_left(analysis.draft, [p.span for p in left.passages])
    return {
        "uri": analysis.snapshot.uri,
        "version": analysis.snapshot.version,
        "sentences": every,
        "left": sentences,
        "passages": [
            _passage(analysis, left, p, leads.get(p.span)) for p in left.passages[:_PASSAGES]
        ],
        "unlisted": max(0, len(left.passages) - _PASSAGES),
    }


def _leads(analysis: Analysis, left: Remaining) -> dict[Span, Span]:
    """The words of each passage that are underlined."""
    found = ((left.passage_at(one.span), one.span) for one in underlines(analysis))
    return {passage.span: span for passage, span in found if passage is not None}


def _passage(
    analysis: Analysis, left: Remaining, passage: FlaggedPassage, lead: Span | None
) -> dict[str, Any]:
    lines = analysis.snapshot.lines
    masks = left.masks_in(passage.span)
    reasons = [_reason(analysis, finding) for finding in passage.findings[:_REASONS]]
    return {
        "range": lines.range(*passage.span),
        "words": " ".join(analysis.text(lead or passage.span).split())[:_WORDS],
        "place": lines.range(*(lead or passage.span)),
        "text": _line(analysis.text(passage.span)),
        "masked": _line(_masked(analysis, passage.span, masks)),
        "masks": len(masks),
        "lead": round(passage.lead, 4),
        "reasons": reasons,
        "more": max(0, len(passage.findings) - _REASONS),
    }


def _reason(analysis: Analysis, finding: AnyFinding) -> dict[str, Any]:
    where = analysis.snapshot.lines.range(finding.start, finding.end)
    return {"range": where, "code": finding.kind.rule, "message": message(finding, analysis)}


def _masked(analysis: Analysis, span: Span, masks: Sequence[Edit]) -> str:
    inside = (
        replace(edit, start=edit.start - span.start, end=edit.end - span.start) for edit in masks
    )
    return applied(analysis.text(span), inside)


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
