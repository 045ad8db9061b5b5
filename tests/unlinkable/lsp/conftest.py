"""A collection of three small originals, and the index of it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.unlinkable.lsp.editor import Editor, editor
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

ORIGINALS = {
    "case-a": "The baker of Millbrook sold bread at the night market. He paid the tax late.",
    "case-b": "The baker of Oldport sold fish at the night market. She paid the tax early.",
    "case-c": "The miller sold bread and fish. He paid the tax early.",
}
"""Among the words that two of them share: baker, bread, fish, market, he, early. So "bread at" is
rare, while baker, bread and fish are only rare together."""


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The originals as a .jsonl file."""
    path = tmp_path_factory.mktemp("collection") / "originals.jsonl"
    records = [
        {"id": name, "title": f"Title of {name}", "text": text} for name, text in ORIGINALS.items()
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


@pytest.fixture(scope="session")
def index(collection: Path) -> Path:
    """The index of the originals."""
    path = collection.parent / "originals.unlinkable"
    build_index([collection], path, Options(processes=1))
    return path


@pytest.fixture
def settings(index: Path) -> dict[str, Any]:
    """The settings of an editor: the index, no pauses, and nothing asked about searchers who rank,
    whom nearly every sentence leads to its source among so few."""
    return {"index": str(index), "pauseMs": 0, "typingPauseMs": 0, "ranked": "off"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(tmp_path_factory: pytest.TempPathFactory, index: Path) -> AsyncIterator[Editor]:
    """A session like that of VS Code, shared by the tests of a module that only open documents."""
    quick = {"index": str(index), "pauseMs": 0, "typingPauseMs": 0, "ranked": "off"}
    async with editor(tmp_path_factory.mktemp("workspace"), quick) as session:
        yield session
