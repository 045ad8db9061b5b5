"""A clerk's machine for the tests: a collection, a draft, and whatever `unlinkable` is run on them.

Everything of the collection and of the draft bears a mark, so that it can be looked for.
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

MARKS = ("Zwiebelfisch", "Quellwitz", "Marderhut")
"""Words of the draft and the originals, of the originals only, of ids and titles."""

ORIGINALS = [
    {
        "id": f"Marderhut-{number}",
        "title": f"The matter of Marderhut {number}",
        "text": f"The court heard the Zwiebelfisch about case {number % 4}. "
        f"The witness of Quellwitz saw a car number {number} near the river. "
        f"{'A dog barked at the Zwiebelfisch in the night. ' if number == 3 else ''}",
    }
    for number in range(12)
]
DRAFT = (
    "The court heard the Zwiebelfisch about case 3.\n\n"
    "A dog barked at the Zwiebelfisch in the night near [REDACTED].\n"
)
UNLINKABLE = [sys.executable, "-m", "unlinkable"]
PATIENCE = 180.0


@dataclass
class Office:
    """A folder with everything in it, and an environment that keeps to the folder."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @classmethod
    def in_folder(cls, folder: Path) -> "Office":
        """Furnish a folder."""
        office = cls(folder)
        for name in ("home", "temporary", "drafts"):
            (folder / name).mkdir()
        lines = "".join(json.dumps(record) + "\n" for record in ORIGINALS)
        (folder / "originals.jsonl").write_text(lines, "utf-8")
        (folder / "drafts" / "draft.txt").write_text(DRAFT, "utf-8")
        (folder / "drafts" / "draft.md").write_text(f"# Ruling\n\n{DRAFT}", "utf-8")
        build_index([folder / "originals.jsonl"], office.index, Options(processes=1))
        (folder / "unlinkable.toml").write_text(
            'index = "originals.unlinkable"\npause_ms = 0\ntyping_pause_ms = 0\n', "utf-8"
        )
        home, temporary = str(folder / "home"), str(folder / "temporary")
        office.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("XDG_", "PYTEST", "COVERAGE"))
        } | {"HOME": home, "TMPDIR": temporary, "TEMP": temporary, "TMP": temporary}
        return office

    @property
    def index(self) -> Path:
        """The index of the originals."""
        return self.folder / "originals.unlinkable"

    def run(
        self, *arguments: str | Path, before: Sequence[str] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run ``unlinkable``, behind the command ``before`` if any."""
        return subprocess.run(
            [*before, *UNLINKABLE, *map(str, arguments)],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def serve(self, before: Sequence[str] = ()) -> "Server":
        """Start the language server."""
        process = subprocess.Popen(
            [*before, *UNLINKABLE, "serve"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        return Server(process, self.folder)


class Server:
    """A language server, spoken to in raw JSON-RPC."""

    def __init__(self, process: "subprocess.Popen[bytes]", folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.said: list[dict[str, Any]] = []
        self.complaints = b""
        self._heard: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._next = 0
        self._readers = [threading.Thread(target=run) for run in (self._listen, self._drain)]
        for reader in self._readers:
            reader.start()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send_raw(self, data: bytes) -> None:
        """Send any bytes."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        self._next += 1
        number = self._next
        self.send({"id": number, "method": method, "params": params})
        return self.until(lambda said: said.get("id") == number and "method" not in said)

    def until(self, wanted: Any) -> dict[str, Any]:
        """Wait for a message of the server; answers its requests meanwhile."""
        while True:
            said = self._heard.get(timeout=PATIENCE)
            assert said is not None, "the server has ended"
            self.said.append(said)
            if "method" in said and "id" in said:
                self.send({"id": said["id"], "result": self._answer(said)})
            if wanted(said):
                return said

    def start(self) -> dict[str, Any]:
        """Say hello, as an editor that has no wishes."""
        answer = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": self.folder.as_uri(),
                "workspaceFolders": [{"uri": self.folder.as_uri(), "name": "office"}],
                "capabilities": {
                    "workspace": {"configuration": True, "workspaceFolders": True},
                    "general": {"positionEncodings": ["utf-16"]},
                },
                "trace": "verbose",
            },
        )
        self.notify("initialized", {})
        return answer

    def open(self, name: str, text: str, language: str = "plaintext") -> str:
        """Open a document; gives its URI."""
        uri = (self.folder / "drafts" / name).as_uri()
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def published(self, uri: str, version: int) -> list[dict[str, Any]]:
        """Wait for the diagnostics of a version."""

        def is_it(said: dict[str, Any]) -> bool:
            params = said.get("params")
            return (
                said.get("method") == "textDocument/publishDiagnostics"
                and isinstance(params, dict)
                and params["uri"] == uri
                and params.get("version") == version
            )

        diagnostics: list[dict[str, Any]] = self.until(is_it)["params"]["diagnostics"]
        return diagnostics

    def stop(self) -> int:
        """Say farewell; gives the exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        status = self.process.wait(PATIENCE)
        self.abandon()
        return status

    def abandon(self) -> None:
        """Close everything, whatever the server is doing."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            for reader in self._readers:
                reader.join(10)

    def _answer(self, said: Mapping[str, Any]) -> Any:
        if said["method"] == "workspace/configuration":
            return [None for _ in said["params"]["items"]]
        return None

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while True:
            length = 0
            while (line := out.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not line:
                break
            self._heard.put(json.loads(out.read(length)))
        self._heard.put(None)

    def _drain(self) -> None:
        assert self.process.stderr is not None
        self.complaints = self.process.stderr.read()
