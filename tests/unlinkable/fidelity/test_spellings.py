"""Names written without a divided line's hyphen, by initials, and by the land of a people."""

import pytest

from unlinkable.draft import DEFAULT_MASKS
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.substance.spellings import other_spellings
from unlinkable.language import ENGLISH


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("sent to the Fiskeriver-\nket in time", "Fiskeriverket"),
        ("held in HM Prison Eastmoor", "HMP"),
        ("the European Court of Human Rights", "ECHR"),
        ("the European Court of Human Rights", "ECOHR"),
        ("a Market Court", "MC"),
    ],
)
def test_a_name_may_be_spelt_otherwise(text: str, spelling: str) -> None:
    assert spelling in other_spellings(text)


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("Anna, Berta and Carl", "AB"),  # a list
        ("Smith-Jones", "SmithJones"),  # two names
        ("the court of human rights", "CHR"),
    ],
)
def test_what_is_no_spelling_of_it(text: str, spelling: str) -> None:
    assert spelling not in other_spellings(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He was held at HM Prison Eastmoor until May.", "He stayed at HMP Eastmoor until May."),
        (
            "The Irish Government were represented by their Agent.",
            "The Government of Ireland were represented by their Agent.",
        ),
        (
            "The Government of Turkey disputed that claim.",
            "The Turkish Government disputed that claim.",
        ),
        ("He wrote to the Fiskeriver-ket about the net.", "He wrote to the Fiskeriverket on it."),
    ],
)
def test_another_spelling_is_the_same_name(before: str, after: str) -> None:
    assert not [
        reason
        for reason in unfaithful(before, after, [], DEFAULT_MASKS, ENGLISH)
        if reason.startswith("The name")
    ]


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (
            "The Irish Government were represented by their Agent.",
            "The Government of Iceland were represented by their Agent.",
            "Iceland",
        ),
        ("He was held at HM Prison Eastmoor.", "He was held at HMY Eastmoor.", "HMY"),
        ("The Turkish Government disputed that claim.", "The Government did so.", "Turkish"),
    ],
)
def test_another_name_is_told(before: str, after: str, name: str) -> None:
    reasons = unfaithful(before, after, [], DEFAULT_MASKS, ENGLISH)
    assert any(reason.startswith(f"The name {name}") for reason in reasons)
