"""Which rulings are nearest to a draft, whether the index holds them or not."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.rulings import Rulings, Texts, bmx
from unlinkable.draft import read_draft
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

FORMULA = "The case originated in an application lodged with the court by the claimant."
TEXTS = {
    "bees": f"{FORMULA} She kept bees behind the rectory of Little Wold and sold the honey.",
    "bees-copy": f"{FORMULA} She kept bees behind the rectory of Little Wold and sold the honey.",
    "mill": f"{FORMULA} The mill of Upper Wold burnt down and the miller sold the land.",
    "tax": f"{FORMULA} The tax on honey was paid late.",
    "goat": "A goat was found on the green.",
    "later": f"{FORMULA} A mill burnt down in Nether Wold.",
}
DRAFT = (
    "The case [REDACTED] in an application lodged with the court by the claimant. She kept bees "
    "behind the rectory of [REDACTED] and sold the honey."
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the texts, and an index of all but the last."""
    folder = tmp_path_factory.mktemp("rulings")
    write_texts(folder / "all.jsonl", TEXTS)
    write_texts(folder / "indexed.jsonl", dict([*TEXTS.items()][:-1]))
    build_index([folder / "indexed.jsonl"], folder / "i.unlinkable", Options(processes=1))
    return folder


@pytest.fixture(scope="module")
def index(files: Path) -> Iterator[Index]:
    with Index.open(files / "i.unlinkable") as opened:
        yield opened


@pytest.fixture(scope="module")
def texts(files: Path) -> Texts:
    return Texts.read([files / "all.jsonl"])


def test_texts_are_had_by_the_ids_of_their_records(texts: Texts) -> None:
    assert len(texts) == len(TEXTS)
    assert set(texts) == set(TEXTS)
    assert texts.of(["goat"]) == TEXTS["goat"]
    assert texts.of(["bees", "bees-copy"]) == TEXTS["bees"]
    assert texts.of(["goat", "tax"]) == f"{TEXTS['goat']}\n\n{TEXTS['tax']}"
    assert texts.of(["nowhere"]) is None


@pytest.mark.parametrize("formula", [None, bmx])
def test_the_nearest_come_first_and_copies_are_one(
    texts: Texts, index: Index, formula: object
) -> None:
    rulings = Rulings(texts, index)
    assert len(rulings) == 5
    how = {} if formula is None else {"formula": bmx}
    near = rulings.nearest(read_draft(DRAFT), (), **how)
    assert near[0].ids == ("bees", "bees-copy")
    assert {one.id for one in near} == {"bees", "mill", "tax", "goat", "later"}
    scores = [one.score for one in near]
    assert scores == sorted(scores, reverse=True)


def test_texts_that_the_index_lacks_are_ranked_among_the_others(texts: Texts, index: Index) -> None:
    draft = read_draft("A mill burnt down in [REDACTED] Wold.")
    near = Rulings(texts, index).nearest(draft, ())
    assert near[0].id == "later"
    assert near[1].id == "mill"


def test_the_source_is_left_out_by_any_of_its_ids(texts: Texts, index: Index) -> None:
    near = Rulings(texts, index).nearest(read_draft(DRAFT), ("bees-copy",))
    assert "bees" not in {one.id for one in near}


def test_an_attack_answers_what_it_has_the_means_for(texts: Texts, index: Index) -> None:
    draft = read_draft(DRAFT)
    alone = Attacker(index).attack(draft)
    assert alone.recognition is not None
    assert alone.recognition.recognised
    assert alone.source == index.document_number("bees")
    assert alone.rulings is None
    assert not any(one.read or one.guesses for one in alone.masks)
    full = Attacker(index, texts, Rulings(texts, index)).attack(draft)
    assert [one.read and one.read.text for one in full.masks] == ["originated", "Little Wold"]
    assert full.masks[0].guesses[0].text == "originated"
    assert set(full.masks[0].guesses[0].voters) == {"mill", "tax", "later"}
    assert full.masks[0].guessable is not None
    assert full.masks[1].guessable is None


def test_one_mask_alone(texts: Texts, index: Index) -> None:
    found = Attacker(index, texts).attack(read_draft(DRAFT), only=frozenset({2}))
    assert [one.number for one in found.masks] == [2]
    assert found.masks[0].read is not None
    assert found.masks[0].read.text == "Little Wold"


def test_an_original_under_another_name_does_not_vote(index: Index, files: Path) -> None:
    """A folder of drafts' originals that the index lacks: guessing would be reading off."""
    row = json.dumps({"id": "elsewhere", "text": TEXTS["bees"].replace("honey", "honey of it")})
    (files / "more.jsonl").write_text(row, "utf-8")
    background = Rulings(Texts.read([files / "more.jsonl"]), index)
    found = Attacker(index, background=background).attack(read_draft(DRAFT))
    assert found.rulings == 0
    assert not any(one.guesses for one in found.masks)
