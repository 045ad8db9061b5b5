"""Which words to mask so that nothing leads back, even once all that can be guessed is filled in.

All masks are chosen together, as if every one of them were set. First words that break every rare
phrase and the combinations of what is left, at last those that carry a lead before a searcher who
ranks; each time the words with the cheapest covers (`covers`). What other rulings tell of the gaps
that this makes is then filled in again, and what leads back with it is broken by other words or
wider gaps, until nothing is told any more. A mask can only take phrases away, so whatever is masked
besides leaves the draft clean. Knows findings; must know nothing of edits and editors.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.findings.costs import GAP, masking_costs
from unlinkable.findings.covers import Covers, covers
from unlinkable.findings.flagged_passages import Found
from unlinkable.findings.guessing import Gaps, Guesser, NothingTold, gaps_of
from unlinkable.findings.ranking.ranked import ranked, words_that_carry
from unlinkable.findings.report import Finding, check
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.masking.filled_in import places_to_mask
from unlinkable.rewriting.masking.guessers import GapGuesser, Guessers, RulingsGuesser
from unlinkable.rewriting.masking.hitting_set import cheapest_points
from unlinkable.rewriting.masking.whole_numbers import with_whole_numbers
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, StoppedError, never, within
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
Heard = Callable[[Sequence[Found]], None]
"""Told what leads back, each time that words are masked for it."""
Written = Callable[[Sequence[int]], Sequence[Edit]]
"""The masks for some words (numbers, rising), as edits of the draft."""
_NO_GAPS = Gaps(*np.empty((2, 0), dtype=np.int64))
_ROUNDS = 16  # of filling in and solving anew
_SECONDS = 60.0  # after which no new round is begun


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
    index: Index,
    asked: Span,
    stop: Stop,
    guessers: Guessers,
    heard: Heard = lambda _: None,
    written: Written = lambda _: (),
) -> Numbers:
    """The words to mask in a draft, or in the span ``asked`` of it (numbers, rising).

    First those that hide phrases and combinations also from the ``guessers`` of the draft; then, in
    sight of these, those that hide from a searcher who ranks, of which only a model guesses: where
    both at once were asked of the others, hardly a sentence stayed whole. Where rulings are at
    hand, nothing leads back either once their guesses are filled in, as far as that can be had;
    ``written``: the masks for some words. Raises StoppedError, and UserError when the index is
    damaged.
    """
    first = _Choosing(_unranked(task), index, asked, stop, guessers.index, guessers.others, heard)
    first.fill_in(guessers.rulings, written)
    robust = first.chosen()
    if task.question.ranked is None:
        return robust
    others = [] if guessers.model is None else [guessers.model]
    nothing = NothingTold(guessers.index.runs)
    then = _Choosing(task, index, asked, stop, nothing, others, heard, robust)
    then.fill_in(guessers.rulings, written)
    return then.chosen()


def cheapest_masks(task: Task, index: Index, spans: Sequence[Span], guesser: Guesser) -> Numbers:
    """The words to mask (numbers, rising) so that every one of ``spans`` loses one, at the costs of
    `choose_masks`, whatever else leads back. Raises UserError when the index is damaged."""
    draft = task.draft
    nothing = np.zeros(len(draft.forms), dtype=bool)
    found = covers(guesser, masking_costs(draft, index), nothing, _NO_GAPS)
    words = [draft.words_in(span) for span in spans]
    intervals = [(some.start, some.stop - 1) for some in words if some]
    spared = _words_in(task.accepted_spans, draft)
    chosen = cheapest_points(intervals, found.costs.tolist(), spared, GAP)
    return _whole(draft, found.of(np.array(chosen, dtype=np.int64)), spared)


def robustness(task: Task, masked: Numbers, index: Index, guessers: Guessers) -> Robustness:
    """How a draft fares with some words masked (numbers, rising), once everything that its
    ``guessers`` tell of them is filled in, before searchers by phrases and by combinations. Raises
    UserError when the index is damaged."""
    task = _unranked(task)
    is_masked = np.zeros(len(task.draft.forms), dtype=bool)
    is_masked[masked] = True
    gaps = gaps_of(is_masked, guessers.index.runs)
    told = guessers.told(gaps, is_masked)
    left = np.flatnonzero(~is_masked | _words_of(gaps, told, len(is_masked)))
    filled_in = replace(task, draft=task.draft.part(left))
    found = check(filled_in.draft, index, task.question, never, filled_in.accepts)
    return Robustness(len(gaps), int(told.sum()), len(found.findings) + len(found.leading_passages))


def _unranked(task: Task) -> Task:
    """The task with nothing asked about searchers who rank."""
    return replace(task, question=replace(task.question, ranked=None))


def _words_in(spans: Iterable[Span], draft: Draft) -> set[int]:
    """The numbers of the words in some spans."""
    return {word for span in spans for word in draft.words_in(span)}


def _whole(draft: Draft, chosen: Numbers, spared: Collection[int]) -> Numbers:
    """The words chosen, with the rest of the numbers that some are parts of, but those spared."""
    whole = with_whole_numbers(draft, chosen)
    return np.union1d(chosen, whole[~np.isin(whole, list(spared))])


def _words_of(gaps: Gaps, chosen: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Which of ``count`` words stand in the ``chosen`` gaps."""
    inside = np.zeros(count, dtype=bool)
    for first, stop in zip(gaps.firsts[chosen].tolist(), gaps.stops[chosen].tolist(), strict=True):
        inside[first:stop] = True
    return inside


