"""Whoever guesses at the masks that are chosen for a draft: by the index, by texts, with a model.

The index is asked first, since that costs nothing, and each of the others only of choices that
those before him do not tell. Knows who is asked and when; must know nothing of how they guess.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.guessing.by_index import Gaps, Guesser
from unlinkable.findings.near.near import counted_documents
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, never
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
