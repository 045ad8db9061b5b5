"""The extension for one platform, on a computer that has no Python that it could use: nothing is
installed, nothing is set, and drafts are checked."""

import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import RARE, SOURCE, TITLE, Office
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import Workbench, open_workbench  # noqa: E402

BARE_PATH = "/usr/bin:/bin"
"""Without any environment of Python that has the program."""


@pytest.fixture(scope="module")
def window(
    toolchain: Toolchain, office: Office, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Workbench]:
    must_have(*toolchain.of_vscode, toolchain.bundled)
    bare = {
        "PATH": BARE_PATH,
        "VIRTUAL_ENV": "",
        "PYTHONPATH": "/nowhere",
        "PYTHONHOME": "/nowhere",
    }
    profile = tmp_path_factory.mktemp("profile")
    chain = replace(toolchain, extension=toolchain.bundled)
    with open_workbench(chain, profile, office.folder, PICTURES, {}, bare) as opened:
        yield opened


def test_drafts_are_checked_by_the_program_that_came_with_it(
    window: Workbench, office: Office
) -> None:
    window.open(office.drafts[0].name)
    window.wait_for_status("sentences left")
    window.squiggles("warning").first.wait_for()
    window.find(RARE)
    assert TITLE in window.hover(SOURCE)
    window.picture("bundled")
    started = psutil.process_iter(["cmdline", "exe"])
    running = [
        Path(process.info["exe"] or "/")
        for process in started
        if "serve" in (process.info["cmdline"] or ())
    ]
    assert any(program.match("extensions/*/dist/program/bin/python") for program in running)


def test_the_archive_is_a_program_wherever_it_lies(
    toolchain: Toolchain, office: Office, tmp_path: Path
) -> None:
    must_have(toolchain.archive)
    with tarfile.open(toolchain.archive) as archive:
        archive.extractall(tmp_path / "anywhere", filter="data")
    linked = tmp_path / "unlinkable"
    linked.symlink_to(tmp_path / "anywhere/unlinkable/bin/unlinkable")
    index = next(office.folder.rglob("*.unlinkable"))
    done = subprocess.run(
        [linked, "check", office.drafts[0], "-i", index],
        capture_output=True,
        text=True,
        env={"PATH": BARE_PATH, "PYTHONPATH": "/nowhere", "HOME": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert RARE in done.stdout
