"""Who may speak to a server on a port, and when a server no longer listens."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import unlinkable
from tests.unlinkable.trust.office import DRAFT, UNLINKABLE, Office

INVALID_REQUEST = -32600
INVALID_PARAMS = -32602


@pytest.fixture
def port(office: Office) -> Iterator[tuple[int, str]]:
    """A server on a port, and its secret."""
    process = subprocess.Popen(
        [*UNLINKABLE, "serve", "--tcp", "0"],
        cwd=office.folder,
        env=office.environment,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stderr
        number = int(process.stderr.readline().rsplit(b":", 1)[1])
        yield number, process.stderr.readline().split()[1].decode()
    finally:
        process.kill()
        process.wait()
        assert process.stderr
        process.stderr.close()


def message(method: str, number: int | None, **params: Any) -> bytes:
    told = {"jsonrpc": "2.0", "method": method, "params": params}
    body = json.dumps(told | ({} if number is None else {"id": number})).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def initialize(secret: str | None) -> bytes:
    options = {} if secret is None else {"secret": secret}
    return message(
        "initialize",
        1,
        processId=None,
        rootUri=None,
        capabilities={},
        initializationOptions=options,
    )


async def said(port: int, *sent: bytes) -> bytes:
    """What a server answers, until it has said one thing or closes."""
    for _ in range(200):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(0.05)
    for one in sent:
        writer.write(one)
    try:
        length = await asyncio.wait_for(reader.readline(), 60)
        if not length:
            return b""
        await reader.readuntil(b"\r\n\r\n")
        return await reader.readexactly(int(length.split(b":")[1]))
    except (ConnectionError, asyncio.IncompleteReadError):
        return b""
    finally:
        writer.close()


def test_who_shows_the_secret_is_answered(port: tuple[int, str]) -> None:
    number, secret = port
    assert "capabilities" in json.loads(asyncio.run(said(number, initialize(secret))))["result"]


@pytest.mark.parametrize("secret", [None, "", "guessed", "ü"])
def test_who_does_not_show_the_secret_is_refused(port: tuple[int, str], secret: str | None) -> None:
    answer = asyncio.run(said(port[0], initialize(secret)))
    assert json.loads(answer)["error"]["code"] == INVALID_REQUEST


def test_a_web_page_cannot_have_anything_done(port: tuple[int, str]) -> None:
    command = message("workspace/executeCommand", 7, command="unlinkable.maskAll", arguments=[{}])
    length, _, body = command.partition(b"\r\n\r\n")
    page = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://example.org\r\n"
    answer = asyncio.run(said(port[0], page + length + b"\r\n\r\n" + body, initialize("guessed")))
    assert b"result" not in answer
    assert not answer or json.loads(answer)["error"]["code"] == INVALID_REQUEST


@pytest.mark.parametrize("number", [-1, 65536])
def test_a_port_that_cannot_be_is_refused(office: Office, number: int) -> None:
    done = office.run("serve", f"--tcp={number}")
    said = "unlinkable: --tcp takes a port from 1 to 65535, or 0\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_the_secret_can_be_chosen(office: Office) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    process = subprocess.Popen(
        [*UNLINKABLE, "serve", "--tcp", str(number)],
        env=office.environment | {"UNLINKABLE_SECRET": "chosen"},
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stderr
        process.stderr.readline()
        assert b"result" in asyncio.run(said(number, initialize("chosen")))
    finally:
        process.kill()
        _, rest = process.communicate()
    assert b"chosen" not in rest


def test_a_request_of_the_wrong_shape_is_answered_with_an_error(office: Office) -> None:
    server = office.serve()
    server.start()
    uri = (office.folder / "a.txt").as_uri()
    nowhere = {"textDocument": {"uri": uri}, "position": {"line": -1, "character": 0}}
    for params in ({"x": 1}, nowhere, None):
        assert server.request("textDocument/hover", params)["error"]["code"] == INVALID_PARAMS
    place = {**nowhere, "position": {"line": 0, "character": 0}}
    assert server.request("textDocument/hover", place)["result"] is None
    assert server.stop() == 0


def test_an_answer_of_the_wrong_shape_leaves_no_command_waiting(office: Office) -> None:
    """What masks everything asks the editor to make the edits, and is told nothing of them."""
    server = office.serve()
    server.start()
    uri = server.open("draft.txt", DRAFT)
    assert server.published(uri, 1)
    command = {"command": "unlinkable.maskAll", "arguments": [{"uri": uri}]}
    assert "error" in server.request("workspace/executeCommand", command)
    assert any(said.get("method") == "workspace/applyEdit" for said in server.said)
    assert server.stop() == 0


def test_requests_after_the_shutdown_are_answered_with_an_error(office: Office) -> None:
    server = office.serve()
    server.start()
    assert server.request("shutdown", None)["result"] is None
    uri = (office.folder / "a.txt").as_uri()
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    for method, params in (("textDocument/hover", place), ("shutdown", None), ("unknown", {})):
        assert server.request(method, params)["error"]["code"] == INVALID_REQUEST
    server.notify("exit", None)
    assert server.process.wait(20) == 0
    server.abandon()


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_a_key_that_everybody_can_read_is_warned_of(office: Office) -> None:
    from unlinkable_index.builder import build_index
    from unlinkable_index.building.plan import Options

    key = office.folder / "key"
    key.write_text("0123456789abcdef0123456789abcdef")
    sealed = office.folder / "sealed.unlinkable"
    secret = Options(processes=1, key=key.read_bytes())
    build_index([office.folder / "originals.jsonl"], sealed, secret)
    warning = "every user of this machine can read this key"
    for mode, warned in ((0o644, True), (0o640, False), (0o600, False)):
        os.chmod(key, mode)  # noqa: PTH101
        done = office.run("check", "drafts", "-i", sealed, "--key-file", key)
        assert (warning in done.stderr) == warned
        again = office.folder / "again.unlinkable"
        done = office.run("index", "originals.jsonl", "-o", again, "--key-file", key, "-q")
        assert done.returncode == 0
        assert (warning in done.stderr) == warned
        with warnings.catch_warnings(record=True) as caught:
            unlinkable.open_index(sealed, key).close()
        assert [warning in str(one.message) for one in caught] == [True] * warned
        (office.folder / "unlinkable.toml").write_text(
            'index = "sealed.unlinkable"\nkey_file = "key"\n', "utf-8"
        )
        server = office.serve()
        server.start()
        for name in ("draft.txt", "other.txt"):
            server.published(server.open(name, "A dog barked."), 1)
        server.stop()
        shown = [one for one in server.said if one.get("method") == "window/showMessage"]
        assert sum(warning in one["params"]["message"] for one in shown) == int(warned)
