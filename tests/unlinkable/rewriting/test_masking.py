"""Masking takes the fewest words, and leaves nothing that leads back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import DRAFT, task_of
from unlinkable.draft import Markup, Span
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.masking import mask_finding_spans, mask_until_clean, penalties_of
from unlinkable_index.index import Index

MASK = "[REDACTED]"
FORMS = sorted(set(task_of().draft.forms))


def masked(text: str, index: Index, markup: Markup = Markup.PLAIN) -> str:
    return mask_until_clean(task_of(text, markup=markup), index, MASK).text


def test_three_phrases_cost_two_words_side_by_side_and_one_gap(index: Index) -> None:
    text = masked("The claimant kept bees behind the rectory.", index)
    assert text == f"The claimant kept {MASK} the rectory."  # kept bees, bees behind, behind the


@examples(60)
@given(st.lists(st.sampled_from([*FORMS, ".", "\n\n", MASK]), max_size=40), st.integers(1, 3))
def test_any_text_made_of_the_words_of_the_collection_comes_out_clean(
    index: Index, words: list[str], max_terms: int
) -> None:
    task = task_of(" ".join(words), max_terms)
    revision = mask_until_clean(task, index, MASK)
    result = task.with_text(revision.text)
    assert check(result.draft, index, task.question).clean
    assert len(result.draft.forms) <= len(task.draft.forms)
    if check(task.draft, index, task.question).clean:
        assert revision.edits == ()


def test_masks_are_edits_of_words_and_leave_the_rest_untouched(index: Index) -> None:
    revision = mask_until_clean(task_of(), index, MASK)
    for edit in revision.edits:
        assert edit.fits(DRAFT)
        assert edit.after == MASK
        assert len(edit.before.split()) <= 2


def test_the_law_is_masked_last_then_parts_of_numbers_then_small_words() -> None:
    draft = task_of("He must not pay 12,500 crowns to her under Article 5. The mill is 7.").draft
    penalties = penalties_of(draft, [(0, len(draft.forms) - 6)])
    by_word = dict(zip(draft.forms, penalties, strict=True))
    law = {by_word[word] for word in ("must", "not", "article", "5")}
    number, small = {by_word[word] for word in ("12", "500")}, {by_word["he"], by_word["to"]}
    assert {by_word[word] for word in ("pay", "crowns", "mill")} == {0}
    assert 0 < max(small) < min(number)
    assert max(number) < min(law)
    assert by_word["7"] == 0  # nothing is to be masked in that sentence


def test_only_the_paragraph_asked_for_is_masked(index: Index) -> None:
    first = Span(0, DRAFT.index("\n\n"))
    text = mask_until_clean(task_of(), index, MASK, first).text
    assert text.endswith(DRAFT[DRAFT.index("\n\n") :])
    assert text.startswith("The claimant ")
    assert MASK in text[: text.index("\n\n")]


def mask_span(text: str, part: str, markup: Markup = Markup.PLAIN) -> str:
    start = text.index(part)
    task = task_of(text, markup=markup)
    edits = mask_finding_spans(task.draft, [Span(start, start + len(part))], MASK, markup)
    (edit,) = edits
    return text[: edit.start] + edit.after + text[edit.end :]


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        (
            "held under Article 5 in a barn",
            "Article 5 in a barn",
            "under Article 5 in a [REDACTED]",
        ),
        ("he did not enter the barn", "not enter", "he did not [REDACTED] the barn"),
        ("the heirs must sell", "must sell", "the heirs must [REDACTED]"),
        ("the claim was dismissed then", "dismissed then", "the claim was dismissed [REDACTED]"),
        ("paid 12,500 crowns then", "12,500 crowns", "paid 12,500 [REDACTED] then"),
        ("paid 12,500 of it", "500 of", "paid 12,500 [REDACTED] it"),
        ("of the barn", "of the barn", "of the [REDACTED]"),
        ("an ox pulls", "ox pulls", "an ox [REDACTED]"),
        ("an elk pulls", "elk pulls", "an [REDACTED] pulls"),
        ("paid 1,500 crowns then", "1,500 crowns", "paid 1,500 [REDACTED] then"),
        ("paid 500 crowns then", "500 crowns", "paid [REDACTED] crowns then"),
        ("he must 12,500 pay", "must 12", "he must [REDACTED] pay"),
    ],
)
def test_among_equals_the_law_and_small_words_are_spared(
    text: str, part: str, expected: str
) -> None:
    assert expected in mask_span(text, part)
    between = f"It rained for a while. {text[0].upper()}{text[1:]}. The roof was gone by noon."
    assert expected[1:] in mask_span(between, part[1:] if text.startswith(part) else part)


def test_markup_inside_and_around_a_word_stays(index: Index) -> None:
    text = "The claimant kept **bees** behind the rectory, as he said."
    result = masked(text, index, Markup.MARKDOWN)
    assert result.count("**") == 2
    inside = "The claimant kept b**ee**s behind the rectory, as he said."
    assert masked(inside, index, Markup.MARKDOWN).count("**") == 2


BESIDE_MARKUP = [
    ("the barn(2) of it", "barn"),
    ("barn: the roof fell in", "barn"),
    ("the barn[1] fell", "barn"),
    ("it fell!barn", "barn"),
    ("[1]barn fell", "barn"),
]


@pytest.mark.parametrize(("text", "part"), BESIDE_MARKUP)
def test_a_mask_in_markdown_never_becomes_a_link(text: str, part: str) -> None:
    result = mask_span(text, part, Markup.MARKDOWN)
    draft = task_of(result, markup=Markup.MARKDOWN).draft
    words = [form for form in task_of(text, markup=Markup.MARKDOWN).draft.forms if form != part]
    assert len(draft.masks) == 1
    assert list(draft.forms) == words


@pytest.mark.parametrize(("text", "part"), [*BESIDE_MARKUP, ("the barn fell", "barn")])
def test_in_plain_text_a_mask_stands_as_it_is(text: str, part: str) -> None:
    assert mask_span(text, part) == text.replace(part, MASK)


def test_in_markdown_too_a_mask_among_words_stands_as_it_is() -> None:
    assert mask_span("the barn fell", "barn", Markup.MARKDOWN) == f"the {MASK} fell"


def test_existing_masks_are_never_touched(index: Index) -> None:
    text = "[REDACTED] kept bees behind the [REDACTED], he said."
    revision = mask_until_clean(task_of(text), index, MASK)
    assert revision.text.startswith(f"{MASK} kept ")
    assert revision.text.endswith(f"{MASK}, he said.")
    assert revision.text.count(MASK) == 2 + sum(MASK in edit.after for edit in revision.edits)


def test_words_masked_side_by_side_share_a_mask(index: Index) -> None:
    task = task_of("bees behind")
    ends = np.asarray(task.draft.ends).tolist()
    spans = [Span(0, ends[0]), Span(ends[0] + 1, ends[1])]
    (edit,) = mask_finding_spans(task.draft, spans, MASK)
    assert (edit.start, edit.end, edit.after) == (0, len("bees behind"), MASK)
    assert index.documents


def test_a_number_that_begins_the_text_is_one_too() -> None:
    assert mask_span("1,500 crowns were paid", "1,500 crowns") == "1,500 [REDACTED] were paid"
    assert mask_span("500 crowns were paid", "500 crowns") == "[REDACTED] crowns were paid"
