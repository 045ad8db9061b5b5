"""Where the real collection is found, and what is said when it is absent."""

import os
from pathlib import Path

import pytest

CORPORA_VARIABLE = "UNLINKABLE_CORPORA"


def corpora_folder() -> Path:
    """The folder of the shared corpora: $UNLINKABLE_CORPORA, else ../shared/corpora."""
    named = os.environ.get(CORPORA_VARIABLE)
    return Path(named) if named else Path(__file__).parents[2] / "shared" / "corpora"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of real rulings and drafts; tests that need it are skipped where it is absent."""
    folder = corpora_folder()
    if not (folder / "echr.jsonl.xz").is_file():
        pytest.skip(f"no real collection at {folder}: set {CORPORA_VARIABLE} to its folder")
    return folder
