"""`unlinkable attack` from outside: four questions, and never more than the attacker has."""

import json
import lzma
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

DRAFT = "The baker of [REDACTED] sold bread at the night market. He paid the tax [REDACTED].\n"


@pytest.fixture
def draft(folder: Path) -> str:
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    return "draft.txt"


def test_the_index_alone_recognises_the_original(run: Run, index: str, draft: str) -> None:
    done = run("attack", draft, "-i", index)
    assert done.status == 1
    assert "Yes: case-a comes first" in done.out
    assert "Not asked: no originals were named" in done.out
    assert "Not asked: no other rulings were named" in done.out


def test_masks_are_read_off_the_originals(run: Run, index: str, draft: str) -> None:
    done = run("attack", draft, "-i", index, "--originals", "c.jsonl")
    assert "read off: »Millbrook« (word for word)" in done.out
    assert "2 of 2 masks word for word in case-a" in " ".join(done.out.split())


def test_of_a_draft_without_masks_it_is_said_that_there_are_none(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "draft.txt").write_text("The baker sold bread at the night market.", "utf-8")
    done = run(
        "attack", "draft.txt", "-i", index, "--originals", "c.jsonl", "--background", "c.jsonl"
    )
    assert "Yes: case-a comes first" in done.out
    assert done.out.count("There is no mask in this draft.") == 2


def test_other_rulings_do_without_the_original(run: Run, index: str, draft: str) -> None:
    done = run("attack", draft, "-i", index, "--background", "c.jsonl", "--format", "json")
    (line,) = done.out.splitlines()
    told = json.loads(line)
    assert told["recognised"]["document"] == "case-a"
    assert told["rulings"] >= 2
    assert told["masks"][0]["guesses"][0]["text"] == "Oldport"
    assert told["masks"][0]["guessable"] is False
    assert "Millbrook" not in done.out
    assert "read_off" not in told["masks"][0]


def test_one_mask_or_all(run: Run, index: str, draft: str) -> None:
    flags = ("-i", index, "--originals", "c.jsonl", "--format", "json")
    done = run("attack", draft, *flags, "--mask-number", "2")
    told = json.loads(done.out)
    assert [mask["number"] for mask in told["masks"]] == [2]
    assert told["masks"][0]["read_off"] == {"text": "late", "exact": True}
    done = run("attack", draft, *flags, "--mask-number", "3")
    assert done.status == 2
    assert "there is no mask 3" in done.err
    assert run("attack", draft, *flags, "--mask-number", "0").status == 2


def test_the_page_shows_the_draft_with_the_words_in_its_masks(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "draft.txt").write_text(f"<script>alert(1)</script>\n\n{DRAFT}", "utf-8")
    done = run("attack", "draft.txt", "-i", index, "--originals", "c.jsonl", "--format", "html")
    assert "<mark>[REDACTED] <ins" in done.out
    assert ">Millbrook</ins>" in done.out
    assert "<script>" not in done.out


def test_the_original_beside_the_draft_is_read_off(run: Run, index: str, folder: Path) -> None:
    (folder / "new.txt").write_text("The vicar of [REDACTED] painted owls by night.", "utf-8")
    (folder / "original.txt").write_text("The vicar of Swale painted owls by night.", "utf-8")
    done = run("attack", "new.txt", "-i", index, "--source-file", "original.txt")
    assert "Yes: original.txt comes first" in " ".join(done.out.split())
    assert "read off: »Swale«" in done.out


def test_what_narrows_the_attack_is_said(run: Run, index: str, draft: str) -> None:
    done = run("attack", draft, "-i", index, "--source", "case-b")
    assert 'Narrowed by the command line: source = "case-b"' in " ".join(done.out.split())
    assert "No: case-b comes at place" in done.out


def test_nothing_found_out(run: Run, index: str, folder: Path) -> None:
    (folder / "blank.txt").write_text("[REDACTED] zzz yyy xxx", "utf-8")
    done = run("attack", "blank.txt", "-i", index, "--originals", "c.jsonl")
    assert done.status == 3  # hardly a word is in the index
    assert "the index has no word of this draft" in " ".join(done.out.split())


def test_to_come_first_by_a_hair_is_not_to_be_recognised(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "owls.txt").write_text("The owl hooted. [REDACTED]", "utf-8")
    done = run("attack", "owls.txt", "-i", index)
    assert "Hardly: more-" in done.out
    assert done.status == 0


def test_what_cannot_be_attacked_is_said(run: Run, index: str, draft: str) -> None:
    assert run("attack", "absent.txt", "-i", index).status == 2
    done = run("attack", draft, "-i", index, "--originals", "absent.jsonl")
    assert done.status == 2
    assert "absent.jsonl" in done.err
    assert run("attack", draft, "-i", "absent.unlinkable").status == 2


def test_messages_hold_no_guesses(run: Run, index: str, draft: str) -> None:
    done = run("attack", draft, "-i", index, "--originals", "c.jsonl", "--background", "c.jsonl")
    assert "Millbrook" not in done.err
    assert "Oldport" not in done.err


def test_the_records_of_a_file_are_drafts(run: Run, index: str, folder: Path) -> None:
    rows = [{"id": "case-a", "text": DRAFT}, {"id": "case-b", "text": "The baker of [...] sold."}]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "drafts.jsonl").write_text(text, "utf-8")
    (folder / "drafts.jsonl.xz").write_bytes(lzma.compress(text.encode()))
    (folder / "case-a.txt").write_text(DRAFT, "utf-8")
    flags = ("-i", index, "--originals", "c.jsonl", "-q")
    first = run("attack", "drafts.jsonl", *flags, "--format", "json")
    told = [json.loads(line) for line in first.out.splitlines()]
    assert [one["draft"] for one in told] == ["drafts.jsonl: case-a", "drafts.jsonl: case-b"]
    alone = json.loads(run("attack", "case-a.txt", *flags, "--format", "json").out)
    assert {**told[0], "draft": "case-a.txt"} == alone
    table = run("attack", "drafts.jsonl.xz", *flags, "--table").out
    assert table.startswith("2 drafts, ")


def test_the_table_of_a_protected_draft_knows_what_its_masks_hide(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "case-a.txt").write_text(DRAFT.strip(), "utf-8")
    asked = ("-i", index, "--source", "case-a", "--max-terms", "1")
    run("protect", "case-a.txt", *asked, "--rewriter", "mask", "-o", "out/")
    masks = (folder / "out" / "case-a.txt").read_text("utf-8").count("[REDACTED]")
    flags = ("-i", index, "--originals", "c.jsonl", "--background", "c.jsonl", "-q")
    table = run("attack", "out", *flags, "--table").out
    assert masks > DRAFT.count("[REDACTED]")
    assert f"{masks} masks whose words follow from the original" in table
