"""Real indexes of small collections."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

MadeIndex = Callable[[Sequence[Sequence[str]]], Index]


@pytest.fixture(scope="module")
def made_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeIndex]:
    """Makes the index of texts given as words; each is a group of its own."""
    opened: list[Index] = []

    def make(texts: Sequence[Sequence[str]]) -> Index:
        folder = tmp_path_factory.mktemp("collection")
        write_texts(folder / "texts.jsonl", [" ".join(text) for text in texts])
        build_index([folder / "texts.jsonl"], folder / "index", Options(processes=1))
        opened.append(Index.open(folder / "index"))
        return opened[-1]

    yield make
    for index in opened:
        index.close()
