"""The combination findings of a draft: which terms to rewrite so that no few of them link.

A draft is clean at (m, L) when it has no phrase findings and no set of 2 to m of its terms, of at
most L words, has a joint document frequency of 1 to k - 1. While there are phrase findings,
combinations are sought in the draft without their words, as if those were masked already; whatever
their rewriting leaves behind is found by the next check. Puts together what the modules beside it
know; knows nothing of editors or models.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from unlinkable.draft import Draft, Span
from unlinkable.findings.combinations.choice import TermChoice
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import Terms, draft_terms
from unlinkable.findings.combinations.witnesses import Witness, witnesses
from unlinkable.findings.costs.costs import Costs, word_costs
from unlinkable.findings.finding import COMBINATION, Finding
from unlinkable.findings.question import Question
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index


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
