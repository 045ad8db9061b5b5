"""What of a draft leads back by the words that can be read, for any choice of masks - windows and
gap phrases, terms that link, passages that lead - as clauses over what can be masked, and the
fewest words that touch intervals. Must never know why words are masked, nor edits."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.bm25 import FEWEST_WORDS, Vocabulary, WordScores
from unlinkable.findings.clauses import Clause
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import Terms, draft_terms
from unlinkable.findings.costs import Costs
from unlinkable.findings.leading import is_led
from unlinkable.findings.near.near import few_of, near_search
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import judged_passages, presumed_sources
from unlinkable.rewriting.masking.masks_in_text import Numbers, Pieces
from unlinkable.rewriting.task import Task, combination_spans, standing_phrases
from unlinkable.stopping import Stop
from unlinkable_index.index import Index

Words = NDArray[np.bool_]
"""One a word of the draft."""


class LinkingTerms:
    """The terms of a draft, and which of them link."""

    def __init__(self, terms: Terms, question: Question, stop: Stop) -> None:
        self._terms = terms
        self._sizes = range(2, question.max_terms + 1)
        self._search = CombinationSearch(
            terms.bit_sets, terms.bit_sets.shared(stop), question.k, stop
        )

    def readable(self, words: Words) -> NDArray[np.bool_]:
        """The sets that have a term all of whose words are among ``words``."""
        terms = self._terms
        sums = np.concatenate(([0], np.cumsum(words)))
        inside = sums[terms.first_words + terms.lengths] - sums[terms.first_words]
        sets = np.zeros(len(terms.bit_sets), dtype=bool)
        sets[terms.place_sets[inside == terms.lengths]] = True
        return sets

    def linking(self, new: NDArray[np.bool_], sets: NDArray[np.bool_]) -> list[int] | None:
        """A combination, as small as can be, of one of the ``new`` sets and others of ``sets``;
        None where none links."""
        left = np.flatnonzero(sets)
        for size in self._sizes:
            for number in np.flatnonzero(new).tolist():
                for found in self._search.with_set(number, left, size):
                    if len(found):
                        combination: list[int] = found[0].tolist()
                        return combination
        return None

    def documents(self, sets: Sequence[int]) -> Numbers:
        """The documents that have a term of each of ``sets``."""
        bit_sets = self._terms.bit_sets
        return bit_sets.places(bit_sets.joint_bits(sets))


class RankedPassages:
    """The passages of a draft that are asked about before a searcher who ranks."""

    def __init__(self, task: Task, index: Index) -> None:
        question, draft = task.question, task.draft
        self._k = question.k
        self._passages = judged_passages(draft, index, question.ranked) if question.ranked else []
        sources = question.judged_by
        if sources is None and self._passages:
            sources = presumed_sources(draft, index)
        self.sources = sources or ()
        self._vocabulary = Vocabulary(draft)
        self._scores = WordScores(self._vocabulary.forms, index) if self._passages else None

    def lead(self, masked: Words, words: range) -> bool:
        """Whether a passage leads that has some of ``words``."""
        return any(
            self._leads(one.words, masked)
            for one in self._passages
            if one.words.start < words.stop and words.start < one.words.stop
        )

    def _leads(self, passage: range, masked: Words) -> bool:
        left = np.arange(passage.start, passage.stop)[~masked[passage.start : passage.stop]]
        if self._scores is None or len(left) < FEWEST_WORDS:
            return False
        query = np.unique(self._vocabulary.numbers[left], return_counts=True)
        scores = self._scores.of_documents(*query)
        return any(is_led(scores, source, self._k) for source in self.sources)


Interval = tuple[int, int]
"""The first and the last of some consecutive words."""
_MORE = 1 << 32  # more than any sum of penalties


def fewest_points(
    intervals: Iterable[Interval], penalties: Sequence[int], spared: Collection[int] = ()
) -> tuple[int, ...]:
    """As few words as can touch all ``intervals``, leftmost among equals.

    - ``penalties`` (one a word of the text, 0 or more): of such sets, one with the least sum;
    - ``spared``: of these words as few as can be, whatever it costs in others.
    """
    return cheapest_points(intervals, [_MORE + penalty for penalty in penalties], spared)


def cheapest_points(
    intervals: Iterable[Interval],
    costs: Sequence[float],
    spared: Collection[int] = (),
    beside: float = 0,
) -> tuple[int, ...]:
    """The words with the least sum of ``costs`` (one a word of the text, above 0) that touch all
    ``intervals``; leftmost among equals.

    - ``spared``: of these words as few as can be, whatever it costs in others;
    - ``beside``: what a word costs less when the word before it is taken too.
    """
    # by last word: the latest first word among those ending there
    first_needed: dict[int, int] = {}
    candidates: set[int] = set()
    for first, last in intervals:
        first_needed[last] = max(first, first_needed.get(last, first))
        candidates.update(range(first, last + 1))
    if not candidates:
        return ()
    # best[w]: (spared, cost) of the best set whose rightmost word is w, with everything that ends
    # before w touched; the word before w in it cannot lie left of `bound`.
    best: dict[int, tuple[int, float]] = {-1: (0, 0)}
    before: dict[int, int] = {}
    window: deque[int] = deque([-1])  # possible words before, best first, each later one worse
    bound = -1
    ends = deque(sorted(first_needed))
    for word in sorted(candidates):
        while ends and ends[0] < word:
            bound = max(bound, first_needed[ends.popleft()])
        while window[0] < bound:
            window.popleft()
        chosen = window[0]
        dear, cost = best[chosen]
        if beside and word - 1 in before and word - 1 >= bound:
            joined = (best[word - 1][0], best[word - 1][1] - beside)
            if joined < (dear, cost):
                chosen, (dear, cost) = word - 1, joined
        best[word] = (dear + (word in spared), cost + costs[word])
        before[word] = chosen
        while window and best[window[-1]] > best[word]:
            window.pop()
        window.append(word)
    for end in ends:
        bound = max(bound, first_needed[end])
    word = min((w for w in before if w >= bound), key=lambda w: (best[w], w))
    points = []
    while word >= 0:
        points.append(word)
        word = before[word]
    return tuple(reversed(points))


class NearWords:
    """The windows and the gap phrases of the draft of a task that lead back, but those accepted;
    none where they are not asked about, or the index can't tell.

    Raises UserError when the index is damaged, as all that it does.
    """

    def __init__(self, task: Task, index: Index) -> None:
        self._draft = task.draft
        self._search = near_search(task.draft, index, task.question)
        accepted = {frozenset(one.words).union(*one.terms) for _, one in task.accepted if one.terms}
        self._accepted = accepted

    def windows(self, masked: Words | None = None) -> Numbers:
        """Of the words not ``masked`` the windows (n × 3: numbers of words, rising, -1 behind)."""
        if self._search is None:
            return np.empty((0, 1), dtype=np.int64)
        rows, _ = self._search.windows(self._draft, masked)
        return rows[self._count(rows)]

    def gaps(self, masked: Words) -> tuple[Numbers, Numbers]:
        """With some words ``masked`` the gap phrases (likewise), and how many words of each stand
        left of its gap."""
        if self._search is None:
            return np.empty((0, 1), dtype=np.int64), np.empty(0, dtype=np.int64)
        found = self._search.gaps(self._draft, masked)
        counts = self._count(found.words)
        return found.words[counts], found.left[counts]

    def breaking(self, masked: Words, costs: Costs, stop: Stop) -> Numbers:
        """Words (rising) of which each window and gap phrase that stands with ``masked`` words has
        one, as cheap as can be found. ``costs``: of each word."""
        windows, (gaps, _) = self.windows(masked), self.gaps(masked)
        return _breaking([*windows.tolist(), *gaps.tolist()], costs, stop)

    def breaking_gaps(self, masked: Words, costs: Costs, stop: Stop) -> Numbers:
        """The same of the gap phrases alone."""
        gaps, _ = self.gaps(masked)
        return _breaking(gaps.tolist(), costs, stop)

    def _count(self, rows: Numbers) -> Words:
        """Which rows nobody accepted."""
        forms = self._draft.forms
        words = (frozenset(forms[word] for word in words_of_row(row)) for row in rows.tolist())
        return np.array([some not in self._accepted for some in words], dtype=bool)


def _breaking(rows: Sequence[list[int]], costs: Costs, stop: Stop) -> Numbers:
    if not rows:
        return np.empty(0, dtype=np.int64)
    return np.flatnonzero(few_of([words_of_row(row) for row in rows], costs, stop))


def words_of_row(row: list[int]) -> list[int]:
    """The words of a window or a gap phrase."""
    return [word for word in row if word >= 0]


_MOST = 20_000  # combinations taken at once: the next round sees what is left


def phrase_clauses(task: Task, index: Index, pieces: Pieces) -> Iterator[Clause]:
    """One for each minimal rare phrase that counts: one of its words must go."""
    for found in standing_phrases(task, index):
        words = range(found.first_word, found.first_word + found.words)
        yield Clause(tuple((piece,) for piece in pieces.of(words)))


class TermClauses:
    """The linking combinations of a draft's terms of one word, for any choice of masks."""

    def __init__(self, task: Task, index: Index, pieces: Pieces, stop: Stop) -> None:
        self._question = task.question
        self._terms = draft_terms(task.draft, index, task.question, (), stop)
        bit_sets = self._terms.bit_sets
        self._search = CombinationSearch(bit_sets, bit_sets.shared(stop), task.question.k, stop)
        self._words = [
            self._terms.first_words[self._terms.place_sets == number]
            for number in range(len(bit_sets))
        ]
        self._everywhere = [pieces.of(words.tolist()) for words in self._words]
        forms = task.draft.forms
        set_of = {forms[w]: n for n, words in enumerate(self._words) for w in words.tolist()}
        self._accepted = {
            frozenset(set_of.get(form, -1) for term in one.terms for form in term)
            | {set_of.get(form, -1) for form in one.words}
            for _, one in task.accepted
            if one.terms
        }

    def standing(self, masked: NDArray[np.bool_]) -> Iterator[Clause]:
        """One for each minimal linking combination that can be read (``masked``: a word each): a
        term must go wherever it stands."""
        left = np.array(
            [n for n, words in enumerate(self._words) if not masked[words].all()], dtype=np.int64
        )
        for size in range(2, self._question.max_terms + 1):
            count = 0
            for batch in self._search.combinations(left, size):
                for combination in batch.tolist():
                    if frozenset(combination) not in self._accepted:
                        units = (self._everywhere[number] for number in combination)
                        yield Clause(tuple(units))
                count += len(batch)
                if count > _MOST:
                    return


