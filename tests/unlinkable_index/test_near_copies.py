"""Near copies: those that a slow comparison of all pairs finds; and the groups file, taken back."""

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError
from unlinkable_index.groups import as_lines, read_groups
from unlinkable_index.index import Index
from unlinkable_index.near_copies import near_copies, share_of, sketched
from unlinkable_index.phrase_hashes import PhraseHasher


def text_of(lots: random.Random, words: int) -> list[str]:
    return [f"w{lots.randrange(400)}" for _ in range(words)]


def changed(lots: random.Random, words: list[str], part: float) -> list[str]:
    return [f"new{lots.randrange(10**6)}" if lots.random() < part else word for word in words]


def runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + 5]) for at in range(len(words) - 4)}


def share(one: list[str], other: list[str]) -> float:
    return len(runs(one) & runs(other)) / len(runs(one) | runs(other))


def test_pairs_are_found_that_a_comparison_of_all_finds(tmp_path: Path) -> None:
    lots = random.Random(5)
    texts = [text_of(lots, lots.choice((40, 200, 900))) for _ in range(60)]
    texts += [changed(lots, words, part) for words in texts for part in (0.005, 0.01, 0.15)]
    records = [{"id": str(at), "text": " ".join(words)} for at, words in enumerate(texts)]
    found = near_copies([write_jsonl(tmp_path / "c.jsonl", records)], 0.8)
    together = {pair for group in found for pair in combinations(map(int, group.ids), 2)}
    for one, other in combinations(range(len(texts)), 2):
        exact = share(texts[one], texts[other])
        if exact >= 0.92 and texts[one] != texts[other]:  # the same words are one document anyhow
            assert (one, other) in together
        elif exact < 0.5:
            assert (one, other) not in together


@pytest.mark.parametrize("part", [0.0, 0.01, 0.05, 0.1])
def test_the_share_is_estimated(part: float) -> None:
    lots = random.Random(7)
    hasher = PhraseHasher()
    errors = []
    for _ in range(20):
        one = text_of(lots, 3000)
        other = changed(lots, one, part)
        first, second = (sketched(hasher.words(words)) for words in (one, other))
        errors.append(share_of(first, second) - share(one, other))
    assert abs(np.mean(errors)) < 0.03
    assert np.max(np.abs(errors)) < 0.15


def test_records_that_count_as_one_anyhow_are_listed_only_with_others(tmp_path: Path) -> None:
    lots = random.Random(9)
    words = text_of(lots, 500)
    text, near = " ".join(words), " ".join([*words[:-1], "changed"])
    records = [
        {"id": "a", "text": text},
        {"id": "copy", "text": text.upper()},
        {"id": "other", "text": " ".join(text_of(lots, 500))},
        {"id": "empty", "text": "..."},
        {"id": "none", "text": "!"},
    ]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    assert near_copies([source], 0.8) == []
    source = write_jsonl(tmp_path / "c.jsonl", [*records, {"id": "near", "text": near}])
    (found,) = near_copies([source], 0.8)
    assert found.ids == ("a", "copy", "near")
    assert 0.9 < found.share < 1
    assert near_copies([source], 0.8, processes=2) == [found]


def test_what_is_suggested_is_counted_as_one_when_it_is_taken_back(tmp_path: Path) -> None:
    lots = random.Random(9)
    words = text_of(lots, 300)
    records = [
        {"id": "first", "text": " ".join(words)},
        {"id": "second", "text": " ".join([*words, "revised"])},
        {"id": "third", "text": " ".join(text_of(lots, 300))},
    ]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    (found,) = near_copies([source], 0.8)
    groups = tmp_path / "groups"
    groups.write_text(as_lines([{"ids": list(found.ids), "share": found.share}]))
    build_index([source], tmp_path / "i", Options(processes=1, groups=groups))
    with Index.open(tmp_path / "i") as index:
        told = [index.document(number).ids for number in range(index.documents)]
        assert told == [("first", "second"), ("third",)]
        keys = index.hasher.phrases(index.hasher.words(words[:7]), 7)
        assert index.df(index.lookup(keys)).tolist() in ([0], [1])  # of one document: not stored


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('{"ids": ["a", "nowhere"]}', "no record has this id"),
        ('{"ids": ["a"]}', "two ids or more"),
        ('["a", "b"]', 'no JSON object with "ids"'),
        ("{", 'line 1: no JSON object with "ids"'),
        ('{"ids": ["a", "b"]}\n\n{"ids": ["b", "c"]}', "line 3: the id 'b' stands on line 1"),
        ('{"ids": ["a", "b"]}', "would part the group 'G'"),
    ],
)
def test_a_groups_file_that_cannot_be_meant_is_refused(
    tmp_path: Path, lines: str, said: str
) -> None:
    records = [{"id": name, "text": f"the court {name}", "group": "G"} for name in "bcd"]
    records.append({"id": "a", "text": "another court"})
    source = write_jsonl(tmp_path / "c.jsonl", records)
    (tmp_path / "groups").write_text(lines)
    with pytest.raises(UserError, match=said.replace("(", r"\(")):
        build_index([source], tmp_path / "i", Options(processes=1, groups=tmp_path / "groups"))
    assert not (tmp_path / "i").exists()


def test_groups_and_lines_that_name_all_of_a_group_are_joined(tmp_path: Path) -> None:
    records = [{"id": name, "text": f"the court {name}", "group": "G"} for name in "bc"]
    records.append({"id": "a", "text": "another court"})
    source = write_jsonl(tmp_path / "c.jsonl", records)
    (tmp_path / "groups").write_text('{"ids": ["a", "c", "b"]}\n')
    assert read_groups(tmp_path / "groups") == {"a": 1, "b": 1, "c": 1}
    build_index([source], tmp_path / "i", Options(processes=1, groups=tmp_path / "groups"))
    with Index.open(tmp_path / "i") as index:
        assert index.documents == 1


def test_a_share_out_of_range_is_refused(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "c.jsonl", [{"id": "a", "text": "b"}])
    for least in (0.4, 1.1):
        with pytest.raises(UserError, match=r"from 0\.5 to 1"):
            near_copies([source], least)
