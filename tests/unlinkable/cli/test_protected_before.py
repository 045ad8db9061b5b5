"""`unlinkable check` of what `protect` made says against whom it was protected."""

import json
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

DRAFT = "The baker of Millbrook paid.\nHe sold bread and fish at market."


@pytest.fixture(autouse=True)
def protected(folder: Path, index: str, run: Run) -> Path:
    """A protected draft with the report beside it; the settings name the index."""
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    flags = ("--max-terms", "1", "--ranked", "off", "--rewriter", "mask")
    done = run("protect", "draft.txt", "-o", "out.txt", "--report", "changes.json", *flags)
    assert done.status in (0, 3)
    return folder / "out.txt"


def test_a_result_with_its_report_beside_it_says_against_whom(run: Run, folder: Path) -> None:
    record = json.loads((folder / "changes.json").read_text("utf-8"))
    source = record["drafts"][0]["source_before"]
    assert source
    done = run("check", "out.txt", "--max-terms", "1")
    said = " ".join(done.out.split())
    assert f"changes.json says that this text was protected on {record['date'][:10]}" in said
    assert f"against {source}" in said
    told = json.loads(run("check", "out.txt", "--max-terms", "1", "--format", "json").out)
    assert told["protected"] == {
        "report": "changes.json",
        "date": record["date"][:10],
        "source": source,
        "findings": 0,
    }
    log = json.loads(run("check", "out.txt", "--max-terms", "1", "--format", "sarif").out)
    (artifact,) = log["runs"][0]["artifacts"]
    assert artifact["properties"]["protected"] == told["protected"]
    assert "protected on" in run("check", "out.txt", "--max-terms", "1", "--format", "html").out


def test_nothing_is_said_of_another_text_or_of_files_that_are_no_reports(
    run: Run, folder: Path, protected: Path
) -> None:
    text = protected.read_text("utf-8")
    protected.write_text(text + " He paid.", "utf-8")
    assert "was protected" not in run("check", "out.txt", "--max-terms", "1").out
    protected.write_text(text, "utf-8")
    (folder / "a.json").write_text("{" * 100_000, "utf-8")
    (folder / "b.json").symlink_to("/dev/zero")
    assert "was protected" in run("check", "out.txt", "--max-terms", "1").out
    assert "was protected" not in run("check", "out.txt", "--max-terms", "1", "--no-workspace").out


def test_a_report_changes_nothing_in_what_is_found(run: Run, folder: Path) -> None:
    """One that lies, too."""
    from unlinkable.reporting.protection.before import digest

    record = json.loads((folder / "changes.json").read_text("utf-8"))
    record["drafts"][0]["sha256"]["output"] = digest(DRAFT)
    (folder / "changes.json").write_text(json.dumps(record), "utf-8")
    done = run("check", "draft.txt", "--max-terms", "1", "--format", "json")
    (folder / "changes.json").unlink()
    without = run("check", "draft.txt", "--max-terms", "1", "--format", "json")
    assert done.status == without.status == 1
    told = json.loads(done.out)
    source = told["protected"]["source"]
    there = [one for one in told["findings"] if source in one["documents"]]
    assert told.pop("protected")["findings"] == len(there) > 0
    assert told == json.loads(without.out)
