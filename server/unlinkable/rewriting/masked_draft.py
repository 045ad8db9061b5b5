"""A draft masked where no rewording solved it, and reworded further in place of masks.

Knows who masks and rewords, and who guesses at the masks; nothing of what led back before.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.guessing.by_index import gaps_of
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.masking.filled_in import leading_when_filled_in
from unlinkable.rewriting.masking.guessers import Attackers, Guessers
from unlinkable.rewriting.masking.mask_choice import Robustness, robustness
from unlinkable.rewriting.rewording.draft_reworded import Reworded
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index


@dataclass(frozen=True)
class AttackedByModel:
    """What a model made of the masks that were set.

    - ``asked``: about so many masks in the end, neighbours as one; there may have been no time for
      all;
    - ``otherwise``: places of the original whose words it guessed, and that were masked otherwise;
    - ``still``: those whose words it guesses in the end.
    """

    asked: int
    otherwise: tuple[Span, ...]
    still: tuple[Span, ...]


@dataclass(frozen=True)
class MaskedDraft:
    """A draft reworded from tables, rewritten on top of that, and masked.

    - ``unmasked``: the task of the rewritten text; ``masks``: its revision;
    - ``total``: the draft as it becomes in the end; ``result``: the task of that.
    """

    reworded: Reworded
    rewritten: Revision
    unmasked: Task
    masks: Revision
    total: Revision
    result: Task
    guessers: Guessers
    fares: Robustness

    @property
    def words(self) -> NDArray[np.int64]:
        """The words masked, numbers of the unmasked draft."""
        return _words_in(self.masks, self.unmasked.draft)


def masked_draft(
    task: Task,
    index: Index,
    rewriter: Rewriter,
    reworded: Reworded,
    rewritten: Revision,
    attackers: Attackers,
    stop: Stop,
) -> MaskedDraft:
    """A draft masked, and, where only tables reword it, with wordings in place of masks that these
    can stand in for."""
    while True:
        unmasked = task.revised(rewritten)
        guessers = attackers.before(unmasked, index)
        masks = rewriter.masks(unmasked, stop=stop, guessers=guessers)
        kept, without = reworded.without_spoilt(rewritten, masks.edits)
        if kept == reworded:
            break
        reworded, rewritten = kept, without
    masked = _masked(task, index, reworded, rewritten, unmasked, masks, guessers)
    if rewriter.rewrites or guessers.model is not None:
        return masked
    more, left = rewriter.instead_of_masks(task, reworded, masks.edits, stop=stop)
    if more == reworded:
        return masked
    unmasked = task.revised(more.revision)
    guessers = attackers.before(unmasked, index)
    masks = Revision(more.revision.text).revised(left)
    other = _masked(task, index, more, more.revision, unmasked, masks, guessers)
    return other if other.fares.leading <= masked.fares.leading else masked


def _masked(
    task: Task,
    index: Index,
    reworded: Reworded,
    rewritten: Revision,
    unmasked: Task,
    masks: Revision,
    guessers: Guessers,
) -> MaskedDraft:
    """A draft with its masks, and how it fares."""
    total = rewritten.revised(masks.edits)
    result = task.revised(total)
    fares = robustness(unmasked, _words_in(masks, unmasked.draft), index, guessers)
    if guessers.rulings is not None:
        filled_in = leading_when_filled_in(result, index, guessers.rulings)
        fares = replace(fares, leading=max(fares.leading, filled_in))
    return MaskedDraft(reworded, rewritten, unmasked, masks, total, result, guessers, fares)


def by_model(masked: MaskedDraft) -> AttackedByModel | None:
    """What the model, if one attacked, made of the words masked."""
    model, draft = masked.guessers.model, masked.unmasked.draft
    if model is None:
        return None
    is_masked = np.zeros(len(draft.forms), dtype=bool)
    is_masked[masked.words] = True
    gaps = gaps_of(is_masked, masked.guessers.index.runs)
    told = model.told(gaps, is_masked)
    firsts, stops = gaps.firsts[told].tolist(), gaps.stops[told].tolist()
    still = set(zip(firsts, stops, strict=True))

    def places(words: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
        spans = (draft.span_of(range(*one)) for one in sorted(words))
        return tuple(dict.fromkeys(masked.rewritten.original_span(*span) for span in spans))

    return AttackedByModel(model.asked, places(set(model.guessed) - still), places(still))


def _words_in(masked: Revision, draft: Draft) -> NDArray[np.int64]:
    """The words of a draft (numbers, rising) that some edits change."""
    words = [word for e in masked.edits for word in draft.words_in(Span(e.start, e.end))]
    return np.array(words, dtype=np.int64)
