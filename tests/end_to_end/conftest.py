"""Editors to drive, one of each for all tests of a module."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.end_to_end.office import Office, open_office
from tests.end_to_end.toolchain import REPOSITORY, Toolchain, find_toolchain, must_have

if TYPE_CHECKING:
    from tests.end_to_end.vscode_stories import Scene

PICTURES = REPOSITORY / "artefacts"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Keep a picture of the window of every test that fails."""
    report = yield
    used = getattr(item, "funcargs", {})
    window = used.get("window") or getattr(used.get("scene"), "window", None)
    if report.failed and window is not None:
        window.picture_of_failure(item.name)
    return report


@pytest.fixture(scope="session")
def toolchain() -> Toolchain:
    return find_toolchain()


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return open_office(tmp_path_factory.mktemp("room"))


@pytest.fixture(scope="module")
def first_scene(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[Scene]":
    """A VS Code with no setting but where the program is, on a folder of ordinary drafts. It ends
    with its module: what drives it has a loop that no other test of the same process could run."""
    from tests.end_to_end.vscode_stories import Scene, open_chambers
    from tests.end_to_end.workbench import open_workbench

    must_have(*toolchain.of_vscode)
    chambers = open_chambers(tmp_path_factory.mktemp("chambers"))
    profile = tmp_path_factory.mktemp("profile")
    settings = {"unlinkable.server.path": str(chambers.program)}
    with open_workbench(toolchain, profile, chambers.folder, PICTURES, settings) as window:
        window.note_errors()
        yield Scene(window, chambers)


@pytest.fixture
def scene(first_scene: "Scene", tmp_path: Path) -> "Iterator[Scene]":
    """It with nothing open; afterwards all is as it was before, and no error was shown."""
    from tests.end_to_end.vscode_stories import tidied

    with tidied(first_scene.window, first_scene.chambers, tmp_path / "attic") as tidy:
        yield tidy
