"""Gap phrases that lead back: all of them, and only those, by plain trying and by patterns."""

import re
from collections.abc import Collection

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unlinkable.findings.texts_at_hand import (
    MASK,
    Texts,
    asked_of,
    draft_of,
    drafts,
    found_by,
    full_text_search,
    positions_of,
    texts,
)
from unlinkable.draft import Draft
from unlinkable.findings.near import extracts, gap_census
from unlinkable.findings.near.gaps import GapPhrases, GapSearch
from unlinkable_index.errors import UserError

Phrase = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of its words left and right of the gap."""


def documents_with(
    collection: Texts, left: Collection[str], right: Collection[str], between: int
) -> set[int]:
    """Those with a record in which the words stand so, by a regular expression."""
    gap = [rf"(?:\w+ ){{0,{between}}}"] if left and right else []
    words = [f"{word} " for word in left], [f"{word} " for word in right]
    pattern = re.compile(r"\b" + "".join([*words[0], *gap, *words[1]]))
    return {
        number
        for number, records in enumerate(collection)
        if any(pattern.search(" ".join(record) + " ") for record in records)
    }


def gaps_of(draft: Draft, masked: Collection[int]) -> list[tuple[list[int], list[int]]]:
    """Of each gap the words left (nearest last) and right, as far as the next cut or gap: what is
    masked, and masks, as letters of a text."""
    marks = sorted(
        [
            *((mask.start, -1) for mask in draft.masks),
            *zip(draft.starts.tolist(), range(len(draft.forms)), strict=True),
        ]
    )
    runs: list[list[int]] = [[]]
    gap_before: list[bool] = [False]
    for _, word in marks:
        if word < 0 or word in masked:
            if runs[-1] or not gap_before[-1]:
                runs.append([])
                gap_before.append(True)
        elif runs[-1] and draft.segments[runs[-1][-1]] != draft.segments[word]:
            runs.append([word])
            gap_before.append(False)
        else:
            runs[-1].append(word)
    return [
        (runs[at - 1], runs[at])
        for at in range(1, len(runs))
        if gap_before[at] and runs[at - 1] and runs[at]
    ]


def plainly(
    draft: Draft,
    collection: Texts,
    k: int,
    most: int,
    between: int,
    counted: Collection[int] | None,
    masked: Collection[int] = (),
) -> dict[Phrase, set[int]]:
    """Every minimal leading gap phrase, by trying every one there is."""
    found: dict[Phrase, set[int]] = {}
    for left, right in gaps_of(draft, masked):
        leading: dict[tuple[int, int], set[int]] = {}
        for before in range(min(most, len(left) + 1)):
            for after in range(min(most - before, len(right)) + 1):
                if 0 < before + after <= most and max(before, after) < most:
                    words = [draft.forms[n] for n in left[len(left) - before :]]
                    documents = documents_with(
                        collection, words, [draft.forms[n] for n in right[:after]], between
                    )
                    if 1 <= len(documents) < k and (counted is None or documents & set(counted)):
                        leading[before, after] = documents
        for (before, after), documents in leading.items():
            size = (before, after)
            smaller = [at for at in leading if at != size and at[0] <= before and at[1] <= after]
            if before and after and not smaller:
                found[tuple(left[len(left) - before :]), tuple(right[:after])] = documents
    return found


def as_found(found: GapPhrases) -> dict[Phrase, set[int]]:
    phrases = {}
    rows = zip(found.words.tolist(), found.left.tolist(), found.documents.tolist(), strict=True)
    for words, left, documents in rows:
        words = [word for word in words if word >= 0]
        phrases[tuple(words[:left]), tuple(words[left:])] = {n for n in documents if n >= 0}
    assert len(phrases) == len(found)
    return phrases


def flags(draft: Draft, words: Collection[int]) -> np.ndarray:
    chosen = np.zeros(len(draft.forms), dtype=bool)
    chosen[[word for word in words if word < len(chosen)]] = True
    return chosen


some_words = st.sets(st.integers(0, 12), max_size=5)
counted_documents = st.none() | st.sets(st.integers(0, 5), min_size=1, max_size=3)


@given(
    texts,
    drafts,
    st.integers(2, 4),
    st.integers(2, 6),
    st.integers(0, 4) | st.just(10),
    counted_documents,
    some_words,
)
@settings(max_examples=150, deadline=None)
def test_all_gap_phrases_that_lead_are_found_and_no_others(
    collection: Texts,
    draft: Draft,
    k: int,
    most: int,
    between: int,
    counted: set[int] | None,
    gone: set[int],
) -> None:
    if counted is not None:
        counted = {document % len(collection) for document in counted}
    search = GapSearch(asked_of(positions_of(collection), k, counted), most, between)
    found = search.leading(draft, flags(draft, gone))
    assert as_found(found) == plainly(draft, collection, k, most, between, counted, gone)


@given(texts, drafts, st.integers(2, 3))
@settings(max_examples=60, deadline=None)
def test_another_engine_finds_no_document_without_them(
    collection: Texts, draft: Draft, k: int
) -> None:
    """FTS5 takes both orders; it finds the documents that have one of the two."""
    found = GapSearch(asked_of(positions_of(collection), k), 3, 10).leading(draft)
    with full_text_search(collection) as engine:
        for (left, right), documents in as_found(found).items():
            sides = [" ".join(draft.forms[word] for word in side) for side in (left, right)]
            near = found_by(engine, f'NEAR("{sides[0]}" "{sides[1]}", 10)')
            turned = documents_with(collection, sides[1].split(), sides[0].split(), 10)
            # words of the two sides may also be the same ones, which only FTS5 counts
            assert documents <= near
            if not {*sides[0].split()} & {*sides[1].split()}:
                assert near == documents | turned


@given(texts, drafts, st.integers(1, 3), st.sampled_from([0, 200, 10**6]))
@settings(max_examples=100, deadline=None)
def test_parts_of_the_collection_change_nothing(
    collection: Texts, draft: Draft, size: int, in_full: int
) -> None:
    """The collection gone through in parts that end within documents."""
    positions = positions_of([*collection, *collection])
    plain = as_found(GapSearch(asked_of(positions, 3)).leading(draft))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gap_census, "_BLOCK", size)
        patch.setattr(extracts, "_FIRST", 20 * size)
        patch.setattr(extracts, "_GROWTH", 1)
        patch.setattr(extracts, "_IN_FULL", in_full)
        assert as_found(GapSearch(asked_of(positions, 3)).leading(draft)) == plain


def test_a_mask_of_any_length_is_passed() -> None:
    draft = draft_of([["elm", MASK, "ash"]])
    words = ["elm", *["fir"] * 10, "ash"]
    others = [[["elm"]], [["ash"]]]
    search = GapSearch(asked_of(positions_of([[words], *others])))
    assert as_found(search.leading(draft)) == {((0,), (1,)): {0}}
    too_long = [*words[:1], "fir", *words[1:]]
    assert not len(GapSearch(asked_of(positions_of([[too_long], *others]))).leading(draft))
    turned = words[::-1]
    assert not len(GapSearch(asked_of(positions_of([[turned], *others]))).leading(draft))


@pytest.mark.parametrize(("most", "between"), [(1, 10), (3, -1), (3, 33)])
def test_values_out_of_range_are_refused(most: int, between: int) -> None:
    with pytest.raises(UserError):
        GapSearch(asked_of(positions_of([])), most, between)
