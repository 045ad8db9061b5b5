"""`--source-file`: the original beside the draft counts as one more original, and is the source."""

import json
from pathlib import Path
from typing import Any

import pytest

import unlinkable
from tests.unlinkable.cli.conftest import ORIGINALS, Run

DRAFT = "The baker of Oldport sold bread and fish at the night market. They met at dawn."
TODAY = (
    "The baker of Oldport sold bread and fish at the night market. They met at dawn, by the mill."
)
PHRASES = ("--max-terms", "1")


@pytest.fixture(autouse=True)
def draft(folder: Path, index: str) -> Path:
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    (folder / "originals").mkdir()
    (folder / "originals" / "draft.txt").write_text(TODAY, "utf-8")
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    return folder / "draft.txt"


def report(run: Run, *arguments: str) -> dict[str, Any]:
    done = run("check", "draft.txt", "--format", "json", *arguments)
    assert done.err == ""
    told: dict[str, Any] = json.loads(done.out)
    return told


def findings(told: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(found["kind"], found["text"], found["df"]) for found in told["findings"]]


def test_what_only_the_original_beside_the_draft_has_is_found(run: Run) -> None:
    without = report(run, *PHRASES)
    assert "They" not in [text for _, text, _ in findings(without)]
    told = report(run, *PHRASES, "--source-file", "originals/draft.txt")
    assert ("phrase", "They", 1) in findings(told)
    assert {tuple(found["documents"]) for found in told["findings"]} == {("draft.txt",)}
    assert told["likely_source"]["document"] == "draft.txt"
    assert told["source"] == {
        "document": "draft.txt", "where": "the command line", "fits": True, "share": 1.0,
    }  # fmt: skip
    assert told["index"]["documents"] == 18


@pytest.mark.parametrize("asked", [PHRASES, ("--ranked", "sentence"), ("-k", "3", *PHRASES)])
def test_nothing_is_missed_that_is_found_with_the_original_in_the_index(
    run: Run, folder: Path, asked: tuple[str, ...]
) -> None:
    told = report(run, "--source-file", "originals/draft.txt", *asked)
    records = [{"id": name, "text": text} for name, text in ORIGINALS.items()]
    records.append({"id": "draft.txt", "text": TODAY})
    (folder / "all.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    run("index", "all.jsonl", "-o", "all.unlinkable", "--processes", "1", "-q")
    whole = report(run, "-i", "all.unlinkable", "--source", "draft.txt", *asked)
    for found in whole["findings"]:
        assert any(
            found["start"] < other["end"] and other["start"] < found["end"]
            for other in told["findings"]
        )
    if "ranked" in whole:
        for ranked in (told["ranked"], whole["ranked"]):
            del ranked["pairs"]  # those that the index may not have count for the original
        assert told["ranked"] == whole["ranked"]


def test_a_pattern_finds_the_original_by_the_name_of_the_draft(run: Run, folder: Path) -> None:
    settings = folder / "unlinkable.toml"
    settings.write_text(settings.read_text() + 'source_file = "originals/{stem}.txt"\n', "utf-8")
    told = report(run, *PHRASES)
    assert told["source"]["document"] == "draft.txt"
    assert told["source"]["where"] == str(settings)
    (folder / "originals" / "draft.txt").unlink()
    told = report(run, *PHRASES)
    place = folder / "originals" / "draft.txt"
    assert f"The original of this draft is not at {place}, where it belongs." in told["ignored"]
    assert "source" not in told


def test_the_front_matter_of_the_draft_says_which_file_is_its_original(
    run: Run, folder: Path, draft: Path
) -> None:
    (folder / "originals" / "2026-114.txt").write_text(TODAY, "utf-8")
    draft.write_text(f"---\nunlinkable-source: 2026-114\n---\n{DRAFT}", "utf-8")
    told = report(run, *PHRASES, "--source-file", "originals/{source}.txt")
    assert ("phrase", "They", 1) in findings(told)
    assert told["source"]["document"] == "2026-114.txt"


def test_a_draft_that_is_not_heard_names_no_original(
    run: Run, folder: Path, index: str, draft: Path
) -> None:
    (folder / "originals" / "2026-114.txt").write_text(TODAY, "utf-8")
    draft.write_text(f"---\nunlinkable-source: 2026-114\n---\n{DRAFT}", "utf-8")
    asked = ("-i", index, "--no-workspace", "--source-file", "originals/{source}.txt")
    told = report(run, *PHRASES, *asked)
    assert any("is not heard" in said for said in told["ignored"])
    assert told["index"]["documents"] == 17


@pytest.mark.parametrize("named", ["../draft", "..", "/etc/passwd", r"..\draft", ""])
def test_a_draft_names_no_file_of_another_folder(
    run: Run, folder: Path, draft: Path, named: str
) -> None:
    (folder / "draft.txt.txt").write_text(TODAY, "utf-8")
    draft.write_text(f"---\nunlinkable-source: {named}\n---\n{DRAFT}", "utf-8")
    told = report(run, *PHRASES, "--source-file", "originals/{source}.txt")
    assert any("names no original" in said for said in told["ignored"])
    assert told["index"]["documents"] == 17


def test_an_original_that_is_indexed_is_not_counted_twice(run: Run, folder: Path) -> None:
    (folder / "original.txt").write_text(ORIGINALS["case-b"].upper(), "utf-8")
    told = report(run, *PHRASES, "--source-file", "original.txt")
    named = report(run, *PHRASES, "--source", "case-b")
    assert told["findings"] == named["findings"]
    assert told["index"] == named["index"]
    assert "original.txt is not counted as one more" in told["ignored"][0]
    assert "case-b" in told["ignored"][0]


def test_whoever_names_both_says_which_document_the_file_is_a_version_of(run: Run) -> None:
    told = report(run, *PHRASES, "--source-file", "originals/draft.txt", "--source", "case-b")
    assert {tuple(found["documents"]) for found in told["findings"]} == {("case-b",)}
    assert ("phrase", "They", 1) in findings(told)
    assert told["index"]["documents"] == 17


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("nowhere.txt", "no such file or folder"),
        ("originals", "this is a folder"),
        ("c.jsonl", "this is not one original"),
        ("draft.txt", "this is the draft itself"),
        ("empty.txt", "there are no words in this original"),
    ],
)
def test_what_is_no_original_is_refused_in_a_sentence(
    run: Run, folder: Path, file: str, said: str
) -> None:
    (folder / "empty.txt").write_text(" ...\n", "utf-8")
    done = run("check", "draft.txt", "--source-file", file)
    assert done.status == 2
    assert said in done.err
    assert done.out == ""


