"""What counts of all that is found: what leads to a document that the question is about."""

from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.phrases_twin import twin_findings, twin_minimal_rare
from tests.unlinkable.findings.small_collections import SmallIndex, draft_of, segments, texts
from tests.unlinkable.findings.test_phrases import findings_of
from unlinkable.findings.phrases import minimal_rare, phrase_findings
from unlinkable.findings.question import Question
from unlinkable.findings.report import check, searched


@given(
    texts,
    segments,
    st.integers(2, 3),
    st.frozensets(st.integers(0, 3), max_size=2),
    st.none() | st.integers(0, 1),
)
def test_phrases_count_where_they_lead_to_the_source_or_else_to_one_of_the_suspects(
    collection: list[list[str]],
    words: list[list[str]],
    k: int,
    against: frozenset[int],
    source: int | None,
) -> None:
    index, draft = SmallIndex(collection), draft_of(words)
    every = twin_minimal_rare(
        [tuple(segment) for segment in words],
        lambda phrase: frozenset(index.found.get(phrase, ())),
        k,
        index.max_words,
    )
    counts = {source} if source is not None else against or {*range(len(collection))}
    expected = [found for found in every if counts & {*found.documents}]
    question = Question(k, 1, source=source, against=against)
    assert findings_of(searched(draft, index, question, minimal_rare)) == expected
    alone = twin_findings(expected)
    assert findings_of(searched(draft, index, question, phrase_findings)) == alone
    assert findings_of([*check(draft, index, question).phrases]) == alone


@examples(60)
@given(texts, segments, st.sets(st.sampled_from("abcdefg")))
def test_what_is_accepted_is_told_apart_and_hides_nothing(
    collection: list[list[str]], words: list[list[str]], accepted: set[str]
) -> None:
    index, draft = SmallIndex(collection), draft_of(words)
    question = Question(2, 2)

    def accepts(found) -> bool:
        return draft.text[found.start : found.end][0] in accepted

    report = check(draft, index, question, accepts=accepts)
    rare = minimal_rare(draft, index, 2)
    told = [found for found in report.accepted if found in rare]
    assert told == [found for found in rare if accepts(found)]
    assert all(map(accepts, report.accepted))
    assert not any(map(accepts, report.findings))
    taken: set[int] = set()
    for found in rare:
        place = {*range(found.first_word, found.first_word + found.words)}
        if not accepts(found):
            assert (found in report.phrases) is not bool(place & taken)
            taken |= place if found in report.phrases else set()
    assert report.complete
    assert report.clean is not bool(report.findings)
