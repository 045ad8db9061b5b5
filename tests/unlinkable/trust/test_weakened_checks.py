"""Attacks on a check by what comes with a draft: none makes it say clean unseen.

In every form of output the reason stands, and the exit status is not that of a clean draft.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import ORIGINALS, Done, Run

FORMATS = ("text", "json", "sarif", "html")
TEXT = ORIGINALS["case-a"].replace("Millbrook", "[REDACTED]")
CLEAN = "The baker of [REDACTED] paid the tax."


@pytest.fixture
def draft(folder: Path, index: str) -> Path:
    """A Markdown draft of case-a, in a folder whose settings name the index."""
    (folder / "sent").mkdir()
    (folder / "sent" / "unlinkable.toml").write_text(f'index = "../{index}"\n', "utf-8")
    path = folder / "sent" / "draft.md"
    path.write_text(TEXT, "utf-8")
    return path


def weakened(draft: Path, settings: str) -> None:
    """Let the folder of the draft choose these settings too."""
    file = draft.parent / "unlinkable.toml"
    file.write_text(file.read_text("utf-8") + settings, "utf-8")


def in_every_form(run: Run, draft: Path, *flags: str) -> Iterator[tuple[Done, str]]:
    """What `check` comes to, form by form, with its output on one line."""
    for form in FORMATS:
        done = run("check", str(draft), "--format", form, *flags)
        yield done, re.sub(r"\s+", " ", done.out)


def reported(run: Run, draft: Path, *flags: str) -> dict[str, object]:
    report: dict[str, object] = json.loads(run("check", str(draft), "--format", "json", *flags).out)
    return report


def doubts(run: Run, draft: Path, *flags: str) -> list[str]:
    report = reported(run, draft, *flags)
    return [doubt["kind"] for doubt in report.get("doubts", ())]  # type: ignore[attr-defined]


def test_without_an_attack_there_is_something_to_find_and_nothing_to_doubt(
    run: Run, draft: Path
) -> None:
    assert doubts(run, draft) == []
    assert run("check", str(draft)).status == 1


def test_a_draft_that_names_another_source_is_not_clean(run: Run, draft: Path) -> None:
    draft.write_text(f"---\nunlinkable-source: case-d\n---\n\n{TEXT}", "utf-8")
    for done, output in in_every_form(run, draft):
        assert done.status == 3
        assert "case-d" in output
        assert "front matter" in output
        assert "does not fit" in output or "source-does-not-fit" in output
    assert doubts(run, draft) == ["source-does-not-fit", "narrowed-by-the-folder"]
    source = reported(run, draft)["source"]
    assert source == {
        "document": "case-d", "where": "the draft's front matter", "fits": False, "share": 0.0,
    }  # fmt: skip


def test_the_source_that_a_draft_names_itself_is_said_though_it_fits(run: Run, draft: Path) -> None:
    draft.write_text(f"---\nunlinkable-source: case-a\n---\n\n{CLEAN}", "utf-8")
    for done, output in in_every_form(run, draft, "--max-terms", "1"):
        assert done.status == 3
        assert "case-a" in output
        assert "front matter" in output
    assert doubts(run, draft, "--max-terms", "1") == ["narrowed-by-the-folder"]
    assert run("check", str(draft), "--max-terms", "1", "--source", "case-a").status == 0


def test_a_source_that_the_user_names_must_fit_too(run: Run, draft: Path) -> None:
    assert doubts(run, draft, "--source", "case-d") == ["source-does-not-fit"]
    assert run("check", str(draft), "--source", "case-d").status == 3
    assert doubts(run, draft, "--source", "case-a") == []


def test_without_the_workspace_a_draft_names_no_source(run: Run, draft: Path, index: str) -> None:
    draft.write_text(f"---\nunlinkable-source: case-d\n---\n\n{TEXT}", "utf-8")
    for done, output in in_every_form(run, draft, "--no-workspace", "-i", index):
        assert done.status == 1
        assert "front matter does not count here" in output
        assert "unlinkable.toml is not used, since --no-workspace asks" in output


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("masks = ['(?s).+']\n", "masks"),
        ("masks = [' ']\n", "masks"),
        ("masks = ['bread at', 'late', 'tax|baker|sold']\n", "masks"),
        ('source = "case-d"\n', "source"),
        ("max_terms = 1\n", "max_terms"),
        ('[[accepted]]\nphrase = "bread at"\n[[accepted]]\nphrase = "late"\n', "accepted"),
    ],
)
def test_what_a_folder_weakens_is_said_in_every_form_and_is_not_clean(
    run: Run, draft: Path, settings: str, said: str
) -> None:
    weakened(draft, settings)
    where = str(draft.parent / "unlinkable.toml")
    for done, output in in_every_form(run, draft):
        assert done.status in (1, 3)
        assert said in output
        assert where in output
    assert "narrowed-by-the-folder" in doubts(run, draft)
    narrowed = reported(run, draft)["narrowed"]
    assert [one["setting"] for one in narrowed if one["where"] == where] == [said]  # type: ignore[attr-defined]


def test_forged_accepted_risks_do_not_make_a_draft_clean(run: Run, draft: Path) -> None:
    found = reported(run, draft, "--max-terms", "1")["findings"]
    forged = "".join(f'[[accepted]]\nphrase = "{one["text"]}"\n' for one in found)  # type: ignore[attr-defined]
    weakened(draft, forged)
    done = run("check", str(draft), "--max-terms", "1")
    assert done.status == 3
    assert " ".join(done.out.split()).startswith(f"{draft}: this result cannot be relied on: - ")
    done = run("protect", str(draft), "-o", "out.md", "--rewriter", "mask", "--max-terms", "1")
    assert done.status == 3
    assert "cannot be relied on" in done.err


def test_what_the_user_narrows_is_said_and_is_the_users_choice(
    run: Run, draft: Path, folder: Path
) -> None:
    (folder / "config" / "unlinkable").mkdir(parents=True)
    (folder / "config" / "unlinkable" / "unlinkable.toml").write_text("max_terms = 1\n", "utf-8")
    draft.write_text(CLEAN, "utf-8")
    for done, output in in_every_form(run, draft):
        assert done.status == 0
        assert "max_terms" in output
        assert "config/unlinkable/unlinkable.toml" in output


def test_a_folder_does_not_lower_the_k_of_the_user_unseen(
    run: Run, draft: Path, folder: Path
) -> None:
    (folder / "config" / "unlinkable").mkdir(parents=True)
    (folder / "config" / "unlinkable" / "unlinkable.toml").write_text("k = 5\n", "utf-8")
    weakened(draft, "k = 2\n")
    assert "narrowed-by-the-folder" in doubts(run, draft)
    assert doubts(run, draft, "-k", "5") == []


@pytest.mark.parametrize(
    ("masks", "kind"),
    [
        (r"(?s).+", "little-was-checked"),
        (" ", "masks-cover-ordinary-text"),
        (r"[,.]", "masks-cover-ordinary-text"),
        ("the|he|paid|tax", "masks-cover-ordinary-text"),
    ],
)
def test_masks_that_swallow_a_text_are_doubted_whoever_sets_them(
    run: Run, draft: Path, masks: str, kind: str
) -> None:
    assert kind in doubts(run, draft, "--mask", masks)
    done = run("check", str(draft), "--mask", masks)
    assert done.status in (1, 3)
    said = " ".join(done.out.split())
    assert said.startswith(
        (f"{draft}: this result cannot be relied on: -", f"{draft}: more may lead back than is")
    )


def test_masks_of_a_house_style_are_not_doubted(run: Run, draft: Path) -> None:
    draft.write_text(TEXT.replace("[REDACTED]", "(xxx)"), "utf-8")
    assert doubts(run, draft, "--mask", r"\(xxx\)") == []


def test_an_index_that_does_not_fit_is_said_first_with_its_size(
    run: Run, draft: Path, folder: Path
) -> None:
    (folder / "tiny").mkdir()
    (folder / "tiny" / "one.txt").write_text("paid the tax", "utf-8")
    assert run("index", "tiny", "-o", "t.unlinkable", "--processes", "1", "-q").status == 0
    draft.write_text("Whoever reads a text of many words asks what it is about. " * 40, "utf-8")
    for done, output in in_every_form(run, draft, "-i", "t.unlinkable"):
        assert done.status == 3
        assert "only 0 of 480 words are in the index t.unlinkable (1 original, 3 words)" in output
    assert doubts(run, draft, "-i", "t.unlinkable") == ["index-does-not-fit"]
    said = " ".join(run("check", str(draft), "-i", "t.unlinkable").out.split())
    assert said.startswith(f"{draft}: this result cannot be relied on: - only 0 of 480 words")


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"```\n{TEXT}\n```\n",
        f"---\ntitle: {TEXT.replace(':', '')}\n---\n",
        "[REDACTED] " * 30 + "the tax",
        f"<!-- {TEXT} -->\n\nThe tax.",
    ],
    ids=["empty", "a code fence", "front matter", "masks", "a comment"],
)
def test_a_draft_of_which_almost_nothing_is_checked_is_not_clean(
    run: Run, draft: Path, text: str
) -> None:
    draft.write_text(text, "utf-8")
    for done, output in in_every_form(run, draft):
        assert done.status == 3
        assert "words" in output
    assert doubts(run, draft) == ["little-was-checked"]


def test_what_stands_in_code_is_counted_where_the_rest_is_checked(run: Run, draft: Path) -> None:
    draft.write_text(f"{CLEAN} {CLEAN}\n\n```\nbread at late\n```\n", "utf-8")
    done = run("check", str(draft), "--max-terms", "1")
    assert done.status == 0
    assert "3 words in code, commands, addresses, comments or front matter not checked." in done.out


def test_files_of_a_folder_that_are_not_looked_at_are_named(run: Run, draft: Path) -> None:
    draft.write_text(CLEAN, "utf-8")
    folder = draft.parent
    assert run("check", str(folder), "--max-terms", "1").status == 0
    (folder / ".cache").mkdir()
    (folder / "inner").mkdir()
    others = ("page.rtf", "notes.doc", "README", ".hidden.txt", "inner/scan.tiff", ".cache/a.txt")
    for name in others:
        (folder / name).write_text(TEXT, "utf-8")
    for form in FORMATS:
        done = run("check", str(folder), "--max-terms", "1", "--format", form)
        assert done.status == 3
        told = done.err + (done.out if form in ("sarif", "html") else "")
        for name in (*others[:-1], ".cache/"):
            assert told.count(name) == (2 if form in ("sarif", "html") else 1)
    done = run("protect", str(folder), "-o", "out", "--rewriter", "mask", "--max-terms", "1")
    assert done.status == 3
    assert "page.rtf" in done.err
    assert run("check", str(folder / "README"), "--max-terms", "1").status == 2
    named = run("check", str(folder / "README"), "--as", "text", "--max-terms", "1")
    assert named.status == 1


def test_of_many_files_not_looked_at_some_are_named_and_the_rest_counted(
    run: Run, draft: Path
) -> None:
    draft.write_text(CLEAN, "utf-8")
    for number in range(500):
        (draft.parent / f"{number:03}.rtf").write_text("", "utf-8")
    done = run("check", str(draft.parent), "--max-terms", "1")
    assert "009.rtf and 490 more" in done.err
    assert len(done.err) < 1000
