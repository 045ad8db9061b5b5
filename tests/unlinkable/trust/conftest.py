"""The office that the tests of trust work in, and the folder of the command line."""

from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import folder, index, run
from tests.unlinkable.trust.office import Office

__all__ = ["folder", "index", "office", "run"]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A fresh office."""
    return Office.in_folder(tmp_path)
