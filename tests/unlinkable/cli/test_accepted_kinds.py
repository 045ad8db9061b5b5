"""Accepted passages and masks on the command line: told apart with who answers for them, and left
as they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.cli.conftest import Run

LEADS = "The baker of the market sold bread."
"""Its words are in other rulings, alone and in phrases; but case-a fits all of them best."""
BY = 'by = "M. C."\nreason = "Known anyway"\ndate = "2026-01-02"\n'
ASKED = ("--max-terms", "1", "--ranked", "sentence", "--settings", "own.toml")


@pytest.fixture
def accepting(folder: Path, index: str) -> None:
    (folder / "draft.txt").write_text(LEADS, "utf-8")
    entry = f'[[accepted]]\nkind = "ranking"\nphrase = "{LEADS}"\n{BY}'
    (folder / "own.toml").write_text(f'index = "{index}"\n{entry}', "utf-8")


def checked(run: Run, *flags: str) -> tuple[int, dict[str, Any]]:
    done = run("check", "draft.txt", *flags, "--format", "json")
    return done.status, json.loads(done.out)


@pytest.mark.usefixtures("accepting")
def test_a_passage_that_someone_accepted_is_told_apart(run: Run) -> None:
    status, told = checked(run, *ASKED, "--ignore-accepted")
    assert status == 1
    assert [one["kind"] for one in told["findings"]] == ["ranking"]
    status, told = checked(run, *ASKED)
    assert status == 0
    assert told["findings"] == []
    (accepted,) = told["accepted"]
    assert (accepted["kind"], accepted["by"], accepted["documents"]) == (
        "ranking",
        "M. C.",
        ["case-a"],
    )
    out = " ".join(run("check", "draft.txt", *ASKED).out.split())
    assert f"accepted by M. C. on 2026-01-02: »{LEADS}« (leading passage)" in out
    assert "but for 1 accepted finding" in out
    page = run("check", "draft.txt", *ASKED, "--format", "html").out
    assert "M. C." in page
    assert "(leading passage)" in page
    log = json.loads(run("check", "draft.txt", *ASKED, "--format", "sarif").out)
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] == "leading-passage"
    assert result["suppressions"][0]["justification"] == "Known anyway"


@pytest.mark.usefixtures("accepting")
def test_another_passage_is_not_accepted_with_it(run: Run, folder: Path) -> None:
    (folder / "draft.txt").write_text("The baker of the night market sold bread.", "utf-8")
    status, told = checked(run, *ASKED)
    assert status == 1
    assert "accepted" not in told


@pytest.mark.usefixtures("accepting")
def test_protect_leaves_the_passage_and_says_so(run: Run, folder: Path) -> None:
    flags = ("--rewriter", "mask", "--force", "-o", "out.txt")
    reports = ("--report", "r.json", "--report", "r.html", "--report", "r.md")
    run("protect", "draft.txt", *ASKED, *flags, "--ignore-accepted")
    assert "[REDACTED]" in (folder / "out.txt").read_text("utf-8")
    done = run("protect", "draft.txt", *ASKED, *flags, *reports)
    assert (folder / "out.txt").read_text("utf-8") == LEADS
    assert done.status == 0
    assert "holds against exact search and ranking, but for 1 accepted finding;" in done.err
    assert "but for 1 accepted finding" in done.err
    (draft,) = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    (accepted,) = draft["accepted"]
    assert (accepted["kind"], accepted["stays"], accepted["by"]) == ("ranking", True, "M. C.")
    assert "df" not in accepted or accepted["df"] is None
    assert "Known anyway" in (folder / "r.html").read_text("utf-8")
    assert "Known anyway" in (folder / "r.md").read_text("utf-8")


@pytest.mark.usefixtures("accepting")
def test_what_else_leads_back_in_the_passage_is_masked_and_the_rest_may_lead(
    run: Run, folder: Path
) -> None:
    text = "The baker of Millbrook sold bread at the night market."
    (folder / "draft.txt").write_text(text, "utf-8")
    entry = f'[[accepted]]\nkind = "ranking"\nphrase = "{text}"\n{BY}'
    (folder / "own.toml").write_text(f'index = "i.unlinkable"\n{entry}', "utf-8")
    flags = ("--rewriter", "mask", "--force", "-o", "out.txt", "--report", "r.json")
    done = run("protect", "draft.txt", *ASKED, *flags)
    assert done.status == 0
    assert "but for 1 accepted finding" in done.err
    out = (folder / "out.txt").read_text("utf-8")
    assert "Millbrook" not in out
    assert "[REDACTED]" in out
    (draft,) = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    (accepted,) = draft["accepted"]
    assert accepted["stays"] is False
    assert draft["ranked_after"]["sentences"]["leading"] == 1


FORMULA = "The owl of the {} hooted at the court. The case originated in an application."


def test_a_mask_that_someone_accepted_is_told_apart(run: Run, folder: Path) -> None:
    (folder / "rulings").mkdir()
    for number, place in enumerate(["barn", "mill", "wood", "lane", "church"]):
        (folder / "rulings" / f"{number}.txt").write_text(FORMULA.format(place), "utf-8")
    draft = "The case [REDACTED] in an application. The owl hooted at the court."
    (folder / "draft.txt").write_text(draft, "utf-8")
    run("index", "rulings", "-o", "o.unlinkable", "--processes", "1", "-q")
    flags = ("-i", "o.unlinkable", "--max-terms", "1", "--background", "rulings")
    assert checked(run, *flags)[0] == 1
    entry = (
        f'[[accepted]]\nkind = "guessable-mask"\nphrase = "the case [...] in an application"\n{BY}'
    )
    (folder / "own.toml").write_text(entry, "utf-8")
    own = ("--settings", "own.toml")
    status, told = checked(run, *flags, *own)
    assert status == 0
    (accepted,) = told["accepted"]
    assert (accepted["kind"], accepted["guess"]) == ("guessable-mask", "originated")
    out = " ".join(run("check", "draft.txt", *flags, *own).out.split())
    assert "»[REDACTED]« (guessable mask): Known anyway" in out
    log = run("check", "draft.txt", *flags, *own, "--format", "sarif").out
    assert "originated" not in log
    assert json.loads(log)["runs"][0]["results"][0]["suppressions"]
    where = ("-o", "out.txt", "--rewriter", "mask", "--report", "r.json", "--report", "r.html")
    done = run("protect", "draft.txt", *flags, *own, *where)
    assert "what 1 mask of the result hide, 1 of them accepted" in " ".join(done.err.split())
    (draft,) = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    assert draft["guessable"][0]["accepted"]["by"] == "M. C."
    assert "by M. C. on 2026-01-02, Known anyway" in (folder / "r.html").read_text("utf-8")
