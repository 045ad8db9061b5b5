"""What of a draft leads back, by the words of it that can be read: terms that link, passages that
lead.

Works out once what any choice of masks is asked by. Must know nothing of why words are masked.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import Terms
from unlinkable.findings.question import Question
from unlinkable.findings.ranking.bm25 import WordScores
from unlinkable.findings.ranking.leading import is_led
from unlinkable.findings.ranking.passages import FEWEST_WORDS, Vocabulary
from unlinkable.findings.ranking.ranked import judged_passages, presumed_sources
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index

Numbers = NDArray[np.int64]
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
