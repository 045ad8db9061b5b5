"""Which words to mask so that no exact search leads back: one hitting set over all that is asked.

Knows drafts, what masking costs and the clauses of `exact_search`; must know nothing of guessers
and of searchers who rank, for whom more is masked on top of this choice.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.costs.clauses import Clauses, Items
from unlinkable.findings.costs.hitting_set import cheapest_hitting_set
from unlinkable.findings.costs.masking_costs import Costs, masking_costs
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.choosing import MaskingScope, unheard
from unlinkable.rewriting.masking.exact_search import (
    TermClauses,
    gap_clauses,
    longer_terms,
    phrase_clauses,
    window_clauses,
)
from unlinkable.rewriting.masking.near_words import NearWords
from unlinkable.rewriting.masking.neighbours import are_neighbours
from unlinkable.rewriting.masking.pieces import Pieces, draft_pieces
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_SPARED = 1000.0  # what a word costs that someone accepted as it stands
_FEW = 1.2, 0.8
_SHORT = 0.5, 0.25
"""What a gap costs, and what each costs more in a sentence that has several, where few gaps are
wanted and where few words are to go. An adjective costs 1 (`masking_costs`)."""
_ROUNDS = 150  # of freeing a part and solving anew, for each choice
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
    most = _ROUNDS if before is None else _FURTHER_ROUNDS
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
