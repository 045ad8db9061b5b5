"""Real indexes of small collections."""

import json
from collections.abc import Callable, Iterator, Sequence

import pytest

from unlinkable_index.builder import Options, build_index
from unlinkable_index.index import Index

MadeIndex = Callable[[Sequence[Sequence[str]]], Index]


@pytest.fixture(scope="module")
def made_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeIndex]:
    """Makes the index of texts given as words; each is a group of its own."""
    opened: list[Index] = []

    def make(texts: Sequence[Sequence[str]]) -> Index:
        folder = tmp_path_factory.mktemp("collection")
        lines = [json.dumps({"id": f"{n}", "text": " ".join(t)}) for n, t in enumerate(texts)]
        (folder / "texts.jsonl").write_text("\n".join(lines), "utf-8")
        build_index([folder / "texts.jsonl"], folder / "index", Options(processes=1))
        opened.append(Index.open(folder / "index"))
        return opened[-1]

    yield make
    for index in opened:
        index.close()
