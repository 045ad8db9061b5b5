"""The drafts of the demo, as a clerk would have anonymised them."""

import re

import pytest

from unlinkable.demo import DemoDraft, drafts, invented_rulings, rulings
from unlinkable.demo.grammar import MASK

DRAFTS = drafts()
ORIGINALS = {ruling.id: ruling for ruling in invented_rulings()}
BY_NAME = {"argvalues": DRAFTS, "ids": [draft.name for draft in DRAFTS]}


def test_the_same_seed_gives_the_same_drafts() -> None:
    assert drafts() == DRAFTS
    assert drafts(seed=1) != DRAFTS


def test_drafts_are_in_both_languages_as_text_and_as_markdown() -> None:
    assert {ORIGINALS[draft.source].case.kind.language for draft in DRAFTS} == {"en", "de"}
    assert {draft.name.rpartition(".")[2] for draft in DRAFTS} == {"txt", "md"}


@pytest.mark.parametrize("draft", **BY_NAME)
def test_all_personal_data_are_masked(draft: DemoDraft) -> None:
    data = re.findall("‹([^‹›]*)›", ORIGINALS[draft.source].marked)
    assert len(data) >= 15
    for name in data:
        assert not re.search(rf"\b{re.escape(name)}\b", draft.text) or name.isdigit()
    assert draft.text.count(MASK) == len(data)


@pytest.mark.parametrize("draft", **BY_NAME)
def test_nobody_of_the_case_is_named(draft: DemoDraft) -> None:
    title = next(record["title"] for record in rulings() if record["id"] == draft.source)
    names = set(re.findall(r"[A-ZÄÖÜ][\w-]+", title)) - {"The", "Public", "Prosecutor", "Ltd"}
    assert names
    assert not {name for name in names if re.search(rf"\b{re.escape(name)}\b", draft.text)}


@pytest.mark.parametrize("draft", **BY_NAME)
def test_apart_from_masks_a_draft_is_its_original(draft: DemoDraft) -> None:
    original = next(record["text"] for record in rulings() if record["id"] == draft.source)
    body = re.sub(r"(?m)^#+ ", "", draft.text)
    pattern = ".+?".join(re.escape(part) for part in body.split(MASK))
    assert re.fullmatch(pattern, original, re.DOTALL)


def test_the_markdown_draft_has_headings_and_a_list() -> None:
    (draft,) = [draft for draft in DRAFTS if draft.name.endswith(".md")]
    assert re.search(r"(?m)^# ", draft.text)
    assert len(re.findall(r"(?m)^## ", draft.text)) >= 4
    assert re.search(r"(?m)^1\. .+\n2\. ", draft.text)


def test_no_draft_names_its_source() -> None:
    assert all(draft.source not in draft.text for draft in DRAFTS)
