"""No confidential text in logs, messages, errors or files left behind, at the most verbose level.

Everything confidential in the office bears a mark; all features run, mistakes included, with all
logging of all libraries on; then the marks are looked for.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unlinkable.trust.office import DRAFT, MARKS, Office, Server

TELLING = ("window/logMessage", "window/showMessage", "window/showMessageRequest", "$/logTrace")


@pytest.fixture
def verbose(office: Office) -> Office:
    """An office where every Python process logs all it can."""
    hooks = office.folder / "hooks"
    hooks.mkdir()
    shutil.copy(Path(__file__).with_name("watched.py"), hooks / "sitecustomize.py")
    office.environment |= {
        "PYTHONPATH": str(hooks),
        "UNLINKABLE_WATCH": str(office.folder / "notes"),
        "PYTHONASYNCIODEBUG": "1",
        "PYTHONWARNINGS": "default",
    }
    return office


def marks_in(text: str | bytes) -> list[str]:
    """Which marks stand in a text, in any case."""
    data = text.encode() if isinstance(text, str) else text
    return [mark for mark in MARKS if mark.lower().encode() in data.lower()]


def left_behind(office: Office) -> Iterator[tuple[Path, bytes]]:
    """Every file in the home and temporary folders, and every hidden one in the working folder."""
    for folder in ("home", "temporary"):
        for path in (office.folder / folder).rglob("*"):
            if path.is_file():
                yield path, path.read_bytes()
    for path in office.folder.rglob(".*"):
        if path.is_file():
            yield path, path.read_bytes()


def test_no_command_tells_marks_but_in_its_results(verbose: Office) -> None:
    """Standard error, also of commands that fail; ids may be named in answers to who named them,
    and by `protect` the one that it took for the original: whoever protects has to know."""
    folder = verbose.folder
    (folder / "broken.jsonl").write_text(f'{{"id": "Marderhut-1", "text": "{DRAFT[:20]}\n', "utf-8")
    (folder / "bad.txt").write_bytes(DRAFT.encode() + b"\xff")
    (folder / "bad.toml").write_text('source = "Quellwitz"\nmasks = ["(Zwiebelfisch"]\n', "utf-8")
    (folder / "key").write_text("a key of at least sixteen characters", "utf-8")
    runs = [
        ["index", "originals.jsonl", "-o", "a.unlinkable", "--processes", "2"],
        ["index", "originals.jsonl", "-o", "b.unlinkable", "--key-file", "key"],
        ["index", "originals.jsonl", "-o", "c.unlinkable", "--without-ids", "--max-words", "99"],
        ["index", "broken.jsonl", "-o", "d.unlinkable"],
        ["info", "a.unlinkable"],
        ["info", "originals.jsonl"],
        ["check", "drafts", "-i", "a.unlinkable"],
        ["check", "drafts", "-i", "b.unlinkable"],
        ["check", "drafts", "-i", "b.unlinkable", "--key-file", "key", "--format", "json"],
        ["check", "drafts", "--format", "html"],
        ["check", "bad.txt"],
        ["check", "drafts", "--mask", "(?P<x>"],
        ["protect", "drafts", "-o", "out", "--rewriter", "mask", "--report", "r.json"],
        ["protect", "bad.txt", "-o", "out.txt", "--rewriter", "mask"],
        ["protect", "drafts", "-o", "out", "--model", "originals.jsonl"],
        ["demo", "demo"],
    ]
    for arguments in runs:
        done = verbose.run(*arguments)
        assert "Traceback" not in done.stderr, done.stderr
        assert marks_in(done.stderr) == [], (arguments, done.stderr)
    assert [path for path, data in left_behind(verbose) if marks_in(data)] == []
    for name in ("a.unlinkable", "b.unlinkable"):
        data = (folder / name).read_bytes()
        assert marks_in(data) == (["Marderhut"] if name == "a.unlinkable" else [])


def test_a_mistake_of_the_program_tells_no_text(
    verbose: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug whose message holds the draft, as those of Python do, is told without it."""
    hook = verbose.folder / "hooks" / "sitecustomize.py"
    hook.write_text(
        hook.read_text("utf-8")
        + "\nimport unlinkable.findings.report as report\n"
        + "def broken(draft, *_, **__):\n    raise KeyError(draft.text)\n"
        + "report.phrase_findings = broken\n",
        "utf-8",
    )
    assert monkeypatch is not None
    done = verbose.run("check", "drafts/draft.txt", "--max-terms", "1")
    assert done.returncode == 2
    assert "mistake of the program" in done.stderr
    assert marks_in(done.stderr) == []
    server = verbose.serve()
    server.start()
    server.open("draft.txt", DRAFT)
    server.until(lambda said: said.get("method") in TELLING)
    assert server.stop() == 0
    assert marks_in(server.complaints) == []
    assert marks_in(told(server)) == []


def told(server: Server) -> str:
    """What the server said to people and to logs."""
    return json.dumps([said for said in server.said if said.get("method") in TELLING])


def test_the_server_tells_marks_in_answers_only(verbose: Office) -> None:
    server = verbose.serve()
    server.start()
    uri = server.open("draft.txt", DRAFT)
    assert server.published(uri, 1)
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    actions = {"textDocument": {"uri": uri}, "range": everything, "context": {"diagnostics": []}}
    server.request("textDocument/codeAction", actions)
    server.request("workspace/executeCommand", {"command": DRAFT, "arguments": [DRAFT]})
    server.request("no/such/method", {"text": DRAFT})
    server.send({"id": 900, "method": "textDocument/hover", "params": DRAFT})
    server.send({"id": "x", "method": "textDocument/hover", "params": {"position": DRAFT}})
    server.notify("textDocument/didChange", {"textDocument": DRAFT, "contentChanges": DRAFT})
    server.notify("workspace/didChangeConfiguration", {"settings": {"unlinkable": DRAFT}})
    broken = json.dumps({"jsonrpc": "2.0", "method": "x", "params": DRAFT})[:-4].encode()
    server.send_raw(b"Content-Length: %d\r\n\r\n" % len(broken) + broken)
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": DRAFT}]}
    server.notify("textDocument/didChange", change)
    server.published(uri, 2)
    assert server.stop() == 0
    assert marks_in(server.complaints) == [], server.complaints
    assert marks_in(told(server)) == [], told(server)
    assert [path for path, data in left_behind(verbose) if marks_in(data)] == []
