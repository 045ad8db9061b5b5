"""Which words to mask so that nothing leads back, even once all that can be guessed is filled in.

All masks are chosen together, as if every one of them were set. What exact searches find is one
hitting set (`exact_masks`). Where other searchers are asked about, stages (`choosing`) go before
and after it: first the words that carry a lead before a searcher who ranks, as these often break a
phrase too; then covers that other rulings do not tell; then whatever carries a lead still. What all
this has made needless is shown again (`needless`). Knows who is asked and when; must know nothing
of edits and editors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Span
from unlinkable.findings.costs.costs import GAP
from unlinkable.findings.costs.covers import covers
from unlinkable.findings.costs.masking_costs import masking_costs
from unlinkable.findings.guessing.by_index import Guesser, NothingTold, gaps_of
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.choosing import (
    NO_GAPS,
    Choosing,
    MaskingScope,
    Numbers,
    Written,
    whole,
    words_in,
    words_of,
)
from unlinkable.rewriting.masking.exact_masks import exact_masks
from unlinkable.rewriting.masking.guessers import Guessers
from unlinkable.rewriting.masking.hitting_set import cheapest_points
from unlinkable.rewriting.masking.near_words import NearWords
from unlinkable.rewriting.masking.needless import without_needless
from unlinkable.rewriting.task import Task
from unlinkable.stopping import never
from unlinkable_index.index import Index

_ROUNDS = 8  # of masking what guesses of either kind lead to; each only masks more


@dataclass(frozen=True)
class Robustness:
    """What a guesser who knows other rulings makes of the masks that were set.

    - ``gaps``: masks, neighbours counted as one;
    - ``told``: how many of them any of the guessers tells: other rulings by the index, and
      whoever else was asked;
    - ``leading``: how many findings there are once these are filled in; where rulings were asked,
      also once all is filled in that they agree on, right or wrong, and whoever set the mask.
    """

    gaps: int
    told: int
    leading: int

    @property
    def robust(self) -> bool:
        """Whether nothing leads back even then."""
        return not self.leading


def choose_masks(
    task: Task,
    scope: MaskingScope,
    guessers: Guessers,
    written: Written = lambda _: (),
    exact: Numbers | None = None,
) -> Numbers:
    """The words to mask in a draft, or in the span of it that ``scope`` names (numbers, rising).

    Where guessing is asked about, those that hide phrases and combinations hide them also from the
    ``guessers`` of the draft; of those that hide from a searcher who ranks only a model guesses:
    where the others were asked of these, too, hardly a sentence stayed whole. Where a model
    guesses, nothing is shown again, since it would have to be asked anew. Where rulings are at
    hand, nothing leads back either once their guesses are filled in, as far as that can be had;
    ``written``: the masks for some words. ``exact``: what `exact_masks` gives, where that is known.

    Raises StoppedError, and UserError when the index is damaged.
    """
    question, unranked = task.question, _unranked(task)
    guesses = question.guessing or guessers.model is not None
    ranks, runs = question.ranked is not None, guessers.index.runs
    by_model = [] if guessers.model is None else [guessers.model]
    chosen: Numbers = np.empty(0, dtype=np.int64)
    if ranks:
        leads = Choosing(task, scope, NothingTold(runs))
        chosen = leads.carrying_leads()
    if exact is None:
        exact = exact_masks(unranked, scope)
    chosen = np.union1d(chosen, exact)
    told = NO_GAPS
    guesser = guessers.index if guesses else NothingTold(runs)
    if guesses:
        first = Choosing(unranked, scope, guesser, guessers.others, chosen)
        chosen, told = first.chosen(), first.told
    if ranks:
        leads = Choosing(task, scope, NothingTold(runs), by_model, chosen)
        chosen = leads.chosen()
    if not (ranks or guesses):
        return chosen
    if guessers.model is None:
        needed = without_needless(task, scope, guesser, told, chosen)
        chosen = needed
        if guesses:
            mending = Choosing(unranked, scope, guesser, begun=needed)
            chosen = mending.mended(guessers.told)
    rulings = guessers.rulings if guesses else None
    if rulings is None and not (ranks and question.judged_by is None):
        return chosen
    for _ in range(_ROUNDS):
        last = Choosing(task, scope, NothingTold(runs), by_model, chosen)
        last.fill_in(rulings, written)
        chosen = last.chosen()
        if rulings is None or guessers.model is not None:
            break
        mending = Choosing(unranked, scope, guesser, begun=chosen)
        mended = mending.mended(guessers.told)
        if len(mended) == len(chosen):
            break
        chosen = mended
    return chosen


def cheapest_masks(task: Task, index: Index, spans: Sequence[Span], guesser: Guesser) -> Numbers:
    """The words to mask (numbers, rising) so that every one of ``spans`` loses one, at the costs of
    `choose_masks`, whatever else leads back. Raises UserError when the index is damaged."""
    draft = task.draft
    nothing = np.zeros(len(draft.forms), dtype=bool)
    found = covers(guesser, masking_costs(draft, index), nothing, NO_GAPS)
    words = [draft.words_in(span) for span in spans]
    intervals = [(some.start, some.stop - 1) for some in words if some]
    spared = words_in(task.accepted_spans, draft)
    chosen = cheapest_points(intervals, found.costs.tolist(), spared, GAP)
    covered = found.of(np.array(chosen, dtype=np.int64))
    beside = spared.difference(chosen)  # a cover needs none of these
    return whole(draft, covered[~np.isin(covered, list(beside))], spared)


def robustness(task: Task, masked: Numbers, index: Index, guessers: Guessers) -> Robustness:
    """How a draft fares with some words masked (numbers, rising), once everything that its
    ``guessers`` tell of them is filled in, before searchers by phrases and by combinations. Raises
    UserError when the index is damaged."""
    task = _unranked(task)
    is_masked = np.zeros(len(task.draft.forms), dtype=bool)
    is_masked[masked] = True
    gaps = gaps_of(is_masked, guessers.index.runs)
    told = guessers.told(gaps, is_masked)
    hidden = is_masked & ~words_of(gaps, told, len(is_masked))
    filled_in = task.draft.part(np.flatnonzero(~hidden))
    question = replace(task.question, within=0)  # beside words left out no gap phrase is seen
    found = check(filled_in, index, question, never, task.accepts)
    for one in found.findings:
        hidden[task.draft.words_in(one.span)] = True
    near = NearWords(task, index).breaking(hidden, np.ones(len(hidden)), never)
    return Robustness(len(gaps), int(told.sum()), len(found.findings) + len(near))


def _unranked(task: Task) -> Task:
    """The task with nothing asked about searchers who rank."""
    return replace(task, question=replace(task.question, ranked=None))
