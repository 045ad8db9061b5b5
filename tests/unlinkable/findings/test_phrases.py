"""Phrase findings are what their definition says, on random small collections and drafts."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.phrases_twin import (
    Found,
    Phrase,
    twin_findings,
    twin_likely_source,
    twin_minimal_rare,
)
from tests.unlinkable_index.twin import Twin
from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.finding import Finding
from unlinkable.findings.phrases import minimal_rare, phrase_findings
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

WORDS = ("a", "b", "c", "d", "é", "12")
BETWEEN = (" ", ", ", " – ", "'", "/", "\n")
NEVER_IN_THE_COLLECTION = "zz"

some_words = st.lists(st.sampled_from(WORDS), max_size=14)
records = st.lists(
    st.fixed_dictionaries(
        {"text": some_words.map(" ".join)}, optional={"group": st.sampled_from("xyz")}
    ),
    min_size=2,
    max_size=25,
).filter(lambda records: any(record["text"] for record in records))


@st.composite
def collections(draw: st.DrawFn) -> list[dict[str, str]]:
    """Records with ids; some repeat the text of an earlier one in other letters."""
    drawn = draw(records)
    copies = draw(st.lists(st.integers(0, len(drawn) - 1), max_size=3))
    drawn += [{"text": drawn[number]["text"].upper()} for number in copies]
    return [{"id": f"r{number}", **record} for number, record in enumerate(drawn)]


def findings_of(found: list[Finding]) -> list[Found]:
    """Findings as the twin puts them."""
    for finding in found:
        assert finding.df == len(finding.documents)
    return [Found(f.first_word, f.words, tuple(f.documents)) for f in found]


@given(
    collection=collections(),
    segments=st.lists(
        st.lists(st.sampled_from((*WORDS, NEVER_IN_THE_COLLECTION)), min_size=1, max_size=14),
        max_size=4,
    ),
    between=st.sampled_from(BETWEEN),
    max_words=st.integers(1, 8),
    k=st.integers(2, 5),
    data=st.data(),
)
@examples(200)
def test_findings_agree_with_a_dictionary_of_all_phrases(
    tmp_path_factory: pytest.TempPathFactory,
    collection: list[dict[str, str]],
    segments: list[list[str]],
    between: str,
    max_words: int,
    k: int,
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.mktemp("collection")
    source_file = write_jsonl(folder / "c.jsonl", collection)
    build_index([source_file], folder / "i", Options(max_words=max_words, processes=1))
    twin = Twin(collection, max_words)
    source = data.draw(st.none() | st.integers(0, len(twin.ids) - 1))
    draft = read_draft(" [REDACTED] ".join(between.join(words).upper() for words in segments))

    def documents_of(phrase: Phrase) -> frozenset[int]:
        return frozenset(twin.documents_of.get(phrase, ()))

    in_segments = [tuple(words) for words in segments]
    expected = twin_minimal_rare(in_segments, documents_of, k, max_words, source)
    with Index.open(folder / "i") as index:
        assert findings_of(minimal_rare(draft, index, k, source)) == expected
        findings = phrase_findings(draft, index, k, source)
        assert findings_of(findings) == twin_findings(expected)
        for finding in findings:
            last = finding.first_word + finding.words - 1
            assert finding.start == draft.starts[finding.first_word]
            assert finding.end == draft.ends[last]
        report = check(draft, index, Question(k, max_terms=1, source=source))
        assert report.phrases == tuple(findings)
        assert report.clean == (not expected)
        likely = report.likely_source
        found = None if likely is None else (likely.document, likely.findings)
        assert found == twin_likely_source(twin_findings(expected))


RULINGS = [
    {
        "id": "1",
        "text": "Twice the tenant kept a goat. The landlord objected. The court dismissed it.",
    },
    {"id": "2", "text": "The landlord kept a goat; the tenant objected twice. A court heard it."},
    {"id": "3", "text": "The court left. A goat objected, the landlord heard it."},
]


@pytest.fixture(scope="module")
def rulings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("rulings")
    build_index([write_jsonl(folder / "c.jsonl", RULINGS)], folder / "i", Options(processes=1))
    with Index.open(folder / "i") as index:
        yield index


def phrases_in(text: str, index: Index, **reading: object) -> list[str]:
    """The texts of the findings of a draft, with k = 2."""
    draft = read_draft(text, Markup.PLAIN, Reading(**reading))  # type: ignore[arg-type]
    return [text[f.start : f.end] for f in phrase_findings(draft, index, 2)]


def test_a_phrase_in_one_original_is_found_whatever_its_case_and_punctuation(
    rulings: Index,
) -> None:
    assert phrases_in("THE TENANT —\n“KEPT”", rulings) == ["TENANT —\n“KEPT"]


def test_a_phrase_in_no_original_is_no_finding(rulings: Index) -> None:
    assert phrases_in("goat court tenant unicorn", rulings) == []


def test_a_phrase_of_a_draft_does_not_run_over_a_mask(rulings: Index) -> None:
    assert phrases_in("tenant kept", rulings) == ["tenant kept"]
    assert phrases_in("tenant [REDACTED] kept", rulings) == []


def test_a_phrase_runs_over_the_end_of_a_sentence_only_when_asked(rulings: Index) -> None:
    assert phrases_in("We kept a goat. The landlord objected.", rulings) == ["landlord objected"]
    crossing = phrases_in("We kept a goat. The landlord.", rulings, cross_sentences=True)
    assert crossing == ["goat. The landlord"]


def test_of_phrases_that_share_a_word_the_shortest_and_then_the_leftmost_is_taken(
    rulings: Index,
) -> None:
    draft = read_draft("goat the landlord kept")
    everything = [(f.first_word, f.words) for f in minimal_rare(draft, rulings, 2)]
    assert everything == [(2, 2), (0, 3)]
    assert [(f.first_word, f.words) for f in phrase_findings(draft, rulings, 2)] == [(2, 2)]
    draft = read_draft("goat objected twice")
    everything = [(f.first_word, f.words) for f in minimal_rare(draft, rulings, 2)]
    assert everything == [(0, 2), (1, 2)]
    assert [(f.first_word, f.words) for f in phrase_findings(draft, rulings, 2)] == [(0, 2)]


def test_with_a_source_only_what_leads_there_is_found(rulings: Index) -> None:
    draft = read_draft("tenant kept, landlord kept")
    everything = [f.documents for f in phrase_findings(draft, rulings, 2)]
    assert everything == [(0,), (1,)]
    assert [f.documents for f in phrase_findings(draft, rulings, 2, source=1)] == [(1,)]


def test_an_empty_draft_and_one_of_masks_alone_are_clean(rulings: Index) -> None:
    for text in ("", " \n ", "[REDACTED] [...] XXXX", "…!?"):
        report = check(read_draft(text), rulings, Question(max_terms=1))
        assert report.clean
        assert report.likely_source is None
