"""No process of ours imports from the folder it was started in, however it was started."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.end_to_end.neovim import open_neovim
from tests.end_to_end.toolchain import REPOSITORY, find_toolchain, must_have
from tests.unlinkable.model.conftest import demand_llama
from tests.unlinkable.trust.office import DRAFT, ORIGINALS, Office, Server
from tests.unlinkable.trust.planting import every_module, needed_to_start_a_module, plant, ran
from unlinkable_index.child_processes import NEUTRAL_FOLDER

SCRIPT = """\
import sys
from unlinkable.cli import main

if __name__ == "__main__":
    sys.exit(main())
"""
"""What pip makes of our entry point."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with random weights."""
    demand_llama()
    from tests.unlinkable.model.tiny_model import write_tiny_model

    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    write_tiny_model(path)
    return path


@pytest.fixture
def sent(office: Office, model: Path) -> Office:
    """A folder that someone sent, with a model, settings that name it, and modules of all names."""
    (office.folder / "tiny.gguf").write_bytes(model.read_bytes())
    with (office.folder / "unlinkable.toml").open("a", encoding="utf-8") as settings:
        settings.write('[model]\npath = "tiny.gguf"\nreasoning = false\n')
    (office.folder / "page.html").write_text(PAGE, "utf-8")
    plant(office.folder, every_module())
    return office


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command as pip installs it."""
    path = tmp_path_factory.mktemp("bin") / "unlinkable"
    path.write_text(SCRIPT)
    return [sys.executable, str(path)]


SAFE_MODULE = [sys.executable, "-P", "-m", "unlinkable"]
COMMANDS = {
    "check": ["check", "drafts", "--format", "json"],
    "check a page": ["check", "page.html", "--format", "json"],
    "info": ["info", "originals.unlinkable"],
    "index": ["index", "originals.jsonl", "-o", "again.unlinkable", "--processes", "2"],
    "protect": ["protect", "drafts/draft.txt", "-o", "out.txt", "--rewriter", "llm"],
    "model info": ["model", "info", "tiny.gguf"],
    "demo": ["demo", "shown"],
}
PAGE = f"<p>{DRAFT}</p>"
"""Read in a process of its own."""
EXTENSION = ("setup/installation", "setup/modelRuntime", "programs/processes")
STATUS = {"check": 1, "check a page": 1}


def run(office: Office, command: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=office.folder,
        env={**office.environment, **variables},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_a_planted_module_would_be_seen(sent: Office) -> None:
    run(sent, [sys.executable, "-m", "unlinkable", "--version"])
    assert ran(sent.folder)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("started", ["by its script", "as a module"])
def test_no_command_runs_code_of_the_folder_it_is_started_in(
    sent: Office, script: list[str], name: str, started: str
) -> None:
    command = script if started == "by its script" else SAFE_MODULE
    done = run(sent, [*command, *COMMANDS[name]])
    assert ran(sent.folder) == []
    assert done.returncode == STATUS.get(name, 0), done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_as_a_module_without_a_safe_path_nothing_is_imported_from_there_once_ours_runs(
    office: Office, name: str, model: Path
) -> None:
    (office.folder / "tiny.gguf").write_bytes(model.read_bytes())
    with (office.folder / "unlinkable.toml").open("a", encoding="utf-8") as settings:
        settings.write('[model]\npath = "tiny.gguf"\nreasoning = false\n')
    (office.folder / "page.html").write_text(PAGE, "utf-8")
    plant(office.folder, every_module() - needed_to_start_a_module() - {"unlinkable"})
    done = run(office, [sys.executable, "-m", "unlinkable", *COMMANDS[name]])
    assert ran(office.folder) == []
    assert done.returncode == STATUS.get(name, 0), done.stderr


def test_an_empty_entry_of_the_path_reaches_no_process_that_ours_start(
    sent: Office, script: list[str]
) -> None:
    """Our own process looks there before any line of ours runs; those that it starts must not."""
    (sent.folder / "sitecustomize" / "__init__.py").write_text(
        "import os\n"
        'with open(__file__.rpartition("sitecustomize")[0] + "/.ran", "a") as marks:\n'
        '    marks.write(f"{os.getppid()}\\n")\n'
    )
    only = {"sitecustomize"}
    for package in sent.folder.iterdir():
        if (package / "__init__.py").exists() and package.name not in only:
            (package / "__init__.py").unlink()
            package.rmdir()
    for name in ("index", "protect", "model info"):
        (sent.folder / ".ran").unlink(missing_ok=True)
        done = run(sent, [*script, *COMMANDS[name]], PYTHONPATH=os.pathsep + "/nowhere")
        assert done.returncode == 0, done.stderr
        assert ran(sent.folder) == [str(os.getpid())]


class _Untrusted(Server):
    """An editor whose own settings name an index and a model, in a workspace it does not trust."""

    settings: Mapping[str, Any]

    def _answer(self, said: Mapping[str, Any]) -> Any:
        if said["method"] == "workspace/configuration":
            return [self.settings for _ in said["params"]["items"]]
        return super()._answer(said)

    def begin(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": self.folder.as_uri(),
                "workspaceFolders": [{"uri": self.folder.as_uri(), "name": "sent"}],
                "capabilities": {"workspace": {"configuration": True, "applyEdit": True}},
                "initializationOptions": {"trusted": False, "settings": settings},
            },
        )
        self.notify("initialized", {})


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory, model: Path) -> dict[str, Any]:
    """Settings of an editor whose index and model lie in the user's own folder."""
    folder = tmp_path_factory.mktemp("own")
    index = Office.in_folder(folder).index
    return {
        "index": str(index),
        "pauseMs": 0,
        "typingPauseMs": 0,
        "model": {"path": str(model), "reasoning": False},
    }


