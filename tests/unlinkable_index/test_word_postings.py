"""Frequencies of words and lengths of documents are what counting says."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.test_build_and_read import records
from tests.unlinkable_index.twin import Twin
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.file import packing
from unlinkable_index.file.postings import WordPostings
from unlinkable_index.index import Index


def counted(found: WordPostings) -> list[dict[int, int]]:
    """How often each word stands in which document."""
    return [
        dict(
            zip(
                found.documents[start:stop].tolist(),
                found.frequencies[start:stop].tolist(),
                strict=True,
            )
        )
        for start, stop in zip(found.bounds, found.bounds[1:], strict=False)
    ]


def check_against(index: Index, twin: Twin) -> None:
    """Compare everything that an index says of words with the words of every document."""
    counts = twin.counts
    words = [*sorted(set().union(*counts)), "nowhere"]
    expected = [
        {document: count[word] for document, count in enumerate(counts) if count[word]}
        for word in words
    ]
    keys = index.hasher.phrases(index.hasher.words(words), 1)
    found = index.word_postings(keys)
    assert counted(found) == expected
    assert all(list(documents) == sorted(documents) for documents in counted(found))
    assert found.dfs.tolist() == [len(documents) for documents in expected]
    bounds = index.word_bounds(keys)
    assert bounds.dfs.tolist() == found.dfs.tolist()
    assert bounds.highest.tolist() == [max(one.values(), default=0) for one in expected]
    every = np.arange(len(counts))
    for key, documents in zip(keys.tolist(), expected, strict=True):
        some = index.word_frequencies(key, every[::-1]).tolist()[::-1]
        assert some == [documents.get(number, 0) for number in every.tolist()]
    assert index.lengths.tolist() == twin.lengths
    assert index.average_length == pytest.approx(np.mean(twin.lengths))


@given(records=records)
@examples(100)
def test_words_are_counted_as_a_counter_does(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("collection")
    records = [{"id": f"r{number}", **record} for number, record in enumerate(records)]
    source = write_jsonl(folder / "c.jsonl", records)
    build_index([source], folder / "i", Options(max_words=1, processes=1))
    with Index.open(folder / "i") as index:
        check_against(index, Twin(records, 1))


def test_frequencies_of_every_width_and_more_documents_than_a_block_has(tmp_path: Path) -> None:
    def text(number: int) -> str:
        words = ["every"] * (1 + number % 3) + ["twice"] * 2
        words += ["rising"] * number
        if number % 7 == 0:
            words += ["seventh"] * (number // 7 % 2 + 1)
        if number == 250:
            words += ["often"] * 70_000
        return " ".join([*words, f"own{number}"])

    records = [{"id": str(number), "text": text(number)} for number in range(300)]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    build_index([source], tmp_path / "i", Options(max_words=1, processes=1))
    counts = Twin(records, 1).counts
    with Index.open(tmp_path / "i") as index:
        keys = index.hasher.phrases(index.hasher.words(["often"]), 1)
        assert index.word_bounds(keys).highest.tolist() == [2**32 - 1]  # as high as it can be
        assert counted(index.word_postings(keys)) == [{250: 70_000}]
        for count in counts:
            del count["often"]
        keys = index.hasher.phrases(index.hasher.words(["every", "rising", "seventh"]), 1)
        found = index.word_postings(keys)
        assert counted(found) == [
            {number: count[word] for number, count in enumerate(counts) if count[word]}
            for word in ("every", "rising", "seventh")
        ]


numbers = st.one_of(
    st.integers(1, 2), st.integers(1, 16), st.integers(1, 300), st.integers(1, 2**32 - 1)
)


@given(words=st.lists(st.lists(numbers, min_size=1, max_size=300), max_size=8), chosen=st.data())
def test_packed_frequencies_are_unpacked_all_or_some(
    words: list[list[int]], chosen: st.DataObject
) -> None:
    counts = np.array([len(word) for word in words], dtype=np.int64)
    flat = np.array([number for word in words for number in word], dtype=np.uint32)
    packed, starts = packing.pack_frequencies(flat, counts)
    assert (
        packing.unpack_frequencies(packed.__getitem__, len(packed), starts, counts).tolist()
        == flat.tolist()
    )
    for word, start in zip(words, starts.tolist(), strict=True):
        places = chosen.draw(st.lists(st.integers(0, len(word) - 1), max_size=9))
        at = np.array(places, dtype=np.int64)
        some = packing.unpack_some_frequencies(
            packed.__getitem__, len(packed), start, len(word), at
        )
        assert some.tolist() == [word[place] for place in places]
