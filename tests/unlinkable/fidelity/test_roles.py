"""Who did what to whom, also where neither is a party to the case."""

import pytest

from unlinkable.fidelity.roles.roles import reversed_roles
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.language import ENGLISH


def said(before: str, after: str) -> list[str]:
    return list(reversed_roles(sense(before, ENGLISH), sense(after, ENGLISH), ENGLISH))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The clerk informed the parties.", "The parties informed the clerk."),
        ("The clerk was informed by the parties.", "The parties were informed by the clerk."),
        ("In May the guard had warned a visitor.", "In May a visitor had warned the guard."),
    ],
)
def test_two_who_changed_places_are_seen(before: str, after: str) -> None:
    assert len(said(before, after)) == 1
    assert said(before, before) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The clerk informed the parties.", "The parties were informed by the clerk."),
        ("The clerk informed the parties.", "The parties got word from the clerk."),
        ("The clerk informed the parties.", "It was the clerk that informed the parties."),
        ("They ate bread and cheese.", "They ate cheese and bread."),
        ("The notice came in writing.", "In writing came the notice."),
        ("The miller met the baker.", "The miller met a baker."),
    ],
)
def test_the_same_said_the_other_way_round_is_not(before: str, after: str) -> None:
    assert said(before, after) == []
