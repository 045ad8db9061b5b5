"""`unlinkable protect --labels`: masks say what they hide where that is asked, or drafts do so."""

import json
from pathlib import Path

from tests.unlinkable.cli.conftest import Run

DRAFT = "The baker of Millbrook sold bread at the night market. He paid the tax late.\n"
FLAGS = ("draft.txt", "-o", "out.txt", "--rewriter", "mask", "--max-terms", "1", "--force")


def protected(run: Run, folder: Path, index: str, text: str, *flags: str) -> str:
    (folder / "draft.txt").write_text(text, "utf-8")
    assert run("protect", *FLAGS, "-i", index, *flags).status in (0, 3)
    return (folder / "out.txt").read_text("utf-8")


def test_labels_are_asked_for_or_follow_the_draft(run: Run, index: str, folder: Path) -> None:
    plain = protected(run, folder, index, DRAFT)
    assert "of [REDACTED] sold" in plain
    labelled = protected(run, folder, index, DRAFT, "--labels", "on", "--report", "r.json")
    assert "of [NAME] sold" in labelled
    assert labelled.replace("[NAME]", "[REDACTED]") == plain
    record = json.loads((folder / "r.json").read_text("utf-8"))
    assert record["settings"]["labels"] == "on"
    changes = [one for passage in record["drafts"][0]["passages"] for one in passage["changes"]]
    assert ("Millbrook", "[NAME]") in [(one["before"], one["after"]) for one in changes]
    of_draft = f"He met [NAME_3] there. {DRAFT}"
    assert "of [NAME_4] sold" in protected(run, folder, index, of_draft)
    assert "of [REDACTED] sold" in protected(run, folder, index, of_draft, "--labels", "off")


def test_labels_are_a_setting(run: Run, index: str, folder: Path) -> None:
    (folder / "unlinkable.toml").write_text('labels = "on"\n', "utf-8")
    assert "of [NAME] sold" in protected(run, folder, index, DRAFT)
    (folder / "unlinkable.toml").write_text('labels = "always"\n', "utf-8")
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    done = run("protect", *FLAGS, "-i", index)
    assert done.status == 2
    assert "labels must be one of" in done.err


def test_an_earlier_result_without_labels_is_not_taken_for_done(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    flags = ("draft.txt", "-o", "out/", "--rewriter", "mask", "--max-terms", "1", "-i", index)
    assert run("protect", *flags).status in (0, 3)
    assert "done before" in run("protect", *flags).err
    assert "done before" not in run("protect", *flags, "--labels", "on").err
    assert "[NAME]" in (folder / "out" / "draft.txt").read_text("utf-8")
