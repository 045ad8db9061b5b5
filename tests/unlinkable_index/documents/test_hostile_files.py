"""Small files that were made to take long: each is read within its budget, or named."""

import sys

import pytest

from tests.unlinkable_index.documents.hostile_files import FILES, cost
from unlinkable_index.documents import budget

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the limits of other systems differ"),
    pytest.mark.slow,  # a minute of processor time
]


def test_there_are_as_many_as_were_tried() -> None:
    assert len(FILES) >= 43


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_it_is_read_within_its_budget_or_named_in_a_sentence(kind: str, name: str) -> None:
    one = cost(kind, name)
    assert one.size <= 3_000_000
    assert one.seconds <= budget.SECONDS + 2  # the system looks once a second
    assert one.memory <= budget.MEMORY
    if one.said:
        assert one.said.startswith(f"a{kind}: not read: ")
        assert one.said.count("\n") == 0
        assert len(one.said) <= 200