@pytest.mark.parametrize("started", ["by its script", "as a module"])
def test_the_server_runs_no_code_of_an_untrusted_folder_when_it_rewrites(
    sent: Office, script: list[str], elsewhere: dict[str, Any], started: str
) -> None:
    process = subprocess.Popen(
        [*(script if started == "by its script" else SAFE_MODULE), "serve"],
        cwd=sent.folder,
        env=sent.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    server = _Untrusted(process, sent.folder)
    server.begin(elsewhere)
    text = f"{ORIGINALS[3]['text']}\n"
    uri = server.open("a.txt", text)
    assert server.published(uri, 1)
    asked = {"command": "unlinkable.rewrite", "arguments": [{"uri": uri, "unit": "document"}]}
    assert "error" not in server.request("workspace/executeCommand", asked)
    here = psutil.Process(process.pid)
    (worker,) = here.children()
    assert {here.cwd(), worker.cwd()} == {str(Path(NEUTRAL_FOLDER).resolve())}
    assert server.stop() == 0
    assert ran(sent.folder) == []


def test_neovim_runs_no_code_of_the_folder_of_the_draft(
    sent: Office, tmp_path_factory: pytest.TempPathFactory
) -> None:
    toolchain = find_toolchain()
    must_have(toolchain.neovim)
    room = tmp_path_factory.mktemp("neovim")
    program = room / "unlinkable"  # as a wrapper of a user's own might start it
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m unlinkable "$@"\n')
    program.chmod(0o755)
    draft = sent.folder / "draft.txt"
    draft.write_text((sent.folder / "drafts" / "draft.txt").read_text("utf-8"), "utf-8")
    with open_neovim(toolchain, room, program, draft) as neovim:
        neovim.wait("#vim.diagnostic.get(0)", "a finding")
        neovim.lua("vim.cmd('checkhealth unlinkable') return 1")
    assert ran(sent.folder) == []


def test_vs_code_runs_no_code_of_the_folder_it_is_started_in(sent: Office) -> None:
    """The tests of installing, with a real pip and a real venv, started in the folder."""
    toolchain = find_toolchain()
    must_have(toolchain.node)
    tests = REPOSITORY / "editors/vscode/test"
    done = run(
        sent,
        [
            str(toolchain.node),
            "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
            "--test",
            *(str(tests / f"{name}.test.ts") for name in EXTENSION),
        ],
    )
    assert done.returncode == 0, done.stdout
    assert ran(sent.folder) == []
