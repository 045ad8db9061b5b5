"""Nothing leaves: no socket is opened, and nothing misses the network where there is none."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unlinkable.trust.office import DRAFT, Office

ALONE = ["unshare", "-rn"]  # a namespace without devices


def watch(office: Office) -> Path:
    """Have all processes watched from now on; gives the file of notes."""
    hooks = office.folder / "hooks"
    hooks.mkdir()
    shutil.copy(Path(__file__).with_name("watched.py"), hooks / "sitecustomize.py")
    notes = office.folder / "notes"
    office.environment |= {"PYTHONPATH": str(hooks), "UNLINKABLE_WATCH": str(notes)}
    return notes


def use_every_command(office: Office, before: list[str]) -> None:
    """Index, look, check, protect, attack, evaluate, see the demo and serve an editor."""
    commands: list[tuple[int, list[str]]] = [
        (0, ["index", "originals.jsonl", "-o", "again.unlinkable", "--processes", "2"]),
        (0, ["info", "again.unlinkable"]),
        (1, ["check", "drafts", "-i", "again.unlinkable", "--max-terms", "3"]),
        (1, ["check", "drafts", "--format", "sarif"]),
        (1, ["check", "drafts", "--format", "html"]),
        (0, ["protect", "drafts", "-o", "out", "--rewriter", "mask", "--report", "r.html"]),
        (1, ["attack", "drafts", "--originals", "originals.jsonl"]),
        (0, ["evaluate", "drafts", "-i", "again.unlinkable", "--processes", "2"]),
        (0, ["demo", "demo"]),
    ]
    for expected, arguments in commands:
        done = office.run(*arguments, before=before)
        assert done.returncode == expected, done
    server = office.serve(before)
    server.start()
    uri = server.open("draft.txt", DRAFT)
    assert server.published(uri, 1)
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    actions = {"textDocument": {"uri": uri}, "range": everything, "context": {"diagnostics": []}}
    server.request("textDocument/codeAction", actions)
    at = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 3}}
    server.request("textDocument/hover", at)
    assert server.stop() == 0


def test_no_command_opens_a_socket_or_runs_another_program(office: Office) -> None:
    notes = watch(office)
    use_every_command(office, [])
    lines = notes.read_text("utf-8").splitlines()
    assert sum(line.startswith("watching") for line in lines) > 8
    others = [line for line in lines if not line.startswith("watching")]
    assert {line for line in others if "program" not in line} == set()
    programs = {line.removeprefix("program ") for line in others}
    assert programs <= {sys.executable}


def test_the_watch_would_see_a_socket_and_fetching_a_model_opens_one(office: Office) -> None:
    notes = watch(office)
    nowhere = "http://127.0.0.1:9"
    office.environment |= {"http_proxy": nowhere, "https_proxy": nowhere, "HTTPS_PROXY": nowhere}
    done = office.run("model", "fetch")
    assert done.returncode == 2
    assert "socket.getaddrinfo ('127.0.0.1'" in notes.read_text("utf-8")


@pytest.mark.skipif(
    subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode != 0,
    reason="to be alone needs Linux with network namespaces",
)
def test_every_command_works_without_a_network(office: Office) -> None:
    use_every_command(office, ALONE)
