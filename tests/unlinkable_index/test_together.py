"""Several indexes as one answer as the index of all their documents would, those gone left out."""

import contextlib
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.properties import examples
from tests.unlinkable_index.test_with_original import is_needless
from tests.unlinkable_index.twin import Twin, twin_words
from tests.unlinkable_index.writing import write_jsonl, write_texts
from unlinkable_index import windows
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.growing import add_to_index
from unlinkable_index.index import Index
from unlinkable_index.opening import open_index
from unlinkable_index.together import GONE, IndexTogether
from unlinkable_index.with_original import IndexWithOriginal, Original, OriginalsInMemory

MAX_WORDS = 4
texts = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=14).map(" ".join)
parts = st.lists(st.lists(texts, min_size=1, max_size=7, unique=True), min_size=2, max_size=3)


@given(
    collections=parts,
    gone=st.sets(st.integers(0, 20)),
    draft=texts,
    k=st.integers(2, 4),
    positions=st.booleans(),
)
@example(
    collections=[["a a"], ["a", "a a", "a a a"]], gone=set(), draft="a", k=2, positions=True
)  # "a a" is common by the second alone, so the first is not read
@examples(60)
def test_indexes_together_answer_as_one_of_all(
    tmp_path_factory: pytest.TempPathFactory,
    collections: list[list[str]],
    gone: set[int],
    draft: str,
    k: int,
    positions: bool,
) -> None:
    folder = tmp_path_factory.mktemp("together")
    every, stays, maps = numbered(collections, gone)
    if not stays:
        return
    with contextlib.ExitStack() as opened:
        indexes = []
        for at, marked in enumerate(every):
            source = write_texts(folder / f"{at}.jsonl", marked)
            options = Options(max_words=MAX_WORDS, processes=1, positions=positions)
            build_index([source], folder / f"i{at}", options)
            indexes.append(opened.enter_context(Index.open(folder / f"i{at}")))
        together = IndexTogether(indexes[0], indexes, maps)
        twin = Twin([{"id": str(at), "text": text} for at, text in enumerate(stays)], MAX_WORDS)
        assert together.documents == len(stays)
        assert together.lengths.tolist() == twin.lengths
        words = twin_words(f"{draft} {stays[0]}")
        hashes = together.hasher.words(words)
        levels = [together.hasher.phrases(hashes, n) for n in range(1, MAX_WORDS + 1)]
        found = together.lookup(np.concatenate(levels)).tolist()
        rare = together.lookup(np.concatenate(levels), df_below=k).tolist()
        phrases = [
            words[at : at + n] for n in range(1, MAX_WORDS + 1) for at in range(len(words) - n + 1)
        ]
        for phrase, posting, low in zip(phrases, found, rare, strict=True):
            told = set(together.documents_of(posting)) if posting >= 0 else set()
            true = twin.documents_of.get(phrase, set())
            few = set(together.documents_of(low)) if low >= 0 else set()
            if positions:
                assert told == true or (not told and is_needless(phrase, twin))
                assert few == true or (not few and (len(true) >= k or is_needless(phrase, twin)))
            else:
                assert not true or len(told) <= len(true)
        if positions:
            rare_windows_agree(together, words, k, twin)
        keys = levels[0]
        counted = together.word_postings(keys)
        for at, word in enumerate(words):
            mine = slice(*counted.bounds[at : at + 2].tolist())
            pairs = zip(
                counted.documents[mine].tolist(), counted.frequencies[mine].tolist(), strict=True
            )
            assert dict(pairs) == {d: c[word] for d, c in enumerate(twin.counts) if c[word]}
        if positions:
            assert together.positions is not None
            together_agree(together, stays)


def numbered(
    collections: list[list[str]], gone: set[int]
) -> tuple[list[list[str]], list[str], list[NDArray[np.int64]]]:
    """The texts of some collections, marked so that none is a copy; those that stay, of all but the
    ``gone``; and of each collection the numbers that its texts have among these."""
    every = [[f"{text} m{at}n{n}" for n, text in enumerate(c)] for at, c in enumerate(collections)]
    stays: list[str] = []
    maps, number = [], 0
    for some in every:
        known = []
        for text in some:
            known.append(GONE if number in gone else len(stays))
            stays += [] if number in gone else [text]
            number += 1
        maps.append(np.array(known))
    return every, stays, maps


def rare_windows_agree(together: IndexTogether, words: list[str], k: int, twin: Twin) -> None:
    """Every rare phrase that holds no other is told, with its documents; of none too few are."""
    windows = together.rare_windows(
        together.hasher.words(words), np.zeros(len(words), dtype=np.int32), k
    )
    told = {
        (first, length): set(together.documents_of(posting))
        for first, length, posting in zip(*(column.tolist() for column in windows), strict=True)
    }
    rare: set[tuple[int, int]] = set()
    for length in range(1, MAX_WORDS + 1):
        for first in range(len(words) - length + 1):
            true = twin.documents_of.get(tuple(words[first : first + length]), set())
            found = told.get((first, length))
            assert found is None or found == true or min(len(found), len(true)) >= k
            holds = {(first, length - 1), (first + 1, length - 1)} & rare
            if holds or 0 < len(true) < k:
                rare.add((first, length))
                assert holds or found == true