def window_clauses(near: NearWords, pieces: Pieces) -> Iterator[Clause]:
    """One for each window that leads back: one of its words must go."""
    for row in near.windows().tolist():
        yield Clause(tuple((piece,) for piece in pieces.of(words_of_row(row))))


def gap_clauses(
    near: NearWords, pieces: Pieces, masked: NDArray[np.bool_], for_good: bool
) -> Iterator[Clause]:
    """One for each gap phrase that leads back with these masks (a word each): another word must go,
    or the gap must be another one. ``for_good``: a word must go in any case."""
    rows, lefts = near.gaps(masked)
    for row, left in zip(rows.tolist(), lefts.tolist(), strict=True):
        gap = range(row[left - 1] + 1, row[left])
        units = tuple((piece,) for piece in pieces.of(words_of_row(row)))
        yield Clause(units, () if for_good else pieces.of(gap))


def longer_terms(
    task: Task, index: Index, pieces: Pieces, masked: NDArray[np.bool_], stop: Stop
) -> Iterator[Clause]:
    """One for each combination finding of what can be read, whose terms may have several words: one
    of its words must go."""
    if task.question.max_terms < 2:
        return
    left = np.flatnonzero(~masked)
    part = replace(task, draft=task.draft.part(left))
    for span in combination_spans(part.draft, index, task.question, stop):
        yield Clause(tuple((piece,) for piece in pieces.of(task.draft.words_in(span))))
