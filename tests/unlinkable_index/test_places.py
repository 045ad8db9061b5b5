"""Builds whose scratch lies at an address: in memory, as an object store has it, and on a server
that speaks WebHDFS, as HDFS does; the bytes are those of a folder."""

import contextlib
import json
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs, unquote, urlsplit

import numpy as np
import pytest

from unlinkable_index.builder import build_index
from unlinkable_index.building import scratch
from unlinkable_index.building.plan import BuildPlan, Options
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.errors import UserError

fsspec = pytest.importorskip("fsspec", reason="needs the extra 'cluster'")
MEMORY = "memory://unlinkable/builds"


class _Hdfs(BaseHTTPRequestHandler):
    """What a name node and a data node answer, with files in memory."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    files: ClassVar[dict[str, bytes]]
    asked: ClassVar[Counter[str]]

    def do_GET(self) -> None:
        self._serve()

    do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None: ...

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urlsplit(self.path)
        path = unquote(url.path).removeprefix("/webhdfs/v1")
        said = {name: values[0] for name, values in parse_qs(url.query).items()}
        action, files = said["op"], self.files
        self.asked[action] += 1
        if action in ("CREATE", "APPEND") and "data" not in said:
            self._answer(307, location=f"http://{self.headers['Host']}{self.path}&data=true")
        elif action == "CREATE":
            files[path] = body
            self._answer(201)
        elif action == "APPEND":
            files[path] += body
            self._answer(200)
        elif action == "MKDIRS":
            self._answer(200, {"boolean": True})
        elif action == "DELETE":
            for name in [name for name in files if name == path or name.startswith(f"{path}/")]:
                del files[name]
            self._answer(200, {"boolean": True})
        elif action == "RENAME":
            moves = said["destination"] not in files  # as HDFS: never over another
            if moves:
                files[said["destination"]] = files.pop(path)
            self._answer(200, {"boolean": moves})
        elif action == "LISTSTATUS":
            inside = [name for name in files if name.startswith(f"{path}/")]
            told = [_status(name.rpartition("/")[2], files[name]) for name in inside]
            self._answer(200, {"FileStatuses": {"FileStatus": told}})
        elif path not in files:
            told = {"exception": "FileNotFoundException", "message": ""}
            self._answer(404, {"RemoteException": told})
        elif action == "GETFILESTATUS":
            self._answer(200, {"FileStatus": _status("", files[path])})
        else:
            start = int(said.get("offset", 0))
            self._answer(200, files[path][start : start + int(said.get("length", 1 << 60))])

    def _answer(self, status: int, body: object = b"", location: str = "") -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _status(name: str, content: bytes) -> dict[str, object]:
    return {"pathSuffix": name, "type": "FILE", "length": len(content)}


@pytest.fixture
def hdfs() -> Iterator[str]:
    """The address of a place on a WebHDFS server."""
    pytest.importorskip("requests", reason="fsspec needs it for WebHDFS")
    _Hdfs.files, _Hdfs.asked = {}, Counter()
    with ThreadingHTTPServer(("127.0.0.1", 0), _Hdfs) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"webhdfs://127.0.0.1:{server.server_port}/builds"
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "unlinkable_index.building.plan.BuildPlan.of", lambda *_: BuildPlan(1, 1 << 20, 4000)
    )


def left_in_memory() -> list[str]:
    return list(fsspec.filesystem("memory").find("/unlinkable"))


def test_scratch_in_memory_makes_the_same_bytes(tmp_path: Path, source: Path, whole: bytes) -> None:
    build_index([source], tmp_path / "i", Options(shared=MEMORY))
    assert (tmp_path / "i").read_bytes() == whole
    assert left_in_memory() == []


def test_scratch_on_hdfs_makes_the_same_bytes(
    tmp_path: Path, source: Path, whole: bytes, hdfs: str
) -> None:
    build_index([source], tmp_path / "i", Options(shared=hdfs))
    assert (tmp_path / "i").read_bytes() == whole
    assert _Hdfs.asked["RENAME"] > 50
    assert _Hdfs.files == {}


def test_dask_shares_what_lies_on_hdfs(
    tmp_path: Path, source: Path, whole: bytes, hdfs: str
) -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra 'cluster'")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        options = Options(engine="dask", scheduler=cluster.scheduler_address, shared=hdfs)
        build_index([source], tmp_path / "i", options)
        assert (tmp_path / "i").read_bytes() == whole
        with pytest.raises(UserError, match="not every worker of the cluster sees the place"):
            build_index([source], tmp_path / "j", Options(**{**vars(options), "shared": MEMORY}))


@pytest.mark.parametrize("stage", ["reading", "phrases of 3 words", "writing"])
def test_an_interrupted_build_goes_on_from_what_lies_there(
    tmp_path: Path, source: Path, whole: bytes, stage: str
) -> None:
    def interrupt(at: str, _done: float) -> None:
        if at == stage:
            raise KeyboardInterrupt

    for options in (Options(shared=MEMORY), Options(shared=MEMORY, work=tmp_path / "work")):
        with pytest.raises(KeyboardInterrupt):
            build_index([source], tmp_path / "i", options, interrupt)
        assert (left_in_memory() != []) == (options.work is not None)
    before = {name for name in left_in_memory() if "/words-" in name}
    stages: list[str] = []
    build_index([source], tmp_path / "i", options, lambda at, _: stages.append(at))
    assert (tmp_path / "i").read_bytes() == whole
    assert left_in_memory() == []
    assert ("reading" in stages) == (stage == "reading" or not before)


def test_files_are_opened_once_for_all_their_slices(
    tmp_path: Path, hdfs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    real = scratch._Folder.open
    monkeypatch.setattr(
        scratch._Folder, "open", lambda self, name: opened.append(name) or real(self, name)
    )
    for made in (Scratch(tmp_path, stage="a"), Scratch(tmp_path, shared=hdfs, stage="a")):
        made.place.prepare()
        numbers = np.arange(1000)
        made.write("some", first=numbers, then=numbers[::2])
        for at in range(0, 1000, 50):
            assert made.file("some").read("first", at, at + 50).tolist() == [*range(at, at + 50)]
        assert made.file("some").read("then").tolist() == [*range(0, 1000, 2)]
        made.write("some", first=numbers[:3])  # what was there is not remembered
        assert made.file("some").read("first").tolist() == [0, 1, 2]
        made.remove("some")
        assert not made.has("some")
        with pytest.raises(FileNotFoundError):
            made.file("some")
    assert opened == ["some"] * 3
    assert _Hdfs.asked["OPEN"] == 1 + 20 + 1 + 2  # heads and slices


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere://user:geheim@host/x", "cannot be found .* check its address"),
        ("webhdfs://127.0.0.1:9/x", "cannot be written"),
        ("s3://bucket/x", "cannot be (found|written)"),
    ],
)
def test_a_place_that_cannot_be_had_is_told_without_its_address(
    tmp_path: Path, source: Path, address: str, said: str
) -> None:
    if address.startswith("s3"):
        with contextlib.suppress(ImportError):
            import s3fs

            pytest.skip(f"{s3fs.__name__} is installed")
    with pytest.raises(UserError, match=said) as refused:
        build_index([source], tmp_path / "i", Options(shared=address))
    assert "geheim" not in str(refused.value)
    assert "127.0.0.1" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_without_fsspec_it_is_said_what_to_install(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(UserError, match=r"unlinkable\[cluster\]"):
        build_index([source], tmp_path / "i", Options(shared=MEMORY))


def test_what_engines_may_log_does_not_tell_the_address(tmp_path: Path) -> None:
    scratch: Any = Scratch(tmp_path, shared="ftp://user:geheim@host/x")
    assert "geheim" not in repr(scratch)
