"""The office that the tests of trust work in."""

from pathlib import Path

import pytest

from tests.unlinkable.trust.office import Office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A fresh office."""
    return Office.in_folder(tmp_path)
