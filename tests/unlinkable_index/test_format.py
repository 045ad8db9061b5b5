"""The description of the format: a reader made from it alone agrees with the product's reader."""

import os
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from tests.properties import examples
from tests.unlinkable_index.answers import Answers, Sample, small_sample
from tests.unlinkable_index.slow_reader import SlowReader, roaring
from tests.unlinkable_index.test_build_and_read import records
from tests.unlinkable_index.twin import Twin
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError
from unlinkable_index.file.index_files import IndexFiles
from unlinkable_index.index import Index

KEY = b"a key of at least sixteen characters"


def agree(path: Path, twin: Twin, ids: list[str], key: bytes | None = None) -> None:
    """The slow reader and `Index` say the same of all phrases, words and documents."""
    slow = SlowReader(path, key or b"")
    assert slow.key_fits()
    assert slow.header["stems"] == []
    with Index.open(path, key) as index:
        stored = 0
        for phrase in twin.documents_of:
            keys = index.hasher.phrases(index.hasher.words(phrase), len(phrase))
            assert keys.tolist() == [slow.key_of(phrase)]
            (number,) = index.lookup(keys).tolist()
            assert number == slow.postings.get(slow.key_of(phrase), -1)
            if number >= 0:
                assert list(index.documents_of(number)) == slow.documents_of(phrase)
                stored += 1
            if len(phrase) == 1:
                found = index.word_postings(keys)
                assert slow.frequencies_of(phrase[0]) == dict(
                    zip(found.documents.tolist(), found.frequencies.tolist(), strict=True)
                )
        assert stored == len(slow.postings) == sum(map(sum, index.header.phrases))
        assert index.lengths.tolist() == slow.lengths
        for document in range(index.documents):
            assert list(index.document(document).records) == slow.records_of(document)
        for record_id in [*ids, "none", "#1"]:
            assert index.document_number(record_id) == slow.document_number(record_id)


@given(
    records=records,
    max_words=st.integers(1, 4),
    key=st.sampled_from([None, KEY, KEY * 9]),
    identities=st.booleans(),
    range_bits=st.integers(0, 3),
)
@examples(60)
def test_a_reader_made_from_the_description_agrees(
    tmp_path_factory: pytest.TempPathFactory,
    records: list[dict[str, str]],
    max_words: int,
    key: bytes | None,
    identities: bool,
    range_bits: int,
) -> None:
    folder = tmp_path_factory.mktemp("collection")
    records = [{"id": f"r{number}", **record} for number, record in enumerate(records)]
    source = write_jsonl(folder / "c.jsonl", records)
    options = Options(max_words, 1, key=key, identities=identities, range_bits=range_bits)
    build_index([source], folder / "i", options)
    agree(folder / "i", Twin(records, max_words), [record["id"] for record in records], key)


