"""The combination findings of a draft: which terms to rewrite so that no few of them link, and why
each.

A draft is clean at (m, L) when it has no phrase findings and no set of 2 to m of its terms, of at
most L words, has a joint document frequency of 1 to k - 1. While there are phrase findings,
combinations are sought in the draft without their words, as if those were masked already; whatever
their rewriting leaves behind is found by the next check.

After a small change they follow from those that the draft had before. What links does so by the
index alone, so among words that stood before nothing links now that did not then: it is enough to
look at what links with a word that is new, or with a word that was to be rewritten for a reason
that no longer stands. Must know nothing of editors or models.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.findings.combinations.choice import TermChoice
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import Numbers, Terms, draft_terms
from unlinkable.findings.costs import Costs, word_costs
from unlinkable.findings.finding import COMBINATION, Finding
from unlinkable.findings.question import Question
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index

_COMPARED = 64  # combinations of one term whose documents are counted


@dataclass(frozen=True)
class Witness:
    """The sets that link together with the term's own, and the documents they lead to."""

    others: tuple[int, ...]
    documents: tuple[int, ...]


def witnesses(flagged: Numbers, choice: TermChoice) -> dict[int, Witness]:
    """The witness of every flagged term, by the number of the term."""
    sets = choice.terms.term_sets
    return {term: _witness(int(sets[term]), sets[flagged], choice) for term in flagged.tolist()}


def _witness(number: int, flagged: Numbers, choice: TermChoice) -> Witness:
    known = choice.combinations_of(number)
    size = min(found.shape[1] for found in known)
    if size == 4:  # smaller ones may have gone unseen, among terms that are rewritten anyway
        known += choice.search.with_set(number, choice.terms.all_sets, 3)
        size = min(found.shape[1] for found in known)
    smallest = np.concatenate([found for found in known if found.shape[1] == size])
    flagged_in_each = np.isin(smallest, flagged).sum(axis=1)
    best = smallest[flagged_in_each == flagged_in_each.min()][:_COMPARED]
    chosen = best[int(np.argmin(choice.terms.bit_sets.joint_sizes(best)))]
    documents = choice.terms.bit_sets.joint(chosen)
    return Witness(tuple(chosen[chosen != number].tolist()), tuple(documents.tolist()))


@dataclass(frozen=True)
class Combinations:
    """The combination findings of a draft, in the order of the text.

    When not ``complete``, the search was stopped: the findings are true, but there may be more.
    """

    findings: tuple[Finding, ...]
    complete: bool


def combination_findings(
    draft: Draft,
    index: Index,
    question: Question,
    phrases: Sequence[Finding],
    stop: Stop = never,
    costs: Costs | None = None,
) -> Combinations:
    """The terms to rewrite, at every place where they stand.

    - ``phrases``: the phrase findings of the draft; what stands in them is no term;
    - ``stop``: once true, the search ends soon, with what it has;
    - ``costs``: of changing each word, where they are known; else `word_costs`.

    Together they touch every minimal linking combination: each has one of them, or a term that
    contains one of them. Raises UserError when the index is damaged.
    """
    if question.max_terms < 2:
        return Combinations((), complete=True)
    terms = draft_terms(draft, index, question, phrases, stop)
    search = CombinationSearch(terms.bit_sets, terms.bit_sets.shared(stop), question.k, stop)
    costs = word_costs(draft, index) if costs is None else costs
    choice = TermChoice(terms, search, question.max_terms, costs)
    flagged = choice.terms_to_rewrite()
    explained = witnesses(flagged, choice)
    return Combinations(tuple(_findings(draft, terms, explained)), complete=not stop())


def _findings(draft: Draft, terms: Terms, explained: dict[int, Witness]) -> Iterator[Finding]:
    in_order = np.lexsort((terms.lengths, terms.first_words))
    for place in in_order.tolist():
        term = int(terms.terms[place])
        witness = explained.get(term)
        if witness is None:
            continue
        first_word = int(terms.first_words[place])
        others = (terms.nearest_place(number, first_word) for number in witness.others)
        span = span_of_place(draft, terms, place)
        yield Finding(
            kind=COMBINATION,
            start=span.start,
            end=span.end,
            first_word=first_word,
            words=int(terms.lengths[place]),
            df=int(terms.bit_sets.df[terms.term_sets[term]]),
            documents=witness.documents,
            others=tuple(span_of_place(draft, terms, other) for other in others),
        )


def span_of_place(draft: Draft, terms: Terms, place: int) -> Span:
    """Where the term at a place stands in the text."""
    first = int(terms.first_words[place])
    return draft.span_of(range(first, first + int(terms.lengths[place])))


Phrases = tuple[Finding, ...]


