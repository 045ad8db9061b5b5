"""A mask in place of a flagged word hides it; it does not say anything else."""

import pytest

from unlinkable.draft import DEFAULT_MASKS, Span
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.hidden import hidden

MASK = "[REDACTED]"
FARM = "The miller disagreed with the lender about 12 carts and called one “quite unsuitable”."
ORDER = "He was not aware that the order had been refused, and could have been thrown out."


def reasons(before: str, flagged: str, changes: dict[str, str]) -> tuple[str, ...]:
    """Why ``before`` with some words changed does not say the same."""
    after = before
    for old, new in changes.items():
        assert old in before
        after = after.replace(old, new)
    spans = [Span(before.index(p), before.index(p) + len(p)) for p in flagged.split("|")]
    return unfaithful(before, after, spans, DEFAULT_MASKS)


@pytest.mark.parametrize(
    ("before", "flagged", "changes"),
    [
        (FARM, "disagreed with", {"disagreed": MASK}),
        (FARM, "disagreed|12", {"disagreed": MASK, "12": MASK}),
        (FARM, "quite unsuitable", {"unsuitable": MASK}),
        (ORDER, "thrown out", {"thrown": MASK}),
        (ORDER, "refused|thrown", {"refused": MASK, "thrown": "turned"}),
    ],
)
def test_a_flagged_word_may_be_hidden_whatever_it_says(
    before: str, flagged: str, changes: dict[str, str]
) -> None:
    assert reasons(before, flagged, changes) == ()


@pytest.mark.parametrize(
    ("before", "flagged", "changes", "reason"),
    [
        (FARM, "the lender", {"disagreed": MASK}, "“disagreed” is missing"),  # not flagged
        (FARM, "disagreed", {"disagreed": MASK, "12": MASK}, "A mask"),
        (FARM, "disagreed|12", {"disagreed": MASK, "12": "14"}, "14"),
        (FARM, "quite unsuitable", {"quite": "most", "unsuitable": MASK}, "quotation"),
        (ORDER, "not aware", {"not": MASK}, "negation"),
        (ORDER, "could have", {"could": MASK}, "modal verb"),
        (ORDER, "refused|thrown", {"refused": MASK, "thrown": "allowed"}, "allowed"),
    ],
)
def test_what_stands_beside_a_mask_is_judged_as_ever(
    before: str, flagged: str, changes: dict[str, str], reason: str
) -> None:
    assert reason in " ".join(reasons(before, flagged, changes))


def test_the_passage_is_masked_alike_and_the_same_words_stay_flagged() -> None:
    before, after = "one two [A] three four five", "one [REDACTED] [A] 3 [REDACTED] 5"
    mine, theirs = [Span(8, 11)], [Span(4, 14), Span(15, 18), Span(21, 31)]
    flagged = [Span(4, 7), Span(12, 27)]
    found = hidden((before, mine), (after, theirs), flagged, (), 2)
    assert found.text == "one [REDACTED] [A] three [REDACTED] five"
    assert [found.text[slice(*span)] for span in found.flagged] == [
        "[REDACTED]",
        "three [REDACTED] five",
    ]
    assert hidden((before, mine), (after, theirs), flagged, ("two",), 2).words == 1
    assert hidden((before, mine), (after, theirs), flagged, (), 1).words == 1
    assert hidden((before, mine), (after, theirs), flagged[1:], (), 2).words == 1
