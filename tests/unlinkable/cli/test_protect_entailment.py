"""`unlinkable protect` with a model for entailment: what it doubts is not taken."""

from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run
from tests.unlinkable.model.conftest import Scripted, scripted
from tests.unlinkable.model.tiny_nli import write_tiny_nli
from unlinkable.engine import method

__all__ = ["scripted"]  # a fixture
DRAFT = "The baker sold bread at the night market.\n"
REWRITTEN = "The baker sold market at the night market.\n"
FLAGS = ("draft.txt", "-o", "out.txt", "--rewriter", "llm", "--max-terms", "1", "--force")


@pytest.fixture
def writing(folder: Path, scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that writes one other word."""
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    words = {"bread": ["market"]}
    monkeypatch.setattr(method, "model_of", lambda _: scripted({}, words=words))


def settle(folder: Path, nli: str, least: int = 50) -> None:
    text = f'model.entailment = "{nli}"\nmodel.entailment_least = {least}\n'
    (folder / "unlinkable.toml").write_text(text, "utf-8")


@pytest.mark.usefixtures("writing")
def test_what_does_not_say_the_same_both_ways_is_masked_instead(
    run: Run, index: str, folder: Path
) -> None:
    assert run("protect", *FLAGS, "-i", index).status in (0, 3)
    assert (folder / "out.txt").read_text("utf-8") == REWRITTEN
    write_tiny_nli(folder / "nli", {"bread": 9.0})
    settle(folder, "nli")
    assert run("protect", *FLAGS, "-i", index).status in (0, 3)
    masked = (folder / "out.txt").read_text("utf-8")
    assert masked != REWRITTEN
    assert "[REDACTED]" in masked


@pytest.mark.usefixtures("writing")
def test_how_sure_it_must_be_is_a_setting(run: Run, index: str, folder: Path) -> None:
    write_tiny_nli(folder / "nli", {"bread": 3.0})  # 3.0 - 3.0: one of three, 33 percent
    for least, rewritten in ((30, True), (40, False)):
        settle(folder, "nli", least)
        assert run("protect", *FLAGS, "-i", index).status in (0, 3)
        assert ((folder / "out.txt").read_text("utf-8") == REWRITTEN) == rewritten


@pytest.mark.usefixtures("writing")
def test_the_folder_may_be_named_for_one_run(run: Run, index: str, folder: Path) -> None:
    write_tiny_nli(folder / "nli", {"bread": 9.0})
    assert run("protect", *FLAGS, "-i", index, "--entailment", "nli").status in (0, 3)
    assert "[REDACTED]" in (folder / "out.txt").read_text("utf-8")
    words = [flag.replace("llm", "words") for flag in FLAGS]
    done = run("protect", *words, "-i", index, "--entailment", "nli")
    assert done.status == 2
    assert "reads what a model writes" in done.err


@pytest.mark.usefixtures("writing")
def test_a_folder_without_a_model_is_refused_before_anything_is_written(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "nli").mkdir()
    settle(folder, "nli")
    done = run("protect", *FLAGS, "-i", index)
    assert done.status == 2
    assert "no model for entailment" in done.err
    assert "tokenizer.json" in done.err
    assert not (folder / "out.txt").exists()
