"""A guesser of masks who has the texts of other rulings, and nothing of the product's.

The rulings nearest to a draft are sought (BM25 over all its words), its own original left out. What
stands in them between the same words as a mask stands between is a candidate, and each of these
rulings has a vote: the nearer, the weightier. Longer neighbourhoods are tried first, until some
rulings vote.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WORD = re.compile(r"[^\W_]+")
MASK = "\0"  # stands for a mask among the words of a draft
NEIGHBOURHOODS = (
    (4, 3), (4, 2), (3, 3), (3, 2), (2, 3), (4, 1), (2, 2), (3, 1), (1, 3), (2, 1), (1, 2), (1, 1),
    (4, 0), (3, 0), (0, 3),
)  # fmt: skip
"""Words to the left and to the right; with none on one side only at the end of a text or another
mask."""
LONGEST = 4  # words of a candidate
ENOUGH = 2
"""Rulings that must vote; where fewer do, a shorter neighbourhood is tried."""
NEAREST = 100
SHARPNESS = 4  # the power of a ruling's score that is the weight of its vote


@dataclass(frozen=True)
class Guess:
    """What most votes say stands behind a mask: ``words``, their ``share`` of the votes, and how
    many ``rulings`` have them there."""

    words: tuple[str, ...]
    share: float
    rulings: int


def words_and_masks(text: str, masks: Sequence[tuple[int, int]]) -> tuple[list[str], list[int]]:
    """The words of a text in small letters, with a `MASK` for each run of masks with no word
    between; and for each of ``masks`` (start and end, rising) which of these it is in."""
    found: list[str] = []
    numbers: list[int] = []
    runs, last = -1, 0
    for start, end in [*masks, (len(text), len(text))]:
        found += [word.lower() for word in WORD.findall(text[last:start])]
        last = end
        if start == len(text):
            break
        if not found or found[-1] != MASK:
            found.append(MASK)
            runs += 1
        numbers.append(runs)
    return found, numbers


class Guesser:
    """Whoever has the texts of a collection."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._numbers: dict[str, int] = {}
        numbers = self._numbers
        parts = []
        for text in texts:
            words = WORD.findall(text.lower())
            parts.append(
                np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int32)
            )
        self._texts = parts
        self._lengths = np.array([len(part) for part in parts], dtype=np.float64)
        pairs = np.concatenate(
            [part.astype(np.int64) << 32 | number for number, part in enumerate(parts)]
        )
        pairs.sort()
        first = np.flatnonzero(np.diff(pairs, prepend=-1))
        self._often = np.diff(first, append=len(pairs))
        self._documents = (pairs[first] & 0xFFFFFFFF).astype(np.int64)
        self._bounds = np.searchsorted(pairs[first] >> 32, np.arange(len(numbers) + 1))

    def nearest(self, words: Sequence[str], but: int | None) -> list[tuple[int, float]]:
        """The rulings ranked first for some words, but one, each with the weight of its vote."""
        scores = np.zeros(len(self._texts))
        relative = self._lengths / self._lengths.mean()
        for word in words:
            number = self._numbers.get(word)
            if number is None:
                continue
            at = slice(self._bounds[number], self._bounds[number + 1])
            rows, often = self._documents[at], self._often[at]
            idf = np.log(1 + (len(scores) - len(rows) + 0.5) / (len(rows) + 0.5))
            norm = 1.2 * (0.25 + 0.75 * relative[rows])
            scores[rows] += idf * often / (often + norm)
        if but is not None:
            scores[but] = 0
        best = np.argsort(-scores, kind="stable")[:NEAREST]
        most = max(float(scores[best[0]]), 1e-9)
        return [(int(n), (float(scores[n]) / most) ** SHARPNESS) for n in best if scores[n] > 0]

    def has(self, text: int, words: Sequence[str]) -> bool:
        """Whether some words stand in a text one after the other."""
        numbers = np.array([self._numbers.get(word, -2) for word in words], np.int32)
        part = self._texts[text]
        starts = np.flatnonzero(part[: max(len(part) - len(numbers) + 1, 0)] == numbers[0])
        return any((part[at : at + len(numbers)] == numbers).all() for at in starts.tolist())

    def guesses(self, words: Sequence[str], but: int | None) -> list[Guess | None]:
        """A guess for each `MASK` among the words of a draft, or None. ``but``: left out."""
        near = self.nearest([word for word in words if word != MASK], but)
        weights = np.array([weight for _, weight in near])
        if not near:
            return [None for word in words if word == MASK]
        gap = np.full(1, -1, np.int32)
        texts = np.concatenate([part for n, _ in near for part in (gap, self._texts[n])] + [gap])
        whose = np.repeat(np.arange(len(near)), [len(self._texts[n]) + 1 for n, _ in near])
        whose = np.append(whose, 0)
        numbers = [self._numbers.get(word, -2) if word != MASK else -3 for word in words]
        names = list(self._numbers)
        places: dict[int, NDArray[np.int64]] = {}
        order = np.argsort(texts, kind="stable")
        ordered = texts[order]
        for number in set(numbers):
            low, high = np.searchsorted(ordered, (number, number + 1))
            places[number] = order[low:high]
        view = _View(texts, whose, weights, places, names)
        return [view.guess(numbers, at) for at, word in enumerate(words) if word == MASK]


