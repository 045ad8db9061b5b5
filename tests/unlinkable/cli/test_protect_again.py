"""A result is known as done only while all that decides it is as it was."""

from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

DRAFT = "The baker of Millbrook sold bread at the night market. He paid the tax late.\n"
ASKED = ("draft.txt", "-o", "out/", "--max-terms", "1", "-i")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "less_exact = true"),
        ("", 'places = "places.txt"'),
        ('synonyms = "synonyms.txt"', 'synonyms = "synonyms.txt"\ntake_synonyms = true'),
        ("", 'keep_words = ["bread"]'),
    ],
)
def test_a_draft_is_protected_again_once_a_setting_of_wordings_is_another(
    run: Run, index: str, folder: Path, before: str, after: str
) -> None:
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    (folder / "places.txt").write_text("Millbrook: Ashmere\n", "utf-8")
    (folder / "synonyms.txt").write_text("late: early\n", "utf-8")
    (folder / "unlinkable.toml").write_text(before, "utf-8")
    assert run("protect", *ASKED, index).status in (0, 3)
    assert "done before" in run("protect", *ASKED, index).err
    (folder / "unlinkable.toml").write_text(after, "utf-8")
    assert "done before" not in run("protect", *ASKED, index).err
    assert "done before" in run("protect", *ASKED, index).err


@pytest.mark.parametrize(
    ("setting", "file", "text"),
    [
        ('places = "places.txt"', "places.txt", "Millbrook: Ashmere\n"),
        ('synonyms = "synonyms.txt"\ntake_synonyms = true', "synonyms.txt", "late: early\n"),
    ],
)
def test_and_once_a_list_of_the_user_is_another(
    run: Run, index: str, folder: Path, setting: str, file: str, text: str
) -> None:
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    (folder / file).write_text("# none yet\n", "utf-8")
    (folder / "unlinkable.toml").write_text(setting, "utf-8")
    assert run("protect", *ASKED, index).status in (0, 3)
    without = (folder / "out" / "draft.txt").read_text("utf-8")
    (folder / file).write_text(text, "utf-8")
    assert "done before" not in run("protect", *ASKED, index).err
    assert (folder / "out" / "draft.txt").read_text("utf-8") != without


def test_and_once_what_the_draft_says_of_its_source_is_no_longer_heard(
    run: Run, index: str, folder: Path
) -> None:
    (folder / "draft.md").write_text(f"---\nsource: a-1\n---\n\n{DRAFT}", "utf-8")
    asked = ("draft.md", *ASKED[1:], index)
    assert run("protect", *asked).status in (0, 3)
    assert "done before" in run("protect", *asked).err
    assert "done before" not in run("protect", *asked, "--no-workspace").err