def large_records() -> list[dict[str, str]]:
    """Enough for several blocks of every section, and bitmaps of every kind."""
    chosen = random.Random(4)
    texts = []
    for number in range(200):
        words = [f"w{int(chosen.paretovariate(0.7))}" for _ in range(60)]
        words += ["half"] * (number % 2) + ["start"] * (number < 100)
        texts.append(" ".join(words))
    return [{"id": f"{number}", "text": text} for number, text in enumerate(texts)]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of an index of some size."""
    return write_jsonl(tmp_path_factory.mktemp("large") / "c.jsonl", large_records())


@pytest.mark.parametrize("range_bits", [0, 2])
@pytest.mark.parametrize("part", [4096, 2 * 4096])
def test_sections_in_several_parts_answer_as_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: Path, part: int, range_bits: int
) -> None:
    monkeypatch.setattr("unlinkable_index.file.storage.PART", part)
    options = Options(max_words=2, processes=1, range_bits=range_bits)
    build_index([large], tmp_path / "i", options)
    files = IndexFiles(tmp_path / "i")
    longest = max(section.length for file in files.all for section in file.sections.values())
    assert longest > (2 if part == 4096 else 1) * part
    files.close()
    some = large_records()
    agree(tmp_path / "i", Twin(some, 2), [record["id"] for record in some])


@given(
    numbers=st.sets(st.integers(0, 2**32 - 1), max_size=50),
    runs=st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 9000)), max_size=4),
    optimised=st.booleans(),
)
def test_the_slow_reader_reads_roaring_bitmaps(
    numbers: set[int], runs: list[tuple[int, int]], optimised: bool
) -> None:
    found = BitMap(numbers)
    for start, size in runs:
        found |= BitMap(range(start, start + size, 1 + size % 3))
    if optimised:
        found.run_optimize()
    assert roaring(found.serialize()) == list(found)


class TestSeveralFiles:
    """An index whose phrases are spread over several files."""

    @pytest.fixture
    def one(self, tmp_path: Path) -> Sample:
        """The same index in one file."""
        return small_sample(tmp_path)

    @pytest.fixture
    def several(self, one: Sample) -> Sample:
        """The index in nine files, in a folder of its own."""
        folder = one.path.parent / "several"
        folder.mkdir()
        out = folder / "i"
        options = Options(max_words=3, processes=1, range_bits=3)
        build_index([one.path.parent / "small.jsonl"], out, options)
        return Sample(out, one.phrases, one.ids)

    def test_answers_are_those_of_one_file(self, one: Sample, several: Sample) -> None:
        assert several.answers() == one.answers()
        with Index.open(several.path) as index:
            index.check_all()
        assert len(list(several.path.parent.iterdir())) == 9

    def test_one_that_is_missing_or_another_is_named(self, several: Sample) -> None:
        first, second = sorted(several.path.parent.glob("i.*"))[:2]
        content = first.read_bytes()
        first.unlink()
        with pytest.raises(UserError, match=r"missing; copy all files whose names begin with 'i'"):
            Index.open(several.path)
        first.write_bytes(second.read_bytes())
        with pytest.raises(UserError, match="damaged"):
            Index.open(several.path)
        first.write_bytes(content)
        with Index.open(several.path) as index:
            assert several.answers_of(index) == several.answers()

    def test_a_part_alone_is_no_index(self, several: Sample) -> None:
        with pytest.raises(UserError, match="holds a part of an index; name the index itself"):
            Index.open(next(several.path.parent.glob("i.*")))

    def test_damage_in_any_file_is_noticed(self, several: Sample) -> None:
        expected, chosen = several.answers(), random.Random(6)
        for path in several.path.parent.iterdir():
            content = path.read_bytes()
            for _ in range(40):
                changed = bytearray(content)
                changed[chosen.randrange(len(changed))] ^= 1 << chosen.randrange(8)
                path.write_bytes(changed)
                assert self.answers_or_none(several) in (None, expected)
            path.write_bytes(content[: len(content) // 2])
            assert self.answers_or_none(several) is None
            path.write_bytes(content)

    @staticmethod
    def answers_or_none(sample: Sample) -> Answers | None:
        try:
            return sample.answers()
        except UserError:
            return None

    def test_a_new_build_leaves_no_file_of_the_old(self, one: Sample, several: Sample) -> None:
        folder = several.path.parent
        (folder / f"i.{'0' * 32}").write_bytes(b"not ours")
        (folder / "i.txt").write_bytes(b"not ours")
        old = set(folder.glob("i.*"))
        source = write_jsonl(folder / "new.jsonl", [{"id": "a", "text": "one two"}])
        with Index.open(several.path) as index:
            build_index([source], several.path, Options(processes=1, range_bits=1))
            assert several.answers_of(index) == one.answers()  # it was open already
        left = set(folder.glob("i.*"))
        assert left & old == {folder / "i.txt", folder / f"i.{'0' * 32}"}
        assert len(left) == 4
        build_index([source], several.path, Options(processes=1))
        assert set(folder.glob("i.*")) == left & old

    def test_the_same_bytes_whatever_the_partitions(
        self, several: Sample, one: Sample, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def contents() -> dict[str, bytes]:
            return {path.name: path.read_bytes() for path in several.path.parent.iterdir()}

        before = contents()
        monkeypatch.setattr("unlinkable_index.building.plan.BuildPlan.partition_bits", lambda *_: 5)
        options = Options(max_words=3, processes=1, range_bits=3)
        build_index([one.path.parent / "small.jsonl"], several.path, options)
        assert contents() == before


def test_more_words_than_an_index_can_hold_are_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_jsonl(tmp_path / "c.jsonl", large_records())
    monkeypatch.setattr("unlinkable_index.file.header._MOST_PHRASES", 70_000)
    began: list[int] = []
    monkeypatch.setattr("unlinkable_index.building.work._all_levels", lambda *_: began.append(1))
    with pytest.raises(UserError, match=r"12,200 words.*more than one index can hold.*10,000"):
        build_index([source], tmp_path / "i", Options(processes=1))
    assert began == []
    assert not (tmp_path / "i").exists()


def test_opening_reads_the_header_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: Path
) -> None:
    for options in (Options(processes=1), Options(processes=1, range_bits=1)):
        build_index([large], tmp_path / "i", options)
        read: list[tuple[int, int]] = []
        pread = os.pread

        def reading(file: int, size: int, start: int) -> bytes:
            read.append((start, size))  # noqa: B023
            return pread(file, size, start)  # noqa: B023

        monkeypatch.setattr(os, "pread", reading)
        with Index.open(tmp_path / "i") as index:
            assert [start for start, _ in read] == [0] * len(read)
            assert len(read) == (1 if len(index.header.layout.ranges) == 1 else 3)
            assert max(size for _, size in read) < 1 << 16
        monkeypatch.undo()


def test_the_largest_collections_can_be_represented() -> None:
    from unlinkable_index.file.header import check_limits
    from unlinkable_index.file.key_tables import filter_length

    check_limits(30_000_000_000, 10_000_000, 7)
    assert np.uint64(filter_length(17_000_000_000)) < 2**32
