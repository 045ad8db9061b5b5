"""VS Code in a folder that the user has not said to trust."""

import json
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import open_office
from tests.end_to_end.toolchain import Toolchain, must_have

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import open_workbench  # noqa: E402


def test_nothing_of_an_untrusted_folder_is_run_or_opened(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    must_have(*toolchain.of_vscode)
    office = open_office(tmp_path)
    mark = tmp_path / "was-run"
    intruder = office.folder / ".venv/bin/unlinkable"
    intruder.parent.mkdir(parents=True)
    intruder.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
    intruder.chmod(0o755)
    (office.folder / ".vscode").mkdir()
    chosen = {
        "unlinkable.server.path": str(intruder),
        "unlinkable.index": str(office.folder / "originals.unlinkable"),
    }
    (office.folder / ".vscode/settings.json").write_text(json.dumps(chosen))
    settings = {
        "unlinkable.server.path": str(office.program),
        "security.workspace.trust.enabled": True,
        "security.workspace.trust.startupPrompt": "never",
    }
    profile = tmp_path / "profile"
    with open_workbench(toolchain, profile, office.folder, PICTURES, settings) as window:
        window.open(office.drafts[0].name)
        window.wait_for_status("No index")
        window.picture("untrusted")
        assert not mark.exists()
    # taken away while the workbench is closed: it notices changed settings only after a while
    (office.folder / ".vscode/settings.json").unlink()
    with open_workbench(
        toolchain, tmp_path / "another-profile", office.folder, PICTURES, settings
    ) as window:
        window.run("Workspaces: Manage Workspace Trust")
        window.page.get_by_role("button", name="Trust", exact=True).click()
        window.open(office.drafts[1].name)
        window.wait_for_status("phrases")
