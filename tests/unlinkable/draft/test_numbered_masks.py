"""What numbered masks hide is learnt from the changes that set them, and from nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import Span
from unlinkable.draft.masks import Hidden, HiddenWords, shown_by

NOTHING: Hidden = frozenset()
TEXT = "Then Rosa Achterberg met Pell and [PERSON_1]. Pell left."
PELL = HiddenWords("[PERSON_2]", ("pell",))


def after(text: str, before: str, now: str, hidden: Hidden = NOTHING) -> Hidden:
    """What is known once the first ``before`` in a text has become ``now``."""
    start = text.index(before)
    return shown_by(hidden, text, Span(start, start + len(before)), now)


def test_a_mask_stands_for_the_words_in_whose_place_it_was_set() -> None:
    assert after(TEXT, "Pell", "[PERSON_2]") == {PELL}
    assert after(TEXT, "Rosa Achterberg", "<PERSON_2>") == {
        HiddenWords("<PERSON_2>", ("rosa", "achterberg"))
    }


def test_one_change_may_set_several() -> None:
    changed = TEXT.replace("Rosa Achterberg", "[PERSON_2]").replace("Pell", "[PERSON_3]")
    changed = changed.replace("left", "[REDACTED]")
    assert shown_by(NOTHING, TEXT, Span(0, len(TEXT)), changed) == {
        HiddenWords("[PERSON_2]", ("rosa", "achterberg")),
        HiddenWords("[PERSON_3]", ("pell",)),
    }


def test_a_change_may_begin_and_end_within_a_word() -> None:
    text = "He met (Pell) there"
    assert shown_by(NOTHING, text, Span(8, 8 + 4), "[PERSON_2]") == {PELL}
    assert shown_by(NOTHING, "He met Pell) there", Span(8, 11), "PERSON_2]") == NOTHING
    assert shown_by(NOTHING, "He [met Pell", Span(4, 12), "PERSON_2]") == {
        HiddenWords("[PERSON_2]", ("met", "pell"))
    }


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Pell", "[REDACTED]"),
        ("Pell", "[PERSON]"),
        ("Pell", "Mr [PERSON_2] himself"),
        ("met Pell and", "saw [PERSON_2] and"),
        ("[PERSON_1]", "[PERSON_2]"),
        ("Pell and [PERSON_1]", "[PERSON_1]"),
        ("Pell", "Quill"),
        ("Pell", ""),
    ],
)
def test_otherwise_nothing_is_learnt(before: str, now: str) -> None:
    assert after(TEXT, before, now) == NOTHING


def test_what_no_longer_stands_is_forgotten() -> None:
    once = "Then [PERSON_2] left."
    assert after(once, "[PERSON_2]", "Pell", frozenset({PELL})) == NOTHING
    assert after(f"{once} [PERSON_2]", "[PERSON_2]", "Pell", frozenset({PELL})) == {PELL}
    assert after(once, "left", "stayed", frozenset({PELL})) == {PELL}
    assert after(once, "PERSON_2", "PERSON_24", frozenset({PELL})) == NOTHING


NAMES = st.sampled_from(["Ada", "Bo", "Cy", "Ada Bo", "[PERSON_1]", "[PERSON_2]", "[NAME]"])
WORDS = st.sampled_from(["the", "saw", "and", "left.", "\n"])


@given(st.lists(st.one_of(NAMES, WORDS), min_size=1, max_size=12), st.data())
def test_what_is_known_was_there_before_and_stands_there_now(
    parts: list[str], data: st.DataObject
) -> None:
    """Masks set one by one, and taken back: of each that stands, what is known was ever hidden by
    it, and of those that no longer stand nothing is."""
    ever: set[HiddenWords] = set()
    hidden, text = NOTHING, " ".join(parts)
    for _ in range(4):
        at = data.draw(st.integers(0, len(parts) - 1))
        now = data.draw(NAMES)
        start = len(" ".join(parts[:at])) + (at > 0)
        place = Span(start, start + len(parts[at]))
        hidden = shown_by(hidden, text, place, now)
        if now.startswith("[PERSON") and "[" not in parts[at]:
            ever.add(HiddenWords(now, tuple(re.findall(r"\w+", parts[at].lower()))))
        parts[at], text = now, " ".join([*parts[:at], now, *parts[at + 1 :]])
        assert {one for one in hidden if one not in ever} == set()
        assert all(one.mask in text for one in hidden)
        assert {one for one in ever if one.mask in text} >= hidden
