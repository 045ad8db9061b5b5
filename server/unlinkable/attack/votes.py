"""What other texts say between the same words: a vote for each gap of a draft.

In texts like a draft the same formulae stand, and what is masked in it stands there in clear. The
more words on either side are the same, the more a vote weighs; one on each side is the least. Knows
words and weights; knows nothing of how the texts were found.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import DEFAULT_MASKS, Span
from unlinkable.draft.gaps import Gap
from unlinkable.draft.masks import Masks
from unlinkable.findings.guessing import LONGEST
from unlinkable_index.words import Words, find_words

_KEPT = 10  # guesses of a gap
_SURER = 4.0
"""How many times more a vote weighs for each word more that is the same on either side."""

_ENOUGH = 2
"""Texts that must have so many words beside a gap that only these are counted."""

Numbers = NDArray[np.int64]


class Counting(Enum):
    """Whose votes count: those of all texts, each for what is the same beside the gap, or only
    those of the texts that have most of it, if these are two at least."""

    ALL = "all"
    LIKEST = "likest"


@dataclass(frozen=True)
class Voter:
    """A text, the id of its record, and how much its vote weighs."""

    id: str
    text: str
    weight: float


@dataclass(frozen=True)
class Guess:
    """What most votes say. ``share``: of the weight of all votes, 0 to 1; ``voters``: the ids of
    those who say so, in their order."""

    text: str
    forms: tuple[str, ...]
    share: float
    voters: tuple[str, ...]


@dataclass(frozen=True)
class _Places:
    """Words of the texts ``owners`` from ``firsts`` up to ``ends``, as numbers among all words;
    ``same``: how many words beside them are the same as in the draft."""

    owners: Numbers
    firsts: Numbers
    ends: Numbers
    same: Numbers

    def only(self, chosen: NDArray[np.bool_]) -> "_Places":
        """The ``chosen`` ones."""
        return _Places(
            self.owners[chosen], self.firsts[chosen], self.ends[chosen], self.same[chosen]
        )


class Voters:
    """Some texts, ready to vote. A text votes by the places that are most like the draft's; where
    these say several things, each gets a part of its vote."""

    def __init__(self, voters: Sequence[Voter], masks: Masks | None = None) -> None:
        """``masks``: what counts as a mask in the texts, which says nothing of what it hides."""
        self._voters = voters
        self._words: list[Words] = [_words(voter.text) for voter in voters]
        known: dict[str, int] = {}
        numbers = [
            known.setdefault(form, len(known)) for words in self._words for form in words.forms
        ]
        lengths = [len(words.forms) for words in self._words]
        self._known = known
        self._listed = numbers
        self._weights = np.array([voter.weight for voter in voters], dtype=np.float64)
        self._numbers: Numbers = np.array(numbers, dtype=np.int64)
        self._owners: Numbers = np.repeat(np.arange(len(voters)), lengths)
        self._firsts = np.cumsum([0, *lengths])
        self._order = np.argsort(self._numbers, kind="stable")
        self._bounds = np.searchsorted(
            self._numbers[self._order], np.arange(len(known) + 1), side="left"
        )
        masks = masks or Masks(DEFAULT_MASKS)
        masked = [_inside(words, masks.find(voter.text)) for words, voter in self._pairs()]
        self._masked_before = np.cumsum(np.concatenate([[False], *masked]))
        self._same = np.zeros((2, len(self._numbers) + LONGEST + 2), dtype=np.int8)

    def _pairs(self) -> Iterator[tuple[Words, Voter]]:
        return zip(self._words, self._voters, strict=True)

    def guesses(self, gap: Gap, counting: Counting = Counting.ALL) -> tuple[Guess, ...]:
        """What the texts say in a gap, the most votes first; nothing where none says anything."""
        lefts, rights = self._runs(gap.left[::-1], -1), self._runs(gap.right, 1)
        if not lefts or not rights:
            return ()
        places = self._between(lefts, rights)
        most = np.zeros(len(self._voters), dtype=np.int64)
        np.maximum.at(most, places.owners, places.same)
        places = places.only(places.same == most[places.owners])
        if counting is Counting.ALL:
            return self._counted(places, (_SURER**places.same).astype(np.float64))
        ranked = np.sort(most)[::-1]
        enough = ranked[min(_ENOUGH, len(ranked)) - 1] or ranked[0]
        places = places.only(places.same >= enough)
        return self._counted(places, np.ones(len(places.owners)))

    def _runs(self, words: Sequence[str], step: int) -> list[Numbers]:
        """Where the first of ``words`` stands, the first two in this direction, and so on."""
        runs: list[Numbers] = []
        for count, word in enumerate(words):
            number = self._known.get(word)
            if number is None:
                break
            if not runs:
                runs.append(self._order[self._bounds[number] : self._bounds[number + 1]])
                continue
            beside = runs[-1] + step * count
            inside = (beside >= 0) & (beside < len(self._numbers))
            places, beside = runs[-1][inside], beside[inside]
            same = self._numbers[beside] == number
            runs.append(places[same & (self._owners[beside] == self._owners[places])])
        return runs

    def _between(self, lefts: Sequence[Numbers], rights: Sequence[Numbers]) -> _Places:
        """The places between a word on the left and, not too far, the next one on the right."""
        for same, runs in zip(self._same, (lefts, rights), strict=True):
            for count, run in enumerate(runs, start=1):
                same[run] = count
        lasts = lefts[0]
        found: list[tuple[Numbers, int]] = []
        for length in range(1, LONGEST + 1):
            hit = self._same[1, lasts + length + 1] > 0
            here, lasts = lasts[hit], lasts[~hit]
            here = here[self._owners[here] == self._owners[here + length + 1]]
            masked = self._masked_before[here + length + 1] > self._masked_before[here + 1]
            found.append((here[~masked], length))
        firsts = np.concatenate([here + 1 for here, _ in found])
        ends = np.concatenate([here + 1 + length for here, length in found])
        same = (self._same[0, firsts - 1] + self._same[1, ends]).astype(np.int64)
        self._same[0, lefts[0]] = 0
        self._same[1, rights[0]] = 0
        return _Places(self._owners[firsts], firsts, ends, same)

    def _counted(self, places: _Places, surer: NDArray[np.float64]) -> tuple[Guess, ...]:
        """The votes, each weighing so much more by what is the same: of a text that says several
        things, each has a part of it."""
        if not len(places.owners):
            return ()
        parts = np.bincount(places.owners)
        weights = self._weights[places.owners] * surer / parts[places.owners]
        votes: dict[tuple[int, ...], float] = defaultdict(float)
        voters: dict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
        rows = zip(
            places.owners.tolist(),
            places.firsts.tolist(),
            places.ends.tolist(),
            weights.tolist(),
            strict=True,
        )
        for owner, first, end, weight in rows:
            said = tuple(self._listed[first:end])
            votes[said] += weight
            voters[said].setdefault(owner, first)
        whole = sum(votes.values())
        best = sorted(votes, key=lambda said: (-votes[said], said))[:_KEPT]
        return tuple(self._guess(votes[said] / whole, voters[said], len(said)) for said in best)

    def _guess(self, share: float, voters: Mapping[int, int], length: int) -> Guess:
        owners = sorted(voters)
        words, text = self._words[owners[0]], self._voters[owners[0]].text
        first = voters[owners[0]] - int(self._firsts[owners[0]])
        return Guess(
            text[int(words.starts[first]) : int(words.ends[first + length - 1])],
            words.forms[first : first + length],
            share,
            tuple(self._voters[owner].id for owner in owners),
        )


@lru_cache(maxsize=150)
def _words(text: str) -> Words:
    """The words of a text: the versions of one draft have nearly the same rulings beside them."""
    return find_words(text)


def _inside(words: Words, spans: Sequence[Span]) -> NDArray[np.bool_]:
    """Which words of a text begin in one of ``spans``, which are in order and apart."""
    bounds = np.array(spans, dtype=np.int64).ravel()
    inside: NDArray[np.bool_] = np.searchsorted(bounds, words.starts, side="right") % 2 == 1
    return inside
