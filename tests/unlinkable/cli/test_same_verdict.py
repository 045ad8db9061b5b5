"""What `protect` says of its result is what `check` says of it, in the same words, and no searcher
of whom nothing is known is said to be held against."""

from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

NEAR = "The baker of [REDACTED] sold bread at the night market. He paid the tax late."
OF_TWELVE = "The owl [REDACTED] hooted."
"""Which all twelve owls have, and none first."""
ALL = "exact,ranking,guessing"


@pytest.mark.parametrize(
    ("text", "against", "status", "said"),
    [
        (NEAR, "exact", 0, "holds against exact search; ranking and guessing not asked"),
        (
            NEAR,
            f"{ALL} --source case-a",
            0,
            "holds against exact search and ranking; guessing not known without",
        ),
        (OF_TWELVE, "ranking", 3, "; guessing not asked; ranking not known since its original"),
        ("", "exact", 3, "nothing found by exact search; ranking and guessing not asked; this"),
    ],
)
def test_protect_and_check_say_the_same(
    run: Run, index: str, folder: Path, text: str, against: str, status: int, said: str
) -> None:
    (folder / "draft.txt").write_text(text, "utf-8")
    asked = ("-i", index, "--against", *against.split(), "--ranked", "sentence")
    made = run("protect", "draft.txt", *asked, "-o", "out.txt", "--rewriter", "mask")
    checked = run("check", "out.txt", *asked, "--summary")
    assert (made.status, checked.status) == (status, status), checked.out
    (verdict,) = [
        sentence.split(". ")[0].removesuffix(".")
        for sentence in " ".join(checked.out.split()).split("out.txt: ")
        if said in sentence
    ]
    assert f"draft.txt: {verdict}; " in " ".join(made.err.split())
    assert "obustly" not in made.err
