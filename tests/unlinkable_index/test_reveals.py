"""What an index reveals with and without its key, by trying to read it as a thief would."""

import itertools
import os
import zlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.unlinkable_index.twin import twin_words
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.file import key_tables
from unlinkable_index.file.header import header_of
from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.file.key_tables import EMPTY
from unlinkable_index.index import Index
from unlinkable_index.keys import id_hash, id_key
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes

KEY = b"a key of at least sixteen characters"
RECORDS = [
    {
        "id": f"2024/{number:04}-SECRETREF",
        "title": f"Case of Marked-Title-{number} v. the Kingdom",
        "group": f"GROUPMARK{number // 2}",
        "text": f"The doctor told the police about the fire in the house number {number}. "
        f"{'His brother saw a car near the school. ' * (number % 3)}"
        f"{'The money was in the kitchen of Quellwitz.' if number % 5 == 0 else ''}",
    }
    for number in range(30)
]
# What anyone has: frequent words of English, most of which are not in the rulings.
_FREQUENT = """
the of and to in is was that it his her for on are with as at be this have from or one had by but
not what all were we when your can said there use an each which she do how their if will up other
about out many then them these so some would make like him into time has look two more write go
see number no way could people my than first water been call who oil its now find long down day
did get come made may part over new sound take only little work know place year live me back give
most very after thing our just name good sentence man think say great where help through much
before line right too mean old any same tell boy follow came want show also around form three
small set put end does another well large must big even such because turn here why ask went men
read need land different home us move try kind hand picture again change off play spell air away
animal house point page letter mother answer found study still learn should world doctor police
fire told brother saw car near school money kitchen judge lawyer murder theft
"""
WORD_LIST = _FREQUENT.split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The indexes "open", "sealed", "sealed again", "otherwise sealed" and "nameless"."""
    folder = tmp_path_factory.mktemp("reveals")
    source = write_jsonl(folder / "rulings.jsonl", RECORDS)
    for name, options in {
        "open": Options(processes=1),
        "nameless": Options(processes=1, identities=False),
        "sealed": Options(processes=1, key=KEY),
        "sealed nameless": Options(processes=1, key=KEY, identities=False),
        "otherwise sealed": Options(processes=1, key=KEY + b"!"),
    }.items():
        build_index([source], folder / name, options)
    return folder


def stolen_keys(path: Path) -> set[int]:
    """The whole 64-bit keys of all phrases in a file, read without asking for a key."""
    return set(stolen_entries(path)[0].tolist())


def stolen_entries(path: Path) -> tuple[PhraseHashes, NDArray[np.int64]]:
    """The same keys, and the posting number of each."""
    file = IndexFile(path)
    (found,) = header_of(file.fields, file.sections).layout.ranges
    posting_bits = file.fields["posting_bits"]
    entries = file.whole("phrases", "<u8")
    buckets = file.whole("buckets", f"<u{found.bucket_bytes}").astype(np.int64)
    buckets += np.repeat(file.whole("bucket_groups", "<u8"), 256)[: len(buckets)].astype(np.int64)
    file.close()
    numbers = np.repeat(np.arange(len(buckets) - 1, dtype=np.uint64), np.diff(buckets))
    low = entries >> np.uint64(posting_bits)
    above = np.uint64(found.bucket_bits - posting_bits)
    high = numbers >> above << np.uint64(64 - posting_bits)
    mask = (np.uint64(1) << np.uint64(posting_bits)) - np.uint64(1)
    return high | low, (entries & mask).astype(np.int64)


def dfs_of(file: IndexFile) -> NDArray[np.int64]:
    """The df of every posting list."""
    df, count = file.whole("dfs", "<u8").astype(np.int64).reshape(-1, 2).T
    return np.repeat(df, count)


def test_the_bloom_filter_of_an_index_follows_from_what_else_it_tells(folder: Path) -> None:
    for name in ("open", "sealed"):
        keys, postings = stolen_entries(folder / name)
        file = IndexFile(folder / name)
        table = file.whole("bloom_filter", "<u8")
        made = np.zeros_like(table)
        at = key_tables.places_of(keys, len(made))
        key_tables.put_into_filter(made, at, keys, dfs_of(file)[postings])
        assert (made == table).all()


def words_found(path: Path, words: list[str], key: bytes = b"") -> set[str]:
    """The dictionary attack: which of ``words`` are in the collection, by hashing them all."""
    hasher, stolen = PhraseHasher(key), stolen_keys(path)
    keys = hasher.phrases(hasher.words(words), 1).tolist()
    return {word for word, hashed in zip(words, keys, strict=True) if hashed in stolen}


IN_COLLECTION = {word for record in RECORDS for word in twin_words(record["text"])}


def test_an_index_without_key_tells_which_words_of_a_dictionary_it_holds(folder: Path) -> None:
    assert words_found(folder / "open", WORD_LIST) == IN_COLLECTION & set(WORD_LIST)


def test_an_index_without_key_tells_phrases_to_whoever_guesses_them(folder: Path) -> None:
    hasher, stolen = PhraseHasher(), stolen_keys(folder / "open")
    words = sorted(words_found(folder / "open", WORD_LIST))
    found = {
        (first, second)
        for first in words
        for second in words
        if hasher.phrases(hasher.words([first, second]), 2)[0] in stolen
    }
    texts = [twin_words(record["text"]) for record in RECORDS]
    assert found
    assert found <= {pair for text in texts for pair in itertools.pairwise(text)}


def test_a_sealed_index_tells_a_dictionary_nothing(folder: Path) -> None:
    every = WORD_LIST + sorted(IN_COLLECTION)
    assert words_found(folder / "sealed", every) == set()
    assert words_found(folder / "sealed", every, b"another key of sixteen characters") == set()
    assert words_found(folder / "sealed", every, KEY) == IN_COLLECTION | (
        IN_COLLECTION & set(WORD_LIST)
    )


def secrets_in(data: bytes) -> list[str]:
    """Which marks of ids, titles, groups and texts stand in ``data`` in any usual encoding."""
    marks = ["SECRETREF", "Marked-Title", "Kingdom", "GROUPMARK", "Quellwitz", "brother"]
    return [
        mark
        for mark in marks
        for form in {mark, mark.lower(), mark.upper()}
        for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le")
        if form.encode(encoding) in data
    ]


def test_no_text_of_the_collection_stands_in_any_index(folder: Path) -> None:
    assert set(secrets_in((folder / "open").read_bytes())) == {
        "SECRETREF",
        "Marked-Title",
        "Kingdom",
        "GROUPMARK",
    }  # ids and metadata only


def test_ids_and_titles_are_not_in_a_sealed_or_nameless_index(folder: Path) -> None:
    for name in ("sealed", "sealed nameless", "nameless"):
        assert secrets_in((folder / name).read_bytes()) == []


def test_indexes_with_two_keys_have_nothing_in_common_but_sizes_and_sets(folder: Path) -> None:
    assert not stolen_keys(folder / "sealed") & stolen_keys(folder / "otherwise sealed")
    first, second = IndexFile(folder / "sealed"), IndexFile(folder / "otherwise sealed")
    for name in ("fingerprint", "key_check"):
        assert first.fields[name] != second.fields[name]
    length = first.sections["documents"].length
    rows = [np.frombuffer(file.read("documents", 0, length), np.uint8) for file in (first, second)]
    assert (rows[0] == rows[1]).mean() < 0.02  # 1 of 256 bytes agrees by chance
    assert len(zlib.compress(rows[0].tobytes(), 9)) >= length  # as good as random


def test_rows_of_two_builds_under_one_key_share_no_keystream(folder: Path) -> None:
    """Were rows encrypted with a keystream that repeats, this known text would give it away."""
    long, short = IndexFile(folder / "sealed"), IndexFile(folder / "sealed nameless")
    row = short.read("documents", 0, int(short.whole("document_offsets", "<u8")[1]))
    other = long.read("documents", 0, int(long.whole("document_offsets", "<u8")[1]))
    known = b"\x91\x81\xa2id\xa2#1"
    for start in range(len(row) - len(known) + 1):
        stream = bytes(a ^ b for a, b in zip(row[start:], known, strict=False))
        plain = bytes(a ^ b for a, b in zip(other[start:], stream, strict=False))
        assert b"2024" not in plain
        assert not plain.startswith(b"\x92\x83\xa2id")


def test_counts_and_sets_of_documents_are_readable_without_the_key(folder: Path) -> None:
    """Stated, not hidden: who knows a collection well can recognise words by how often they are."""
    sealed, unsealed = IndexFile(folder / "sealed"), IndexFile(folder / "open")
    for name in ("documents", "records", "words", "phrases"):
        assert sealed.fields[name] == unsealed.fields[name]
    assert dfs_of(sealed).tolist() == dfs_of(unsealed).tolist()
    rows = [np.sort(file.whole("rows", "<u2").reshape(-1)).tolist() for file in (sealed, unsealed)]
    assert rows[0] == rows[1]


def test_lengths_and_frequencies_are_readable_without_the_key(folder: Path) -> None:
    """Stated, not hidden: how long each document is, and how often nameless words stand in it."""
    with Index.open(folder / "sealed", KEY) as index:
        hashes = index.hasher.words(sorted(IN_COLLECTION))
        known = index.word_postings(index.hasher.phrases(hashes, 1))
    more_than_once = known.frequencies[known.frequencies > 1]
    sealed, unsealed = IndexFile(folder / "sealed"), IndexFile(folder / "open")
    lengths = [file.whole("lengths", "<u4").tolist() for file in (sealed, unsealed)]
    assert lengths[0] == lengths[1]
    assert sum(lengths[0]) == sealed.fields["words"]
    numbers = [file.whole("words", "<u8").reshape(-1, 2)[:, 1] for file in (sealed, unsealed)]
    highest = [np.sort(some[some != EMPTY] >> np.uint64(48)).tolist() for some in numbers]
    assert highest[0] == highest[1]
    assert max(highest[0]) == more_than_once.max()
    assert sealed.sections["frequencies"].length == unsealed.sections["frequencies"].length


def test_a_sealed_index_tells_no_id_to_whoever_guesses_it(folder: Path) -> None:
    ids = [record["id"] for record in RECORDS]
    hashes = {hashed for name in ids for hashed in (id_hash(id_key(b""), str(name)),)}
    stored = {
        name: set(IndexFile(folder / name).whole("ids", "<u8")[::2].tolist())
        for name in ("open", "sealed", "nameless", "sealed nameless")
    }
    assert hashes <= stored["open"]
    for name in ("sealed", "nameless", "sealed nameless"):
        assert not hashes & stored[name]
    with_key = {id_hash(id_key(KEY), str(name)) for name in ids}
    assert with_key <= stored["sealed"]


def test_a_build_that_is_killed_leaves_no_names_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in the folder of a build at its end is all that could ever be left behind."""
    source = write_jsonl(tmp_path / "rulings.jsonl", RECORDS)
    seen = []

    def look(unfinished: int) -> None:
        seen.append(unfinished)
        (folder,) = tmp_path.glob(".i.building-*")
        assert folder.stat().st_mode & 0o077 == 0 or os.name == "nt"
        for file in folder.iterdir():
            assert secrets_in(file.read_bytes()) == []

    monkeypatch.setattr("unlinkable_index.building.files.os.fsync", look)
    build_index([source], tmp_path / "i", Options(processes=1, key=KEY))
    assert seen
