"""Editors to drive, one of each for all tests of a module."""

from collections.abc import Generator
from typing import Any

import pytest

from tests.end_to_end.office import Office, open_office
from tests.end_to_end.toolchain import REPOSITORY, Toolchain, find_toolchain

PICTURES = REPOSITORY / "artefacts"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Keep a picture of the window of every test that fails."""
    report = yield
    window = getattr(item, "funcargs", {}).get("window")
    if report.failed and window is not None:
        window.picture(f"failed-{item.name}")
    return report


@pytest.fixture(scope="session")
def toolchain() -> Toolchain:
    return find_toolchain()


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return open_office(tmp_path_factory.mktemp("room"))
