"""One stage of a choice of masks: words are masked until nothing that is asked about leads back.

What the stages before it masked stays masked. Words are masked with the cheapest covers that the
guesser of the stage leaves (`covers`); what he and others tell of the gaps that this makes is
filled in again, and what leads back with it is broken by other words or wider gaps. Knows findings
and guessers; must know nothing of the other stages.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.findings.costs import GAP, masking_costs
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.findings.guessing import Covers, Gaps, Guesser, NothingTold, covers, gaps_of
from unlinkable.findings.ranking import ranked, words_that_carry
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Edit, Revision
from unlinkable.rewriting.masking.guessers import GapGuesser, RulingsGuesser, Told, places_to_mask
from unlinkable.rewriting.masking.masks_in_text import Numbers, with_whole_words
from unlinkable.rewriting.masking.readable import NearWords, cheapest_points
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.stopping import Stop, StoppedError, within
from unlinkable_index.index import Index

Heard = Callable[[Sequence[AnyFinding]], None]
"""Told what leads back, each time that words are masked for it."""


def unheard(_: Sequence[AnyFinding]) -> None:
    """Tell nobody."""


Written = Callable[[Sequence[int]], Sequence[Edit]]
"""The masks for some words (numbers, rising), as edits of the draft."""
NO_GAPS = Gaps(*np.empty((2, 0), dtype=np.int64))
SECONDS = 60.0
"""After which no new round is begun."""
_ROUNDS = 16  # of filling in and solving anew
_DEAR = 1000.0  # what a word costs more that should not be masked
_DEAREST = 3.0  # what a word costs at most of those that carry leads; few leave much choice


def whole(draft: Draft, chosen: Numbers, spared: Iterable[int]) -> Numbers:
    """The words chosen, with the rest of the numbers and words in brackets that some are parts of,
    but those spared."""
    words = with_whole_words(draft, chosen)
    return np.union1d(chosen, words[~np.isin(words, list(spared))])


def words_of(gaps: Gaps, chosen: Told, count: int) -> NDArray[np.bool_]:
    """Which of ``count`` words stand in the ``chosen`` gaps."""
    inside = np.zeros(count, dtype=bool)
    for first, stop in zip(gaps.firsts[chosen].tolist(), gaps.stops[chosen].tolist(), strict=True):
        inside[first:stop] = True
    return inside


@dataclass(frozen=True)
class MaskingScope:
    """What all stages have in common.

    - ``span``: words outside of it are not masked;
    - ``stop``: whether to give up;
    - ``heard``: told what leads back.
    """

    index: Index
    span: Span
    stop: Stop
    heard: Heard = unheard


class Choosing:
    """The state of a stage: what is masked, and which gaps turned out to be told.

    - ``guesser``, ``others``: who guess at the gaps;
    - ``begun``: words that are masked already (numbers).
    """

    def __init__(
        self,
        task: Task,
        scope: MaskingScope,
        guesser: Guesser | NothingTold,
        others: Sequence[GapGuesser] = (),
        begun: Sequence[int] | Numbers = (),
    ) -> None:
        self._task = task
        self._index = index = scope.index
        self._asked = scope.span
        self._stop = scope.stop
        draft = task.draft
        inside = draft.words_in(scope.span)
        self._inside = np.zeros(len(draft.forms), dtype=bool)
        self._inside[inside.start : inside.stop] = True
        self._costs = masking_costs(draft, index)
        self._spared = task.accepted_words
        self._masked = np.zeros(len(draft.forms), dtype=bool)
        self._masked[list(begun)] = True
        self.told = NO_GAPS
        """The gaps that turned out to be told."""
        self._near = NearWords(task, index)
        self._held = np.zeros(len(draft.forms), dtype=bool)  # read together, these led nowhere
        self._guesser = guesser
        self._others = others
        self._heard = scope.heard

    def carrying_leads(self) -> Numbers:
        """Only the words that carry leads before a searcher who ranks, without their covers, but
        of these rather those with cheap ones."""
        phrases = rare_phrases(self._task.draft, self._index, self._task.question)
        self._heard(self._counting(phrases))
        found = covers(self._guesser, self._costs, self._masked, NO_GAPS)
        found = replace(found, costs=np.minimum(found.costs, _DEAREST))
        while len(words := self._asked_for(self._leading_words(found))):
            self._masked[words] = True
        return self._all_masked()

    def chosen(
        self, rulings: RulingsGuesser | None = None, written: Written = lambda _: ()
    ) -> Numbers:
        """Mask, fill in what is told, and solve anew, until nothing is told or time is up. What
        ``rulings`` guess is filled in as well, in the masks ``written`` and all others; None:
        nobody does."""
        late = within(SECONDS + sum(other.seconds for other in self._others))
        told = np.zeros(len(self._masked), dtype=bool)
        for _ in range(_ROUNDS):
            self._solve()
            gaps = gaps_of(self._masked, self._guesser.runs)
            guessed = self._guessed(gaps)
            told = words_of(gaps, guessed, len(told))
            if late() or not (guessed.any() or self._mask_what_leads_with(rulings, written)):
                break
            self.told = Gaps(
                np.concatenate((self.told.firsts, gaps.firsts[guessed])),
                np.concatenate((self.told.stops, gaps.stops[guessed])),
            )
            self._masked &= ~told
        self._masked |= told
        self._solve()
        return self._all_masked()

    def mended(self, told: Callable[[Gaps, Told], Told]) -> Numbers:
        """What is masked, and what leads back once all that is ``told`` of it is filled in."""
        for _ in range(_ROUNDS):
            gaps = gaps_of(self._masked, self._guesser.runs)
            guessed = told(gaps, self._masked)
            self.told = Gaps(gaps.firsts[guessed], gaps.stops[guessed])
            found = covers(self._guesser, self._costs, self._masked, self.told)
            readable = ~self._masked | words_of(gaps, guessed, len(self._masked))
            words = self._asked_for(self._found_words(found, readable))
            chosen = self._asked_for(found.of(words))
            chosen = chosen[~np.isin(chosen, list(self._spared))]
            if self._masked[chosen].all() or self._stop():
                break
            self._masked[chosen] = True
        return self._all_masked()

    def _all_masked(self) -> Numbers:
        kept = self._spared | set(np.flatnonzero(~self._inside).tolist())
        return whole(self._task.draft, np.flatnonzero(self._masked), kept)

    def _asked_for(self, words: Numbers) -> Numbers:
        """Those of some words that may be masked."""
        return words[self._inside[words]]

    def _counting(self, phrases: Sequence[Finding]) -> list[Finding]:
        """Those of some phrases that were not accepted, in the span asked for."""
        return [one for one in phrases if self._is_asked(one) and not self._task.accepts(one)]

    def _is_asked(self, finding: Finding) -> bool:
        return bool(overlapping([finding.span], self._asked))

    def _guessed(self, gaps: Gaps) -> NDArray[np.bool_]:
        """Which gaps are told by the first who tells any."""
        guessed = self._guesser.told(gaps, self._masked)
        for other in self._others:
            if guessed.any() or self._stop():
                break
            guessed = other.told(gaps, self._masked)
        return guessed

    def _mask_what_leads_with(self, rulings: RulingsGuesser | None, written: Written) -> bool:
        """Mask what leads back once the guesses of ``rulings`` are filled in; gives whether
        anything was."""
        if rulings is None:
            return False
        text, masked = self._task.draft.text, np.flatnonzero(self._masked)
        revision = Revision(text).revised(written(masked.tolist()))
        places = places_to_mask(self._task.revised(revision), self._index, rulings, self._stop)
        spans = [revision.original_span(*place) for place in places]
        found_in = {word for span in spans for word in self._task.draft.words_in(span)}
        words = np.array(sorted(found_in), dtype=np.int64)
        words = self._asked_for(words[~self._masked[words]])
        found = covers(self._guesser, self._costs, self._masked, self.told)
        self._masked[self._asked_for(found.of(words))] = True
        return bool(len(words))

    def _solve(self) -> None:
        """Mask until nothing leads back."""
        while True:
            found = covers(self._guesser, self._costs, self._masked, self.told)
            words = self._asked_for(self._found_words(found, ~self._masked))
            if not len(words):
                words = self._asked_for(self._leading_words(found))
            if not len(words):
                return
            self._masked[self._asked_for(found.of(words))] = True

    def _found_words(self, found: Covers, readable: Told) -> Numbers:
        """Words that break all that exact search finds of the ``readable`` words. Of words that led
        nowhere, fewer make no phrase, combination or window that leads, but other gaps."""
        if self._stop():
            raise StoppedError
        costs = found.costs.copy()
        costs[list(self._spared) + np.flatnonzero(~self._inside).tolist()] += _DEAR
        if not (self._task.accepted or (readable & ~self._held).any()):
            return self._near.breaking_gaps(~readable, costs, self._stop)
        words = self._phrases_and_terms(found, readable)
        hidden = ~readable
        hidden[list(words)] = True
        near = self._near.breaking(hidden, costs, self._stop)
        if not (len(words) or len(near)):
            self._held = readable
        return np.union1d(np.array(words, dtype=np.int64), near)

    def _phrases_and_terms(self, found: Covers, readable: Told) -> Sequence[int]:
        """Words that break the phrases and combinations that lead back of the ``readable`` ones."""
        left, task = self._part(readable)
        phrases = rare_phrases(task.draft, self._index, task.question)
        standing = self._counting(phrases)
        if task.question.max_terms > 1:
            question = replace(task.question, ranked=None, within=0)
            costs = found.costs[left]
            report = check(task.draft, self._index, question, self._stop, task.accepts, costs)
            if not report.complete:
                raise StoppedError
            standing += [one for one in report.combinations if self._is_asked(one)]
        self._heard(standing)
        intervals = [
            (int(left[one.first_word]), int(left[one.first_word + one.words - 1]))
            for one in standing
        ]
        return cheapest_points(intervals, found.costs.tolist(), self._spared, GAP)

    def _leading_words(self, found: Covers) -> Numbers:
        """The words that carry leads before a searcher who ranks, where that is asked."""
        question = self._task.question
        if question.ranked is None:
            return np.empty(0, dtype=np.int64)
        left, task = self._part(~self._masked)
        sources, costs = question.judged_by, found.costs[left]
        leading = ranked(
            task.draft, self._index, question.k, question.ranked, sources, costs
        ).findings
        leading = tuple(one for one in leading if not task.accepts(one))
        self._heard(leading)
        return left[words_that_carry(leading)]

    def _part(self, readable: Told) -> tuple[Numbers, Task]:
        """The ``readable`` words, and the task of only these. Raises StoppedError when stopped."""
        if self._stop():
            raise StoppedError
        left = np.flatnonzero(readable)
        return left, replace(self._task, draft=self._task.draft.part(left))
