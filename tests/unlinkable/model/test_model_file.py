"""Fetching the model: continued where it broke off, believed only with its checksum."""

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from unlinkable.cli import INTERRUPTED, main, make_parser
from unlinkable.model.gguf import model_file
from unlinkable.model.gguf.model_file import RECOMMENDED, Download, fetch, inspect
from unlinkable_index.errors import UserError

CONTENT = bytes(range(256)) * 8000


class Server(ThreadingHTTPServer):
    """Serves one file; may break off, and may not know ranges."""

    breaks_off_at: int | None = None
    knows_ranges = True
    asked: list[str | None]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        self.server.asked.append(asked)
        if self.path != "/model.gguf":
            self.send_error(404)
            return
        start = int(asked[6:-1]) if asked and self.server.knows_ranges else 0
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(CONTENT) - start))
        self.end_headers()
        self.wfile.write(CONTENT[start : self.server.breaks_off_at])

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server(("127.0.0.1", 0), Handler)
    served.asked = []
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield served
    served.shutdown()
    served.server_close()


def download(server: Server, content: bytes = CONTENT, name: str = "model.gguf") -> Download:
    url = f"http://127.0.0.1:{server.server_port}/{name}"
    return Download(url, name, hashlib.sha256(content).hexdigest())


def test_a_model_is_fetched_with_progress_and_checked(server: Server, tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    path = fetch(download(server), tmp_path / "models", lambda *now: seen.append(now))
    assert path.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert [file.name for file in path.parent.iterdir()] == ["model.gguf"]


def test_what_broke_off_is_continued(server: Server, tmp_path: Path) -> None:
    server.breaks_off_at = 1_500_000
    with pytest.raises(UserError, match="run the same command again to continue"):
        fetch(download(server), tmp_path, lambda *_: None)
    server.breaks_off_at = None
    assert fetch(download(server), tmp_path, lambda *_: None).read_bytes() == CONTENT
    assert server.asked == [None, "bytes=1500000-"]


def test_a_server_without_ranges_begins_anew(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.gguf.part").write_bytes(b"x" * 1000)
    server.knows_ranges = False
    assert fetch(download(server), tmp_path, lambda *_: None).read_bytes() == CONTENT


def test_another_file_than_asked_for_is_not_kept(server: Server, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not the file that was asked for"):
        fetch(download(server, b"something else"), tmp_path, lambda *_: None)
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_is_there_is_checked_and_not_fetched_again(
    server: Server, tmp_path: Path
) -> None:
    (tmp_path / "model.gguf").write_bytes(CONTENT)
    fetch(download(server), tmp_path, lambda *_: None)
    assert server.asked == []


def test_a_wrong_address_and_a_missing_network_are_said_in_a_sentence(
    server: Server, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match="answered 404"):
        fetch(download(server, name="other.gguf"), tmp_path, lambda *_: None)
    nobody = Download("http://127.0.0.1:9/model.gguf", "model.gguf", "0" * 64)
    with pytest.raises(UserError, match="could not be reached"):
        fetch(nobody, tmp_path, lambda *_: None)


def test_the_header_of_a_model_is_read(tiny_model: Path) -> None:
    file = inspect(tiny_model)
    assert (file.architecture, file.name, file.context) == ("qwen3", "tiny", 32768)
    assert file.template
    assert not file.pools


def unlinkable(*arguments: str) -> int:
    args = make_parser().parse_args(arguments)
    status: int = args.run(args)
    return status


def test_the_recommended_model_is_named_with_size_source_and_the_way_without_network(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert unlinkable("model", "info") == 0
    said = capsys.readouterr().out
    assert "Qwen3-4B-Instruct-2507-Q4_K_M.gguf" in said
    assert "2,497,280,736 bytes" in said
    assert RECOMMENDED.sha256 in said
    assert "without network" in said
    assert "runs by:" in said


def test_other_programs_are_told_the_same_as_json(
    tiny_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert unlinkable("model", "info", "--format", "json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["recommended"]["size"] == 2_497_280_736
    assert set(said) == {"$schema", "recommended", "runtime", "install"}
    assert said["install"].endswith("-m pip install llama-cpp-python")
    assert unlinkable("model", "info", str(tiny_model), "--format", "json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["model"]["architecture"], said["model"]["path"]) == ("qwen3", str(tiny_model))


def test_other_programs_follow_a_download_by_lines(
    server: Server,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model_file, "RECOMMENDED", download(server))
    assert unlinkable("model", "fetch", "--progress-lines", "--to", str(tmp_path)) == 0
    said = capsys.readouterr()
    assert said.out == f"{tmp_path / 'model.gguf'}\n"
    assert said.err.splitlines()[:2] == ["downloading: 51 %", "downloading: 100 %"]


def test_a_model_file_is_described(tiny_model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert unlinkable("model", "info", str(tiny_model)) == 0
    said = capsys.readouterr().out
    assert "architecture: qwen3" in said
    assert "recommended:  no" in said


def test_an_interrupted_download_is_said_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(model_file, "fetch", interrupted)
    assert main(["model", "fetch", "--to", str(tmp_path)]) == INTERRUPTED
    assert "interrupted; the same command goes on from here" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--url", "https://example.org/m.gguf"),
        ("--sha256", "0" * 64),
        ("--url", "http://example.org/m.gguf", "--sha256", "0" * 64),
        ("--url", "https://example.org/m.zip", "--sha256", "0" * 64),
        ("--url", "https://example.org/m.gguf", "--sha256", "abc"),
    ],
)
def test_a_file_of_ones_own_is_only_fetched_with_its_checksum(arguments: tuple[str, ...]) -> None:
    with pytest.raises(UserError):
        unlinkable("model", "fetch", *arguments)
