"""What other texts say between the same words: a vote for each gap of a draft.

In texts like a draft the same formulae stand, and what is masked in it stands there in clear. The
more words on either side are the same, the more a vote weighs; one on each side is the least. Knows
words and weights; knows nothing of how the texts were found.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import DEFAULT_MASKS, Forms
from unlinkable.draft.draft import LEFT, RIGHT, Gap, offsets_inside
from unlinkable.draft.masks import Masks
from unlinkable.findings.guessing import LONGEST
from unlinkable_index.words import Words, find_words

_KEPT = 10  # guesses of a gap
_SURER = 4.0
"""How many times more a vote weighs for each word more that is the same on either side."""

_ENOUGH = 2
"""Texts that must have so many words beside a gap that only these are counted."""

_MIXING = np.random.default_rng(1).integers(1 << 63, size=LONGEST, dtype=np.uint64) * 2 + 1
_ALONE = 3  # words on one side that tell by themselves, where a draft begins or ends
_NEIGHBOURHOODS = sorted(
    [*product(range(1, LEFT + 1), range(1, RIGHT + 1)), (LEFT, 0), (_ALONE, 0), (0, _ALONE)],
    key=lambda sides: (not all(sides), -sum(sides), -min(sides), -sides[0]),
)
"""Words on the left and on the right, the more the better, and as many on either."""
_FEW = 4  # words of a guess, where longer ones do not count

Numbers = NDArray[np.int64]


class Counting(Enum):
    """Whose votes count: those of all texts, each for what is the same beside the gap; or only
    those of the texts that have most of it, if these are two at least; or those of the texts that
    have the most words on the left and on the right that two at least have, for few words; where a
    draft begins or ends, on one side."""

    ALL = "all"
    LIKEST = "likest"
    BACK_OFF = "back off"


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
    ``left``, ``right``: how many words beside them are the same as in the draft."""

    owners: Numbers
    firsts: Numbers
    ends: Numbers
    left: Numbers
    right: Numbers

    @property
    def same(self) -> Numbers:
        """How many words beside them are the same."""
        return self.left + self.right

    def only(self, chosen: NDArray[np.bool_]) -> "_Places":
        """The ``chosen`` ones."""
        return _Places(
            self.owners[chosen],
            self.firsts[chosen],
            self.ends[chosen],
            self.left[chosen],
            self.right[chosen],
        )


_NONE = _Places(*np.empty((5, 0), dtype=np.int64))


