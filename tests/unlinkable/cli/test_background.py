"""`unlinkable check --background`: masks that other rulings tell, in every kind of report."""

import json
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

FORMULA = "The owl of the {} hooted at the court. The case originated in an application."
DRAFT = "The case [REDACTED] in an application. The owl of the [REDACTED] hooted at the court.\n"


@pytest.fixture
def background(folder: Path) -> str:
    (folder / "rulings").mkdir()
    for number, place in enumerate(["barn", "mill", "wood", "lane", "church"]):
        (folder / "rulings" / f"{number}.txt").write_text(FORMULA.format(place), "utf-8")
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    return "rulings"


@pytest.fixture
def whole(run: Run, background: str) -> tuple[str, ...]:
    """The flags of a check with the background, whose index holds the same rulings."""
    assert run("index", background, "-o", "o.unlinkable", "--processes", "1", "-q").status == 0
    flags = ("draft.txt", "-i", "o.unlinkable", "--max-terms", "1", "--ranked", "off")
    return ("check", *flags, "--background", background)


def test_a_mask_that_all_others_tell_is_a_finding(run: Run, whole: tuple[str, ...]) -> None:
    done = run(*whole, "--format", "json")
    assert done.status == 1
    told = json.loads(done.out)
    (finding,) = told["findings"]
    assert finding["kind"] == "guessable-mask"
    assert (finding["start"], finding["end"]) == (9, 19)
    assert (finding["text"], finding["guess"]) == ("[REDACTED]", "originated")
    assert finding["rulings"] >= 3
    assert finding["share"] == 1.0
    assert len(finding["documents"]) == finding["rulings"]


def test_without_a_background_nothing_is_guessed(run: Run, whole: tuple[str, ...]) -> None:
    done = run(*whole[:-2])
    assert done.status == 0
    assert "by guessing its masks" not in done.out


def test_without_a_background_no_draft_is_said_to_hold_against_guessing(
    run: Run, whole: tuple[str, ...]
) -> None:
    out = " ".join(run(*whole[:-2], "--against", "exact,guessing").out.split())
    assert "holds against exact search; ranking not asked; guessing not known without" in out
    asked = " ".join(run(*whole, "--against", "exact,guessing").out.split())
    assert "guessing not known" not in asked


def test_the_text_report_names_the_mask_the_words_and_the_rulings(
    run: Run, whole: tuple[str, ...]
) -> None:
    out = " ".join(run(*whole).out.split())
    assert "hides »originated«, by 100% of the votes" in out
    assert "leads back by guessing (1 guessable mask)" in out


def test_the_page_has_them_too(run: Run, whole: tuple[str, ...]) -> None:
    out = run(*whole, "--format", "html").out
    assert "Other rulings tell what this mask hides: “originated” (100% of the votes" in out


def test_the_log_for_pipelines_says_where_but_not_what(run: Run, whole: tuple[str, ...]) -> None:
    out = run(*whole, "--format", "sarif").out
    results = json.loads(out)["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == ["guessable-mask"]
    assert "originated" not in out


def test_a_background_that_cannot_be_read_is_no_clean_result(
    run: Run, whole: tuple[str, ...]
) -> None:
    done = run(*whole[:-1], "absent")
    assert done.status == 2
    assert "absent" in done.err


def test_a_protected_draft_is_reported_with_the_masks_that_others_tell(
    run: Run, whole: tuple[str, ...], folder: Path
) -> None:
    flags = ("-o", "out.txt", "--rewriter", "mask", "--report", "r.json", "--report", "r.html")
    done = run("protect", *whole[1:], *flags)
    assert "Other rulings tell what 1 mask of the result hide" in " ".join(done.err.split())
    assert "originated" not in done.err
    (draft,) = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    (told,) = draft["guessable"]
    assert (told["guess"], told["line"], told["column"]) == ("originated", 1, 10)
    out = (folder / "out.txt").read_text("utf-8")
    assert out[told["start"] : told["end"]] == "[REDACTED]"
    assert "Masks that other rulings tell" in (folder / "r.html").read_text("utf-8")
