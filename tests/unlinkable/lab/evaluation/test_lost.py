"""What of law and facts was lost, hidden or invented: cases made by hand."""

from unlinkable.draft import DEFAULT_MASKS, read_draft
from unlinkable.lab.evaluation.alignment import align
from unlinkable.lab.evaluation.measures import lost_and_invented
from unlinkable.lab.evaluation.method import Pair

BEFORE = (
    "The claimant was not heard before Article 6 was applied. He paid EUR 400 on 12 March 2004, "
    "and the appeal was granted."
)


def counted(after: str) -> dict[str, float]:
    """The measures that are not nought, in mentions rather than in a thousand words."""
    draft, result = read_draft(BEFORE), read_draft(after)
    pair = Pair(draft, result, 0, DEFAULT_MASKS)
    found = lost_and_invented(pair, align(draft, result))
    return {name: round(tally.part) for name, tally in found.items() if tally.part}


def test_nothing_is_lost_of_a_text_that_is_the_same() -> None:
    assert counted(BEFORE) == {}


def test_a_number_that_became_another_is_lost_and_another_invented() -> None:
    found = counted(BEFORE.replace("400", "500"))
    assert found == {"lost": 1, "lost: numbers": 1, "invented": 1, "invented: numbers": 1}


def test_a_reference_that_was_masked_is_hidden_and_not_lost() -> None:
    found = counted(BEFORE.replace("Article 6", "[REDACTED]"))
    assert found == {"masked": 1, "masked: references": 1}


def test_what_is_left_of_a_date_that_was_cut_is_not_invented() -> None:
    found = counted(BEFORE.replace("2004", "[REDACTED]"))
    assert not any(name.startswith(("lost", "invented")) for name in found)


def test_a_decision_that_was_turned_is_lost_and_its_opposite_invented() -> None:
    found = counted(BEFORE.replace("granted", "refused"))
    assert found["lost: opposites"] == found["invented: opposites"] == 1


def test_a_negation_that_went_is_lost() -> None:
    assert counted(BEFORE.replace("was not heard", "was heard"))["lost: negations"] == 1