class _Choosing:
    """The state of a choice: what is masked, and which gaps turned out to be told."""

    def __init__(
        self,
        task: Task,
        index: Index,
        asked: Span,
        stop: Stop,
        guesser: Guesser | NothingTold,
        others: Sequence[GapGuesser],
        heard: Heard,
        begun: Sequence[int] | Numbers = (),
    ) -> None:
        self._task = task
        self._index = index
        self._asked = asked
        self._stop = stop
        draft = task.draft
        inside = draft.words_in(asked)
        self._inside = np.zeros(len(draft.forms), dtype=bool)
        self._inside[inside.start : inside.stop] = True
        self._costs = masking_costs(draft, index)
        self._spared = _words_in(task.accepted_spans, draft)
        self._masked = np.zeros(len(draft.forms), dtype=bool)
        self._masked[list(begun)] = True
        self._told = _NO_GAPS
        self._guesser = guesser
        self._others = others
        self._heard = heard
        self._rulings: RulingsGuesser | None = None
        self._written: Written = lambda _: ()

    def fill_in(self, rulings: RulingsGuesser | None, written: Written) -> None:
        """Have what ``rulings`` guess filled in as well, in the masks ``written`` and all others;
        None: nobody does."""
        self._rulings, self._written = rulings, written

    def chosen(self) -> Numbers:
        """Mask, fill in what is told, and solve anew, until nothing is told or time is up."""
        late = within(_SECONDS + sum(other.seconds for other in self._others))
        told = np.zeros(len(self._masked), dtype=bool)
        for _ in range(_ROUNDS):
            self._solve()
            gaps = gaps_of(self._masked, self._guesser.runs)
            guessed = self._guessed(gaps)
            told = _words_of(gaps, guessed, len(told))
            if late() or not (guessed.any() or self._mask_what_leads_when_filled_in()):
                break
            self._told = Gaps(
                np.concatenate((self._told.firsts, gaps.firsts[guessed])),
                np.concatenate((self._told.stops, gaps.stops[guessed])),
            )
            self._masked &= ~told
        self._masked |= told
        self._solve()
        kept = self._spared | set(np.flatnonzero(~self._inside).tolist())
        return _whole(self._task.draft, np.flatnonzero(self._masked), kept)

    def _guessed(self, gaps: Gaps) -> NDArray[np.bool_]:
        """Which gaps are told by the first who tells any."""
        guessed = self._guesser.told(gaps, self._guesser.shares(gaps, self._masked))
        for other in self._others:
            if guessed.any() or self._stop():
                break
            guessed = other.told(gaps, self._masked)
        return guessed

    def _mask_what_leads_when_filled_in(self) -> bool:
        """Mask what leads back once the guesses of rulings are filled in; gives whether anything
        was."""
        if self._rulings is None:
            return False
        text, masked = self._task.draft.text, np.flatnonzero(self._masked)
        revision = Revision(text).revised(self._written(masked.tolist()))
        places = places_to_mask(
            self._task.revised(revision), self._index, self._rulings, self._stop
        )
        spans = [revision.original_span(*place) for place in places]
        words = np.array(sorted(_words_in(spans, self._task.draft)), dtype=np.int64)
        words = words[self._inside[words] & ~self._masked[words]]
        found = covers(self._guesser, self._costs, self._masked, self._told)
        chosen = found.of(words)
        self._masked[chosen[self._inside[chosen]]] = True
        return bool(len(words))

    def _solve(self) -> None:
        """Mask until nothing leads back."""
        while True:
            if self._stop():
                raise StoppedError
            found = covers(self._guesser, self._costs, self._masked, self._told)
            words = self._found_words(found)
            if not len(words):
                words = self._leading_words(found)
            words = words[self._inside[words]]
            if not len(words):
                return
            chosen = found.of(words)
            self._masked[chosen[self._inside[chosen]]] = True

    def _found_words(self, found: Covers) -> Numbers:
        """Words that break all rare phrases and combinations that stand."""
        left, task = self._left()
        phrases = rare_phrases(task.draft, self._index, task.question)
        standing: list[Finding] = [one for one in phrases if not task.accepts(one)]
        if task.question.max_terms > 1:
            question = replace(task.question, ranked=None)
            costs = found.costs[left]
            report = check(task.draft, self._index, question, self._stop, task.accepts, costs)
            if not report.complete:
                raise StoppedError
            standing += report.combinations
        standing = [one for one in standing if overlapping([one.span], self._asked)]
        self._heard(standing)
        intervals = [
            (int(left[one.first_word]), int(left[one.first_word + one.words - 1]))
            for one in standing
        ]
        words = cheapest_points(intervals, found.costs.tolist(), self._spared, GAP)
        return np.array(words, dtype=np.int64)

    def _leading_words(self, found: Covers) -> Numbers:
        """The words that carry leads before a searcher who ranks, where that is asked."""
        question = self._task.question
        if question.ranked is None:
            return np.empty(0, dtype=np.int64)
        left, task = self._left()
        sources, costs = question.judged_by, found.costs[left]
        leading = ranked(
            task.draft, self._index, question.k, question.ranked, sources, costs
        ).findings
        leading = tuple(one for one in leading if not task.accepts(one))
        self._heard(leading)
        return left[words_that_carry(leading)]

    def _left(self) -> tuple[Numbers, Task]:
        """The words that are not masked, and the task of only these."""
        left = np.flatnonzero(~self._masked)
        return left, replace(self._task, draft=self._task.draft.part(left))
