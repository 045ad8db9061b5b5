"""What became of words, against a table filled in cell by cell and cases made by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import read_draft
from unlinkable.lab.evaluation.alignment import align, changed, common_length, readability

WORDS = st.lists(st.sampled_from("abcde"), max_size=30).map(tuple)


@given(WORDS, WORDS)
def test_the_longest_common_subsequence_is_that_of_the_table(
    some: tuple[str, ...], others: tuple[str, ...]
) -> None:
    table = [[0] * (len(others) + 1) for _ in range(len(some) + 1)]
    for a, one in enumerate(some):
        for b, other in enumerate(others):
            longest = max(table[a][b + 1], table[a + 1][b])
            table[a + 1][b + 1] = table[a][b] + 1 if one == other else longest
    assert common_length(some, others) == table[-1][-1]


def aligned(before: str, after: str):
    return align(read_draft(before), read_draft(after))


def test_words_are_kept_masked_replaced_or_removed() -> None:
    found = aligned(
        "The old miller kept bees behind the mill.", "The [REDACTED] miller owned bees behind mill."
    )
    assert (found.words, found.kept) == (8, 5)
    assert (found.masked, found.replaced, found.removed) == ({1}, {3}, {6})
    assert found.added == {2}
    assert found.new_masks == 1


def test_masks_that_were_there_are_no_new_gaps_and_neighbours_are_one() -> None:
    found = aligned(
        "[REDACTED] kept bees behind the mill in spring.",
        "[REDACTED] kept [REDACTED] [REDACTED] the mill in [REDACTED].",
    )
    assert found.new_masks == 2
    assert len(found.masked) == 3
    assert changed(found)["new gaps"].part == 2


def test_a_word_between_masks_that_become_one_is_masked() -> None:
    found = aligned("He met [REDACTED] of [REDACTED] there.", "He met [REDACTED] there.")
    assert (found.masked, found.removed) == ({2}, frozenset())
    assert found.new_masks == 0
    again = aligned("He met [REDACTED] of Oslo there.", "He met [REDACTED] there.")
    assert (again.masked, again.removed) == ({2, 3}, frozenset())


def test_words_are_looked_for_in_their_own_paragraph() -> None:
    """Else what is left of the second one would be laid beside the first."""
    before = "They sent a coin of his.\n\nShe sent a coin of hers."
    after = "They [REDACTED].\n\nShe [REDACTED] a coin of [REDACTED]."
    hidden = aligned(before, after).hidden
    assert [(after[a.start : a.end], before[b.start : b.end]) for a, b in hidden] == [
        ("[REDACTED]", "sent a coin of his"),
        ("[REDACTED]", "sent"),
        ("[REDACTED]", "hers"),
    ]
    assert aligned(before, after.replace("\n\n", " ")).hidden != hidden  # not as many paragraphs


def test_a_text_is_all_kept_of_itself_and_nothing_of_another() -> None:
    same, other = aligned("One two three.", "One two three."), aligned("One two.", "Four five.")
    assert (same.kept, same.masked | same.replaced | same.removed) == (3, frozenset())
    assert (other.kept, other.replaced) == (0, {0, 1})


def test_lix_is_words_a_sentence_and_long_words_in_a_hundred() -> None:
    text = "The court dismissed it. The applicant complained again."
    # 8 words in 2 sentences; "dismissed", "applicant" and "complained" have more than 6 letters
    assert readability(read_draft(text))["LIX"].part == pytest.approx(8 / 2 + 100 * 3 / 8)
    assert readability(read_draft("")) == {}
