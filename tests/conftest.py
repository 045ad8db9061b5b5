"""What all tests share: how properties are tried, and where the real collection is found."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.properties import USUAL

END_TO_END = "tests/end_to_end/"
CORPORA_VARIABLE = "UNLINKABLE_CORPORA"

# No property is judged by how fast it is, and fixtures are the same for every example.
settings.register_profile(
    "same-every-time",
    max_examples=USUAL,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile(
    "searching",  # `.ci/run --search`: what it finds belongs beside the test, as an @example
    settings.get_profile("same-every-time"),
    max_examples=2 * USUAL,
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    print_blob=True,
)
settings.load_profile("same-every-time")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Of several processes one runs the tests of a file, and one all that drive whole programs."""
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return END_TO_END if file.startswith(END_TO_END) else file

    return ByFile(config, log)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Beside whole programs, which people are not to wait for, all other tests stand back."""
    beside = "PYTEST_XDIST_WORKER" in os.environ and not item.nodeid.startswith(END_TO_END)
    if beside and hasattr(os, "nice") and os.nice(0) == 0:
        os.nice(5)


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
