"""What "and" joins: "and also" only where another thing follows, or another act of procedure."""

import pytest

from tests.unlinkable.wordings.of_a_kind import of_a_kind
from unlinkable.wordings.rules.joined import KIND


def joined(text: str) -> list[str]:
    return of_a_kind(KIND, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He sold the mill and the boat.", "He sold the mill and also the boat."),
        ("He sold the mill, and the boat.", "He sold the mill, and also the boat."),
        ("He wrote to her and to his aunt.", "He wrote to her and also to his aunt."),
        ("He said that it rained and that it was cold.",) * 2,
        ("They dismissed the claim and ordered him to pay.",) * 2,
        ("They signed the lease and submitted it to him.",) * 2,
        ("He was ill and had lost his job.",) * 2,
        (
            "They sold the mill and the boat which he had.",
            "They sold the mill and also the boat which he had.",
        ),
    ],
)
def test_another_thing_or_act_is_joined_by_and_also(before: str, after: str) -> None:
    assert joined(before) == [after.replace(" and ", " and also ") if before == after else after]


@pytest.mark.parametrize(
    "text",
    [
        "It rained and the mill was shut.",  # a clause
        "It rained and the owner left.",
        "He fell and broke his leg.",  # one came of the other
        "He examined the claim and dismissed it.",
        "He went between the mill and the boat.",
        "He sold both the mill and the boat.",
        "He did not sell the mill and the boat.",
        "He sold the mill and [REDACTED] the boat.",
        "He sold the mill and the [REDACTED] boat was lost.",
        "He sold the mill and, in May, the boat.",
        "He sold law and order.",
        "He went to and from the mill.",
        "It rained, and the mill – which was old – fell.",
        "He said that it rained and that was all.",
        "And the boat was lost.",
        "They sold hay, straw and the like.",
    ],
)
def test_what_may_be_a_clause_or_belongs_together_stays(text: str) -> None:
    assert joined(text) == []
