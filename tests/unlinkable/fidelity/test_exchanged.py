"""Things of one kind that changed places, and those that only moved."""

import pytest

from unlinkable.draft import DEFAULT_MASKS
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.language import ENGLISH

EXCHANGED = [
    (
        "The lease began on 2 May and the tenant left on 9 June.",
        "The lease began on 9 June and the tenant left on 2 May.",
    ),
    (
        "The deposit was 300 euros and the rent was 250 euros.",
        "The deposit was 250 euros and the rent was 300 euros.",
    ),
    (
        "Article 7 applies to ships, Article 11 to ferries.",
        "Article 11 applies to ships, Article 7 to ferries.",
    ),
    (
        "The search was lawful, but the seizure was unlawful.",
        "The search was unlawful, but the seizure was lawful.",
    ),
    (
        "The plea on costs was upheld and the plea on interest was inadmissible.",
        "The plea on costs was inadmissible and the plea on interest was upheld.",
    ),
    (
        "The landlord read the letter, but the witness burnt the diary.",
        "The witness read the letter, but the landlord burnt the diary.",
    ),
    ("The witness hit the plaintiff.", "The plaintiff hit the witness."),
    ("Then Arne sued Berit over a boat.", "Then Berit sued Arne over a boat."),
    ("[PERSON_1] pushed [PERSON_2] off the quay.", "[PERSON_2] pushed [PERSON_1] off the quay."),
    ("The Sele Harbour Court sued the tenant.", "The tenant sued the Sele Harbour Court."),
    ("The tenant sent a claim to the landlord.", "A claim was sent to the tenant by the landlord."),
]
MOVED = [
    (
        "The lease began on 2 May and the tenant left on 9 June.",
        "The tenant left on 9 June; the lease began on 2 May.",
    ),
    (
        "The landlord read the letter, but the witness burnt the diary.",
        "The diary was burnt by the witness, but the letter the landlord read.",
    ),
    ("The witness hit the plaintiff.", "The plaintiff was hit by the witness."),
    ("Then Arne sued Berit over a boat.", "Then Berit was sued by Arne over a boat."),
    (
        "Article 7 applies to ships, Article 11 to ferries.",
        "To ships Article 7 applies, to ferries Article 11.",
    ),
    (
        "The Sele Harbour Court heard the tenant about the lease.",
        "The tenant was heard about the lease by the Sele Harbour Court.",
    ),
    (
        "The Harbour Court allowed the claim brought by the Secretary of State.",
        "The claim brought by the Secretary of State was allowed by the Harbour Court.",
    ),
    (
        "The submissions of the landlord were sent to the tenant.",
        "The tenant was sent the landlord’s submissions.",
    ),
    (
        "The witness and his landlord sued the tenant.",
        "An action against the tenant was brought by the landlord and the witness.",
    ),
    (
        "The suspect or accused may be asked to swear.",
        "An oath may be asked for from the suspect or accused.",
    ),
]


def reasons(before: str, after: str) -> tuple[str, ...]:
    return unfaithful(before, after, (), DEFAULT_MASKS, ENGLISH)


@pytest.mark.parametrize(("before", "after"), EXCHANGED)
def test_things_in_each_others_place_are_seen(before: str, after: str) -> None:
    assert any("have changed places" in reason for reason in reasons(before, after))
    assert reasons(before, before) == ()


@pytest.mark.parametrize(("before", "after"), MOVED)
def test_a_sentence_may_be_turned_round(before: str, after: str) -> None:
    assert not any("changed places" in reason for reason in reasons(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He had less than two weeks.", "He had more than two weeks."),
        ("It must be paid within the two months.", "It must be paid after the two months."),
        ("It was lodged within a fortnight.", "It was lodged after two weeks."),
    ],
)
def test_a_limit_does_not_change_sides(before: str, after: str) -> None:
    assert any("other side" in reason for reason in reasons(before, after))


def test_a_claim_does_not_become_a_fact() -> None:
    claim = "The baker denied having forged the bill."
    assert any("Whose word" in reason for reason in reasons(claim, "The baker forged no bill."))
    assert reasons(claim, "The baker said that he had not forged the bill.") == ()


def test_what_goes_to_a_party_does_not_come_from_it() -> None:
    before = "The heirs sent a letter to the landlord."
    said = "What comes from “landlord” went there, or the other way round."
    assert said in reasons(before, "The heirs had a letter from the landlord.")
    assert said not in reasons(before, "A letter was sent to the landlord by the heirs.")
