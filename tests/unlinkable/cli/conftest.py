"""The command line in a folder of its own, with a small collection and its index."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.unlinkable.unranked import unranked
from unlinkable.cli import main

ORIGINALS = {
    "case-a": "The baker of Millbrook sold bread at the night market. He paid the tax late.",
    "case-b": "The baker of Oldport sold fish at the night market. She paid the tax early.",
    "case-c": "The miller sold bread and fish. He paid the tax early.",
    "case-d": "The 𝔘𝔫 café ruled: ובית המשפט קבע.",
    "case-e": "The 𝔘𝔫 café.",
    **{f"more-{number:02}": f"The owl number{number} hooted." for number in range(12)},
}


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a collection; no settings from anywhere else hold."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    records = [{"id": name, "text": text} for name, text in ORIGINALS.items()]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``unlinkable`` with some arguments, and perhaps bytes on standard input."""
    assert folder.is_dir()

    def run(*arguments: str, stdin: bytes = b"") -> Done:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(unranked(arguments))
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return run


@pytest.fixture
def index(run: Run) -> str:
    """The index of the collection, by its name in the current folder."""
    assert run("index", "c.jsonl", "-o", "i.unlinkable", "--processes", "1", "-q").status == 0
    return "i.unlinkable"
