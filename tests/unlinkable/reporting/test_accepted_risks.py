"""Accepted risks on the command line: not counted, but told, with who answers for them."""

import json
from pathlib import Path

from tests.unlinkable.reporting.conftest import Check


def settings(folder: Path, *accepted: str, max_terms: int = 1) -> None:
    """Write settings with these ``[[accepted]]`` entries."""
    tables = "".join(f"[[accepted]]\n{entry}\n" for entry in accepted)
    (folder / "unlinkable.toml").write_text(
        f'index = "i.unlinkable"\nmax_terms = {max_terms}\n{tables}', "utf-8"
    )


def test_what_is_accepted_is_listed_apart(check: Check, folder: Path) -> None:
    settings(folder, 'phrase = "late"\nby = "M. C."\nreason = "Public"\ndate = "2026-01-02"')
    status, text = check("draft one.txt", "--format", "json")
    report = json.loads(text)
    assert status == 1
    assert [finding["text"] for finding in report["findings"]] == ["bread at"]
    (accepted,) = report["accepted"]
    assert (accepted["text"], accepted["by"], accepted["reason"]) == ("late", "M. C.", "Public")


def test_a_draft_with_nothing_else_is_clean(check: Check, folder: Path) -> None:
    settings(folder, 'phrase = "late"', 'phrase = "bread at"\nby = "M. C."\nreason = "Public"')
    assert check("draft one.txt")[0] == 3  # it is the folder that says so
    status, text = check("draft one.txt", "--settings", "unlinkable.toml")
    assert status == 0
    assert "accepted by M. C.: »bread at«: Public" in text
    assert "but for 2 accepted findings" in " ".join(text.split())


def test_one_accepted_for_another_file_counts(check: Check, folder: Path) -> None:
    settings(folder, 'phrase = "late"\nfile = "other.txt"', 'phrase = "bread at"')
    assert check("draft one.txt")[0] == 1
    settings(folder, 'phrase = "late"\nfile = "draft one.txt"', 'phrase = "bread at"')
    assert check("draft one.txt", "--settings", "unlinkable.toml")[0] == 0


def test_an_accepted_phrase_hides_no_other_that_shares_its_words(
    check: Check, folder: Path
) -> None:
    (folder / "d.txt").write_text("They sold bread at the night market.", "utf-8")
    _, text = check("d.txt", "--format", "json", "--max-terms", "1")
    before = [finding["text"] for finding in json.loads(text)["findings"]]
    (folder / "e.txt").write_text("He paid the tax late the miller sold fish at the", "utf-8")
    _, text = check("e.txt", "--format", "json", "--max-terms", "1", "--cross-sentences")
    first = json.loads(text)["findings"]
    settings(folder, *(f'phrase = "{finding["text"]}"' for finding in first))
    _, text = check("e.txt", "--format", "json", "--cross-sentences")
    second = json.loads(text)
    assert before == ["bread at"]
    taken = {(finding["start"], finding["end"]) for finding in first}
    for finding in second["findings"]:
        assert (finding["start"], finding["end"]) not in taken
        assert any(finding["start"] < end and start < finding["end"] for start, end in taken)
    assert second["findings"]


def test_terminal_codes_in_a_draft_are_not_obeyed(check: Check, folder: Path) -> None:
    (folder / "d.txt").write_text("\x1b]0;owned\x07 sold bread at \x1b[31m late", "utf-8")
    _, text = check("d.txt")
    assert "\x1b" not in text
    assert "\x07" not in text
