"""The command line starts without loading what only some commands need."""

import argparse
import os
import subprocess
import sys
from typing import Any

import pytest

from unlinkable.cli import main

NEEDED = {"--help": set(), "check": {"msgpack", "numpy", "platformdirs", "pyroaring"}}
"""What each command may load that is not of Python's own library."""
ROOMS = {
    *("cli", "draft", "engine", "findings", "language", "patterns", "printing", "reporting"),
    *("risks", "settings", "stopping"),
}
"""The rooms that a check may enter: not those of rewriting, models, editors and the lab."""


@pytest.mark.parametrize("what", NEEDED)
def test_nothing_is_loaded_that_is_not_needed(what: str, index: str) -> None:
    arguments = ["--help"] if what == "--help" else ["check", "-", "-i", index]
    script = (
        "import contextlib, os, sys\nbefore = set(sys.modules)\n"
        "from unlinkable.cli import main\n"
        f"with contextlib.suppress(SystemExit): main({arguments!r})\n"
        "new = [sys.modules[name] for name in set(sys.modules) - before]\n"
        "files = [(one.__name__, getattr(one, '__file__', None) or '') for one in new]\n"
        "print('loaded', *(name for name, file in files if 'site-packages' in file))\n"
        "print('loaded', *(name for name, _ in files if name.startswith('unlinkable.')))"
    )
    draft = "The applicant was arrested in Oslo on 12 May by two officers. He did not appeal."
    done = subprocess.run(
        [sys.executable, "-c", script], input=draft, capture_output=True, text=True, check=True
    )
    *_, foreign, rooms = (line for line in done.stdout.splitlines() if line.startswith("loaded"))
    assert {name.partition(".")[0] for name in foreign.split()[1:]} <= NEEDED[what]
    assert {name.split(".")[1] for name in rooms.split()[1:]} <= ROOMS


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_stream_that_is_closed_is_no_mistake(closed: int, index: str) -> None:
    command = [sys.executable, "-P", "-m", "unlinkable", "check", "-", "-i", index]
    done = subprocess.run(
        command, input=b"", capture_output=True, preexec_fn=lambda: os.close(closed)
    )
    assert done.returncode == 3
    assert b"mistake" not in done.stdout + done.stderr


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
