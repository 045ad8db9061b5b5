"""A small collection, drafts of two of its rulings, and their index."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from unlinkable.cli import main

PLAIN = (
    "The court heard the parties in {place}. The claimant had lived there for a long time and "
    "asked for payment. The defendant did not answer the claim, and the court granted it."
)
PLACES = ("the town", "the village", "the county", "a suburb", "the city", "an island")
ORIGINALS = {
    **{f"case-{number}": PLAIN.format(place=place) for number, place in enumerate(PLACES)},
    "bees": PLAIN.format(place="the valley")
    + " The claimant kept forty hives of bees beside the old mill and sold the honey.",
    "boats": PLAIN.format(place="the harbour")
    + " The claimant repaired wooden boats and was paid EUR 900 on 3 May 2011.",
}
DRAFTS = {
    "bees": ORIGINALS["bees"].replace("the valley", "[REDACTED]"),
    "boats": ORIGINALS["boats"].replace("the harbour", "[REDACTED]"),
}


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    status: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: an index ``i``, and drafts in ``drafts``."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    rows = [{"id": name, "text": text} for name, text in ORIGINALS.items()]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert main(["index", "c.jsonl", "-o", "i", "-q", "--processes", "1"]) == 0
    write(tmp_path / "drafts", DRAFTS)
    return tmp_path


def write(folder: Path, texts: dict[str, str]) -> None:
    """Texts as files of a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")


@pytest.fixture
def evaluate(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run ``unlinkable evaluate`` over the drafts in one process."""
    assert folder.is_dir()

    def run(*arguments: str) -> Done:
        capsys.readouterr()
        status = main(["evaluate", "drafts", "-i", "i", "-q", "--processes", "1", *arguments])
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return run
