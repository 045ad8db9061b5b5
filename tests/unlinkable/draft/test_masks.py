"""Masks: what stands in place of a name, and what only looks like it."""

import pytest
from tests.unlinkable.draft.segments import segments

from unlinkable.draft import DEFAULT_MASKS, Markup, Reading, read_draft
from unlinkable_index.errors import UserError


def masks(text: str, reading: Reading | None = None) -> list[str]:
    return [text[start:end] for start, end in read_draft(text, Markup.PLAIN, reading).masks]


@pytest.mark.parametrize(
    "mask",
    [
        *("[REDACTED]", "[...]", "[…]", "(...)", "(…)", "<PERSON>", "<PERSON_1>", "[PERSON]"),
        *("[PERSON_1]", "<DATE_TIME>", "[X_2]", "[OMISSIS]", "XXX", "XXXXX", "xxxx"),
        *("___", "________", "█", "█████", "***"),
    ],
)
def test_the_common_styles_are_masks(mask: str) -> None:
    assert masks(f"Mr {mask} came") == [mask]
    assert segments(f"Mr {mask} came") == ["mr", "came"]


@pytest.mark.parametrize(
    "text",
    [
        "A.B. v. Norway [GC], no. 12/34, [ECHR] [1998] 2 WLR",
        "[the applicant] said [sic] ... and so on (see above)",
        "Chapter XXX of the Code, Chapter XXXI, section XXX",
        "XXX. THE LAW\nxxx) an item",
        "Boeing XXXs and a < b > c, <the applicant>, <Translation>",
        "**bold** a*b __init__ snake_case",
        "a - - b – – c ● d ■ e",
    ],
)
def test_what_rulings_hold_for_other_reasons_is_no_mask(text: str) -> None:
    assert masks(text) == []


def test_given_patterns_replace_the_default_ones() -> None:
    reading = Reading(masks=(r"\bN\.N\.", r"#\w+#"))
    assert masks("N.N. saw [REDACTED] and #name#", reading) == ["N.N.", "#name#"]
    assert masks("[REDACTED]", Reading(masks=())) == []


def test_default_patterns_can_be_kept_beside_others() -> None:
    assert masks("N.N. [REDACTED]", Reading(masks=(*DEFAULT_MASKS, "N[.]N[.]"))) == [
        "N.N.",
        "[REDACTED]",
    ]


def test_masks_that_overlap_are_one_and_masks_that_touch_are_two() -> None:
    assert masks("abcd", Reading(masks=("ab", "bc"))) == ["abc"]
    assert masks("[REDACTED][REDACTED]") == ["[REDACTED]", "[REDACTED]"]


def test_a_mask_never_runs_over_the_end_of_a_block() -> None:
    assert masks("She BEGIN left.\n\nHe END came", Reading(masks=("(?s)BEGIN.*END",))) == []


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ("[", "no regular expression"),
        ("(?P<a", "no regular expression"),
        ("x*", "empty text"),
        ("", "empty text"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused_at_once(pattern: str, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        Reading(masks=(pattern,))


def test_an_empty_match_is_no_mask() -> None:
    assert masks("a b", Reading(masks=(r"\b(?=b)|z",))) == []


def test_a_pattern_that_never_ends_is_given_up_with_a_clear_sentence() -> None:
    with pytest.raises(UserError, match="takes too long"):
        read_draft("a" * 60 + " !?", Markup.PLAIN, Reading(masks=("(a|aa)+[!?]",)))
