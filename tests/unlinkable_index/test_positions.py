"""Which word stands where: held against plain lists of words."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unlinkable_index.slow_reader import SlowReader, leb128
from tests.unlinkable_index.writing import write_jsonl, write_texts
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.file import packing
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.positions import GAP, NO_WORD, Positions, PositionsInMemory

HASHER = PhraseHasher()
TEXTS = st.lists(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1), min_size=1))


def agrees(positions: Positions, documents: list[list[list[str]]]) -> None:
    """Hold all that positions say against the words of each document, text by text."""
    starts = positions.document_starts
    assert len(starts) == len(documents) + 1
    every = sorted({word for texts in documents for text in texts for word in text})
    assert positions.vocabulary == len(every)
    assert sorted(positions.hashes().tolist()) == sorted(HASHER.words(every).tolist())
    assert positions.word_numbers(positions.hashes()).tolist() == list(range(len(every)))
    numbers = dict(zip(every, positions.word_numbers(HASHER.words(every)).tolist(), strict=True))
    assert sorted(numbers.values()) == list(range(len(every)))
    assert positions.word_numbers(HASHER.words(["nowhere"])).tolist() == [NO_WORD]
    found: dict[str, list[int]] = {word: [] for word in every}
    for document, texts in enumerate(documents):
        places, words = positions.text(document)
        assert words.tolist() == [numbers[word] for text in texts for word in text]
        gaps = np.diff(places)
        ends = np.cumsum([len(text) for text in texts])[:-1] - 1
        assert (gaps[ends] > GAP).all()
        assert (np.delete(gaps, ends) == 1).all()
        assert starts[document] <= places[0]
        assert places[-1] + GAP < starts[document + 1]
        assert positions.words_at(places).tolist() == words.tolist()
        assert set(positions.documents_of(places).tolist()) <= {document}
        assert positions.words_at(places[ends] + 1).tolist() == [NO_WORD] * len(ends)
        for place, word in zip(
            places.tolist(), (word for text in texts for word in text), strict=True
        ):
            found[word].append(place)
    for word, number in numbers.items():
        assert positions.occurrences(number).tolist() == found[word]
        assert positions.count(np.array([number, NO_WORD])).tolist() == [len(found[word]), 0]
    numbers_found = [found[word] for word in every]
    lists = positions.occurrences_of([numbers[word] for word in every])
    assert [places.tolist() for places in lists] == numbers_found
    end = int(starts[-1])
    for start, stop in ((0, end), (end // 3, end // 2), (end // 2, end // 2), (1, min(end, 65))):
        words = positions.words_at(np.arange(start, stop))
        assert positions.words_between(start, stop).tolist() == words.tolist()
        common = positions.commonest_between(start, stop).astype(np.int64)
        is_common = (common >= 0) & (common < positions.commonest)
        assert (is_common == ((words >= 0) & (words < positions.commonest))).all()
        assert common[is_common].tolist() == words[is_common].tolist()
    often = [len(found[word]) for word in sorted(every, key=lambda word: numbers[word])]
    assert often == sorted(often, reverse=True)
    outside = np.array([-1, int(starts[-1]), int(starts[-1]) + 10**6])
    assert positions.words_at(outside).tolist() == [NO_WORD] * 3


@given(TEXTS)
def test_texts_in_memory_say_where_each_word_stands(documents: list[list[list[str]]]) -> None:
    hashed = [[HASHER.words(text) for text in texts] for texts in documents]
    agrees(PositionsInMemory(hashed), documents)


def texts_of(records: list[dict[str, str]]) -> list[list[list[str]]]:
    """The words of each document, text by text: those of a group are one, copies count once."""
    of_document: dict[str, list[list[str]]] = {}
    seen: dict[tuple[str, ...], str] = {}
    for record in records:
        words = record["text"].split()
        name = record.get("group", record["id"])
        if tuple(words) in seen:
            continue
        seen[tuple(words)] = name
        of_document.setdefault(name, []).append(words)
    return list(of_document.values())


RECORDS = st.lists(
    st.tuples(st.lists(st.sampled_from("abcdefgh"), min_size=1), st.sampled_from([None, "x", "y"])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=40, deadline=None)
@given(RECORDS, st.sampled_from([20, 60, 10**6]))
def test_an_index_says_where_each_word_stands(
    tmp_path_factory: pytest.TempPathFactory, drawn: list[tuple[list[str], str | None]], chunk: int
) -> None:
    folder = tmp_path_factory.mktemp("positions")
    records = []
    for number, (words, group) in enumerate(drawn):
        # copies in two groups make these one: not what is asked here
        text = " ".join([*words, f"end{number}"])
        records.append({"id": str(number), "text": text} | ({"group": group} if group else {}))
    source = write_jsonl(folder / "c.jsonl", records)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "unlinkable_index.building.plan.BuildPlan.of", lambda *_: BuildPlan(1, 1 << 20, chunk)
        )
        build_index([source], folder / "i", Options(processes=1, max_words=3))
    with Index.open(folder / "i") as index:
        assert index.positions is not None
        agrees(index.positions, texts_of(records))


def test_a_reader_made_from_the_description_reads_words_of_every_width(tmp_path: Path) -> None:
    texts = [[f"w{(number * number) % 9000}" for number in range(at, at + 3000)] for at in range(6)]
    texts += [[f"x{number}" for number in range(7000)], ["only", "few"]]
    source = write_texts(tmp_path / "c.jsonl", [" ".join(text) for text in texts])
    build_index([source], tmp_path / "i", Options(processes=1, max_words=1))
    reader = SlowReader(tmp_path / "i")
    keys = [[[reader.key_of((word,)) for word in text]] for text in texts]
    assert reader.texts() == keys
    with Index.open(tmp_path / "i") as index:
        assert index.positions is not None
        assert index.positions.vocabulary > 6372
        agrees(index.positions, [[text] for text in texts])


@pytest.mark.parametrize("top", [300, 7000, 70_000, 80_000, 2**31 - 1])
def test_words_of_any_number_are_packed_and_unpacked(top: int) -> None:
    words = np.random.default_rng(top).integers(-1, top, 63 * 40).astype(np.int32)
    words[:4] = [-1, 0, 227, top - 1]
    codes, further, sizes = packing.packed_words(words)
    starts = np.cumsum(sizes.reshape(-1, 63).sum(axis=1, dtype=np.int64))
    starts = np.concatenate(([0], starts[:-1]))
    assert len(further) == sizes.sum()
    found = packing.unpacked_words(codes.reshape(-1, 63), starts, further.take, len(further))
    assert found.reshape(-1).tolist() == words.tolist()
    if len(further):
        with pytest.raises(ValueError, match=r"^$"):
            packing.unpacked_words(codes.reshape(-1, 63), starts, further.take, len(further) - 1)


@given(st.lists(st.integers(0, 2**56 - 1)))
def test_numbers_of_any_size_are_packed_and_unpacked(numbers: list[int]) -> None:
    content, sizes = packing.packed_numbers(np.array(numbers, dtype=np.int64))
    assert leb128(content.tobytes()) == numbers
    assert int(sizes.sum()) == len(content)
    assert packing.unpacked_numbers(content).tolist() == numbers