def test_protecting_hides_what_the_original_beside_the_draft_alone_has(
    run: Run, folder: Path
) -> None:
    asked = ("--source-file", "originals/draft.txt", *PHRASES)
    assert run("protect", "draft.txt", "-o", "out.txt", *asked).status == 0
    assert "They" not in (folder / "out.txt").read_text("utf-8")
    assert run("check", "out.txt", *asked).status == 0


def test_a_folder_of_drafts_is_protected_each_against_its_own_original(
    run: Run, folder: Path
) -> None:
    (folder / "drafts").mkdir()
    for name, dawn in (("a", "dawn"), ("b", "dusk")):
        text = DRAFT.replace("dawn", dawn)
        (folder / "drafts" / f"{name}.txt").write_text(text, "utf-8")
        (folder / "originals" / f"{name}.txt").write_text(f"{text} Then it rained.", "utf-8")
    asked = ("--source-file", "originals/{name}", *PHRASES)
    assert run("protect", "drafts", "-o", "out", *asked).status == 0
    assert "dawn" not in (folder / "out" / "a.txt").read_text("utf-8")
    assert "dusk" not in (folder / "out" / "b.txt").read_text("utf-8")
    done = run("protect", "drafts", "-o", "out", *asked)
    assert done.err.count("done before") == 2
    (folder / "originals" / "b.txt").write_text("The baker met nobody at dusk.", "utf-8")
    assert run("protect", "drafts", "-o", "out", *asked).err.count("done before") == 1


def test_from_python_the_same() -> None:
    with unlinkable.open_index("i.unlinkable") as index:
        checked = unlinkable.check(DRAFT, index, max_terms=1, source_file="originals/draft.txt")
        assert checked.likely_source == "draft.txt"
        assert "They" in [found.text for found in checked.findings]
        protected = unlinkable.protect(DRAFT, index, max_terms=1, source_file="originals/draft.txt")
    assert "They" not in protected.text
