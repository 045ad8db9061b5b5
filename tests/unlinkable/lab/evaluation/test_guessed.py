"""Masks of a result before a guesser: cases made by hand."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unlinkable.lab.evaluation.conftest import DRAFTS
from unlinkable.draft import Markup, Reading
from unlinkable.lab.evaluation.alignment import align
from unlinkable.lab.evaluation.linkage import guessed
from unlinkable.lab.evaluation.method import RawDraft, pair
from unlinkable_index.index import Index


@pytest.fixture
def index(folder: Path) -> Iterator[Index]:
    """The small index."""
    with Index.open(folder / "i") as opened:
        yield opened


BEES = RawDraft("bees", DRAFTS["bees"])


def measured(
    index: Index, result: str, clean: bool = True, raw: RawDraft = BEES
) -> tuple[float, float, float]:
    """Of the new masks how many are told, of how many, and whether the draft is robustly clean."""
    source = index.document_number("bees")
    assert source is not None
    two = pair(raw, result, source, Reading())
    found = guessed(two, align(two.draft, two.result), index, 2, clean)
    return *found["masks told"], found["robustly clean"].part


WITHOUT_TAIL = DRAFTS["bees"].split(" The claimant kept")[0] + " [REDACTED]."


def test_a_mask_that_every_other_ruling_tells_counts_as_told(index: Index) -> None:
    told = WITHOUT_TAIL.replace("asked for payment", "asked [REDACTED] payment")
    assert measured(index, told)[:2] == (1, 2)


def test_words_that_only_the_source_has_are_told_by_nobody(index: Index) -> None:
    told, gaps, robust = measured(index, WITHOUT_TAIL)
    assert (told, gaps, robust) == (0, 1, 1)


def test_what_the_draft_does_not_show_leads_nowhere(index: Index) -> None:
    """The front matter of a draft in Markdown is no text of it."""
    hidden = "---\ntitle: The claimant kept bees\n---\n\n"
    raw = replace(BEES, text=hidden + BEES.text, markup=Markup.MARKDOWN)
    assert measured(index, hidden + WITHOUT_TAIL, raw=raw) == (0, 1, 1)
    assert measured(index, hidden + WITHOUT_TAIL, raw=replace(raw, markup=Markup.PLAIN))[2] == 0


def test_what_is_not_clean_is_not_robustly_clean_either(index: Index) -> None:
    assert measured(index, DRAFTS["bees"], clean=False)[2] == 0


def test_words_said_otherwise_are_not_filled_in(index: Index) -> None:
    """Only masks are: the result is clean because of other words, and stays so."""
    said = WITHOUT_TAIL.removesuffix("[REDACTED].") + "It reared zebras."
    assert measured(index, said) == (0, 0, 1)
