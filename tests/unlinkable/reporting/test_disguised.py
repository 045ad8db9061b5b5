"""Words that are not written as they are seen: what each report says of them."""

import json
from pathlib import Path

import pytest

from tests.unlinkable.reporting.conftest import Check
from tests.unlinkable.reporting.test_sarif import valid
from unlinkable.draft import Markup, read_draft
from unlinkable.reporting.checked import Where
from unlinkable.reporting.found import disguised_places, disguised_words

TEXT = "The b\u0430ker\nso\u200bld bread at the n\u200bight mar\xadket, and f\u0456sh."


@pytest.fixture
def draft(folder: Path) -> str:
    (folder / "disguised.txt").write_text(TEXT, "utf-8")
    return "disguised.txt"


def test_the_report_for_people_counts_them_with_their_places(check: Check, draft: str) -> None:
    _, told = check(draft)
    told = " ".join(told.split())
    assert "2 words are written with characters that show nothing, at 2:1, 2:20." in told
    assert "2 words are written with letters that look like others, at 1:5, 2:40." in told
    assert "They are checked as a reader sees them." in told
    _, page = check(draft, "--format", "html")
    assert "2 words are written with characters that show nothing, at 2:1, 2:20." in page


def test_they_are_no_findings_and_change_no_status(check: Check, draft: str) -> None:
    status, told = check(draft, "--max-terms", "1", "--format", "json")
    result = json.loads(told)
    assert [finding["text"] for finding in result["findings"]] == ["and", "bread at"]
    assert status == 1
    assert [(one["kind"], one["read_as"]) for one in result["disguises"]] == [
        ("look-alike", "baker"),
        ("shows-nothing", "sold"),
        ("shows-nothing", "night"),
        ("look-alike", "fish"),
    ]
    for one in result["disguises"]:
        assert TEXT[one["start"] : one["end"]] == one["text"]
    Path("clean.txt").write_text("so\u200bld", "utf-8")
    status, told = check("clean.txt", "--format", "json")
    assert (status, json.loads(told)["findings"]) == (0, [])
    Path("plain.txt").write_text("sold at the mar\xadket", "utf-8")
    assert "disguises" not in json.loads(check("plain.txt", "--format", "json")[1])


def test_a_log_for_pipelines_has_them_as_notes_without_their_text(check: Check, draft: str) -> None:
    run = valid(check(draft, "--format", "sarif")[1])
    notes = [result for result in run["results"] if result["ruleId"] == "disguised-word"]
    assert [note["level"] for note in notes] == ["note"] * 4
    assert [note["properties"]["kind"] for note in notes][:2] == ["look-alike", "shows-nothing"]
    assert "baker" not in json.dumps(run)


def test_many_are_counted_and_a_few_placed() -> None:
    draft = read_draft("so\u200bld " * 1200, Markup.PLAIN)
    (told,) = disguised_words(draft, Where(draft.text, None))
    assert told.startswith("1,200 words are written with characters that show nothing, at 1:1, ")
    assert told.endswith(" and 1,195 more.")
    assert len(disguised_places(draft)) == 1200
