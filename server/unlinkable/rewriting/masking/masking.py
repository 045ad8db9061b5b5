"""Masking: the fewest words that break every finding, for what no rewriting solves.

One word is masked in each minimal rare phrase and in each combination finding, as few in all as can
be. A mask cuts, so it can only take phrases away; still the result is checked again, until it is
clean. Masks and markup that are there already are not words and so are never touched.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from unlinkable.draft import Draft, Markup, Span, overlapping
from unlinkable.fidelity.sense import sense
from unlinkable.fidelity.substance import references_in
from unlinkable.language import LANGUAGES
from unlinkable.rewriting.edits import Alternative, Edit, Remedy, Revision, changes
from unlinkable.rewriting.masking.choosing import MaskingScope, whole
from unlinkable.rewriting.masking.guessers import Attackers, Guessers
from unlinkable.rewriting.masking.labels import Labelling, Labels
from unlinkable.rewriting.masking.mask_choice import cheapest_masks, choose_masks
from unlinkable.rewriting.masking.masks_in_text import (
    AROUND,
    OwnMasks,
    are_neighbours,
    goes_on,
    is_mask,
    with_brackets,
    written_mask,
)
from unlinkable.rewriting.masking.readable import Interval, fewest_points
from unlinkable.rewriting.task import Task, finding_spans, words_that_lead
from unlinkable.stopping import Stop, never
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

DEFAULT_MASK = "[REDACTED]"

_LAW, _PART_OF_A_NUMBER, _SMALL_WORD = 4, 2, 1  # what it costs to mask a word, among equals
_FUNCTION_WORDS = frozenset[str]().union(*(language.function_words for language in LANGUAGES))
_IN_A_NUMBER = re.compile(r"..?\d+[.,:/–-]\d|\d[.,:/–-]\d", re.DOTALL)


def mask_finding_spans(
    draft: Draft,
    spans: Iterable[Span],
    mask: str,
    markup: Markup = Markup.PLAIN,
    spared: Iterable[Span] = (),
) -> tuple[Edit, ...]:
    """The edits that mask the fewest words such that every span loses one.

    - ``mask``: what stands in place of the words, fit for the ``markup``;
    - ``spared``: spans whose words are masked only where a span has no others.
    """
    return masks_of(draft, words_to_mask(draft, spans, spared), mask, markup)


def words_to_mask(
    draft: Draft, spans: Iterable[Span], spared: Iterable[Span] = ()
) -> tuple[int, ...]:
    """The fewest words (their numbers, rising) such that every span has one of them; as in
    `mask_finding_spans`."""
    intervals: list[Interval] = []
    for span in spans:
        words = draft.words_in(span)
        if words:
            intervals.append((words.start, words.stop - 1))
    kept = {word for span in spared for word in draft.words_in(span)}
    points = fewest_points(intervals, penalties_of(draft, intervals), kept)
    return tuple(whole(draft, np.array(points, dtype=np.int64), kept).tolist())


def masks_of(
    draft: Draft, words: Sequence[int], mask: str, markup: Markup, labels: Labels | None = None
) -> tuple[Edit, ...]:
    """The edits that mask these words (numbers, rising); neighbours share a mask. ``labels``: those
    that some masks have in place of ``mask``."""
    return tuple(_edits(draft, words, mask, markup, labels))


def labelled_masks(
    task: Task,
    words: Sequence[int],
    mask: str,
    labelling: Labelling,
    guessers: Guessers,
    set_besides: Sequence[Edit] = (),
) -> tuple[Edit, ...]:
    """As `masks_of`. ``labelling``: which of them say what kind of thing they hide, where that does
    not help ``guessers``; ``set_besides``: masks that are set together with these."""
    draft = task.draft
    hidden = np.zeros(len(draft.forms), dtype=bool)
    hidden[list(words)] = True
    for edit in set_besides:
        hidden[draft.words_in(edit.span)] = True
    labels = Labels(task, labelling, guessers, hidden, set_besides)
    return masks_of(draft, words, mask, task.markup, labels)


def mask_until_clean(
    task: Task,
    index: Index,
    mask: str,
    within: Span | None = None,
    stop: Stop = never,
    guessers: Guessers | None = None,
    labelling: Labelling = Labelling.OFF,
) -> Revision:
    """Mask what is found until nothing is found but what was accepted, even once it is filled in
    what other rulings tell of the masks (`mask_choice`), as far as that can be had.

    - ``within``: a span of the task's text; None: everywhere;
    - ``guessers``: of the task's draft; None: the index alone;
    - ``labelling``: which masks say what kind of thing they hide.

    Ends always: every round takes at least one word away. Raises UserError for a mask that is none,
    and StoppedError once ``stop`` is true.
    """
    demand_mask(mask, task)
    draft = task.draft
    within = within or Span(0, len(draft.text))
    guessers = guessers or Attackers().before(task, index, stop)

    def written(words: Sequence[int]) -> Sequence[Edit]:
        return masks_of(draft, words, mask, task.markup)

    scope = MaskingScope(index, within, stop)
    words = choose_masks(task, scope, guessers, written).tolist()
    masks = labelled_masks(task, words, mask, labelling, guessers)
    return with_what_is_left(task, scope, masks, mask)


def with_what_is_left(
    task: Task, scope: MaskingScope, masks: Sequence[Edit], mask: str
) -> Revision:
    """The draft with some ``masks``, and whatever still leads back then masked, until nothing does.

    Raises StoppedError, and UserError when the index is damaged.
    """
    index, within = scope.index, scope.span
    behind = len(task.draft.text) - within.end
    revision = Revision(task.draft.text).revised(masks)
    while True:
        here = Span(within.start, len(revision.text) - behind)
        current = task.revised(revision)
        spans = overlapping(finding_spans(current, index, scope.stop), here)
        edits = mask_finding_spans(current.draft, spans, mask, task.markup, current.accepted_spans)
        if not edits:
            leading = [
                word
                for word in words_that_lead(current, index)
                if overlapping([current.draft.span_of(range(word, word + 1))], here)
            ]
            edits = tuple(_edits(current.draft, leading, mask, task.markup))
        if not edits:
            return revision
        revision = revision.revised(edits)


def masks_breaking(
    task: Task,
    index: Index,
    spans: Sequence[Span],
    mask: str,
    labelling: Labelling,
    set_besides: Sequence[Edit] = (),
) -> Sequence[Edit]:
    """The edits that mask a word in each of ``spans``, at the costs of protecting, whatever else
    leads back. ``set_besides``: masks that are set together with these. Raises UserError when the
    index is damaged."""
    guessers, draft = Attackers().before(task, index), task.draft
    besides = {word for e in set_besides for word in draft.words_in(e.span)}
    words = set(cheapest_masks(task, index, spans, guessers.index).tolist()) - besides
    return labelled_masks(task, sorted(words), mask, labelling, guessers, set_besides)


def mask_alternative(
    task: Task,
    index: Index,
    passage: Span,
    spans: Sequence[Span],
    mask: str,
    labelling: Labelling = Labelling.OFF,
) -> Alternative:
    """One edit in the passage that masks the fewest words such that each of ``spans`` loses one.
    Raises UserError when the index is damaged."""
    words = words_to_mask(task.draft, spans, task.accepted_spans)
    if labelling is Labelling.OFF:
        edits = masks_of(task.draft, words, mask, task.markup)
    else:
        guessers = Attackers().before(task, index)
        edits = labelled_masks(task, words, mask, labelling, guessers)
    text = task.draft.text
    start = min((edit.start for edit in edits), default=passage.start)
    end = max((edit.end for edit in edits), default=passage.start)
    inside = Revision(text[start:end]).revised(
        Edit(edit.start - start, edit.end - start, edit.before, edit.after) for edit in edits
    )
    edit = Edit(start, end, text[start:end], inside.text)
    return Alternative(Remedy.MASK, edit, changes(edit.before, edit.after))


def demand_mask(mask: str, task: Task) -> None:
    """Raise UserError unless ``mask`` would be read as a mask, which alone makes it one."""
    if not is_mask(mask, task.reading.masks):
        raise UserError(
            f"the mask {mask!r} is matched by none of the mask patterns: add one with --mask or "
            "the setting masks, or choose another mask"
        )


def _edits(
    draft: Draft, words: Sequence[int], mask: str, markup: Markup, labels: Labels | None = None
) -> Iterable[Edit]:
    """One edit a word; words with nothing between them that a reader would miss, and parts of one
    number, share a mask, and also one of the draft's own that stands beside them."""
    text, number, own = draft.text, 0, OwnMasks(draft, markup)
    while number < len(words):
        last = number
        while last + 1 < len(words) and words[last + 1] == words[last] + 1:
            end, start = int(draft.ends[words[last]]), int(draft.starts[words[last + 1]])
            if not (are_neighbours(draft, end, start) or goes_on(draft, words[last])):
                break
            last += 1
        hidden = range(words[number], words[last] + 1)
        number = last + 1
        span = with_brackets(draft, draft.span_of(hidden))
        joined = own.joined(span)
        if joined is not None:
            yield joined
            continue
        before = text[span.start : span.end]
        around = text[max(0, span.start - AROUND) : span.start], text[span.end : span.end + AROUND]
        label = labels.of(hidden) if labels else None
        yield Edit(*span, before, written_mask(label or mask, before, *around, markup))


