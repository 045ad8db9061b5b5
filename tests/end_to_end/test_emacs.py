"""Emacs with eglot, configured as the page on editors says."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.end_to_end.office import Office
from tests.end_to_end.toolchain import REPOSITORY, Toolchain, must_have

pytestmark = pytest.mark.editor

STORY = Path(__file__).with_name("emacs_story.el")


def test_eglot_shows_findings_and_masks_one(
    toolchain: Toolchain, office: Office, tmp_path: Path
) -> None:
    must_have(toolchain.emacs)
    page = (REPOSITORY / "editors/README.md").read_text("utf-8")
    blocks = re.findall(r"```elisp\n(.*?)```", page, re.DOTALL)
    (tmp_path / "init.el").write_text(blocks[0], "utf-8")
    environment = {
        **os.environ,
        "PATH": f"{office.program.parent}{os.pathsep}{os.environ['PATH']}",
        "CONFIGURATION": str(tmp_path / "init.el"),
        "DRAFT": str(office.drafts[0]),
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
    shown = json.loads(outcome.stdout)
    assert any("rare-phrase" in text for text in shown["findings"])
    assert any("Accept" in title for title in shown["actions"])
    before = office.drafts[0].read_text("utf-8").count("[REDACTED]")
    assert before < shown["text"].count("[REDACTED]") <= before + 2  # one fix ends the run
