"""Settings that change, indexes that come and go, and whatever else happens in a long day."""

import asyncio
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import NEOVIM, PATIENCE, SERVER, VS_CODE, Editor, editor
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")
QUICK = {"pauseMs": 0, "typingPauseMs": 0, "ranked": "off"}


def changed_configuration() -> lsp.DidChangeConfigurationParams:
    return lsp.DidChangeConfigurationParams(settings=None)


async def count(it: Editor, uri: str, expected: int) -> None:
    """Wait until a document has so many diagnostics."""
    await it.until(lambda: len(it.published[uri].diagnostics) == expected)


async def test_settings_changed_in_the_editor_hold_at_once(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "The baker. Bread of Millbrook.")
        codes = {finding.code for finding in await it.settled(uri)}
        assert codes == {"rare-phrase"}  # of a passage one place is underlined
        changed = settings | {"severity": {"phrase": "off", "combination": "off"}}
        it.client.set_configuration({"unlinkable": changed})
        it.client.workspace_did_change_configuration(changed_configuration())
        await count(it, uri, 0)


async def test_an_editor_that_cannot_be_asked_may_tell_of_its_own_accord(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    def mute(capabilities: lsp.ClientCapabilities) -> None:
        assert capabilities.workspace
        capabilities.workspace.configuration = None

    async with editor(tmp_path, settings, adapt=mute) as it:
        uri = it.open("a.txt", "Millbrook.")
        await it.settled(uri)
        await count(it, uri, 1)
        changed = settings | {"severity": {"phrase": "off"}}
        it.client.workspace_did_change_configuration(
            lsp.DidChangeConfigurationParams(settings={"unlinkable": changed})
        )
        await count(it, uri, 0)


async def test_an_editor_that_answers_with_errors_is_served_with_what_it_said_at_first(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        features = it.client.protocol.fm.features
        for method in (lsp.WORKSPACE_CONFIGURATION, lsp.CLIENT_REGISTER_CAPABILITY):
            features.pop(method)
        it.client.workspace_did_change_configuration(changed_configuration())
        uri = it.open("a.txt", "Millbrook.")
        assert len(await it.settled(uri)) == 1


@pytest.mark.parametrize("like", [VS_CODE, NEOVIM])
async def test_the_file_of_the_workspace_is_watched(
    tmp_path: Path, settings: dict[str, Any], like: str
) -> None:
    async with editor(tmp_path, settings, like) as it:
        uri = it.open("a.txt", "Millbrook.")
        await it.settled(uri)
        file = tmp_path / "unlinkable.toml"
        file.write_text("severity.phrase = 'off'\n", "utf-8")
        if it.watched:
            change = lsp.FileEvent(file.as_uri(), lsp.FileChangeType.Created)
            it.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
        await count(it, uri, 0)
        file.unlink()
        await count(it, uri, 1)


async def test_bad_settings_are_told_of_once_and_the_rest_holds(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    (tmp_path / "unlinkable.toml").write_text("k = 1\nindx = 'a'\n", "utf-8")
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook.")
        assert len(await it.settled(uri)) == 1
        it.client.workspace_did_change_configuration(changed_configuration())
        await it.message("k must be a whole number, 2 or more")
        assert 'did you mean "index"?' in await it.message("indx")
        assert len(it.client.messages) == 2


async def test_each_folder_has_its_own_settings_and_index(tmp_path: Path, index: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two", tmp_path / "three"]
    for folder in folders:
        folder.mkdir()
    other = tmp_path / "other.jsonl"
    other.write_text('{"id": "x", "text": "A harbour."}\n{"id": "y", "text": "A boat."}\n', "utf-8")
    build_index([other], tmp_path / "other.unlinkable", Options(processes=1))
    (folders[0] / "unlinkable.toml").write_text(f"index = '{index}'\n", "utf-8")
    (folders[1] / "unlinkable.toml").write_text("index = '../other.unlinkable'\n", "utf-8")
    async with editor(tmp_path, QUICK, folders=folders[:2]) as it:
        text = "Harbour, Millbrook."
        here, there = it.open("one/a.txt", text), it.open("two/a.txt", text)
        (millbrook,) = await it.settled(here)
        assert millbrook.data["documents"] == ["case-a"]
        (harbour,) = await it.settled(there)
        assert harbour.data["documents"] == ["x"]
        added = lsp.WorkspaceFolder(folders[2].as_uri(), "three")
        it.client.workspace_did_change_workspace_folders(
            lsp.DidChangeWorkspaceFoldersParams(lsp.WorkspaceFoldersChangeEvent([added], []))
        )
        (folders[2] / "unlinkable.toml").write_text(f"index = '{index}'\n", "utf-8")
        uri = it.open("three/a.txt", text)
        await it.until(lambda: uri in it.published and len(it.published[uri].diagnostics) == 1)


async def test_an_untrusted_workspace_chooses_no_index(tmp_path: Path, index: Path) -> None:
    (tmp_path / "unlinkable.toml").write_text(f"index = '{index}'\n", "utf-8")
    async with editor(tmp_path, QUICK, options={"trusted": False}) as it:
        uri = it.open("a.txt", "Millbrook.")
        assert await it.settled(uri) == []
        assert it.status_of(uri, "no-index")


async def test_without_an_index_there_is_one_friendly_message(tmp_path: Path) -> None:
    async with editor(tmp_path, QUICK) as it:
        for name in ("a.txt", "b.txt"):
            uri = it.open(name, "Millbrook.")
            assert await it.settled(uri) == []
            it.type(uri, 0, 0, "x")
            await it.settled(uri)
        (message,) = it.client.messages
        assert message.type is lsp.MessageType.Info
        assert "unlinkable.index" in message.message
        assert await it.hover(uri, 0, 1) is None
        assert await it.actions(uri, lsp.Range(lsp.Position(0, 0), lsp.Position(0, 5))) == []


async def test_what_is_no_index_is_told_of(tmp_path: Path) -> None:
    broken = tmp_path / "x.unlinkable"
    async with editor(tmp_path, QUICK | {"index": str(broken)}) as it:
        uri = it.open("a.txt", "Millbrook.")
        for content in (b"", b"not an index", b"\x81" * 5000):
            broken.write_bytes(content)
            it.type(uri, 0, 0, "x")
            assert await it.settled(uri) == []
            told = it.status_of(uri, "failed").message
            assert "x.unlinkable" in told
            await it.message(told)


async def test_a_rebuilt_index_is_taken_up_and_a_lost_one_survived(
    tmp_path: Path, index: Path
) -> None:
    mine = tmp_path / "mine.unlinkable"
    shutil.copy(index, mine)
    async with editor(tmp_path, QUICK | {"index": str(mine)}) as it:
        uri = it.open("a.txt", "Millbrook. Harbour.")
        (finding,) = await it.settled(uri)
        assert finding.data["documents"] == ["case-a"]
        other = tmp_path / "other.jsonl"
        other.write_text('{"id": "x", "text": "A harbour, a boat and a bridge."}\n', "utf-8")
        build_index([other], mine, Options(processes=1))
        await it.until(
            lambda: [d.data["documents"] for d in it.published[uri].diagnostics] == [["x"]]
        )
        mine.unlink()
        await it.until(lambda: not it.published[uri].diagnostics)
        await it.message("mine.unlinkable")
        it.type(uri, 0, 0, "x ")
        await it.settled(uri)
        shutil.copy(index, mine)
        await count(it, uri, 1)


async def test_an_index_damaged_while_in_use_is_told_of_and_survived(
    tmp_path: Path, index: Path
) -> None:
    mine = tmp_path / "mine.unlinkable"
    shutil.copy(index, mine)
    async with editor(tmp_path, QUICK | {"index": str(mine)}) as it:
        uri = it.open("a.txt", "Millbrook.")
        assert len(await it.settled(uri)) == 1
        whole = mine.read_bytes()
        mine.write_bytes(whole[: len(whole) // 3])
        it.type(uri, 0, 0, "Oldport ")
        assert await it.settled(uri) == []
        assert it.status_of(uri, "failed")
        damaged = bytearray(whole)
        for at in range(4096, len(damaged), 97):
            damaged[at] ^= 0xFF
        mine.write_bytes(damaged)
        it.type(uri, 0, 0, "Oldport ")
        assert await it.settled(uri) == []
        mine.write_bytes(whole)
        await count(it, uri, 1)


async def test_opening_a_big_index_shows_progress(
    tmp_path: Path, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "PYTHONPATH", _slow_opening(tmp_path))
    async with editor(tmp_path, settings, VS_CODE) as it:
        uri = it.open("a.txt", "Millbrook.")
        assert len(await it.settled(uri)) == 1
        (reports,) = it.client.progress_reports.values()
        assert isinstance(reports[0], lsp.WorkDoneProgressBegin)
        assert reports[0].title == "Opening the index originals.unlinkable"
        assert isinstance(reports[-1], lsp.WorkDoneProgressEnd)
        assert any(status.state == "opening" for status in it.statuses)


def _slow_opening(folder: Path) -> str:
    """A PYTHONPATH with which opening an index takes a second."""
    (folder / "slow").mkdir()
    (folder / "slow" / "sitecustomize.py").write_text(
        "import time\n"
        "from unlinkable_index.index import Index\n"
        "opened = Index.open\n"
        "Index.open = lambda *args: (time.sleep(1), opened(*args))[1]\n",
        "utf-8",
    )
    return os.pathsep.join(filter(None, [str(folder / "slow"), os.environ.get("PYTHONPATH")]))


def sabotage(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Have every server that is started from now on run ``program`` first."""
    (folder / "broken").mkdir()
    (folder / "broken" / "sitecustomize.py").write_text(program, "utf-8")
    path = [str(folder / "broken"), os.environ.get("PYTHONPATH")]
    monkeypatch.setitem(os.environ, "PYTHONPATH", os.pathsep.join(filter(None, path)))


async def test_what_goes_wrong_in_a_feature_ends_neither_it_nor_the_server(
    tmp_path: Path, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is logged and shown of it holds no word of the draft."""
    sabotage(
        tmp_path,
        monkeypatch,
        "from unlinkable.lsp.published import analyst\n"
        "from unlinkable.lsp.requests import hover\n"
        "def fail(analysis, *_): raise KeyError(analysis.snapshot.text)\n"
        "hover.explanation = fail\n"
        "read = analyst.Analyst._read\n"
        "def sometimes(self, task):\n"
        "    if 'crash' in task.snapshot.text: raise ValueError(task.snapshot.text)\n"
        "    return read(self, task)\n"
        "analyst.Analyst._read = sometimes\n",
    )
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Millbrook.")
        await it.settled(uri)
        for _ in range(2):
            assert await it.hover(uri, 0, 2) is None
        it.type(uri, 0, 0, "crash ")
        assert await it.settled(uri) == []
        it.type(uri, 0, 0, "", until=6)
        assert len(await it.settled(uri)) == 1
        shown = [message.message for message in it.client.messages]
        assert len(shown) == 2
        assert "KeyError" in shown[0]
        assert not any("Millbrook" in message for message in shown)


async def test_phrases_stand_when_the_search_for_combinations_goes_wrong(
    tmp_path: Path, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sabotage(
        tmp_path,
        monkeypatch,
        "from unlinkable.lsp.published import analyst\n"
        "def fail(report, *_): raise KeyError(report.draft.text)\n"
        "analyst.check_combinations = fail\n",
    )
    async with editor(tmp_path, settings | {"max_terms": 3}) as it:
        uri = it.open("a.txt", "Millbrook.")
        assert len(await it.settled(uri)) == 1
        shown = [message.message for message in it.client.messages]
        assert len(shown) == 1
        assert "KeyError" in shown[0]
        assert "Millbrook" not in shown[0]


def conversation(*messages: dict[str, Any]) -> bytes:
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


INITIALIZE = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
INITIALIZED = {"method": "initialized", "params": {}}


def spoken(tmp_path: Path, said: bytes) -> subprocess.CompletedProcess[bytes]:
    """What comes of saying something to the server and then closing the line."""
    environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}
    return subprocess.run(SERVER, input=said, capture_output=True, timeout=60, env=environment)


def secret(index: Path) -> list[dict[str, Any]]:
    """A conversation about a draft with a secret in it, with some mistakes of the client."""
    uri = "file:///a.txt"
    options = {"settings": {"index": str(index), **QUICK}}
    initialize = INITIALIZE | {"params": {"capabilities": {}, "initializationOptions": options}}
    item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": "Zebediah Millbrook"}
    document = {"uri": uri, "version": 2}
    return [
        initialize,
        INITIALIZED,
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {"text": "Zebediah"}}},
        {
            "method": "textDocument/didChange",
            "params": {"textDocument": document, "contentChanges": [{"text": "Zebediah again"}]},
        },
        {
            "method": "textDocument/didChange",
            "params": {"textDocument": document, "contentChanges": [{"Zebediah": 1}]},
        },
        {"id": 2, "method": "workspace/executeCommand", "params": {"command": "unlinkable.status"}},
        {"id": 3, "method": "textDocument/hover", "params": {"textDocument": "Zebediah"}},
        {"id": 4, "method": "no/such/method", "params": {"text": "Zebediah"}},
    ]


async def test_no_word_of_a_draft_is_logged_even_when_the_client_errs(
    tmp_path: Path, index: Path
) -> None:
    ended = await asyncio.to_thread(spoken, tmp_path, conversation(*secret(index)))
    assert b"Zebediah" not in ended.stderr
    assert b"Traceback" not in ended.stderr
    messages = [part for part in ended.stdout.split(b"Content-Length") if b"window/" in part]
    assert not any(b"Zebediah" in message for message in messages)


async def test_the_exit_status_says_whether_the_client_took_its_leave(tmp_path: Path) -> None:
    farewell = [{"id": 2, "method": "shutdown", "params": None}, {"method": "exit"}]
    greeting = [INITIALIZE, INITIALIZED]
    polite = await asyncio.to_thread(spoken, tmp_path, conversation(*greeting, *farewell))
    assert (polite.returncode, polite.stderr) == (0, b"")
    for said in (conversation(*greeting), conversation(*greeting, farewell[1]), b"nonsense"):
        rude = await asyncio.to_thread(spoken, tmp_path, said)
        assert (rude.returncode, rude.stderr) == (1, b"")


async def test_nothing_is_left_behind_when_the_client_dies_in_the_middle_of_work(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        it.open("big.txt", "The baker of Millbrook sold bread. " * 20_000)
        assert it.client._server
        process = psutil.Process(it.client._server.pid)
        assert it.client._server.stdin
        it.client._server.stdin.close()
        gone, alive = await asyncio.to_thread(psutil.wait_procs, [process], 10)
        assert (len(gone), alive) == (1, [])
        it.client.error = EOFError()


async def test_a_port_for_debugging_is_open_on_this_machine_only() -> None:
    command = [*SERVER, "--tcp", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        assert process.stderr
        port = int(process.stderr.readline().rsplit(b":", 1)[1])
        secret = process.stderr.readline().split()[1].decode()
        await asyncio.to_thread(_wait_until_listening, process.pid)
        assert _listening(process.pid) == ["127.0.0.1"]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        options = {"initializationOptions": {"secret": secret}}
        first = {**INITIALIZE, "params": {**INITIALIZE["params"], **options}}
        writer.write(conversation(first))
        assert b"Content-Length" in await asyncio.wait_for(reader.readline(), PATIENCE)
        writer.close()
        assert await asyncio.to_thread(process.wait, PATIENCE) == 1
    finally:
        process.kill()


def _listening(pid: int) -> list[str]:
    """The addresses that a process listens on."""
    connections = psutil.Process(pid).net_connections()
    return [place.laddr.ip for place in connections if place.status == psutil.CONN_LISTEN]


def _wait_until_listening(pid: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _listening(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
