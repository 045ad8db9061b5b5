"""Which words to mask so that nothing leads back, even once what can be guessed is filled in: one
hitting set for exact search, stages before and after it for the other searchers. Knows who is
asked and when; must never know edits, markup and editors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Draft, Span
from unlinkable.findings.clauses import Clauses, Items
from unlinkable.findings.costs import GAP, Costs, masking_costs
from unlinkable.findings.guessing import Guesser, NothingTold, covers, gaps_of
from unlinkable.findings.hitting_set import cheapest_hitting_set
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.choosing import (
    NO_GAPS,
    Choosing,
    MaskingScope,
    Written,
    unheard,
    whole,
    words_of,
)
from unlinkable.rewriting.masking.guessers import Guessers
from unlinkable.rewriting.masking.masks_in_text import (
    Flags,
    Numbers,
    Pieces,
    are_neighbours,
    draft_pieces,
)
from unlinkable.rewriting.masking.needless import without_needless
from unlinkable.rewriting.masking.readable import (
    NearWords,
    TermClauses,
    cheapest_points,
    gap_clauses,
    longer_terms,
    phrase_clauses,
    window_clauses,
)
from unlinkable.rewriting.task import Task, unranked
from unlinkable.stopping import Stop, StoppedError, never
from unlinkable_index.index import Index

_SPARED = 1000.0  # what a word costs that someone accepted as it stands
_FEW = 1.2, 0.8
_SHORT = 0.5, 0.25
"""What a gap costs, and what each costs more in a sentence that has several, where few gaps are
wanted and where few words are to go. An adjective costs 1 (`masking_costs`)."""
_EXACT_ROUNDS = 150  # of freeing a part and solving anew, for each choice
_FURTHER_ROUNDS = 20  # ... for one that sets out from another choice
_FREE_ROUNDS = 8  # choices made anew; then words are only masked besides, so that it ends


@dataclass(frozen=True, eq=False)
class ExactChoice:
    """The words masked against exact search (``words``, numbers, rising), and what is known of the
    draft by then, from which the choice for another question may set out."""

    words: Numbers
    question: Question
    clauses: Clauses
    terms: TermClauses | None
    masked: Flags


def exact_masks(task: Task, scope: MaskingScope) -> Numbers:
    """The words to mask (numbers, rising) so that nothing in the span of ``scope`` leads back by
    exact search, whatever else stands in the draft.

    Raises StoppedError, and UserError when the index is damaged.
    """
    draft = task.draft
    if not draft.forms:
        return np.empty(0, dtype=np.int64)
    if scope.heard is not unheard:
        found = check(draft, scope.index, task.question, scope.stop, task.accepts)
        scope.heard(found.findings)
    return exact_choice(task, scope.index, scope.span, scope.stop).words


def exact_choice(
    task: Task,
    index: Index,
    asked: Span,
    stop: Stop,
    before: ExactChoice | None = None,
    costs: Costs | None = None,
) -> ExactChoice:
    """As `exact_masks`, setting out from a choice made ``before`` for the same draft and span. That
    choice's question may differ; where it asked for shorter gap phrases only, all that was known
    then is used again. ``costs``: of each word; None: what masking it costs a reader.

    Raises StoppedError, and UserError when the index is damaged.
    """
    question = task.question
    pieces = draft_pieces(task.draft)
    costs = masking_costs(task.draft, index) if costs is None else costs
    items = mask_items(task, pieces, asked, costs)
    masked = np.zeros(len(pieces), dtype=bool) if before is None else before.masked
    most = _EXACT_ROUNDS if before is None else _FURTHER_ROUNDS
    rounds = 0 if before is None else most
    near = NearWords(task, index)
    if before is not None and _only_gaps_grew(before.question, question):
        clauses, terms = before.clauses.copy(), before.terms
    else:
        clauses, terms = Clauses(), None
        clauses.add(phrase_clauses(task, index, pieces))
        clauses.add(window_clauses(near, pieces))
        if question.max_terms > 1 and question.term_words == 1:
            terms = TermClauses(task, index, pieces, stop)
    for number in range(len(pieces) + 1):
        if stop():
            raise StoppedError
        masked = cheapest_hitting_set(items, clauses, masked, rounds, stop=stop)
        free = number < _FREE_ROUNDS
        rounds = most if free else 0
        words = pieces.words(masked)
        new = clauses.add(gap_clauses(near, pieces, words, for_good=not free))
        if terms is not None:
            new += clauses.add(terms.standing(words))
        else:
            new += clauses.add(longer_terms(task, index, pieces, words, stop))
        if not new:
            break
    return ExactChoice(np.flatnonzero(pieces.words(masked)), question, clauses, terms, masked)


def _only_gaps_grew(before: Question, question: Question) -> bool:
    """Whether all that one question asks for, the other one asks for too, and besides only longer
    gap phrases."""
    grown = before.gap_words <= question.gap_words
    return grown and replace(before, gap_words=question.gap_words) == question


def mask_items(task: Task, pieces: Pieces, asked: Span, of_words: Costs) -> Items:
    """The pieces of a draft as what can be masked. ``of_words``: what masking each word costs."""
    draft, count = task.draft, len(pieces)
    gap, crowd = _FEW if task.few_gaps else _SHORT
    of_words = of_words.copy()
    for span in task.accepted_spans:
        words = draft.words_in(span)
        of_words[words.start : words.stop] += _SPARED
    costs = np.zeros(count)
    np.add.at(costs, pieces.of_word, of_words)
    inside = draft.words_in(asked)
    may_be_masked = (pieces.firsts >= inside.start) & (pieces.lasts < inside.stop)
    ends = np.append(draft.sentence_ends, len(draft.text) + 1)
    return Items(
        costs=costs,
        joins=_joins(draft, pieces),
        beside_mask=_beside_masks(draft, pieces),
        sentences=np.searchsorted(ends, draft.starts[pieces.firsts], side="right"),
        gaps=np.bincount(
            np.searchsorted(ends, [mask.start for mask in draft.masks], side="right"),
            minlength=len(ends),
        ),
        open=may_be_masked,
        gap=gap,
        crowd=crowd,
    )


def _joins(draft: Draft, pieces: Pieces) -> Flags:
    """Whether each piece shares a mask with the next one."""
    joins = np.zeros(len(pieces), dtype=bool)
    lasts, firsts = pieces.lasts[:-1], pieces.firsts[1:]
    for piece, (last, first) in enumerate(zip(lasts.tolist(), firsts.tolist(), strict=True)):
        same = draft.segments[last] == draft.segments[first]
        joins[piece] = same and are_neighbours(
            draft, int(draft.ends[last]), int(draft.starts[first])
        )
    return joins


def _beside_masks(draft: Draft, pieces: Pieces) -> Flags:
    """Whether each piece shares a mask with one that the draft came with."""
    beside = np.zeros(len(pieces), dtype=bool)
    for mask in draft.masks:
        behind = int(np.searchsorted(draft.starts, mask.end))
        if behind < len(draft.forms) and are_neighbours(draft, mask.end, int(draft.starts[behind])):
            beside[pieces.of_word[behind]] = True
        before = int(np.searchsorted(draft.ends, mask.start, side="right")) - 1
        if before >= 0 and are_neighbours(draft, int(draft.ends[before]), mask.start):
            beside[pieces.of_word[before]] = True
    return beside


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
    question, exactly = task.question, unranked(task)
    guesses = question.guessing or guessers.model is not None
    ranks, runs = question.ranked is not None, guessers.index.runs
    by_model = [] if guessers.model is None else [guessers.model]
    chosen: Numbers = np.empty(0, dtype=np.int64)
    if ranks:
        leads = Choosing(task, scope, NothingTold(runs))
        chosen = leads.carrying_leads()
    if exact is None:
        exact = exact_masks(exactly, scope)
    chosen = np.union1d(chosen, exact)
    told = NO_GAPS
    guesser = guessers.index if guesses else NothingTold(runs)
    if guesses:
        first = Choosing(exactly, scope, guesser, guessers.others, chosen)
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
            mending = Choosing(exactly, scope, guesser, begun=needed)
            chosen = mending.mended(guessers.told)
    rulings = guessers.rulings if guesses else None
    if rulings is None and not (ranks and question.judged_by is None):
        return chosen
    for _ in range(_ROUNDS):
        last = Choosing(task, scope, NothingTold(runs), by_model, chosen)
        chosen = last.chosen(rulings, written)
        if rulings is None or guessers.model is not None:
            break
        mending = Choosing(exactly, scope, guesser, begun=chosen)
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
    spared = task.accepted_words
    chosen = cheapest_points(intervals, found.costs.tolist(), spared, GAP)
    covered = found.of(np.array(chosen, dtype=np.int64))
    beside = spared.difference(chosen)  # a cover needs none of these
    return whole(draft, covered[~np.isin(covered, list(beside))], spared)


def robustness(task: Task, masked: Numbers, index: Index, guessers: Guessers) -> Robustness:
    """How a draft fares with some words masked (numbers, rising), once everything that its
    ``guessers`` tell of them is filled in, before searchers by phrases and by combinations. Raises
    UserError when the index is damaged."""
    task = unranked(task)
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
