"""Every command of the README does what the README says, in the order in which it stands there:
in a pipe, and in a terminal, as a person runs it."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pseudo_terminal import Shown, run_in_terminal

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BAR = "% |"
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


def around(folder: Path) -> dict[str, str]:
    """The environment of the tests, with no settings from anywhere else."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "XDG_CONFIG_HOME": str(folder / "config")}


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one command as a newcomer would whose output goes to a program."""
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=around(folder),
        capture_output=True,
        text=True,
        check=False,
    )


def show(command: str, folder: Path) -> Shown:
    """Run one command as a newcomer would, in a terminal of 80 by 24."""
    shown = run_in_terminal(["sh", "-c", command], folder, environment=around(folder))
    for broken in ("mistake of the program", "Traceback"):
        assert broken not in shown.text
    assert not any(BAR in line for line in shown.lines()), "the bar is taken away in the end"
    return shown


def python_block() -> str:
    """The lines of Python."""
    page = (ROOT / "README.md").read_text("utf-8")
    (lines,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(lines)


def status_of(command: str) -> int:
    """How a command for use ends."""
    return FOUND if command.startswith(("unlinkable check", "unlinkable attack")) else 0


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's folder, to be copied."""
    folder = tmp_path_factory.mktemp("demo")
    made = run("unlinkable demo unlinkable-demo", folder)
    assert made.returncode == 0, made.stderr
    assert " findings lead there" in made.stdout
    return folder / "unlinkable-demo"


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
    shown = show(command, clone)  # in a pipe: the fixture `demo`
    assert shown.status == 0, shown.text
    assert " findings lead there" in " ".join(shown.text.split())
    assert (clone / "unlinkable-demo" / "rulings.unlinkable").is_file()


def test_the_test_command_runs_these_tests() -> None:
    (command,) = commands("test")
    assert command.endswith("pytest -n 2")


def test_every_command_for_use_works_in_the_demo_folder(demo: Path, tmp_path: Path) -> None:
    shutil.copytree(demo, tmp_path / "unlinkable-demo")
    for command in commands("use"):
        done = run(command, tmp_path / "unlinkable-demo")
        assert done.returncode == status_of(command), f"{command}: {done.stderr}"
        assert "Traceback" not in done.stderr
        assert BAR not in done.stderr


def test_every_command_for_use_works_in_a_terminal(demo: Path, tmp_path: Path) -> None:
    shutil.copytree(demo, tmp_path / "unlinkable-demo")
    (tmp_path / "unlinkable-demo" / "rulings.unlinkable").unlink()  # so that it is built
    with_bar = set()
    for command in commands("use"):
        shown = show(command, tmp_path / "unlinkable-demo")
        assert shown.status == status_of(command), f"{command}: {shown.text}"
        if BAR in shown.text:
            with_bar.add(command.split()[1])
    assert with_bar >= {"index", "attack", "protect"}


def test_the_lines_of_python_work_in_the_demo_folder(demo: Path, tmp_path: Path) -> None:
    lines = python_block()
    assert lines.count("\n") <= 10
    shutil.copytree(demo, tmp_path / "unlinkable-demo")
    (tmp_path / "lines.py").write_text(lines, "utf-8")
    command = f"{sys.executable} {tmp_path / 'lines.py'}"
    done = run(command, tmp_path / "unlinkable-demo")
    assert done.returncode == 0, done.stderr
    found = re.findall("(.+) leads to ", done.stdout)
    changed = re.findall("(.+) becomes ", done.stdout)
    assert found
    assert all(any(word in before for before in changed) for word in found if " " not in word)
    shown = show(command, tmp_path / "unlinkable-demo")
    assert (shown.status, shown.text.replace("\r\n", "\n")) == (0, done.stdout + done.stderr)


@pytest.mark.parametrize("purpose", ["develop", "benchmark"])
def test_what_developers_run_is_there(purpose: str) -> None:
    for command in commands(purpose):
        for module in re.findall(r"-m (tests\.[\w.]+)", command):
            assert (ROOT / (module.replace(".", "/") + ".py")).is_file(), command
        for script in re.findall(r"(?<!\S)(\.ci/\w+)", command):
            assert os.access(ROOT / script, os.X_OK), command
