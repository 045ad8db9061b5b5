"""Windows and gap phrases from an index file with more words than those of one byte."""

import random
from pathlib import Path

import pytest

from tests.unlinkable.findings.texts_at_hand import MASK, asked_of, draft_of, positions_of
from tests.unlinkable_index.writing import write_jsonl
from unlinkable.findings.near import extracts
from unlinkable.findings.near.gaps import GapSearch
from unlinkable.findings.near.windows import WindowSearch
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.file.packing import COMMON
from unlinkable_index.index import Index


def test_a_file_and_memory_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    words = [f"w{number}" for number in range(2 * COMMON)]
    weights = [1 / (rank + 3) for rank in range(len(words))]
    texts = [chance.choices(words, weights, k=400) for _ in range(20)]
    records = [{"id": str(at), "text": " ".join(text)} for at, text in enumerate(texts)]
    source = write_jsonl(tmp_path / "c.jsonl", records)
    build_index([source], tmp_path / "i", Options(processes=1, max_words=3))
    draft = draft_of([[*texts[0][at : at + 12], MASK] for at in range(0, 120, 13)])
    memory = positions_of([[text] for text in texts])
    with Index.open(tmp_path / "i") as index:
        assert index.positions is not None
        number = index.document_number("0")
        assert number is not None
        for in_full in (10**6, 0):
            monkeypatch.setattr(extracts, "_IN_FULL", in_full)
            monkeypatch.setattr(extracts, "_FIRST", 700)
            monkeypatch.setattr(extracts, "_GROWTH", 1)
            for own, other in ((None, None), ([number], [0])):
                asked, of_memory = asked_of(index.positions, 2, own), asked_of(memory, 2, other)
                found = WindowSearch(asked, 3, 10).leading(draft)
                expected = WindowSearch(of_memory, 3, 10).leading(draft)
                assert len(expected)
                assert sorted(found.words.tolist()) == sorted(expected.words.tolist())
                gaps = GapSearch(asked).leading(draft)
                known = GapSearch(of_memory).leading(draft)
                assert len(known)
                assert gaps.words.tolist() == known.words.tolist()
