"""Windows that lead back: all of them, and only those, by plain trying and by another engine."""

from collections.abc import Collection
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unlinkable.findings.texts_at_hand import (
    WORDS,
    Texts,
    asked_of,
    draft_of,
    drafts,
    found_by,
    full_text_search,
    positions_of,
    texts,
)
from unlinkable.draft import Draft, read_draft
from unlinkable.findings.near import extracts, window_census, windows
from unlinkable.findings.near.windows import Windows, WindowSearch
from unlinkable_index.errors import UserError
from unlinkable_index.positions import Positions


def leading_windows(
    draft: Draft,
    positions: Positions,
    k: int = 2,
    within: int = 10,
    documents: Collection[int] | None = None,
) -> Windows:
    return WindowSearch(asked_of(positions, k, documents), 3, within).leading(draft)


def near(record: list[str], words: Collection[str], within: int) -> bool:
    """Whether the words stand at places of which no two are more than ``within`` apart."""
    places = [[at for at, one in enumerate(record) if one == word] for word in words]
    return any(max(at) - min(at) <= within for at in product(*places))


def documents_with(collection: Texts, words: Collection[str], within: int) -> set[int]:
    return {
        number
        for number, records in enumerate(collection)
        if any(near(record, words, within) for record in records)
    }


def sentences_of(draft: Draft) -> list[list[int]]:
    return [list(draft.words_in(sentence)) for sentence in draft.sentences]


def plainly(
    draft: Draft,
    collection: Texts,
    k: int,
    most: int,
    within: int,
    counted: Collection[int] | None,
    masked: Collection[int] = (),
) -> dict[tuple[int, ...], set[int]]:
    """Every minimal leading window at every place, by trying every set of words there is."""
    found: dict[tuple[int, ...], set[int]] = {}
    leading: dict[frozenset[str], set[int]] = {}
    for sentence in sentences_of(draft):
        words = [word for word in sentence if word not in masked]
        for size in range(1, most + 1):
            for chosen in combinations(words, size):
                forms = frozenset(draft.forms[word] for word in chosen)
                if len(forms) < size:
                    continue
                documents = documents_with(collection, forms, within)
                if any(smaller < forms for smaller in leading):
                    continue
                if 1 <= len(documents) < k and (counted is None or documents & set(counted)):
                    leading[forms] = documents
                    if size > 1:
                        found[chosen] = documents
    return {
        chosen: documents
        for chosen, documents in found.items()
        if not any(smaller < {draft.forms[word] for word in chosen} for smaller in leading)
    }


def as_found(found: Windows) -> dict[tuple[int, ...], set[int]]:
    return {
        tuple(word for word in words if word >= 0): {
            document for document in found.documents[number].tolist() if document >= 0
        }
        for words, number in zip(found.words.tolist(), found.sets.tolist(), strict=True)
    }


@given(
    texts,
    drafts,
    st.integers(2, 4),
    st.integers(2, 3),
    st.integers(1, 6) | st.just(20) | st.just(40),
    st.none() | st.sets(st.integers(0, 5), min_size=1, max_size=3),
    st.sets(st.integers(0, 8)),
)
@settings(max_examples=150, deadline=None)
def test_all_windows_that_lead_are_found_and_no_others(
    collection: Texts,
    draft: Draft,
    k: int,
    most: int,
    within: int,
    counted: set[int] | None,
    gone: set[int],
) -> None:
    if counted is not None:
        counted = {document % len(collection) for document in counted}
    masked = np.zeros(len(draft.forms), dtype=bool)
    masked[[word for word in gone if word < len(masked)]] = True
    positions = positions_of(collection)
    search = WindowSearch(asked_of(positions, k, counted), most, within)
    found = search.leading(draft, masked)
    expected = plainly(draft, collection, k, most, within, counted, gone)
    assert len(found) == len(expected)
    assert as_found(found) == expected


