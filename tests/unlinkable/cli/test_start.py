"""The command line starts without loading what only some commands need."""

import argparse
import subprocess
import sys
from typing import Any

import pytest

from unlinkable.cli import main

HEAVY = {
    "--help": "numpy cattrs pygls lsprotocol tqdm cryptography llama_cpp msgpack",
    "check": "pygls lsprotocol tqdm cryptography llama_cpp unlinkable_index.builder",
}


@pytest.mark.parametrize("what", HEAVY)
def test_nothing_heavy_is_loaded_that_is_not_needed(what: str, index: str) -> None:
    arguments = ["--help"] if what == "--help" else ["check", "-", "-i", index, "--max-terms", "1"]
    script = (
        "import contextlib, sys\nfrom unlinkable.cli import main\n"
        f"with contextlib.suppress(SystemExit): main({arguments!r})\n"
        f"loaded = [m for m in {HEAVY[what].split()!r} if m in sys.modules]\n"
        "raise SystemExit(' '.join(loaded) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input="", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_flag_of_every_command_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[tuple[tuple[str, ...], Any]] = []

    def noted(parser: argparse._ActionsContainer, *names: str, **how: Any) -> argparse.Action:
        explained.append((names, how.get("help")))
        return add(parser, *names, **how)

    add = argparse._ActionsContainer.add_argument
    monkeypatch.setattr(argparse._ActionsContainer, "add_argument", noted)
    with pytest.raises(SystemExit):
        main(["--help"])
    assert len(explained) > 100
    assert [names for names, said in explained if not said and "--version" not in names] == []
