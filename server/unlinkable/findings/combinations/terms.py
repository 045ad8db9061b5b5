"""The terms of a draft: what a searcher may put together, where it stands, and its documents; and
the combinations of them known so far, with which still stand. Terms in the same documents are
one to a searcher: they share a *set*. Must know nothing of how combinations are sought."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.clauses import Lists
from unlinkable.findings.combinations.bit_sets import BitSets
from unlinkable.findings.finding import Finding
from unlinkable.findings.question import Question
from unlinkable.stopping import Stop
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHashes

Numbers = NDArray[np.int64]


class StandingCombinations:
    """Combinations of the sets 0 to ``sets`` - 1."""

    def __init__(self, sets: int) -> None:
        self._fallen = np.zeros(sets, dtype=bool)
        self._parts: list[_Part] = []
        self.counts = np.zeros(sets, dtype=np.int64)  # how many combinations stand, by set

    @property
    def any(self) -> bool:
        """Whether a combination stands."""
        return bool(self.counts.any())

    def with_set(self, number: int) -> list[Numbers]:
        """All known combinations with set ``number``, standing or fallen: arrays of one a line."""
        found = (part.combinations[part.of_set[number]] for part in self._parts)
        return [combinations for combinations in found if len(combinations)]

    def add(self, combinations: Numbers) -> None:
        """Add combinations (one a line, each of different sets), none of them known."""
        part = _Part(combinations, self._fallen)
        self._parts.append(part)
        self._count(combinations[part.fallen_sets == 0], 1)

    def fell(self, sets: Numbers) -> None:
        """Let sets fall that have not fallen."""
        self._fallen[sets] = True
        for number in sets.tolist():
            for part in self._parts:
                touched = part.of_set[number]
                self._count(part.combinations[touched[part.fallen_sets[touched] == 0]], -1)
                part.fallen_sets[touched] += 1

    def lift(self, sets: Numbers) -> None:
        """Undo the fall of sets."""
        self._fallen[sets] = False
        for number in sets.tolist():
            for part in self._parts:
                touched = part.of_set[number]
                part.fallen_sets[touched] -= 1
                self._count(part.combinations[touched[part.fallen_sets[touched] == 0]], 1)

    def _count(self, combinations: Numbers, change: int) -> None:
        if len(combinations):
            counts = np.bincount(combinations.ravel(), minlength=len(self.counts))
            self.counts += change * counts


class _Part:
    """Combinations that were added together, and how many sets of each have fallen."""

    def __init__(self, combinations: Numbers, fallen: NDArray[np.bool_]) -> None:
        count, size = combinations.shape
        self.combinations = combinations
        numbers = np.repeat(np.arange(count), size)
        self.of_set = Lists(combinations.ravel(), numbers, len(fallen))
        self.fallen_sets = fallen[combinations].sum(axis=1)


_READ_AT_ONCE = 64  # posting lists, between two questions whether to stop


@dataclass(frozen=True)
class Terms:
    """The terms of a draft of ``words`` words.

    - ``bit_sets``: the documents of every set;
    - ``first_words``, ``lengths`` (words), ``terms``: one element a place (int64), shorter terms
      first, then in the order of the text; the last is the number of the term that stands there;
    - ``term_sets``, ``term_lengths``: the set of every term, and its words;
    - ``names``: the hash of the forms of every term, rising.
    """

    words: int
    bit_sets: BitSets
    first_words: Numbers
    lengths: Numbers
    terms: Numbers
    term_sets: Numbers
    term_lengths: Numbers
    names: PhraseHashes

    @property
    def all_sets(self) -> Numbers:
        """The numbers of all sets."""
        return np.arange(len(self.bit_sets))

    @cached_property
    def place_sets(self) -> Numbers:
        """The set of the term at every place."""
        return self.term_sets[self.terms]

    def places(self, term: int) -> Numbers:
        """The places of a term."""
        return self._places_of_term.of(np.array([term]))

    def spans(self, term: int) -> list[tuple[int, int]]:
        """The first word of each place of a term, and the first word after it."""
        places = self.places(term)
        firsts = self.first_words[places]
        return list(zip(firsts.tolist(), (firsts + self.lengths[places]).tolist(), strict=True))

    def nearest_place(self, number: int, word: int) -> int:
        """The place of a term of set ``number`` that is nearest to a word of the draft."""
        places = self._places_of_set.of(np.array([number]))
        return int(places[np.argmin(np.abs(self.first_words[places] - word))])

    def term_costs(self, costs: NDArray[np.float64]) -> NDArray[np.float64]:
        """What it costs to change a word at each place of every term, by the cost of the words."""
        cheapest = costs[self.first_words]
        for offset in range(1, int(self.lengths.max(initial=1))):
            longer = np.flatnonzero(self.lengths > offset)
            others = costs[self.first_words[longer] + offset]
            cheapest[longer] = np.minimum(cheapest[longer], others)
        sums: NDArray[np.float64] = np.zeros(len(self.term_sets))
        np.add.at(sums, self.terms, cheapest)
        return sums

    @cached_property
    def _places_of_term(self) -> Lists:
        return Lists(self.terms, np.arange(len(self.terms)), len(self.term_sets))

    @cached_property
    def _places_of_set(self) -> Lists:
        return Lists(self.place_sets, np.arange(len(self.terms)), len(self.bit_sets))


def draft_terms(
    draft: Draft, index: Index, question: Question, phrases: Sequence[Finding], stop: Stop
) -> Terms:
    """The terms of a draft.

    - ``phrases``: the phrase findings of the draft; what stands in them is no term;
    - ``stop``: once true, there are no terms.

    Left out are terms that the index does not store since they are in the very documents of a
    shorter one inside them, and, with a source, those that are not in the source: neither makes a
    combination that others do not make.
    """
    count = len(draft.forms)
    touched = np.zeros(count + 1, dtype=np.int64)
    for finding in phrases:
        touched[finding.first_word + 1 : finding.first_word + finding.words + 1] = 1
    before = np.cumsum(touched)  # words inside phrase findings, before each word
    readings = draft.readings(question.term_words)
    hashes = index.hasher.words(readings.forms)
    total = len(readings.forms)
    first_words, lengths, keys = [], [], []
    for n in range(1, min(question.term_words, index.max_words, total) + 1):
        firsts, stops = readings.firsts[: total - n + 1], readings.stops[n - 1 :]
        whole = readings.segments[: total - n + 1] == readings.segments[n - 1 :]
        places = np.flatnonzero(whole & (before[stops] == before[firsts]))
        first_words.append(firsts[places])
        lengths.append(stops[places] - firsts[places])
        keys.append(index.hasher.phrases(hashes, n)[places])
    if not keys:
        nothing = np.empty(0, dtype=np.int64)
        no_sets, no_names = BitSets(index.documents, []), np.empty(0, dtype=np.uint64)
        return _terms(count, no_sets, nothing, nothing, no_names, nothing)
    found = np.concatenate(first_words), np.concatenate(lengths), np.concatenate(keys)
    if draft.others:
        found = _each_once(*found)
    postings = index.lookup(found[2])
    common = index.df(postings) >= question.k
    bit_sets, numbers = _read(index, np.unique(postings[common]), question.source, stop)
    sets = np.searchsorted(numbers, postings[common])
    known = np.append(numbers, -1)[sets] == postings[common]
    firsts, covered, names = (part[common][known] for part in found)
    return _terms(count, bit_sets, firsts, covered, names, sets[known])


def _each_once(
    first_words: Numbers, lengths: Numbers, names: PhraseHashes
) -> tuple[Numbers, Numbers, PhraseHashes]:
    """The places without those of the same term on the same words, shorter terms first."""
    order = np.lexsort((names, first_words, lengths))
    places = np.stack((lengths, first_words, names.view(np.int64)))[:, order]
    once = order[np.diff(places, axis=1, prepend=-1).any(axis=0)]
    return first_words[once], lengths[once], names[once]


def _read(
    index: Index, numbers: Numbers, source: int | None, stop: Stop
) -> tuple[BitSets, Numbers]:
    """The documents of posting numbers (rising, hence rising by df), and whose they are."""
    documents, kept = [], []
    for first in range(0, len(numbers), _READ_AT_ONCE):
        if stop():
            return BitSets(index.documents, []), numbers[:0]
        some = numbers[first : first + _READ_AT_ONCE]
        for number, posting in zip(some.tolist(), index.postings(some), strict=True):
            if source is None or source in posting:
                documents.append(posting)
                kept.append(number)
    return BitSets(index.documents, documents, stop), np.array(kept, dtype=np.int64)


def _terms(
    words: int,
    bit_sets: BitSets,
    first_words: Numbers,
    lengths: Numbers,
    names: PhraseHashes,
    found: Numbers,
) -> Terms:
    """The terms whose places have ``names`` (one for each run of forms) and the sets ``found``."""
    once, one_place, terms = np.unique(names, return_index=True, return_inverse=True)
    return Terms(
        words=words,
        bit_sets=bit_sets,
        first_words=first_words,
        lengths=lengths,
        terms=terms,
        term_sets=found[one_place],
        term_lengths=lengths[one_place],
        names=once,
    )
