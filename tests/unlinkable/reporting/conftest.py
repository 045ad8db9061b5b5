"""A small collection, its index, and drafts of one of its originals."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unlinkable.unranked import unranked
from unlinkable.cli import main
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

ORIGINALS = {
    "case-a": "The baker of Millbrook sold bread at the night market. He paid the tax late.",
    "case-b": "The baker of Oldport sold fish at the night market. She paid the tax early.",
    "case-c": "The miller sold bread and fish. He paid the tax early.",
}
DRAFT = "The baker of [REDACTED] sold bread at the\nnight market — 𝕿 paid the tax late."
"""Rare: "bread at", "late" (and "tax late" is not minimal)."""

Check = Callable[..., tuple[int, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with an index, settings that name it, and a draft."""
    records = [
        {"id": name, "title": f"<b>Title</b> of {name}", "text": text}
        for name, text in ORIGINALS.items()
    ]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    build_index([tmp_path / "c.jsonl"], tmp_path / "i.unlinkable", Options(processes=1))
    (tmp_path / "unlinkable.toml").write_text('index = "i.unlinkable"\n', "utf-8")
    (tmp_path / "draft one.txt").write_text(DRAFT, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def check(folder: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Run ``unlinkable check``; gives the exit status and what was printed."""

    def run(*arguments: str) -> tuple[int, str]:
        assert folder.is_dir()
        status = main(unranked(["check", *arguments]))
        return status, capsys.readouterr().out

    return run
