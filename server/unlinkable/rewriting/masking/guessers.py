"""Whoever guesses at masks (by the index, by texts, with a model), who is asked and when, and what
leads back once their guesses are filled in. Must never know how they guess, nor how masks were
chosen before."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.costs import GAP, masking_costs
from unlinkable.findings.guessing import Gaps, Guesser
from unlinkable.findings.near.near import counted_documents
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Edit, Revision
from unlinkable.rewriting.masking.readable import cheapest_points
from unlinkable.rewriting.task import Task, standing_phrases, unranked
from unlinkable.stopping import Stop, StoppedError, never
from unlinkable_index.index import Index

Told = NDArray[np.bool_]
Fits = Callable[[str], bool]
"""Whether words may stand in a gap, as far as a guesser knows more of it than its neighbours."""


class GapGuesser(Protocol):
    """Whoever guesses what stood in the gaps of one draft, by other means than the index.

    ``seconds``: how long that may take in all.
    """

    @property
    def seconds(self) -> float: ...

    def told(self, gaps: Gaps, masked: Told) -> Told:
        """Which of ``gaps`` it tells word for word, while the words ``masked`` (one a word) cannot
        be read."""
        ...


class RulingsGuesser(GapGuesser, Protocol):
    """One who looks into rulings, and can leave out words that do not fit."""

    def told_among(self, gaps: Gaps, masked: Told, fits: Fits) -> Told:
        """Which of ``gaps`` it tells when it is known that only words that fit stand there."""
        ...

    def votes(self, draft: Draft) -> "GapVotes":
        """What they say in the gaps of a version of the draft, with masks."""
        ...


class GapVotes(Protocol):
    """What rulings say in the gaps of one version of a draft."""

    @property
    def agreed(self) -> Sequence[Sequence[tuple[Span, str]]]:
        """The gaps on which they agree, and on what, right or wrong; for each way to count."""
        ...

    def wider(self, gap: Span, costs: NDArray[np.float64]) -> Sequence[int]:
        """The words beside a gap whose ``costs`` (one a word) are least in all, such that rulings
        agree on nothing once these are masked, too; none where a few words will not do."""
        ...


class CostlyGuesser(GapGuesser, Protocol):
    """One whose every question costs time, so that not all gaps may have been asked about.

    ``asked``: about how many gaps it was asked when it last said which it tells; ``guessed``: the
    first word of each gap that it ever told, and the first one after it.
    """

    @property
    def asked(self) -> int: ...
    @property
    def guessed(self) -> Collection[tuple[int, int]]: ...


@dataclass(frozen=True)
class Attackers:
    """Who is to guess at the masks of drafts besides the index; each is made for one draft, of
    which the document with this number, if any, is taken for the source."""

    rulings: Callable[[Draft, int | None], RulingsGuesser | None] | None = None
    model: Callable[[Draft, int | None], CostlyGuesser] | None = None

    def before(self, task: Task, index: Index, stop: Stop = never) -> "Guessers":
        """The guessers of a draft. Raises UserError when the index is damaged, and StoppedError
        once ``stop`` is true."""
        draft, question = task.draft, task.question
        source = next(iter(question.sources), None)
        return Guessers(
            Guesser(draft, index, counted_documents(draft, index, question), stop),
            self.rulings(draft, source) if self.rulings else None,
            self.model(draft, source) if self.model else None,
        )


@dataclass(frozen=True)
class Guessers:
    """The guessers of one draft."""

    index: Guesser
    rulings: RulingsGuesser | None = None
    model: CostlyGuesser | None = None

    @property
    def others(self) -> Sequence[GapGuesser]:
        """Those who guess by other means than the index, the cheapest first."""
        return [one for one in (self.rulings, self.model) if one is not None]

    def told(self, gaps: Gaps, masked: Told) -> Told:
        """Which gaps anyone tells."""
        told = self.index.told(gaps, masked)
        for other in self.others:
            told = told | other.told(gaps, masked)
        return told


_DEAR = 1000.0  # what a word costs that cannot be masked, so that others are
_NOTHING = 1e-3  # ... that is masked anyway


def places_to_mask(task: Task, index: Index, rulings: RulingsGuesser, stop: Stop) -> Sequence[Span]:
    """Where words of a draft stand that are to be masked so that less leads back once the guesses
    of rulings are filled in; none where nothing does, or nothing can be done about it.

    Raises StoppedError, and UserError when the index is damaged.
    """
    votes = rulings.votes(task.draft)
    revisions = list(_filled(task, votes))
    gaps = {edit.span for one in revisions for edit in one.edits}
    wider = _wider(task, index, votes, gaps)
    places: set[Span] = set()
    for filled in revisions:
        places.update(_Filled(task, filled, index).places_to_mask(wider, sorted(places), stop))
    return sorted(places)


def leading_when_filled_in(task: Task, index: Index, rulings: RulingsGuesser) -> int:
    """How many findings there are at most once everything is filled in that rulings agree on,
    before searchers by phrases and by combinations. Raises UserError when the index is damaged."""
    leading = 0
    for filled in _filled(task, rulings.votes(task.draft)):
        guessed = unranked(task.revised(filled))
        report = check(guessed.draft, index, guessed.question, accepts=guessed.accepts)
        leading = max(leading, len(report.findings))
    return leading


class _Filled:
    """A draft with guesses filled in: ``filled`` in the draft of the task ``before``."""

    def __init__(self, before: Task, filled: Revision, index: Index) -> None:
        self._filled = filled
        self._index = index
        self._task = unranked(before.revised(filled))
        draft = self._task.draft
        self._guess_at = {
            word: number
            for number, place in enumerate(_places(filled))
            for word in draft.words_in(place)
        }

    def places_to_mask(
        self, wider: Mapping[Span, "_Wider"], begun: Sequence[Span], stop: Stop
    ) -> Iterator[Span]:
        """Where the words stand in the draft before that break what leads back, or that make gaps
        so wide that they are not filled in. ``begun``: where words are masked anyway."""
        draft, edits = self._task.draft, self._filled.edits
        costs = masking_costs(draft, self._index) + GAP
        ways = [wider[edit.span] for edit in edits]
        for word, number in self._guess_at.items():
            costs[word] = ways[number].cost
        for span in self._filled.unchanged(begun).values():
            costs[list(draft.words_in(span))] = _NOTHING
        kept = self._task.accepted_words
        kept |= {word for word, number in self._guess_at.items() if not ways[number].places}
        costs[list(kept)] = _DEAR
        for word in cheapest_points(self._found(costs, stop), costs.tolist(), kept):
            if word in self._guess_at:
                yield from ways[self._guess_at[word]].places
            elif word not in kept:
                yield self._filled.original_span(*draft.span_of(range(word, word + 1)))

    def _found(self, costs: NDArray[np.float64], stop: Stop) -> list[tuple[int, int]]:
        """The first and the last word of each phrase and of each term to be masked."""
        task = self._task
        spans = [one.span for one in standing_phrases(task, self._index)]
        if task.question.max_terms > 1:
            report = check(task.draft, self._index, task.question, stop, task.accepts, costs)
            if not report.complete:
                raise StoppedError
            spans += [one.span for one in report.combinations]
        return [(words[0], words[-1]) for span in spans if (words := task.draft.words_in(span))]


@dataclass(frozen=True)
class _Wider:
    """Where words are to be masked beside a gap so that it is not filled in, and what that costs;
    none where it cannot be had."""

    places: tuple[Span, ...]
    cost: float


def _wider(
    task: Task, index: Index, votes: GapVotes, gaps: Iterable[Span]
) -> Mapping[Span, _Wider]:
    """How each of some gaps is made wide enough."""
    draft = task.draft
    costs = masking_costs(draft, index).copy()
    costs[list(task.accepted_words)] = np.inf
    found = {}
    for gap in gaps:
        words = list(votes.wider(gap, costs))
        places = tuple(draft.span_of(range(word, word + 1)) for word in words)
        found[gap] = _Wider(places, float(costs[words].sum()))
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
