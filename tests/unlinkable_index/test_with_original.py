"""An index with one more original answers as the index of the collection with it would."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.test_build_and_read import broken, texts
from tests.unlinkable_index.twin import Phrase, Twin, phrases_of, twin_readings
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index
from unlinkable_index.together import IndexTogether
from unlinkable_index.with_original import IndexWithOriginal, Original

several = st.lists(texts, min_size=1, max_size=20).filter(any)
MAX_WORDS = 5


def opened(folder: Path, records: list[dict[str, str]]) -> Index:
    build_index(
        [write_jsonl(folder / "c.jsonl", records)],
        folder / "i",
        Options(max_words=MAX_WORDS, processes=1),
    )
    return Index.open(folder / "i")


def numbered(texts: list[str]) -> list[dict[str, str]]:
    return [{"id": f"r{number}", "text": text} for number, text in enumerate(texts)]


def key_of(index: Index, phrase: Phrase) -> np.ndarray:
    return index.hasher.phrases(index.hasher.words(phrase), len(phrase))


def beside(index: Index, text: str, same_as: int | None = None) -> IndexWithOriginal:
    original = Original.read("beside", text, index.hasher, index.max_words)
    return IndexWithOriginal(index, original, same_as)


@given(collection=several, text=(texts | broken).filter(str.strip))
@examples(100)
def test_an_original_beside_the_index_counts_as_one_more_document(
    tmp_path_factory: pytest.TempPathFactory, collection: list[str], text: str
) -> None:
    records = numbered(collection)
    grouped = [*records, {"id": "beside", "text": text}]
    with opened(tmp_path_factory.mktemp("i"), records) as index:
        found = beside(index, text)
        if found.same_as is not None:  # then it is one more record of that document
            grouped = [{**record, "group": f"g{record['id']}"} for record in records]
            grouped.append({"id": "beside", "text": text})
            grouped[-1]["group"] = grouped[found_record(index, found.same_as, records)]["group"]
        twin = Twin(grouped, MAX_WORDS)
        assert found.documents == len(twin.ids)
        (source,) = (n for n, ids in enumerate(twin.ids) if "beside" in ids)
        assert found.source == source
        held = {
            phrase: documents
            for phrase, documents in twin.documents_of.items()
            if source in documents
        }
        for phrase, documents in held.items():
            told = set()
            for posting in found.lookup(key_of(found, phrase)).tolist():
                told = set(found.documents_of(posting)) if posting >= 0 else set()
            assert told == documents or (not told and is_needless(phrase, twin))


def is_needless(phrase: Phrase, twin: Twin) -> bool:
    """Whether an index of all need not store a phrase."""
    halves = (phrase[:-1], phrase[1:])
    return len(phrase) > 1 and any(twin.df(half) in (1, twin.df(phrase)) for half in halves)


def found_record(index: Index, document: int, records: list[dict[str, str]]) -> int:
    first = index.document(document).id
    return next(number for number, record in enumerate(records) if record["id"] == first)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rulings")


RULINGS = [
    f"The court of w{number % 3} heard w{number % 7} w{number % 19} and n{number}"
    f"{' again' * (number % 23)}. It was late."
    for number in range(40)
]
ORIGINAL = "The court of w1 heard w2 w9 and never again again. It was late, and it rained."


def test_a_searcher_who_ranks_finds_it_as_if_it_were_indexed(folder: Path) -> None:
    (folder / "with").mkdir()
    (folder / "without").mkdir()
    with (
        opened(folder / "without", numbered(RULINGS)) as index,
        opened(folder / "with", [*numbered(RULINGS), {"id": "beside", "text": ORIGINAL}]) as built,
    ):
        found = beside(index, ORIGINAL)
        assert found.same_as is None
        assert found.documents == built.documents
        assert found.lengths.tolist() == built.lengths.tolist()
        assert found.average_length == built.average_length
        keys = index.hasher.phrases(
            index.hasher.words(("the", "court", "w2", "n7", "again", "never", "rained", "no")), 1
        )
        assert found.word_bounds(keys).dfs.tolist() == built.word_bounds(keys).dfs.tolist()
        mine, theirs = found.word_postings(keys), built.word_postings(keys)
        assert mine.bounds.tolist() == theirs.bounds.tolist()
        assert mine.documents.tolist() == theirs.documents.tolist()
        assert mine.frequencies.tolist() == theirs.frequencies.tolist()
        assert found.word_bounds(keys).highest.tolist() == built.word_bounds(keys).highest.tolist()
        some = np.array([0, 7, 40])
        for key in keys.tolist():
            one, other = (each.word_frequencies(key, some).tolist() for each in (found, built))
            assert one == other
        told, expected = (
            [set(documents) for documents in each.postings(each.lookup(keys))]
            for each in (found, built)
        )
        assert told == expected
        sets = found.document_sets(found.lookup(keys))
        assert [set(part.tolist()) for part in np.split(sets.documents, sets.bounds[1:-1])] == told
        assert found.df(found.lookup(keys)).tolist() == [len(documents) for documents in told]
        assert found.document(40).ids == ("beside",)
        assert found.document_number("beside") == found.source == 40
        assert found.document_number("r7") == 7


def test_an_original_that_is_in_the_index_is_not_counted_twice(folder: Path) -> None:
    (folder / "twice").mkdir()
    with opened(folder / "twice", numbered(RULINGS)) as index:
        found = beside(index, RULINGS[7].upper())
        assert (found.same_as, found.source_id, found.share) == (7, "r7", 1.0)
        assert found.documents == index.documents
        assert found.lengths.tolist() == index.lengths.tolist()
        twin = Twin(numbered(RULINGS), MAX_WORDS)
        for phrase in phrases_of(twin_readings(RULINGS[7])[0], MAX_WORDS):
            (posting,) = found.lookup(key_of(found, phrase)).tolist()
            if posting >= 0:
                assert set(found.documents_of(posting)) == twin.documents_of[phrase]
            else:
                assert is_needless(phrase, twin)


def test_another_version_of_an_indexed_original_adds_what_is_new_in_it(folder: Path) -> None:
    long = " ".join(f"word{number}" for number in range(200))
    (folder / "versions").mkdir()
    with opened(folder / "versions", numbered([long, long.replace("word", "other")])) as index:
        found = beside(index, f"{long.replace('word100', 'changed')} word7")
        assert found.same_as == 0
        assert found.share is not None
        assert 0.9 < found.share < 1
        assert found.documents == 2
        for phrase in (("changed",), ("word99",), ("word100",)):
            (posting,) = found.lookup(key_of(index, phrase)).tolist()
            assert found.documents_of(posting) == (0,)
        keys = key_of(index, ("word7",))
        assert found.word_postings(keys).frequencies.tolist() == [2]
        assert beside(index, "word5 word6 only here").same_as is None
        assert beside(index, "word5 word6 only here", same_as=1).source == 1


def test_every_look_up_of_an_index_is_answered_anew() -> None:
    inherited = {"open", "average_length", "posting"}  # made of others
    asked = {name for name in vars(Index) if not name.startswith("_")}
    assert asked - inherited <= set(vars(IndexTogether))
