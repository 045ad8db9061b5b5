"""What is left to do in a document, as clients list it: each passage, and what would be done.

Knows analyses and the protocol's form of such a list; what is left is for rewriting to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, starmap
from typing import Any

import numpy as np

from unlinkable.draft import Span
from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.report import sentences_left
from unlinkable.lsp.documents import Splice, moved
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import message
from unlinkable.lsp.published.underlines import Underline, underlines
from unlinkable.rewriting.edits import Edit, applied
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
    going = np.fromiter(chain.from_iterable(before.going), np.int64).reshape(-1, 2)
    places, untouched = moved(going, edits)
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
    index, mask = analysis.task.index, analysis.task.settings.masking.mask
    labelling = analysis.task.engine.labelling
    return remaining(rewriting_task(analysis), index, mask, stop, report, labelling)


@dataclass(frozen=True)
class Listed:
    """A passage as it is listed.

    - ``span``: all of it; ``place``: the words that are underlined in it, or else go first;
    - ``words``, ``text`` and ``masked``: these words, the passage as it is and as it would be, each
      on one line and shortened;
    - ``masks``: the edits that end it;
    - ``lead``: what it carries of all that leads to the likely source, from 0 to 1;
    - ``reasons``: what leads back from it, some of it; ``more``: how much else does.
    """

    span: Span
    place: Span
    words: str
    text: str
    masked: str
    masks: tuple[Edit, ...]
    lead: float
    reasons: tuple[AnyFinding, ...]
    more: int


def listed(
    analysis: Analysis, left: Remaining, underlined: Sequence[Underline]
) -> Iterator[Listed]:
    """The passages to list, those that carry most first; ``underlined``: what is in the text."""
    found = ((left.passage_at(one.span), one.span) for one in underlined)
    places = {passage.span: span for passage, span in found if passage is not None}
    for passage in left.passages[:_PASSAGES]:
        masks = left.masks_in(passage.span)
        place = places.get(passage.span) or _first_words(analysis, passage.span, masks)
        yield Listed(
            passage.span,
            place,
            " ".join(analysis.text(place).split())[:_WORDS],
            _line(analysis.text(passage.span)),
            _line(_masked(analysis, passage.span, masks)),
            masks,
            round(passage.lead, 4),
            passage.findings[:_REASONS],
            max(0, len(passage.findings) - _REASONS),
        )


def unlisted(left: Remaining) -> int:
    """How many passages are left that are not listed."""
    return max(0, len(left.passages) - _PASSAGES)


def sentences_of(analysis: Analysis, left: Remaining) -> tuple[int, int]:
    """In how many sentences something is to be done, and how many there are."""
    return sentences_left(analysis.draft, [passage.span for passage in left.passages])


def notification(analysis: Analysis, left: Remaining) -> dict[str, Any]:
    """The parameters of ``unlinkable/left``."""
    sentences, every = sentences_of(analysis, left)
    return {
        "uri": analysis.snapshot.uri,
        "version": analysis.snapshot.version,
        "sentences": every,
        "left": sentences,
        "passages": [
            _passage(analysis, one) for one in listed(analysis, left, underlines(analysis))
        ],
        "unlisted": unlisted(left),
    }


def _passage(analysis: Analysis, one: Listed) -> dict[str, Any]:
    lines = analysis.snapshot.lines
    return {
        "range": lines.range(*one.span),
        "words": one.words,
        "place": lines.range(*one.place),
        "text": one.text,
        "masked": one.masked,
        "masks": len(one.masks),
        "lead": one.lead,
        "reasons": [_reason(analysis, finding) for finding in one.reasons],
        "more": one.more,
    }


def _reason(analysis: Analysis, finding: AnyFinding) -> dict[str, Any]:
    where = analysis.snapshot.lines.range(finding.start, finding.end)
    return {"range": where, "code": finding.kind.rule, "message": message(finding, analysis)}


def _first_words(analysis: Analysis, passage: Span, masks: Sequence[Edit]) -> Span:
    """The words that go first from a passage; all of it, where none do."""
    for mask in masks:
        if words := analysis.draft.words_in(mask.span):
            return analysis.draft.span_of(words)
    return passage


def _masked(analysis: Analysis, span: Span, masks: Sequence[Edit]) -> str:
    inside = (
        replace(edit, start=edit.start - span.start, end=edit.end - span.start) for edit in masks
    )
    return applied(analysis.text(span), inside)


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