@dataclass(frozen=True)
class Searched:
    """A draft that was searched to its end: its phrase findings and its combination findings."""

    draft: Draft
    phrases: Phrases
    combinations: tuple[Finding, ...]

    @property
    def outside(self) -> frozenset[str]:
        """The forms of the words that stand outside the phrase findings, in all readings."""
        readings = self.draft.readings(1)
        touched = np.zeros(len(self.draft.forms) + 1, dtype=np.int64)
        for found in self.phrases:
            touched[found.first_word + 1 : found.first_word + found.words + 1] = 1
        before = np.cumsum(touched)  # words inside phrase findings, before each word
        outside = np.flatnonzero(before[readings.stops] == before[readings.firsts])
        return frozenset(readings.forms[word] for word in outside.tolist())

    @property
    def flagged(self) -> frozenset[str]:
        """The forms of the words to rewrite, in all readings of the places where these stand."""
        forms = _forms_at(self.draft)
        places = ((found.first_word, found.words) for found in self.combinations)
        return frozenset(form for place in places for form in forms[place])


def followed(
    before: Searched,
    draft: Draft,
    phrases: Phrases,
    standing: Iterable[Finding],
    index: Index,
    question: Question,
    stop: Stop = never,
) -> tuple[Finding, ...] | None:
    """The combination findings of ``draft``; None where only a whole search tells, or when stopped.

    - ``before``: an earlier version, searched with the same question in the same index;
    - ``phrases``: the phrase findings of the draft;
    - ``standing``: those of the earlier combination findings whose terms all still stand, with
      their places in the draft.

    For terms of one word. Raises UserError when the index is damaged.
    """
    if question.term_words != 1:
        return None
    terms = draft_terms(draft, index, question, phrases, stop)
    if stop():
        return None
    forms = _forms(draft, terms, index)
    kept = _kept(draft, forms, standing)
    if stop():
        return None
    outside, flagged = before.outside, before.flagged
    changed = [
        form for form in forms if form not in outside or (form in flagged and form not in kept)
    ]
    search = CombinationSearch(terms.bit_sets, terms.bit_sets.shared(stop), question.k, stop)
    choice = _Choice(terms, search, terms.term_costs(word_costs(draft, index)))
    for form, others in kept.items():
        choice.take(forms[form], np.array([forms[form], *(forms[other] for other in others)]))
    for form in changed:
        choice.part(int(terms.term_sets[forms[form]]), question.max_terms)
    return None if stop() else tuple(_findings(draft, terms, choice.witnesses()))


def _forms_at(draft: Draft) -> dict[tuple[int, int], list[str]]:
    """The forms under which the words at each place (first one, how many) are read as one."""
    readings = draft.readings(1)
    lengths = (readings.stops - readings.firsts).tolist()
    forms: dict[tuple[int, int], list[str]] = {}
    for first, length, form in zip(readings.firsts.tolist(), lengths, readings.forms, strict=True):
        forms.setdefault((first, length), []).append(form)
    return forms


def _forms(draft: Draft, terms: Terms, index: Index) -> dict[str, int]:
    """The terms of one word each, by their form."""
    forms = list(dict.fromkeys(draft.readings(1).forms))
    names = index.hasher.phrases(index.hasher.words(forms), 1)
    at = np.searchsorted(terms.names, names)
    known = at < len(terms.names)
    known[known] = terms.names[at[known]] == names[known]
    return {forms[number]: int(at[number]) for number in np.flatnonzero(known).tolist()}


def _kept(
    draft: Draft, forms: dict[str, int], standing: Iterable[Finding]
) -> dict[str, tuple[str, ...]]:
    """The words that are still to be rewritten, and with what each still links; but those that are
    read in several ways, of which it is not known which one links."""
    forms_at = _forms_at(draft)
    kept = {}
    for found in standing:
        words = [draft.words_in(span) for span in (found.span, *found.others)]
        readings = [forms_at.get((one.start, len(one)), []) for one in words]
        if all(len(read) == 1 and read[0] in forms for read in readings):
            (form,), *others = readings
            kept[form] = tuple(other[0] for other in others)
    return kept


class _Choice:
    """The terms to rewrite, each with a combination that speaks against it."""

    def __init__(self, terms: Terms, search: CombinationSearch, costs: NDArray[np.float64]) -> None:
        self._reasons: dict[int, Numbers] = {}  # by term: the sets of a combination
        self._terms = terms
        self._search = search
        self._costs = np.zeros(len(terms.bit_sets))
        np.add.at(self._costs, terms.term_sets, costs)
        self._left = np.bincount(terms.term_sets, minlength=len(terms.bit_sets))
        """How many terms of each set stay as they are."""

    def take(self, term: int, combination: Numbers) -> None:
        """Have a term rewritten, which links in a combination of terms."""
        self._flag(term, self._terms.term_sets[combination])

    def witnesses(self) -> dict[int, Witness]:
        """Of every term to rewrite the combination, by the number of the term."""
        sets, joint = self._terms.term_sets, self._terms.bit_sets.joint
        return {
            term: Witness(
                tuple(some[some != sets[term]].tolist()), tuple(joint(np.unique(some)).tolist())
            )
            for term, some in self._reasons.items()
        }

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
                if term not in self._reasons:
                    self._flag(term, combinations[touched][0])
            combinations = combinations[~touched]

    def _flag(self, term: int, combination: Numbers) -> None:
        self._reasons[term] = combination
        self._left[self._terms.term_sets[term]] -= 1
