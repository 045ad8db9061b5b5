"""What ranking gives away, in words that are right for one, for none and for no lead."""

import pytest

from unlinkable.findings.leading import RankAndLead, Recognition
from unlinkable.findings.ranking import Ranked, Share
from unlinkable.reporting.verdict import recognised


@pytest.mark.parametrize(
    ("lead", "sentences", "paragraphs", "said"),
    [
        (1.004, (0, 0), (0, 0), "finds a first, hardly ahead of the next."),
        (1.0051, (0, 0), (1, 1), "1.01 times ahead of the next. 1 of 1 paragraph leads there."),
        (1.03, (1, 4), (0, 1), "1 of 4 sentences and 0 of 1 paragraph lead there."),
        (2000.0, (0, 2), (0, 0), "far ahead of the next. 0 of 2 sentences lead there."),
    ],
)
def test_numbers_and_leads_are_said_as_they_are(
    lead: float, sentences: tuple[int, int], paragraphs: tuple[int, int], said: str
) -> None:
    fares = Recognition(RankAndLead(0, 1, lead), None)
    told = recognised(Ranked(fares, (0,), Share(*sentences), Share(*paragraphs), ()), "a")
    assert told.endswith(said)
