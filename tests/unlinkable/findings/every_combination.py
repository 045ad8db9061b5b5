"""All minimal linking combinations of a draft, as the search for them gives them, with places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unlinkable.draft import Draft, Span
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import draft_terms
from unlinkable.findings.finding import Finding
from unlinkable.findings.question import Question
from unlinkable.stopping import never
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Combination:
    """A minimal linking combination: a place of each of its terms, and the joint documents."""

    terms: tuple[Span, ...]
    documents: tuple[int, ...]


def linking_combinations(
    draft: Draft, index: Index, question: Question, phrases: Sequence[Finding]
) -> Iterator[Combination]:
    """Those outside the phrase findings. Of terms in the same documents only one is named."""
    terms = draft_terms(draft, index, question, phrases, never)
    search = CombinationSearch(terms.bit_sets, terms.bit_sets.shared(never), question.k, never)
    for size in range(2, question.max_terms + 1):
        for batch in search.combinations(terms.all_sets, size):
            for sets in batch.tolist():
                places = [terms.nearest_place(number, 0) for number in sets]
                spans = tuple(
                    draft.span_of(range(first, first + int(terms.lengths[place])))
                    for place in places
                    for first in [int(terms.first_words[place])]
                )
                yield Combination(spans, tuple(terms.bit_sets.joint(sets).tolist()))
