"""An index that was built with the drafts among the originals is noticed."""

from pathlib import Path

import pytest

from unlinkable.draft import read_draft
from unlinkable.findings.plausible_original import own_copy
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

ORIGINALS = {
    "one": "Anna Berg of Millbrook sold bread to Carl Dahl. The court of Oldport heard Anna Berg in"
    " May, and Carl Dahl in June. She paid the tax late and kept her bakery.",
    "two": "Emil Falk of Westham sold fish to Greta Holm. The court of Northwick heard Emil Falk in"
    " July, and Greta Holm in March. He paid the tax late and lost his boat.",
    "three": "The court heard nobody. The tax was paid late; nobody sold bread or fish in June.",
}
DRAFT = (
    "[REDACTED] of [REDACTED] sold bread to [REDACTED]. The court of [REDACTED] heard [REDACTED]"
    " in May, and [REDACTED] in June. She paid the tax late and kept her bakery."
)
OTHER = (
    "[REDACTED] of [REDACTED] sold fish to [REDACTED]. The court of [REDACTED] heard [REDACTED]"
    " in July, and [REDACTED] in March. He paid the tax late and lost his boat."
)


def index_of(folder: Path, texts: dict[str, str]) -> Index:
    source = folder / "source"
    source.mkdir()
    for name, text in texts.items():
        (source / f"{name}.txt").write_text(text, "utf-8")
    build_index([source], folder / "i.unlinkable", Options(processes=1))
    return Index.open(folder / "i.unlinkable")


@pytest.mark.parametrize(
    "drafts", [{"draft": DRAFT}, {"draft": DRAFT, "other": OTHER.replace("REDACTED", "NAME")}]
)
def test_a_draft_among_the_originals_is_noticed(tmp_path: Path, drafts: dict[str, str]) -> None:
    index = index_of(tmp_path, ORIGINALS | drafts)
    draft = read_draft(DRAFT)
    assert not check(draft, index, Question(max_terms=1)).findings  # as if nothing led back
    found = own_copy(draft, index)
    assert found is not None
    assert index.document(found).id == "draft.txt"


def test_a_draft_whose_index_holds_originals_only_is_not_suspected(tmp_path: Path) -> None:
    index = index_of(tmp_path, ORIGINALS)
    assert own_copy(read_draft(DRAFT), index) is None
    assert own_copy(read_draft(OTHER), index) is None


def test_another_draft_among_the_originals_is_not_taken_for_this_one(tmp_path: Path) -> None:
    index = index_of(tmp_path, ORIGINALS | {"other": OTHER})
    assert own_copy(read_draft(DRAFT), index) is None


@pytest.mark.parametrize("text", ["", "No mask.", "[REDACTED] sold bread.", "(...) (...) (...) a"])
def test_few_masks_and_masks_without_words_tell_nothing(tmp_path: Path, text: str) -> None:
    index = index_of(tmp_path, ORIGINALS | {"draft": text + " And more."})
    assert own_copy(read_draft(text), index) is None