@dataclass(frozen=True)
class _View:
    """The nearest rulings, one after the other: their words, whose each is, the weights of the
    votes, where each word of the draft stands, and the names of the words."""

    texts: NDArray[np.int32]
    whose: NDArray[np.int64]
    weights: NDArray[np.float64]
    places: dict[int, NDArray[np.int64]]
    names: list[str]

    def guess(self, draft: Sequence[int], at: int) -> Guess | None:
        """What stands behind the mask at this place of the draft."""
        left = _unmasked(draft[max(0, at - 4) : at][::-1])[::-1]
        right = _unmasked(draft[at + 1 : at + 4])
        found = None
        for before, after in NEIGHBOURHOODS:
            if before > len(left) or after > len(right):
                continue
            if (not before and left) or (not after and right):
                continue
            votes = self._votes(left[len(left) - before :], right[:after])
            if not votes:
                continue
            best = max(votes, key=lambda words: (votes[words][0], words))
            share = votes[best][0] / sum(vote for vote, _ in votes.values())
            found = Guess(tuple(self.names[n] for n in best), share, votes[best][1])
            if sum(rulings for _, rulings in votes.values()) >= ENOUGH:
                break
        return found

    def _votes(
        self, left: Sequence[int], right: Sequence[int]
    ) -> dict[tuple[int, ...], tuple[float, int]]:
        """By candidate: its votes, and how many rulings gave them."""
        found: dict[tuple[int, ...], set[int]] = defaultdict(set)
        if left:
            starts = self._after(left)
            open_starts = starts
            for length in range(1, LONGEST + 1) if right else (1,):
                ends = open_starts + length
                inside = ends + max(len(right), 1) <= len(self.texts)
                open_starts, ends = open_starts[inside], ends[inside]
                fits = np.ones(len(ends), dtype=bool)
                for step, word in enumerate(right):
                    fits &= self.texts[ends + step] == word
                for start in open_starts[fits].tolist():
                    self._note(found, start, length)
                open_starts = open_starts[~fits]
        else:
            for end in self._before(right).tolist():
                self._note(found, end - 1, 1)
        return {
            words: (float(self.weights[list(rulings)].sum()), len(rulings))
            for words, rulings in found.items()
        }

    def _note(self, found: dict[tuple[int, ...], set[int]], start: int, length: int) -> None:
        words = tuple(self.texts[start : start + length].tolist())
        if start >= 0 and -1 not in words:
            found[words].add(int(self.whose[start]))

    def _after(self, left: Sequence[int]) -> NDArray[np.int64]:
        """Where in the texts the words ``left`` have just been."""
        at = self.places[left[-1]]
        for back, word in enumerate(reversed(left[:-1]), start=1):
            at = at[at >= back]
            at = at[self.texts[at - back] == word]
        return at + 1

    def _before(self, right: Sequence[int]) -> NDArray[np.int64]:
        """Where in the texts the words ``right`` begin."""
        at = self.places[right[0]]
        for step, word in enumerate(right[1:], start=1):
            at = at[at + step < len(self.texts)]
            at = at[self.texts[at + step] == word]
        return at


def _unmasked(words: Sequence[int]) -> Sequence[int]:
    """Words up to the first mask."""
    for place, word in enumerate(words):
        if word == -3:
            return words[:place]
    return words
