"""A rewriting must be the same kind of text as what it replaces."""

import pytest

from unlinkable.draft import Markup, Reading
from unlinkable.fidelity.kind_of_text import another_kind

BEFORE = "The claimant, who kept bees behind the rectory, asked the municipality for compensation."


def reasons(after: str, before: str = BEFORE) -> str:
    return " ".join(another_kind(before, after, Markup.PLAIN, Reading()))


def test_a_rewording_of_the_same_kind_passes() -> None:
    assert (
        reasons("The claimant, who kept insects there, asked the municipality for compensation.")
        == ""
    )


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        ("", "no words"),
        ("…", "no words"),
        ("The claimant asked the municipality for compensation. It refused. He sued.", "sentences"),
        ("1. The claimant asked the municipality for some compensation.", "list number"),
        ("- The claimant asked the municipality for some compensation.", "bullet"),
        ("The **claimant** asked the municipality for some compensation.", "Markup was added"),
        ("The claimant asked the municipality\nfor some compensation.", "line break"),
        ("The claimant asked the municipality for comp\u200bensation again.", "cannot be seen"),
        ("The claimant asked the municipality for some compensation", "ends with no punctuation"),
        ("the claimant asked the municipality for some compensation.", "small letter"),
        ("The claimant asked.", "shorter"),
        ('The claimant asked the "municipality for some compensation.', "its other half"),
        (
            "The claimant asked the municipality for compensation, and then asked again, and after "
            "that waited for a long time, as people do who have no other choice in such a matter.",
            "longer",
        ),
        ("The rewritten claimant asked the municipality for compensation.", "speaks of the task"),
    ],
)
def test_another_kind_of_text_is_refused_and_the_reason_named(after: str, reason: str) -> None:
    assert reason in reasons(after)


def test_a_list_number_that_was_there_must_stay() -> None:
    before = "(b) the rent of the windmill; and"
    assert reasons("(b) the rent of the building; and", before) == ""
    assert "list number" in reasons("the rent of the building; and", before)


def test_a_heading_stays_without_a_full_stop() -> None:
    assert reasons("The fire in the works", "The fire in the brickyard") == ""
    assert "ends with ." in reasons("The fire in the works.", "The fire in the brickyard")
