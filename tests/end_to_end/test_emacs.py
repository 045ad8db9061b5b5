"""Emacs with eglot, configured as the page on editors says."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.office import Office, scripted_program
from tests.end_to_end.page_on_editors import blocks
from tests.end_to_end.toolchain import Toolchain, must_have
from unlinkable.demo.folder import DemoFolder, write_demo

pytestmark = pytest.mark.editor

STORY = Path(__file__).with_name("emacs_story.el")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    return write_demo(tmp_path_factory.mktemp("room") / "demo")


def shown_by_emacs(
    toolchain: Toolchain, program: Path, configuration: str, draft: Path, home: Path
) -> Any:
    """What the story prints of a draft; it has masked the first finding."""
    must_have(toolchain.emacs)
    (home / "init.el").write_text(configuration, "utf-8")
    environment = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        "CONFIGURATION": str(home / "init.el"),
        "DRAFT": str(draft),
    }
    outcome = subprocess.run(
        [toolchain.emacs, "--batch", "--quick", "--load", STORY],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if "Cannot open load file" in outcome.stderr:
        must_have(Path("eglot"))
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_eglot_shows_findings_and_masks_one(
    toolchain: Toolchain, office: Office, tmp_path: Path
) -> None:
    configuration, draft = blocks("elisp")[0], office.drafts[0]
    shown = shown_by_emacs(toolchain, office.program, configuration, draft, tmp_path)
    assert any("rare-phrase" in text for text in shown["findings"])
    assert any("Accept" in title for title in shown["actions"])
    before = draft.read_text("utf-8").count("[REDACTED]")
    assert before < shown["text"].count("[REDACTED]") <= before + 3  # one fix ends the run


def test_eglot_takes_the_settings_of_the_folder_above_that_of_the_drafts(
    toolchain: Toolchain, demo: DemoFolder, tmp_path: Path
) -> None:
    """It opens the folder of the draft as its project, where nothing else says what one is."""
    program, draft = scripted_program(tmp_path, {}), demo.draft_path(demo.drafts[0])
    shown = shown_by_emacs(toolchain, program, blocks("elisp")[0], draft, tmp_path)
    assert any("rare-phrase" in text for text in shown["findings"])


def test_eglot_sends_the_settings_of_its_user(
    toolchain: Toolchain, demo: DemoFolder, tmp_path: Path
) -> None:
    """The index lies where the page has it, and nothing in the folder of the draft names one."""
    shutil.copy(demo.index, tmp_path / "originals.unlinkable")
    (tmp_path / "drafts").mkdir()
    draft = Path(shutil.copy(demo.draft_path(demo.drafts[0]), tmp_path / "drafts"))
    program, configuration = scripted_program(tmp_path, {}), "\n".join(blocks("elisp"))
    shown = shown_by_emacs(toolchain, program, configuration, draft, tmp_path)
    assert any("rare-phrase" in text for text in shown["findings"])
