"""The combination findings of a draft that was changed a little, from those it had before.

What links does so by the index alone, so among words that stood before nothing links now that did
not then. It is enough to look at what links with a word that is new, or with a word that was to be
rewritten for a reason that no longer stands. What is chosen parts every combination, as
`combination_findings` does, but may be more than that would choose.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.combinations.findings import CombinationFinding, span_of_place
from unlinkable.findings.combinations.search import Search
from unlinkable.findings.combinations.standing import Numbers
from unlinkable.findings.combinations.terms import Terms, draft_terms
from unlinkable.findings.costs import word_costs
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.question import Question
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

Phrases = tuple[PhraseFinding, ...]


@dataclass(frozen=True)
class Searched:
    """A draft that was searched to its end: its phrase findings and its combination findings."""

    draft: Draft
    phrases: Phrases
    combinations: tuple[CombinationFinding, ...]

    @property
    def outside(self) -> frozenset[str]:
        """The forms of the words that stand outside the phrase findings."""
        return frozenset(form for form, _ in _words_outside(self.draft, self.phrases))

    @property
    def flagged(self) -> frozenset[str]:
        """The forms of the words to rewrite."""
        return frozenset(self.draft.forms[found.first_word] for found in self.combinations)


def followed(
    before: Searched,
    draft: Draft,
    phrases: Phrases,
    standing: Iterable[CombinationFinding],
    index: Index,
    question: Question,
    stop: Stop = never,
) -> tuple[CombinationFinding, ...] | None:
    """The combination findings of ``draft``; None where only a whole search tells, or when stopped.

    - ``before``: an earlier version, searched with the same question in the same index;
    - ``phrases``: the phrase findings of the draft;
    - ``standing``: those of the earlier combination findings whose terms all still stand, with
      their places in the draft.

    For terms of one word that are read in one way only. Raises UserError when the index is damaged.
    """
    if question.term_words != 1 or draft.others or before.draft.others:
        return None
    terms = draft_terms(draft, index, question, phrases, stop)
    forms = _forms(draft, terms)
    kept = _kept(draft, forms, standing)
    outside, flagged = before.outside, before.flagged
    changed = [
        form for form in forms if form not in outside or (form in flagged and form not in kept)
    ]
    search = Search(terms.bit_sets, terms.bit_sets.shared(stop), question.k, stop)
    choice = _Choice(terms, search, terms.term_costs(word_costs(draft, index)))
    for form, others in kept.items():
        choice.take(forms[form], np.array([forms[form], *(forms[other] for other in others)]))
    for form in changed:
        choice.part(int(terms.term_sets[forms[form]]), question.max_terms)
    return None if stop() else tuple(_findings(draft, terms, choice))


def _words_outside(draft: Draft, phrases: Phrases) -> Iterator[tuple[str, int]]:
    inside = np.zeros(len(draft.forms), dtype=bool)
    for found in phrases:
        inside[found.first_word : found.first_word + found.words] = True
    return ((draft.forms[word], word) for word in np.flatnonzero(~inside).tolist())


def _forms(draft: Draft, terms: Terms) -> dict[str, int]:
    """The terms of one word each, by their form."""
    places = zip(terms.first_words.tolist(), terms.terms.tolist(), strict=True)
    return {draft.forms[word]: term for word, term in places}


def _kept(
    draft: Draft, forms: dict[str, int], standing: Iterable[CombinationFinding]
) -> dict[str, tuple[str, ...]]:
    """The words that are still to be rewritten, and with what each still links."""
    kept = {}
    for found in standing:
        others = tuple(draft.forms[draft.words_in(other).start] for other in found.others)
        form = draft.forms[found.first_word]
        if all(one in forms for one in (form, *others)):
            kept[form] = others
    return kept


class _Choice:
    """The terms to rewrite, each with a combination that speaks against it."""

    def __init__(self, terms: Terms, search: Search, costs: NDArray[np.float64]) -> None:
        self.reasons: dict[int, Numbers] = {}  # by term: the sets of a combination
        self._terms = terms
        self._search = search
        self._costs = np.zeros(len(terms.bit_sets))
        np.add.at(self._costs, terms.term_sets, costs)
        self._left = np.bincount(terms.term_sets, minlength=len(terms.bit_sets))
        """How many terms of each set stay as they are."""

    def take(self, term: int, combination: Numbers) -> None:
        """Have a term rewritten, which links in a combination of terms."""
        self._flag(term, self._terms.term_sets[combination])

    def part(self, number: int, max_terms: int) -> None:
        """Part all that links with set ``number`` among the sets that are left."""
        for size in range(2, max_terms + 1):
            left = np.flatnonzero(self._left)
            if not self._left[number] or self._search.stop():
                return
            found = [*self._search.with_set(number, left, size)]
            self._choose(np.concatenate(found) if found else np.empty((0, size), dtype=np.int64))

    def _choose(self, combinations: Numbers) -> None:
        """Rewrite, while any is left, the set that parts most of them for what it costs."""
        while len(combinations):
            sets, counts = np.unique(combinations, return_counts=True)
            best = int(sets[np.argmax(counts / np.maximum(self._costs[sets], 1e-9))])
            touched = (combinations == best).any(axis=1)
            for term in np.flatnonzero(self._terms.term_sets == best).tolist():
                if term not in self.reasons:
                    self._flag(term, combinations[touched][0])
            combinations = combinations[~touched]

    def _flag(self, term: int, combination: Numbers) -> None:
        self.reasons[term] = combination
        self._left[self._terms.term_sets[term]] -= 1


def _findings(draft: Draft, terms: Terms, choice: _Choice) -> Iterator[CombinationFinding]:
    for place in np.argsort(terms.first_words, kind="stable").tolist():
        term = int(terms.terms[place])
        if term not in choice.reasons:
            continue
        combination, first_word = choice.reasons[term], int(terms.first_words[place])
        own = int(terms.term_sets[term])
        documents = terms.bit_sets.joint(np.unique(combination))
        span = span_of_place(draft, terms, place)
        others = (terms.nearest_place(int(one), first_word) for one in combination if one != own)
        yield CombinationFinding(
            start=span.start,
            end=span.end,
            first_word=first_word,
            words=int(terms.lengths[place]),
            df=int(terms.bit_sets.df[own]),
            joint_df=len(documents),
            documents=tuple(documents.tolist()),
            others=tuple(span_of_place(draft, terms, other) for other in others),
        )