def together_agree(together: IndexTogether, stays: list[str]) -> None:
    """Hold positions against the words of each document."""
    positions = together.positions
    assert positions is not None
    words = sorted({word for text in stays for word in text.split()})
    numbers = positions.word_numbers(together.hasher.words(words)).tolist()
    assert len(set(numbers)) == len(words)
    places_of: dict[str, list[int]] = {word: [] for word in words}
    for document, text in enumerate(stays):
        places, there = positions.text(document)
        assert there.tolist() == [numbers[words.index(word)] for word in text.split()]
        assert positions.words_at(places).tolist() == there.tolist()
        assert positions.document_starts[document] == places[0]
        assert set(positions.documents_of(places).tolist()) == {document}
        for place, word in zip(places.tolist(), text.split(), strict=True):
            places_of[word].append(place)
    for word, number in zip(words, numbers, strict=True):
        assert positions.occurrences(number).tolist() == sorted(places_of[word])
        assert positions.count(np.array([number])).tolist() == [len(places_of[word])]


@examples(60)
@given(
    base=st.lists(texts, min_size=1, max_size=8),
    added=st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=3),
    gone=st.sets(st.integers(0, 16), max_size=9),
    drafts=st.lists(texts, min_size=1, max_size=3),
    ks=st.permutations(range(2, 6)),
    looked_up=st.booleans(),
)
def test_every_rare_phrase_is_told_whether_texts_are_gone_through_or_looked_up(
    base: list[str],
    added: list[list[str]],
    gone: set[int],
    drafts: list[str],
    ks: list[int],
    looked_up: bool,
) -> None:
    """One index is asked for several drafts, each at its k: what it keeps must not mislead."""
    every, stays, maps = numbered([base, *added], gone)
    if not stays:
        return
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "_MOST", 0 if looked_up else 1 << 20)
        source = write_texts(Path(name) / "base.jsonl", every[0])
        build_index([source], Path(name) / "index", Options(max_words=MAX_WORDS, processes=1))
        with Index.open(Path(name) / "index") as index:
            beside = [
                OriginalsInMemory(
                    [Original.read(text, text, index.hasher, MAX_WORDS) for text in some],
                    index.hasher,
                    MAX_WORDS,
                )
                for some in every[1:]
            ]
            together = IndexTogether(index, [index, *beside], maps)
            twin = Twin([{"id": text, "text": text} for text in stays], MAX_WORDS)
            for draft, k in zip(drafts, ks, strict=False):
                words = f"{every[0][0]} {draft} {stays[-1]}".split()
                rare_windows_agree(together, words, k, twin)


LETTERS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=12).map(" ".join)


@examples(40)
@given(
    base=st.lists(LETTERS, min_size=2, max_size=8),
    more=st.lists(LETTERS, min_size=1, max_size=3),
    withdrawn=st.sets(st.integers(0, 7), max_size=1),
    beside=LETTERS,
    words=LETTERS.map(str.split),
    k=st.integers(2, 4),
)
@example(
    base=[
        *("c g f a b", "a b b e c a b c b a c", "b a a a b b f b c b", "b b b b e"),
        *("c f a c d c b b b c", "a g c e b c", "b a c", "e d c g c b a e c"),
    ],
    more=["e b c b c c"],
    withdrawn=set(),
    beside="d c a e a c c d d a a c",
    words=["c", "b", "e", "a", "c", "e", "b", "c", "b", "c", "c", "c", "c", "f", "c", "b", "g"],
    k=2,
)
def test_an_original_beside_an_index_with_additions_counts_as_one_more(
    base: list[str], more: list[str], withdrawn: set[int], beside: str, words: list[str], k: int
) -> None:
    options = Options(max_words=MAX_WORDS, processes=1, keep=Keep.WORDS)
    first = [f"{text} n{number}" for number, text in enumerate(base)]
    later = [f"{text} m{number}" for number, text in enumerate(more)]
    gone = {number for number in withdrawn if 0 < number < len(first)}
    stays = [text for number, text in enumerate(first) if number not in gone]
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name), Path(name) / "index"
        records = [{"id": f"f{number}", "text": text} for number, text in enumerate(first)]
        build_index([write_jsonl(folder / "first.jsonl", records)], out, options)
        records = [{"id": f"l{number}", "text": text} for number, text in enumerate(later)]
        source = write_jsonl(folder / "later.jsonl", records)
        add_to_index([source], out, [f"f{number}" for number in gone], options)
        with open_index(out) as index:
            original = Original.read("beside", f"{beside} zz", index.hasher, index.max_words)
            together = IndexWithOriginal(index, original, None)
            if together.same_as is not None:
                return
            texts = [*stays, *later, f"{beside} zz"]
            records = [{"id": str(number), "text": text} for number, text in enumerate(texts)]
            rare_windows_agree(together, words, k, Twin(records, MAX_WORDS))
