"""Combination findings that follow a change, against a plain enumeration of every set of terms."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.small_collections import (
    SmallIndex,
    draft_of,
    linking_sets,
    minimal,
    phrases_of,
    segments,
    texts,
)
from tests.unlinkable.findings.test_combinations import forms_of, without
from tests.unlinkable.findings.test_readings import collections, parts
from unlinkable.draft import Span, read_draft
from unlinkable.findings.combinations.findings import Searched, combination_findings, followed
from unlinkable.findings.phrases import phrase_findings
from unlinkable.findings.question import Question

questions = st.builds(
    Question, k=st.integers(2, 4), max_terms=st.integers(2, 4), source=st.none() | st.integers(0, 1)
)


def searched(index, words, question):
    draft = draft_of(words)
    phrases = tuple(phrase_findings(draft, index, question.k, question.source))
    found = combination_findings(draft, index, question, phrases)
    return Searched(draft, phrases, found.findings)


def standing(before, draft, lost):
    """The earlier findings whose words stand in the draft, but every one that is lost."""
    for number, found in enumerate(before.combinations):
        spans = (found.span, *found.others)
        forms = [before.draft.text[span.start : span.end] for span in spans]
        if number in lost or not set(forms) <= set(draft.forms):
            continue
        places = [draft.forms.index(form) for form in forms]
        own, *others = (Span(int(draft.starts[place]), int(draft.ends[place])) for place in places)
        yield replace(
            found, start=own.start, end=own.end, first_word=places[0], others=tuple(others)
        )


@examples(400)
@given(texts, segments, segments, questions, st.sets(st.integers(0, 5)))
def test_after_any_change_every_minimal_linking_combination_is_touched_and_every_reason_is_true(
    collection, words, changed, question, lost
):
    index, draft = SmallIndex(collection), draft_of(changed)
    before = searched(index, words, question)
    phrases = tuple(phrase_findings(draft, index, question.k, question.source))
    kept = standing(before, draft, lost)
    found = followed(before, draft, phrases, kept, index, question)
    assert found is not None
    left = phrases_of(without(changed, phrases), 1)
    terms = linking_sets(index, left, question.k, question.max_terms, question.source)
    flagged = {forms_of(draft, finding) for finding in found}
    for combination in minimal(terms):
        assert combination & flagged
    outside = {word for phrase in left for word in phrase}
    for finding in found:
        together = [forms_of(draft, finding), *(forms_of(draft, span) for span in finding.others)]
        joint = set.intersection(*(set(index.found[one]) for one in together))
        assert (finding.documents, finding.joint_df) == (tuple(sorted(joint)), len(joint))
        assert 1 <= len(joint) < question.k
        assert {word for term in together for word in term} <= outside
    places = [(finding.start, finding.end) for finding in found]
    assert places == sorted(set(places))
    for term in flagged:  # at every place where it stands
        number = sum(forms_of(draft, finding) == term for finding in found)
        assert number == sum(segment.count(term[0]) for segment in without(changed, phrases))


@examples(300)
@given(collections, parts, parts, questions, st.sets(st.integers(0, 5)))
def test_words_that_are_read_in_several_ways_are_followed(collection, words, more, question, lost):
    """Without the words of all findings nothing links, in any reading."""
    index = SmallIndex(collection)

    def read(text):
        draft = read_draft(text)
        return draft, tuple(phrase_findings(draft, index, question.k, question.source))

    text = "".join(word + joint for word, joint in words)
    draft, phrases = read(text)
    found = combination_findings(draft, index, question, phrases).findings
    before = Searched(draft, phrases, found)
    draft, phrases = read(text + "".join(word + joint for word, joint in more))

    def stands(span):
        return [draft.span_of(words) for words in [draft.words_in(span)] if words] == [span]

    kept = [
        one
        for number, one in enumerate(before.combinations)
        if number not in lost and all(map(stands, (one.span, *one.others)))
    ]
    found = followed(before, draft, phrases, kept, index, question)
    flagged = {
        word for one in (*phrases, *found) for word in draft.words_in(Span(one.start, one.end))
    }
    left = np.array(sorted({*range(len(draft.forms))} - flagged), dtype=np.int64)
    assert combination_findings(draft.part(left), index, question, ()).findings == ()
    for one in found:
        assert 1 <= one.joint_df < question.k
        assert not {*draft.words_in(one.span)} & {
            word for phrase in phrases for word in draft.words_in(phrase.span)
        }


def test_an_unchanged_draft_keeps_its_findings():
    index = SmallIndex(["abcd", "abc", "bcd", "acd", "abd"])
    before = searched(index, [["a"], ["b"], ["c"], ["d"]], Question(k=2, max_terms=4))
    assert before.combinations
    again = followed(
        before, before.draft, before.phrases, before.combinations, index, Question(2, 4)
    )
    assert again == before.combinations


def test_terms_of_several_words_and_a_stop_are_left_to_the_whole_search():
    index = SmallIndex(["ab", "ba", "a", "b"])
    question = Question(k=2, max_terms=2, term_words=2)
    before = searched(index, [["a"], ["b"]], question)
    arguments = before.draft, before.phrases, before.combinations, index
    assert followed(before, *arguments, question) is None
    assert followed(before, *arguments, Question(2, 2), lambda: True) is None
