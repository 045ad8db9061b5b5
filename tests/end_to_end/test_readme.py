"""Every command of the README does what the README says, in the order in which it stands there."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOUND = 1  # the exit status of `check` and `attack` when there are findings


@dataclass(frozen=True)
class Block:
    """Commands of the README, and what they are for: the word behind ```sh."""

    purpose: str
    commands: tuple[str, ...]


def blocks() -> list[Block]:
    """The command blocks of the README and of the page of figures, comments left out."""
    pages = (ROOT / "README.md", ROOT / "tests" / "benchmarks" / "README.md")
    found = []
    for purpose, text in BLOCK.findall("\n".join(page.read_text("utf-8") for page in pages)):
        lines = [re.sub(r"\s+# .*", "", line) for line in text.splitlines()]
        found.append(Block(purpose, tuple(line for line in lines if line)))
    return found


def commands(purpose: str) -> tuple[str, ...]:
    """All commands of the blocks for one purpose."""
    return tuple(line for block in blocks() if block.purpose == purpose for line in block.commands)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one command as a newcomer would, in the environment of the tests."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "XDG_CONFIG_HOME": str(folder / "config")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_block_of_commands_has_a_purpose_that_is_tested() -> None:
    assert {block.purpose for block in blocks()} == {"demo", "test", "use", "develop", "benchmark"}


def test_the_first_command_runs_the_main_job_from_a_fresh_clone(tmp_path: Path) -> None:
    (command,) = commands("demo")
    clone = tmp_path / "clone"
    shutil.copytree(
        ROOT,
        clone,
        ignore=shutil.ignore_patterns(
            ".git", ".venv", "node_modules", "artefacts", "unlinkable-demo"
        ),
    )
    done = run(command, clone)
    assert done.returncode == 0, done.stderr
    assert "Likely source" in done.stdout
    assert (clone / "unlinkable-demo" / "rulings.unlinkable").is_file()


def test_the_test_command_runs_these_tests() -> None:
    (command,) = commands("test")
    assert command.endswith("pytest")


def test_every_command_for_use_works_in_the_demo_folder(tmp_path: Path) -> None:
    made = run("unlinkable demo unlinkable-demo", tmp_path)
    assert made.returncode == 0, made.stderr
    for command in commands("use"):
        done = run(command, tmp_path / "unlinkable-demo")
        finds = command.startswith(("unlinkable check", "unlinkable attack"))
        expected = FOUND if finds else 0
        assert done.returncode == expected, f"{command}: {done.stderr}"
        assert "Traceback" not in done.stderr


def test_the_lines_of_python_work_in_the_demo_folder(tmp_path: Path) -> None:
    (lines,) = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert lines.count("\n") <= 10
    made = run("unlinkable demo unlinkable-demo", tmp_path)
    assert made.returncode == 0, made.stderr
    (tmp_path / "lines.py").write_text(lines, "utf-8")
    done = run(f"{sys.executable} {tmp_path / 'lines.py'}", tmp_path / "unlinkable-demo")
    assert done.returncode == 0, done.stderr
    found, _, protected = done.stdout.partition("[REDACTED]")
    assert " leads to " in found
    assert protected


@pytest.mark.parametrize("purpose", ["develop", "benchmark"])
def test_what_developers_run_is_there(purpose: str) -> None:
    for command in commands(purpose):
        for module in re.findall(r"-m (tests\.[\w.]+)", command):
            assert (ROOT / (module.replace(".", "/") + ".py")).is_file(), command
        for script in re.findall(r"(?<!\S)(\.ci/\w+)", command):
            assert os.access(ROOT / script, os.X_OK), command