def penalties_of(draft: Draft, intervals: Sequence[Interval]) -> list[int]:
    """What it costs to mask each word, where another would do as well: most for what carries the
    law (references, negations, modal verbs, decisions), least for what says most about the case."""
    penalties = [0] * len(draft.forms)
    words = {word for first, last in intervals for word in (first, last)}
    spans = (Span(int(draft.starts[word]), int(draft.ends[word])) for word in words)
    for passage in {draft.sentences_at(span) for span in spans}:
        _weigh(draft, passage, penalties)
    return penalties


def _weigh(draft: Draft, passage: Span, penalties: list[int]) -> None:
    text = draft.text[passage.start : passage.end]
    found = sense(text, draft.language)
    places = [(one.start, one.end) for one in references_in(text, draft.language)]
    deciding = [said for said in found.poles if said.word.decides]
    places += [(mark.start, mark.end) for mark in (*found.negations, *found.modals, *deciding)]
    law = [Span(start + passage.start, end + passage.start) for start, end in places]
    for word in draft.words_in(passage):
        left, right = int(draft.starts[word]), int(draft.ends[word])
        form = draft.forms[word]
        cost = _LAW if overlapping(law, Span(left, right)) else 0
        if form.isdigit() and _IN_A_NUMBER.match(draft.text, max(0, left - 2)):
            cost += _PART_OF_A_NUMBER
        if len(form) < 3 or form in _FUNCTION_WORDS:
            cost += _SMALL_WORD
        penalties[word] = cost