@given(
    texts,
    st.lists(drafts, min_size=2, max_size=4),
    st.integers(2, 3),
    st.none() | st.just([0]),
    st.sampled_from([0, 3, 1 << 20]),
)
@settings(max_examples=60, deadline=None)
def test_what_was_found_in_other_drafts_changes_nothing(
    collection: Texts, of_drafts: list[Draft], k: int, counted: list[int] | None, most: int
) -> None:
    search = WindowSearch(asked_of(positions_of(collection), k, counted), 3, 5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "_MOST", most)  # remembered; beyond that all is forgotten
        for draft in of_drafts:
            expected = plainly(draft, collection, k, 3, 5, counted)
            assert as_found(search.leading(draft)) == expected


@given(texts, drafts, st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_another_engine_finds_the_same_documents(
    collection: Texts, draft: Draft, within: int
) -> None:
    found = leading_windows(draft, positions_of(collection), 3, within)
    with full_text_search(collection) as engine:
        for words, documents in as_found(found).items():
            terms = " ".join(f'"{draft.forms[word]}"' for word in words)
            # tokens between the first and the last of them
            assert found_by(engine, f"NEAR({terms}, {within - 1})") == documents


@given(texts, drafts, st.integers(2, 3), st.integers(1, 3), st.sampled_from([0, 200, 10**6]))
@settings(max_examples=50, deadline=None)
def test_parts_of_the_collection_change_nothing(
    collection: Texts, draft: Draft, k: int, size: int, in_full: int
) -> None:
    """The collection gone through in parts that end within documents."""
    many = [*collection, *([[list(WORDS)]] * 3), *collection]
    positions = positions_of(many)
    plain = as_found(leading_windows(draft, positions, k, 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window_census, "_BLOCK", size)
        patch.setattr(extracts, "_FIRST", 20 * size)
        patch.setattr(extracts, "_GROWTH", 1)
        patch.setattr(extracts, "_IN_FULL", in_full)
        patch.setattr("unlinkable.findings.near.window_candidates._MANY", size)
        assert as_found(leading_windows(draft, positions, k, 4)) == plain


def test_a_window_stands_wherever_its_words_stand_in_one_sentence() -> None:
    draft = draft_of([["elm", "ash", "elm"], ["ash"], ["elm"]])
    collection = [[["elm", "ash"]], [["elm"]], [["ash"]]]
    found = leading_windows(draft, positions_of(collection))
    assert as_found(found) == {(0, 1): {0}, (1, 2): {0}}
    assert found.sets.tolist() == [0, 0]


def test_words_of_two_records_are_not_near_each_other() -> None:
    draft = draft_of([["elm", "ash"]])
    collection = [[["elm"], ["ash"]], [["elm"]], [["ash"]]]
    assert len(leading_windows(draft, positions_of(collection), within=63)) == 0


def test_what_leads_to_other_documents_only_does_not_count() -> None:
    draft = draft_of([["elm", "ash"]])
    collection = [[["elm", "ash"]], [["elm"]], [["ash"]]]
    positions = positions_of(collection)
    assert len(leading_windows(draft, positions, documents=[0])) == 1
    assert len(leading_windows(draft, positions, documents=[1, 2])) == 0


def test_a_word_broken_at_a_line_end_is_read_both_ways() -> None:
    draft = read_draft("elm and ash-\ntree")
    collection = [[["elm", "ashtree"]], [["elm"]], [["ashtree"]]]
    found = leading_windows(draft, positions_of(collection))
    assert draft.forms[found.words[0, 0]] == "elm"
    parted = [[["elm", "tree"]], [["elm"]], [["tree"]]]
    assert len(leading_windows(draft, positions_of(parted))) == 1


@pytest.mark.parametrize("draft", ["", "[REDACTED]", "elm"])
def test_drafts_of_hardly_a_word_have_none(draft: str) -> None:
    collection = [[["elm", "ash"]]]
    assert len(leading_windows(read_draft(draft), positions_of(collection))) == 0
    assert len(leading_windows(read_draft(draft), positions_of([]))) == 0
    assert len(leading_windows(read_draft(draft), positions_of([]), documents=[])) == 0


@pytest.mark.parametrize(("most", "within"), [(1, 10), (4, 10), (3, 0), (3, 64)])
def test_values_out_of_range_are_refused(most: int, within: int) -> None:
    with pytest.raises(UserError):
        WindowSearch(asked_of(positions_of([])), most, within)
