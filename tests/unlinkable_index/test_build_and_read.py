"""What is built is what a plain dictionary of all phrases says, on random small collections."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.answers import small_sample
from tests.unlinkable_index.twin import Twin, stored_phrases
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.index import Index

texts = st.lists(st.sampled_from(["a", "b", "c", "d", "É", "e."]), max_size=12).map(" ".join)
broken = st.lists(st.sampled_from("abcd"), min_size=2, max_size=9).flatmap(
    lambda words: st.permutations(["-\n"] * min(3, len(words) // 2) + [" "] * len(words)).map(
        lambda joints: "".join(
            w + j for w, j in zip(words, [*joints[: len(words) - 1], ""], strict=True)
        )
    )
)
records = st.lists(
    st.fixed_dictionaries({"text": texts | broken}, optional={"group": st.sampled_from("xyz")}),
    min_size=1,
    max_size=25,
).filter(lambda records: any(record["text"] for record in records))


@given(records=records, max_words=st.integers(1, 8))
@examples(150)
def test_index_agrees_with_a_dictionary_of_all_phrases(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, str]], max_words: int
) -> None:
    folder = tmp_path_factory.mktemp("collection")
    records = [{"id": f"r{number}", **record} for number, record in enumerate(records)]
    source = write_jsonl(folder / "c.jsonl", records)
    built = build_index([source], folder / "i", Options(max_words=max_words, processes=1))
    twin = Twin(records, max_words)
    stored = stored_phrases(twin)
    assert sum(map(sum, built.header.phrases)) == len(stored)
    with Index.open(folder / "i") as index:
        index.check_all()
        assert [index.document(n).ids for n in range(index.documents)] == twin.ids
        for phrase, documents in twin.documents_of.items():
            keys = index.hasher.phrases(index.hasher.words(phrase), len(phrase))
            (number,) = index.lookup(keys)
            for k in (2, 3, 9):
                (rare,) = index.lookup(keys, df_below=k)
                assert rare in ((number,) if len(documents) < k else (number, -1))
            if phrase in stored:
                assert index.df(index.lookup(keys)).tolist() == [len(documents)]
                assert set(index.posting(int(number))) == documents
            else:
                assert number == -1


def test_the_same_collection_gives_the_same_bytes_whatever_the_processes_and_memory(
    tmp_path: Path,
) -> None:
    words = [f"w{number * number % 97}" for number in range(30_000)]
    records = [
        {"id": str(start), "text": " ".join(words[start : start + 300]), "title": f"T{start}"}
        for start in range(0, 30_000, 200)
    ]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    indexes = []
    for name, options in {
        "one": Options(processes=1),
        "three": Options(processes=3, memory=300 << 20),
    }.items():
        build_index([source], tmp_path / name, options)
        indexes.append((tmp_path / name).read_bytes())
    assert indexes[0] == indexes[1]


@pytest.mark.parametrize("partition_bits", [1, 4])
def test_partitions_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, partition_bits: int
) -> None:
    records = [
        {"id": str(n), "text": " ".join(f"w{(n * k * k) % 13}" for k in range(40))}
        for n in range(60)
    ]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    build_index([source], tmp_path / "one", Options(processes=1))
    monkeypatch.setattr(BuildPlan, "partition_bits", lambda *_: partition_bits)
    build_index([source], tmp_path / "many", Options(processes=1))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "many").read_bytes()


def test_buckets_however_long_are_searched_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = small_sample(tmp_path)
    expected = sample.answers()
    monkeypatch.setattr("unlinkable_index.file.postings._SCANNED", 2)
    assert sample.answers() == expected


def test_starts_of_buckets_too_far_apart_for_two_bytes_take_four(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = small_sample(tmp_path).answers()
    monkeypatch.setattr("unlinkable_index.building.entries._FARTHEST_OF_TWO_BYTES", 1)
    sample = small_sample(tmp_path)
    assert sample.answers() == expected
    with Index.open(sample.path) as index:
        assert index.header.layout.ranges[0].bucket_bytes == 4
