"""A long day, in short; `python -m tests.benchmarks.endurance` makes it as long as wanted."""

from tests.unlinkable.trust.endurance import replay
from tests.unlinkable.trust.office import Office

SECONDS = 12.0


def test_a_day_of_edits_loses_nothing_and_takes_no_more_memory(office: Office) -> None:
    figures = replay(office, SECONDS, seed=1, documents=15)
    assert figures.compared > 15
    assert figures.processes == 0
    assert figures.growth < 1.3
