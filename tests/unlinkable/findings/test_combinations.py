"""Combination findings against a plain enumeration of every set of terms."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.every_combination import linking_combinations
from tests.unlinkable.findings.small_collections import (
    SmallIndex,
    draft_of,
    linking_sets,
    minimal,
    phrases_of,
    segments,
    texts,
)
from unlinkable.findings.combinations import bit_sets, choice, search
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.phrases import phrase_findings
from unlinkable.findings.question import Question

questions = st.builds(
    Question,
    k=st.integers(2, 4),
    max_terms=st.integers(2, 4),
    term_words=st.integers(1, 3),
    source=st.none() | st.integers(0, 1),
)


WAYS = {
    "all sought at once": (),
    "sought among what is left": (
        (choice, "_FEW_SETS", 0),
        (choice, "_ENOUGH", 2),
        (search, "_BLOCK", 4),
        (search, "_FIRST_DOCUMENTS", 1),
    ),
    "too many at once": ((choice, "_MANY", 0),),
    "some documents first": (
        (search, "_FIRST_DOCUMENTS", 1),
        (search, "_SOME_DOCUMENTS", 1),
        (search, "_NARROW", 10**6),
        (bit_sets, "_FULLEST", 1),
        (bit_sets, "_FEW", 0),
        (bit_sets, "_CACHED", 1),
    ),
    "a few documents alone": (
        (search, "_FIRST_DOCUMENTS", 1),
        (search, "_NARROW", 0),
        (bit_sets, "_BYTE", 2),
    ),
}


@pytest.fixture(params=WAYS, autouse=True)
def way(request, monkeypatch):
    """Small collections go the ways of large ones: the constants decide which."""
    for module, name, value in WAYS[request.param]:
        monkeypatch.setattr(module, name, value)


def without(draft_segments, findings):
    """The segments that are left when the words of findings are masked."""
    gone = {word for f in findings for word in range(f.first_word, f.first_word + f.words)}
    left, number = [], 0
    for segment in draft_segments:
        left.append([])
        for word in segment:
            if number in gone:
                left.append([])
            else:
                left[-1].append(word)
            number += 1
    return left


def phrases_to_expect(draft, index, question, expected):
    """The phrase findings, or none: then combinations are sought in all words."""
    return phrase_findings(draft, index, question.k, question.source) if expected else []


def forms_of(draft, span):
    return tuple(draft.text[span.start : span.end].split())


@examples(250)
@given(texts, segments, questions, st.booleans())
def test_findings_touch_every_minimal_linking_combination_and_nothing_else_is_found(
    collection, words, question, expected
):
    index, draft = SmallIndex(collection), draft_of(words)
    phrases = phrases_to_expect(draft, index, question, expected)
    found = combination_findings(draft, index, question, phrases)
    left = phrases_of(without(words, phrases), question.term_words)
    linking = minimal(linking_sets(index, left, question.k, question.max_terms, question.source))
    flagged = {forms_of(draft, finding) for finding in found.findings}
    inside = {term: phrases_of([term], len(term)) for term in left}

    assert found.complete
    assert flagged <= set().union(*linking)
    for combination in linking:
        assert any(inside[term] & flagged for term in combination)


@examples(150)
@given(texts, segments, questions, st.booleans())
def test_each_flagged_term_is_flagged_at_every_place_outside_phrase_findings(
    collection, words, question, expected
):
    index, draft = SmallIndex(collection), draft_of(words)
    phrases = phrases_to_expect(draft, index, question, expected)
    found = combination_findings(draft, index, question, phrases)
    gone = {word for f in phrases for word in range(f.first_word, f.first_word + f.words)}
    places = {(f.first_word, f.words) for f in found.findings}
    for finding in found.findings:
        forms = forms_of(draft, finding)
        for first in range(len(draft.forms) - finding.words + 1):
            last = first + finding.words
            whole = draft.segments[first] == draft.segments[last - 1]
            if draft.forms[first:last] == forms and whole and not gone & {*range(first, last)}:
                assert (first, finding.words) in places


# The same pairs of words again and again, in documents and draft alike.
recurring = st.lists(
    st.sampled_from(["a", "b", "c", "d", "ab", "bc", "abc", "cab", "da"]), min_size=1, max_size=5
).map(lambda chunks: list("".join(chunks)))


@examples(300)
@given(
    st.lists(recurring, min_size=3, max_size=12),
    st.lists(recurring, min_size=2, max_size=4),
    questions,
    st.booleans(),
)
def test_no_flagged_term_holds_another_at_each_of_its_places(collection, words, question, expected):
    """Where it does, the shorter one is enough: whoever changes it changes the longer one too."""
    index, draft = SmallIndex(collection), draft_of(words)
    phrases = phrases_to_expect(draft, index, question, expected)
    places: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for found in combination_findings(draft, index, question, phrases).findings:
        place = (found.first_word, found.first_word + found.words)
        places.setdefault(forms_of(draft, found), []).append(place)
    for term, holding in places.items():
        others = [place for other, there in places.items() if other != term for place in there]
        assert not all(
            any(first <= start and end <= last for start, end in others) for first, last in holding
        )


@examples(150)
@given(texts, segments, questions, st.booleans())
def test_every_witness_is_a_smallest_linking_combination_of_its_term(
    collection, words, question, expected
):
    index, draft = SmallIndex(collection), draft_of(words)
    phrases = phrases_to_expect(draft, index, question, expected)
    left = phrases_of(without(words, phrases), question.term_words)
    sets = minimal(linking_sets(index, left, question.k, question.max_terms, question.source))
    for finding in combination_findings(draft, index, question, phrases).findings:
        term = forms_of(draft, finding)
        witness = frozenset({term, *(forms_of(draft, other) for other in finding.others)})
        assert sets[witness] == set(finding.documents)
        assert finding.joint_df == len(finding.documents)
        assert finding.df == len(index.found[term])
        assert len(witness) == min(len(combination) for combination in sets if term in combination)


@examples(150)
@given(texts, segments, questions)
def test_a_draft_is_clean_once_every_finding_is_masked(collection, words, question):
    index = SmallIndex(collection)
    while True:
        draft = draft_of(words)
        phrases = phrase_findings(draft, index, question.k, question.source)
        found = combination_findings(draft, index, question, phrases)
        if not phrases and not found.findings:
            break
        words = without(words, [*phrases, *found.findings])
    assert not any(
        linking_sets(
            index,
            phrases_of(words, question.term_words),
            question.k,
            question.max_terms,
            question.source,
        )
    )


@examples(150)
@given(texts, segments, questions, st.booleans())
def test_all_minimal_linking_combinations_are_listed(collection, words, question, expected):
    index, draft = SmallIndex(collection), draft_of(words)
    phrases = phrases_to_expect(draft, index, question, expected)
    left = phrases_of(without(words, phrases), question.term_words)
    linking = minimal(linking_sets(index, left, question.k, question.max_terms, question.source))

    def documents(combination):
        return frozenset(frozenset(index.found[term]) for term in combination)

    listed = list(linking_combinations(draft, index, question, phrases))
    named = {documents(forms_of(draft, span) for span in found.terms) for found in listed}
    assert len(named) == len(listed)
    assert named == {documents(combination) for combination in linking}
    for found in listed:
        terms = frozenset(forms_of(draft, span) for span in found.terms)
        assert linking[terms] == set(found.documents)


def test_the_longest_term_is_not_always_the_one_in_the_document():
    """ "a b" is only where "c" is not; its part "a" leads, with "c", to the first document."""
    index = SmallIndex([["a", "x", "c"], ["a", "b"], ["a", "b"], ["c", "y"], ["y", "x"]])
    draft = draft_of([["a", "b"], ["c"]])
    found = combination_findings(draft, index, Question(2, 2, 2), ())
    assert [finding.documents for finding in found.findings] == [(0,)]


class ManyDocuments(SmallIndex):
    """Documents with most of twelve words each, drawn by a seed."""

    def __init__(self, seed):
        random = np.random.default_rng(seed)
        documents = random.integers(20, 90)
        inside = random.random((documents, len(MANY_WORDS))) < random.choice([0.5, 0.7, 0.85])
        texts = [
            [word for word, here in zip(MANY_WORDS, row, strict=True) if here] for row in inside
        ]
        super().__init__(texts, max_words=1)

    def shared_by(self, words):
        return len(set.intersection(*(self.found[(word,)] for word in words)))

    def linking(self, words, question, with_word=None):
        """How many of these words lead to few documents together, and no fewer of them do, at the
        least; by trying all."""
        common = [word for word in words if len(self.found.get((word,), ())) >= question.k]
        for size in range(2, question.max_terms + 1):
            for chosen in itertools.combinations(common, size):
                fewer = itertools.combinations(chosen, size - 1)
                if any(self.shared_by(some) < question.k for some in fewer):
                    continue
                if 0 < self.shared_by(chosen) < question.k and with_word in (None, *chosen):
                    return size
        return None


MANY_WORDS = "abcdefghijkl"


@examples(60)
@given(st.integers(0, 1 << 30), st.integers(2, 4), st.integers(2, 4))
@example(2898728, 4, 4)  # two of three link without the word
def test_among_many_documents_nothing_links_that_is_left_and_each_flagged_word_had_to_be(
    seed, k, max_terms
):
    index, question = ManyDocuments(seed), Question(k, max_terms, 1)
    draft = draft_of([[word] for word in MANY_WORDS])
    found = combination_findings(draft, index, question, ()).findings
    flagged = {draft.forms[finding.first_word] for finding in found}
    left = {*MANY_WORDS} - flagged
    assert index.linking(left, question) is None
    for finding in found:
        word = draft.forms[finding.first_word]
        assert index.linking({*left, word}, question)
        assert 1 + len(finding.others) == index.linking(MANY_WORDS, question, word)


@examples(150)
@given(texts, segments, questions)
def test_each_flagged_term_links_with_terms_that_are_not(collection, words, question):
    index, draft = SmallIndex(collection), draft_of(words)
    flagged = {
        forms_of(draft, finding)
        for finding in combination_findings(draft, index, question, ()).findings
    }
    every = phrases_of(words, question.term_words)
    left = {term for term in every if not phrases_of([term], len(term)) & flagged}
    for term in flagged:
        together = linking_sets(
            index, {*left, term}, question.k, question.max_terms, question.source
        )
        assert any(term in combination for combination, _ in together)


def test_with_one_term_only_phrases_are_checked():
    index = SmallIndex([["a", "b"], ["a"], ["b"]])
    assert not combination_findings(
        draft_of([["a"], ["b"]]), index, Question(max_terms=1), ()
    ).findings


def test_a_search_that_is_stopped_says_so():
    index = SmallIndex([["a", "b"], ["a"], ["b"]])
    found = combination_findings(draft_of([["a"], ["b"]]), index, Question(), (), lambda: True)
    assert not found.complete
