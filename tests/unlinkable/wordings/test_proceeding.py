"""Acts at greater length: "proceeded to dismiss" for "dismissed"."""

import pytest

from tests.unlinkable.wordings.of_a_kind import of_a_kind
from unlinkable.wordings.rules.proceeding import KIND


def longer(text: str) -> list[str]:
    return of_a_kind(KIND, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The court dismissed the claim.", "The court proceeded to dismiss the claim."),
        ("In the end it sold the mill.", "In the end it proceeded to sell the mill."),
        ("He sold his mill.", "He proceeded to sell his mill."),
        ("Mr [REDACTED] signed a lease.", "Mr [REDACTED] proceeded to sign a lease."),
        ("In May the owners visited him.", "In May the owners proceeded to visit him."),
    ],
)
def test_an_act_is_said_at_greater_length(before: str, after: str) -> None:
    assert longer(before) == [after]


@pytest.mark.parametrize(
    "text",
    [
        "The claim was dismissed.",
        "The court had dismissed the claim.",
        "The claim dismissed in May was old.",
        "The witness questioned in May was ill.",
        "The court also dismissed the claim.",
        "By a judgment of May the court dismissed the claim.",
        "In a judgment of May the court dismissed the claim.",
        "7. By order of May it dismissed the claim.",
        "The court dismissed, in May, the claim.",
        "The court dismissed it.",
        "They saw the mill sold the day before.",
        "They met the witness who signed the lease.",  # which one, not what he did next
    ],
)
def test_what_may_be_a_participle_or_is_said_otherwise_stays(text: str) -> None:
    assert longer(text) == []
