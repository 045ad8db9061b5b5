"""Rulings on disk, and the index that one process makes of them without any interruption: what
every other way to build must give, byte for byte."""

from pathlib import Path

import pytest

from tests.unlinkable_index.rulings import rulings
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rulings."""
    return write_jsonl(tmp_path_factory.mktemp("rulings") / "c.jsonl", rulings())


@pytest.fixture(scope="module")
def whole(source: Path) -> bytes:
    """Their index."""
    out = source.with_name("whole.index")
    build_index([source], out, Options(processes=1))
    return out.read_bytes()
