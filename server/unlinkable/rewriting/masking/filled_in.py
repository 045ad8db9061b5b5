"""What leads back once rulings have filled in the masks on which they agree, and masking that too.

A searcher cannot know which guesses are right, so he fills in all of them, also in the masks that a
draft came with; and a wrong word may stand in the original as well, beside what can be read. What
leads back then is broken at words that can be read; where guesses alone lead back, one of the gaps
they stand in is made so wide that rulings no longer agree on it. As words are only ever masked,
this comes to an end. Knows guesses and findings; must know nothing of how masks were chosen before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Span
from unlinkable.findings.costs import masking_costs
from unlinkable.findings.report import check
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.masking.guessers import GapVotes, RulingsGuesser
from unlinkable.rewriting.masking.hitting_set import cheapest_points
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.index import Index

_DEAR = 1000.0  # what it costs to mask a word that was filled in: there is nothing to mask
_NEVER = 100 * _DEAR  # ... whose gap cannot be made wide enough, or that someone answers for


def places_to_mask(task: Task, index: Index, rulings: RulingsGuesser, stop: Stop) -> Sequence[Span]:
    """Where words of a draft stand that are to be masked so that less leads back once the guesses
    of rulings are filled in; none where nothing does, or nothing can be done about it.

    Raises StoppedError, and UserError when the index is damaged.
    """
    votes = rulings.votes(task.draft)
    places: list[Span] = []
    for filled in _filled(task, votes):
        places += _Filled(task, filled, index, votes).places_to_mask(stop)
    return sorted(set(places))


def leading_when_filled_in(task: Task, index: Index, rulings: RulingsGuesser) -> int:
    """How many findings there are at most once everything is filled in that rulings agree on,
    before searchers by phrases and by combinations. Raises UserError when the index is damaged."""
    leading = 0
    for filled in _filled(task, rulings.votes(task.draft)):
        guessed = _unranked(task.revised(filled))
        report = check(guessed.draft, index, guessed.question, accepts=guessed.accepts)
        leading = max(leading, len(report.findings))
    return leading


class _Filled:
    """A draft with guesses filled in."""

    def __init__(self, task: Task, filled: Revision, index: Index, votes: GapVotes) -> None:
        self._before = task
        self._filled = filled
        self._index = index
        self._votes = votes
        self._task = _unranked(task.revised(filled))
        draft = self._task.draft
        self._guess_at = {
            word: number
            for number, place in enumerate(_places(filled))
            for word in draft.words_in(place)
        }
        self._accepted = {w for span in self._task.accepted_spans for w in draft.words_in(span)}

    def places_to_mask(self, stop: Stop) -> Iterator[Span]:
        """Where the words stand in the draft before that break what leads back, or widen gaps."""
        draft, hopeless = self._task.draft, self._accepted | self._guess_at.keys()
        costs = masking_costs(draft, self._index)
        costs[list(hopeless)] += _DEAR
        found = self._found(costs, stop)
        wider: dict[int, Sequence[Span]] = {}
        if any(hopeless.issuperset(range(first, last + 1)) for first, last in found):
            wider = self._widenings(costs)
            found = self._found(costs, stop)
        for word in cheapest_points(found, costs.tolist(), hopeless):
            if word not in hopeless:
                yield self._filled.original_span(*draft.span_of(range(word, word + 1)))
            elif word in self._guess_at:
                yield from wider.get(self._guess_at[word], ())

    def _found(self, costs: NDArray[np.float64], stop: Stop) -> list[tuple[int, int]]:
        """The first and the last word of each phrase and of each term to be masked."""
        task = self._task
        phrases = rare_phrases(task.draft, self._index, task.question)
        spans = [one.span for one in phrases if not task.accepts(one)]
        if task.question.max_terms > 1:
            report = check(task.draft, self._index, task.question, stop, task.accepts, costs)
            if not report.complete:
                raise StoppedError
            spans += [one.span for one in report.combinations]
        return [(words[0], words[-1]) for span in spans if (words := task.draft.words_in(span))]

    def _widenings(self, costs: NDArray[np.float64]) -> dict[int, Sequence[Span]]:
        """For each guess the words to be masked beside it; ``costs`` are then those of these."""
        before = self._before.draft
        beside = masking_costs(before, self._index)
        kept = [w for span in self._before.accepted_spans for w in before.words_in(span)]
        beside[kept] = np.inf
        found: dict[int, Sequence[Span]] = {}
        dearness: dict[int, float] = {}
        for number, edit in enumerate(self._filled.edits):
            words = self._votes.wider(Span(edit.start, edit.end), beside)
            found[number] = [before.span_of(range(word, word + 1)) for word in words]
            dearness[number] = _DEAR + float(beside[list(words)].sum()) if words else _NEVER
        for word, number in self._guess_at.items():
            costs[word] = dearness[number]
        costs[list(self._accepted)] = _NEVER
        return found


def _filled(task: Task, votes: GapVotes) -> Iterator[Revision]:
    """The draft with the guesses filled in, for each way to count them that comes to any."""
    text = task.draft.text
    for agreed in votes.agreed:
        fills = [Edit(start, end, text[start:end], words) for (start, end), words in agreed]
        if fills:
            yield Revision(text).revised(fills)


def _places(filled: Revision) -> Sequence[Span]:
    """Where what was filled in stands."""
    places, shift = [], 0
    for edit in filled.edits:
        start = edit.start + shift
        places.append(Span(start, start + len(edit.after)))
        shift += edit.grows
    return places


def _unranked(task: Task) -> Task:
    return replace(task, question=replace(task.question, ranked=None))
