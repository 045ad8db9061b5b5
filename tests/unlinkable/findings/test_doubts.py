"""What speaks against relying on a result, up to each share and beyond it."""

import json
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from unlinkable.draft import DEFAULT_MASKS, Draft, Markup, Reading, read_draft
from unlinkable.findings.circumstances import Doubt, DoubtKind, Extent, doubts
from unlinkable.findings.costs import (
    LEGAL_REFERENCE,
    NAME,
    NEGATION_OR_MODAL,
    NUMBER,
    RAREST,
    word_costs,
)
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

COMMON = ["the", "court", "held", "that", "it", "was", "so"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """Twenty originals that share some words; "twice" is in two, "thrice" in three."""
    folder = tmp_path_factory.mktemp("doubts")
    with (folder / "c.jsonl").open("w", encoding="utf-8") as out:
        for number in range(20):
            words = [*COMMON, f"own{number}", *["twice"] * (number < 2), *["thrice"] * (number < 3)]
            out.write(json.dumps({"id": f"r{number}", "text": " ".join(words)}) + "\n")
    build_index([folder / "c.jsonl"], folder / "i.unlinkable", Options(processes=1))
    with Index.open(folder / "i.unlinkable") as index:
        yield index


def about(
    kind: DoubtKind, draft: Draft, index: Index, reading: Reading | None = None
) -> str | None:
    found: tuple[Doubt, ...] = doubts(draft, index, reading or Reading(), None)
    return next((doubt.message for doubt in found if doubt.kind is kind), None)


def test_half_of_the_words_must_be_read(index: Index) -> None:
    half = read_draft("the court held that `it was so and`", Markup.MARKDOWN)
    assert Extent.of(half) == Extent(4, 0, 4)
    assert about(DoubtKind.READ, half, index) is None
    less = read_draft("the court held [NAME_1] `that it was so`", Markup.MARKDOWN)
    assert Extent.of(less) == Extent(3, 2, 4)
    assert about(DoubtKind.READ, less, index) == (
        "only 3 of 9 words were checked: 2 stand in masks, 4 in code, commands, addresses, "
        "comments or front matter"
    )


def test_without_words_there_is_nothing_to_rely_on(index: Index) -> None:
    nothing = read_draft("... !")
    assert about(DoubtKind.READ, nothing, index) == "there are no words here to check"
    assert about(DoubtKind.INDEX, nothing, index) is None


def test_of_ten_words_the_index_must_hold_eight(index: Index) -> None:
    eight = read_draft("the court held that it was so own1 foreign unheard")
    assert about(DoubtKind.INDEX, eight, index) is None
    seven = read_draft("the court held that it was so alien foreign unheard")
    assert about(DoubtKind.INDEX, seven, index) == (
        "only 7 of 10 words are in the index i.unlinkable (20 originals, 165 words), so it is not "
        "the index for this text"
    )


def test_an_index_of_one_original_is_said_to_hold_one(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"id": "r", "text": "the court held"}\n', encoding="utf-8")
    build_index([tmp_path / "c.jsonl"], tmp_path / "i.unlinkable", Options(processes=1))
    with Index.open(tmp_path / "i.unlinkable") as one:
        message = about(DoubtKind.INDEX, read_draft("quite other words"), one)
    assert message == (
        "only 0 of 3 words are in the index i.unlinkable (1 original, 3 words), so it is not the "
        "index for this text"
    )


@pytest.mark.parametrize(
    ("masked", "words", "told"),
    [
        ("thrice", 9, True),  # in more than a tenth of the originals, and more than a tenth here
        ("thrice", 10, False),  # no more than a tenth of this text
        ("twice", 9, False),  # in no more than a tenth of the originals
        ("own1", 2, False),
    ],
)
def test_masks_set_by_hand_may_cover_a_tenth_of_ordinary_words(
    index: Index, masked: str, words: int, told: bool
) -> None:
    reading = Reading(masks=(*DEFAULT_MASKS, r"\bthrice\b", r"\btwice\b", r"\bown1\b"))
    text = " ".join([masked, *(["court"] * (words - 1))])
    message = about(DoubtKind.MASKS, read_draft(text, Markup.PLAIN, reading), index, reading)
    expected = f"the mask patterns cover 1 ordinary words, of {words} in the text"
    assert message == (expected if told else None)


def test_masks_that_are_nothing_to_a_reader_are_counted(index: Index) -> None:
    reading = Reading(masks=(", ",))
    draft = read_draft("the court, it held, was so", Markup.PLAIN, reading)
    message = about(DoubtKind.MASKS, draft, index, reading)
    assert message == ("the mask patterns take ordinary spaces and punctuation for masks, 2 times")
    plain = read_draft("the court [REDACTED]")
    assert about(DoubtKind.MASKS, plain, index) is None


def test_a_long_value_of_a_setting_is_cut() -> None:
    def shown(value: str) -> str:
        return str(Narrowing("masks", value, "here", Origin.USER))

    assert shown("x" * 198) == 'masks = "' + "x" * 198 + '"'
    assert shown("x" * 199) == 'masks = "' + "x" * 199 + " …"


def test_what_a_word_costs_is_one_and_what_is_added_for_each_reason(index: Index) -> None:
    text = "So it was held by own1 in Oslo that he must not pay 5 under Article 6."
    draft = read_draft(text)
    costs = dict(zip(draft.forms, word_costs(draft, index).tolist(), strict=True))
    once = RAREST * (1 - math.log(2) / math.log(21))
    assert costs["it"] == pytest.approx(1)
    assert costs["by"] == pytest.approx(1 + RAREST)
    assert costs["own1"] == pytest.approx(1 + once + NUMBER)
    assert costs["5"] == pytest.approx(1 + RAREST + NUMBER)
    assert costs["oslo"] == pytest.approx(1 + RAREST + NAME)
    assert costs["must"] == pytest.approx(1 + RAREST + NEGATION_OR_MODAL)
    assert costs["not"] == pytest.approx(1 + RAREST + NEGATION_OR_MODAL)
    assert costs["article"] == pytest.approx(1 + RAREST + NAME + LEGAL_REFERENCE)
    assert costs["6"] == pytest.approx(1 + RAREST + NUMBER + LEGAL_REFERENCE)
    assert costs["so"] == pytest.approx(1)
    assert (LEGAL_REFERENCE, NUMBER, NEGATION_OR_MODAL, NAME, RAREST) == (50, 0.3, 0.3, 0.2, 0.1)


def test_text_in_other_files_is_not_relied_on(index: Index) -> None:
    draft = read_draft(r"the court held that it was so \input{more}", Markup.LATEX)
    assert about(DoubtKind.ELSEWHERE, draft, index) == (
        "it brings in the text of 1 other file, which was not checked here: check that as well"
    )
