"""`unlinkable protect --attack`: a model attacks the masks, and the report says what it guessed.

The model is scripted: it knows some words, or all.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.unlinkable.cli.conftest import Run
from unlinkable.attackers import model_reader
from unlinkable.attackers.infilling import Prediction
from unlinkable.engine import method

DRAFT = "The baker of Millbrook sold bread at the night market. He paid the tax late.\n"
FLAGS = ("draft.txt", "-o", "out.txt", "--rewriter", "mask", "--max-terms", "1", "--force")


@pytest.fixture
def model(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the model says, by the last word before a mask; a key ``""`` answers for all others."""
    says: dict[str, str] = {}

    class Reader:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def __call__(self, _: Sequence[str], before: str, __: str, ___: int) -> Prediction | None:
            words = before.split()
            said = says.get(words[-1] if words else "", says.get(""))
            return Prediction(said, (math.log(0.9),)) if said else None

    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    (folder / "m.gguf").write_bytes(b"")
    options = SimpleNamespace(path=folder / "m.gguf", seed=0, reasoning=False)
    stub = SimpleNamespace(options=options, close=lambda: None)
    monkeypatch.setattr(method, "model_of", lambda _: stub)
    monkeypatch.setattr(model_reader, "ModelReader", Reader)
    return says


def test_what_it_guesses_is_masked_otherwise(
    run: Run, index: str, model: dict[str, str], folder: Path
) -> None:
    assert run("protect", *FLAGS, "-i", index).status in (0, 3)
    first = (folder / "out.txt").read_text("utf-8")
    assert "tax [REDACTED]" in first
    model["tax"] = "late"
    done = run("protect", *FLAGS, "-i", index, "--attack", "--report", "r.json", "--report", "r.md")
    assert done.status in (0, 3)
    err = " ".join(done.err.split())
    assert "the model attacks" in err
    assert err.index("the model attacks") < err.index("The model attacked (asked about")
    assert "what it guessed at 1 place was masked otherwise; of the masks as they are" in err
    assert "late" not in done.err
    second = (folder / "out.txt").read_text("utf-8")
    assert "tax [REDACTED]" not in second
    (draft,) = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    (guessed,) = draft["by_model"]["guessed"]
    assert DRAFT[guessed["start"] : guessed["end"]] == guessed["text"] == "late"
    assert (guessed["line"], guessed["still"]) == (1, False)
    assert draft["by_model"]["asked"] == draft["robustness"]["gaps"]
    report = (folder / "r.md").read_text("utf-8")
    assert "### What the model guessed" in report
    assert "| 1 | late | masked otherwise |" in report


def test_what_it_guesses_whatever_is_masked_is_said(
    run: Run, index: str, model: dict[str, str], folder: Path
) -> None:
    words = DRAFT.replace(".", "").split()
    for start in range(1, len(words)):
        model[words[start - 1]] = words[start]
    done = run("protect", *FLAGS, "-i", index, "--attack", "--report", "r.html")
    assert done.status in (0, 3)
    page = (folder / "r.html").read_text("utf-8")
    assert "What the model guessed" in page
    assert ("still guessed" in page) == ("it still guesses" in done.err)


def test_time_and_model_are_needed(run: Run, index: str, folder: Path) -> None:
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    done = run("protect", *FLAGS, "-i", index, "--attack")
    assert done.status == 2
    assert "no model" in done.err
    done = run("protect", *FLAGS, "-i", index, "--attack", "--minutes", "0")
    assert done.status == 2
    assert "--minutes" in done.err