class Voters:
    """Some texts, ready to vote. A text votes by the places that are most like the draft's; where
    these say several things, each gets a part of its vote."""

    def __init__(self, voters: Sequence[Voter], masks: Masks | None = None) -> None:
        """``masks``: what counts as a mask in the texts, which says nothing of what it hides."""
        self._masks = masks or Masks(DEFAULT_MASKS)
        self._voters: tuple[Voter, ...] = ()
        self._words: tuple[Words, ...] = ()
        self._known: dict[str, int] = {}
        self._numbers: Numbers = np.empty(0, dtype=np.int64)
        self._masked: NDArray[np.bool_] = np.empty(0, dtype=bool)
        self._read(voters)

    def joined_by(self, voters: Sequence[Voter]) -> "Voters":
        """These texts and others."""
        joined = copy(self)
        joined._known = dict(self._known)
        joined._read(voters)
        return joined

    def _read(self, voters: Sequence[Voter]) -> None:
        known, words = self._known, tuple(_words(voter.text) for voter in voters)
        numbers = [known.setdefault(form, len(known)) for one in words for form in one.forms]
        masked = [
            offsets_inside(one.starts, self._masks.find(voter.text))
            for one, voter in zip(words, voters, strict=True)
        ]
        self._voters += tuple(voters)
        self._words += words
        self._numbers = np.concatenate([self._numbers, np.array(numbers, dtype=np.int64)])
        self._masked = np.concatenate([self._masked, *masked])
        lengths = [len(one.forms) for one in self._words]
        self._weights = np.array([voter.weight for voter in self._voters], dtype=np.float64)
        self._owners: Numbers = np.repeat(np.arange(len(self._voters)), lengths)
        self._firsts = np.cumsum([0, *lengths])
        self._order = np.argsort(self._numbers, kind="stable")
        self._bounds = np.searchsorted(
            self._numbers[self._order], np.arange(len(known) + 1), side="left"
        )
        self._masked_before = np.cumsum(np.concatenate([[False], self._masked]))
        self._known_places: dict[tuple[Forms, Forms], _Places] = {}
        self._same = np.zeros((2, len(self._numbers) + LONGEST + 2), dtype=np.int8)

    def guesses(self, gap: Gap, counting: Counting = Counting.ALL) -> tuple[Guess, ...]:
        """What the texts say in a gap, the most votes first; nothing where none says anything."""
        places = self._places(gap)
        places = places.only(self._weights[places.owners] > 0)
        if counting is Counting.BACK_OFF:
            places = _backed_off(places.only(places.ends - places.firsts <= _FEW))
            return self._counted(places, np.ones(len(places.owners))) if len(places.owners) else ()
        places = places.only((places.left > 0) & (places.right > 0))
        if not len(places.owners):
            return ()
        most = np.zeros(len(self._voters), dtype=np.int64)
        np.maximum.at(most, places.owners, places.same)
        places = places.only(places.same == most[places.owners])
        if counting is Counting.ALL:
            return self._counted(places, (_SURER**places.same).astype(np.float64))
        ranked = np.sort(most)[::-1]
        enough = ranked[min(_ENOUGH, len(ranked)) - 1] or ranked[0]
        places = places.only(places.same >= enough)
        return self._counted(places, np.ones(len(places.owners)))

    def weighing(self, weights: Mapping[str, float]) -> "Voters":
        """The same texts with other weights, by the ids of their records; of the others none."""
        others = copy(self)
        others._weights = np.array([weights.get(one.id, 0.0) for one in self._voters])
        return others

    def _places(self, gap: Gap) -> _Places:
        """What stands between the same words as a gap: the same in every version of a draft, so
        it is kept."""
        beside = gap.left, gap.right
        if beside not in self._known_places:
            lefts, rights = self._runs(gap.left[::-1], -1), self._runs(gap.right, 1)
            if lefts and rights:
                found = self._between(lefts, rights)
            elif len(lefts) >= _ALONE and not gap.right:
                found = self._beside(lefts, 1)
            elif len(rights) >= _ALONE and not gap.left:
                found = self._beside(rights, -1)
            else:
                found = _NONE
            self._known_places[beside] = found
        return self._known_places[beside]

    def _beside(self, runs: Sequence[Numbers], step: int) -> _Places:
        """The one word beside the words of a draft's other side, at its beginning or end."""
        same = np.zeros(len(self._numbers), dtype=np.int64)
        for count, run in enumerate(runs, start=1):
            same[run] = count
        at = runs[_ALONE - 1]
        inside = (at + step >= 0) & (at + step < len(self._numbers))
        at = at[inside]
        at = at[(self._owners[at + step] == self._owners[at]) & ~self._masked[at + step]]
        words, known, none = at + step, same[at], np.zeros(len(at), dtype=np.int64)
        left, right = (known, none) if step > 0 else (none, known)
        return _Places(self._owners[words], words, words + 1, left, right)

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
        left = self._same[0, firsts - 1].astype(np.int64)
        right = self._same[1, ends].astype(np.int64)
        self._same[0, lefts[0]] = 0
        self._same[1, rights[0]] = 0
        return _Places(self._owners[firsts], firsts, ends, left, right)

    def _counted(self, places: _Places, surer: NDArray[np.float64]) -> tuple[Guess, ...]:
        """The votes, each weighing so much more by what is the same: of a text that says several
        things, each has a part of it."""
        parts = np.bincount(places.owners)
        weights = self._weights[places.owners] * surer / parts[places.owners]
        _, said = np.unique(self._hashes(places), return_inverse=True)
        shares = np.bincount(said, weights) / weights.sum()
        best = np.argsort(-shares, kind="stable")[:_KEPT].tolist()
        guesses = [self._guess(float(shares[one]), places.only(said == one)) for one in best]
        return tuple(sorted(guesses, key=lambda guess: (-guess.share, guess.forms)))

    def _hashes(self, places: _Places) -> NDArray[np.uint64]:
        """A number for the words at each place: the same for the same words."""
        steps = np.arange(LONGEST)
        at = np.minimum(places.firsts[:, None] + steps, len(self._numbers) - 1)
        inside = steps < (places.ends - places.firsts)[:, None]
        words = np.where(inside, self._numbers[at] + 1, 0).astype(np.uint64)
        hashes: NDArray[np.uint64] = (words * _MIXING).sum(axis=1, dtype=np.uint64)
        return hashes

    def _guess(self, share: float, places: _Places) -> Guess:
        owner, start = int(places.owners[0]), int(places.firsts[0])
        words, text = self._words[owner], self._voters[owner].text
        first = start - int(self._firsts[owner])
        last = first + int(places.ends[0]) - start - 1
        return Guess(
            text[int(words.starts[first]) : int(words.ends[last])],
            words.forms[first : last + 1],
            share,
            tuple(self._voters[one].id for one in np.unique(places.owners).tolist()),
        )


def _backed_off(places: _Places) -> _Places:
    """Those with the most words on the left and on the right that enough texts have."""
    best = _NONE
    for left, right in _NEIGHBOURHOODS:
        chosen = (places.left >= left) & (places.right >= right)
        voting = np.count_nonzero(np.bincount(places.owners[chosen])) if chosen.any() else 0
        if voting:
            best = places.only(chosen)
        if voting >= _ENOUGH:
            break
    return best


@lru_cache(maxsize=250)
def _words(text: str) -> Words:
    """The words of a text: the versions of one draft have nearly the same rulings beside them."""
    return find_words(text)
