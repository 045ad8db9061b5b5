"""A collection of three small originals, and the index of it."""

import json
from pathlib import Path

import pytest

from unlinkable_index.builder import Options, build_index

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
