"""Which masks of a choice need not be set: those that others have made needless.

Masks are chosen one search after the other, so those set for phrases know nothing yet of those that
hide a sentence from a searcher who ranks. At the end every gap is tried without, the dearest first,
then without the words at its ends: what leads back neither so nor with what other rulings tell
filled in stays as it was written. Where one small word parts two gaps, it is masked in place of
words beside it if that will do: a reader then stumbles once and not twice. Knows all that leads
back, of one draft, by the words that can be read; must know nothing of how masks were chosen.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.combinations.terms import draft_terms
from unlinkable.findings.costs import MASKING, RAREST, Costs, WordKind, masking_costs
from unlinkable.findings.guessing import NEIGHBOURHOODS, Gaps, Guesser, NothingTold, gaps_of
from unlinkable.rewriting.masking.choosing import SECONDS, MaskingScope, whole
from unlinkable.rewriting.masking.masks_in_text import Numbers
from unlinkable.rewriting.masking.readable import LinkingTerms, NearWords, RankedPassages
from unlinkable.rewriting.task import Task, standing_phrases
from unlinkable.stopping import Stop, StoppedError, within
from unlinkable_index.index import Index

Words = NDArray[np.bool_]
"""One a word of the draft."""
_PLAIN = MASKING[WordKind.SMALL] + RAREST + 0.1
"""What a small word costs at most that is no negation or modal verb, and in no formula."""
_SIGHT = int(np.max(NEIGHBOURHOODS))  # words beside a gap that tell what it hides


def without_needless(
    task: Task, scope: MaskingScope, guesser: Guesser | NothingTold, told: Gaps, chosen: Numbers
) -> Numbers:
    """Of the words ``chosen`` to be masked (numbers, rising) those that must be.

    - ``guesser``: what he tells is filled in, and so is what lies within the gaps ``told`` by
      others. What leads back all the same keeps the masks around it;
    - ``scope``: only words in its span are shown again.

    Raises StoppedError, and UserError when the index is damaged.
    """
    draft = task.draft
    masked = np.zeros(len(draft.forms), dtype=bool)
    masked[chosen] = True
    kept = _Kept(task, scope.index, guesser, told, masked, scope.stop)
    inside, late = draft.words_in(scope.span), within(SECONDS)
    costs = masking_costs(draft, scope.index)
    gaps = gaps_of(masked, guesser.runs)
    ranges = list(map(range, gaps.firsts.tolist(), gaps.stops.tolist()))
    for gap in sorted(ranges, key=lambda gap: -costs[gap.start : gap.stop].sum()):
        for words in _tries(range(max(gap.start, inside.start), min(gap.stop, inside.stop))):
            if scope.stop():
                raise StoppedError
            if kept.masked[words.start : words.stop].all() and not late():
                kept.show(words)
    spared = task.accepted_words.union(set(range(len(masked))).difference(inside))
    for word in _parting(draft, costs, kept.masked):
        if scope.stop():
            raise StoppedError
        if word not in spared and not late():
            _join(kept, word, inside)
    return whole(draft, np.flatnonzero(kept.masked), spared)


def _tries(gap: range) -> Iterator[range]:
    """Of a gap: all of it, then its ends, the longer ones first."""
    for length in range(len(gap), 0, -1):
        yield gap[:length]
        yield gap[len(gap) - length :]


def _parting(draft: Draft, costs: Costs, masked: Words) -> list[int]:
    """The small words that alone part two gaps, and say nothing by themselves."""
    words = draft.language.function_words
    small = np.array([form in words for form in draft.forms], dtype=bool)
    own_before = _behind_own_masks(draft)
    before = own_before | np.append(False, masked[:-1])[: len(masked)]
    behind = (np.append(own_before[1:], False) | np.append(masked[1:], False))[: len(masked)]
    return np.flatnonzero(~masked & before & behind & (costs < _PLAIN) & small).tolist()


def _behind_own_masks(draft: Draft) -> Words:
    """The words before which the draft has a mask."""
    starts = [mask.start for mask in draft.masks]
    behind: Words = np.diff(np.searchsorted(starts, draft.starts), prepend=0) > 0
    return behind


def _join(kept: "_Kept", word: int, inside: range) -> None:
    """Mask a word between two gaps in place of one of these, or of a word at the end of one, if
    nothing leads back then."""
    left, right = kept.gap_up_to(word), kept.gap_from(word + 1)
    for shown in (left, right, left[:1], right[-1:]):
        within = shown and shown[0] in inside and shown[-1] in inside
        if within and kept.show(shown, instead=range(word, word + 1)):
            return


class _Kept:
    """What is masked, and what can be read with it."""

    def __init__(
        self,
        task: Task,
        index: Index,
        guesser: Guesser | NothingTold,
        known: Gaps,
        masked: Words,
        stop: Stop,
    ) -> None:
        draft, question = task.draft, task.question
        self.masked = masked.copy()
        self._guesser = guesser
        self._runs = guesser.runs
        self._known = known
        rare = standing_phrases(task, index)
        self._firsts = np.array([one.first_word for one in rare], dtype=np.int64)
        self._stops = self._firsts + np.array([one.words for one in rare], dtype=np.int64)
        self._combined = LinkingTerms(draft_terms(draft, index, question, (), stop), question, stop)
        self._near = NearWords(task, index)
        self._windows = self._near.windows()
        self._ranked = RankedPassages(task, index)
        self._told = self._told_near(masked, range(len(masked)), np.zeros(len(masked), dtype=bool))
        self._sets = self._combined.readable(~masked | self._told)
        self._gaps = self._gap_phrases(~masked | self._told)

    def show(self, words: range, instead: range = range(0)) -> bool:
        """Show ``words`` again, and mask others ``instead``, if nothing leads back then; whether
        they were shown."""
        masked = self.masked.copy()
        masked[instead.start : instead.stop] = True
        masked[words.start : words.stop] = False
        before = ~self.masked | self._told
        if self._stands(~masked, before):  # mostly so, and soon seen
            return False
        if self._ranked.lead(masked, words):
            return False
        changed = (*words, *instead)
        told = self._told_near(masked, range(min(changed), max(changed) + 1), self._told)
        readable = ~masked | told
        if self._stands(readable, before):
            return False
        sets = self._combined.readable(readable)
        if self._combined.linking(sets & ~self._sets, sets) is not None:
            return False
        gaps = self._gap_phrases(readable)
        if gaps - self._gaps:
            return False
        self.masked, self._told, self._sets, self._gaps = masked, told, sets, gaps
        return True

    def gap_up_to(self, word: int) -> range:
        """The masked words just before a word."""
        first = word
        while first and self.masked[first - 1] and self._runs[first - 1] == self._runs[word]:
            first -= 1
        return range(first, word)

    def gap_from(self, word: int) -> range:
        """The masked words from a word on, if that stands in one run with the one before it."""
        stop, run = word, self._runs[word - 1]
        while stop < len(self.masked) and self.masked[stop] and self._runs[stop] == run:
            stop += 1
        return range(word, stop)

    def _told_near(self, masked: Words, words: range, told: Words) -> Words:
        """Which masked words other rulings tell: ``told``, but for gaps in sight of ``words``."""
        gaps = gaps_of(masked, self._guesser.runs)
        near = (gaps.stops >= words.start - _SIGHT) & (gaps.firsts <= words.stop + _SIGHT)
        gaps = Gaps(gaps.firsts[near], gaps.stops[near])
        told_gaps = self._guesser.told(gaps, masked)
        found: Words = told & masked
        for first, stop, so in zip(gaps.firsts, gaps.stops, told_gaps, strict=True):
            within_known = (self._known.firsts <= first) & (stop <= self._known.stops)
            found[first:stop] = so or within_known.any()
        return found

    def _stands(self, readable: Words, before: Words) -> bool:
        """Whether a rare phrase or a window can be read that could not ``before``."""

        def whole(words: Words) -> Words:
            sums = np.concatenate(([0], np.cumsum(words)))
            phrases: Words = sums[self._stops] - sums[self._firsts] == self._stops - self._firsts
            windows = np.append(words, True)[self._windows].min(axis=1, initial=True)
            return np.concatenate((phrases, windows))

        return bool((whole(readable) & ~whole(before)).any())

    def _gap_phrases(self, readable: Words) -> set[tuple[int, ...]]:
        """The gap phrases that lead back where these words can be read."""
        rows, _ = self._near.gaps(~readable)
        return set(map(tuple, rows.tolist()))
