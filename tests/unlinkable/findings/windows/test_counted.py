"""Which originals words near each other are asked of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unlinkable.rewriting.conftest import index_of
from unlinkable.draft import read_draft
from unlinkable.findings.near.near import counted_documents
from unlinkable.findings.question import Question
from unlinkable_index.index import Index

TEXTS = [
    "the elm fell on the old mill and the ash stood",
    "the elm fell on a new barn",
    "a ash stood near a barn",
    "the old mill burnt",
    "a new barn burnt near the elm",
]
FROM_THE_FIRST = "The elm fell on the old mill. The ash stood."


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with index_of(TEXTS, tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "counted"),
    [
        (Question(), {0}),
        (Question(k=4), {0}),  # rare phrases, as "ash stood", are in others by chance
        (Question(k=4, against=frozenset({0, 1, 2, 3})), {0, 1, 2, 3}),
        (Question(k=4, suspects=(0,), against=frozenset({0, 1, 2, 3})), {0}),
        (Question(suspects=(0,), against=frozenset({0, 1})), {0, 1}),
        (Question(k=4, source=3), {3}),
    ],
)
def test_by_chance_no_original_counts(index: Index, question: Question, counted: set[int]) -> None:
    assert counted_documents(read_draft(FROM_THE_FIRST), index, question) == counted
