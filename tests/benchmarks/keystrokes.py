"""From keystroke to published diagnostics, beside a bare server that publishes as many.

    python -m tests.benchmarks.keystrokes [--index FILE] [--text FILE] [--rounds N]

Both servers are real processes on stdio and take turns in the same run. The bare server is pygls as
it comes: it follows the document and publishes fixed diagnostics, as many as Unlinkable found in
the same text, phrases and combinations together. The text (.txt, or .jsonl.xz with "text") is
repeated or cut to each size; by default it is that of the originals in echr.jsonl.xz (in
$UNLINKABLE_CORPORA, else ../shared/corpora), where almost every word leads back. Without an index
one is built of that file first. Prints p50 and p95 in milliseconds.
"""

import argparse
import json
import lzma
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.conftest import corpora_folder

SIZES = (5_000, 20_000, 90_000)  # characters
KEYS = "the court held that "


class Server:
    """A language server behind two pipes, and just enough of a client."""

    def __init__(self, command: list[str], options: dict[str, Any]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"XDG_CONFIG_HOME": tempfile.mkdtemp()},
        )
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
        }
        params = {"processId": None, "rootUri": None, "capabilities": capabilities}
        self.send("initialize", params | {"initializationOptions": options}, request=True)
        while "result" not in json.loads(self.receive()):
            pass
        self.send("initialized", {})

    def send(self, method: str, params: Any, *, request: bool = False) -> None:
        """Send a message."""
        identity = {"id": 1} if request else {}
        message = {"jsonrpc": "2.0", "method": method, "params": params} | identity
        body = json.dumps(message).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def receive(self) -> bytes:
        """The body of the next message."""
        assert self._process.stdout
        length = 0
        while (line := self._process.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line and self._process.poll() is not None:
                raise SystemExit("the server is gone")
        return self._process.stdout.read(length)

    def settled(self) -> int:
        """Wait until the first version is checked through; gives how many findings it has."""
        while True:
            message = json.loads(self.receive())
            told = message["params"] if message.get("method") == "unlinkable/status" else {}
            if told.get("state") == "ready":
                return int(told["phrases"] + told["combinations"])

    def published(self, version: int) -> bytes:
        """The first message that publishes diagnostics of a version."""
        mark = b'"version":%d,' % version
        while True:
            body = self.receive()
            head = body[:400].replace(b" ", b"") + body[-400:].replace(b" ", b"")
            if b"publishDiagnostics" in head and (mark in head or mark[:-1] + b"}" in head):
                return body

    def open(self, text: str) -> None:
        """Open the one document."""
        document = {"uri": "file:///draft.txt", "languageId": "plaintext", "version": 0}
        self.send("textDocument/didOpen", {"textDocument": document | {"text": text}})

    def type(self, version: int, line: int, column: int, key: str) -> float:
        """Type one key; gives the milliseconds until diagnostics were published for it."""
        at = {"line": line, "character": column}
        change = {"range": {"start": at, "end": at}, "text": key}
        document = {"uri": "file:///draft.txt", "version": version}
        began = time.perf_counter()
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self.published(version)
        return 1000 * (time.perf_counter() - began)

    def leave(self) -> None:
        """Say farewell."""
        self.send("shutdown", None, request=True)
        self.send("exit", None)
        self._process.communicate(timeout=20)


def bare() -> None:
    """Run the bare server: fixed diagnostics after each change."""
    from lsprotocol import types as lsp
    from pygls.lsp.server import LanguageServer

    server = LanguageServer("bare", "1")
    fixed: list[lsp.Diagnostic] = []

    def publish(uri: str, version: int) -> None:
        server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=fixed)
        )

    @server.feature(lsp.INITIALIZE)
    def _initialize(params: lsp.InitializeParams) -> None:
        for number in range(params.initialization_options["diagnostics"]):  # type: ignore[index]
            where = lsp.Range(lsp.Position(number, 4), lsp.Position(number, 24))
            fixed.append(
                lsp.Diagnostic(
                    where,
                    "Rare phrase: found in only 1 original.",
                    severity=lsp.DiagnosticSeverity.Warning,
                    code="rare-phrase",
                    source="bare",
                    data={"documents": ["001-159913"], "df": 1, "words": 3},
                )
            )

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _open(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _change(params: lsp.DidChangeTextDocumentParams) -> None:
        publish(params.text_document.uri, params.text_document.version)

    server.start_io()


def sample(path: Path, size: int) -> str:
    """``size`` characters of the texts in a file."""
    if path.suffix == ".xz":
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            text = ""
            for line in lines:
                text += json.loads(line)["text"] + "\n\n"
                if len(text) >= size:
                    break
    else:
        text = path.read_text("utf-8")
    return (text * (size // len(text) + 1))[:size]


def compare(index: Path, text: str, rounds: int) -> tuple[int, list[float], list[float]]:
    """The number of findings, and the times of Unlinkable and of the bare server."""
    serve = [sys.executable, "-m", "unlinkable", "serve"]
    ours = Server(serve, {"settings": {"index": str(index)}})
    ours.open(text)
    count = ours.settled()
    bare_server = [sys.executable, "-m", "tests.benchmarks.keystrokes", "--bare"]
    other = Server(bare_server, {"diagnostics": count})
    other.open(text)
    other.published(0)
    line = text.count("\n", 0, len(text) // 2)
    times: tuple[list[float], list[float]] = ([], [])
    for version in range(1, rounds + 1):
        key = KEYS[version % len(KEYS)]
        for server, spent in zip((ours, other), times, strict=True):
            spent.append(server.type(version, line, version - 1, key))
            time.sleep(0.02)
        if version % 25 == 0:
            time.sleep(0.5)  # a pause for thought, in which combinations are sought
    ours.leave()
    other.leave()
    return count, *times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, help="an index of the text's collection")
    parser.add_argument("--text", type=Path, default=corpora_folder() / "echr.jsonl.xz")
    parser.add_argument("--rounds", type=int, default=200)
    args = parser.parse_args()
    if args.bare:
        bare()
        return
    with tempfile.TemporaryDirectory() as folder:
        index = args.index or build(corpora_folder() / "echr.jsonl.xz", Path(folder) / "index")
        measure(index.resolve(), args.text, args.rounds)


def build(collection: Path, out: Path) -> Path:
    """Build an index with the real command."""
    command = [sys.executable, "-m", "unlinkable", "index", str(collection), "-o", str(out)]
    subprocess.run(command, check=True)
    return out


def measure(index: Path, text: Path, rounds: int) -> None:
    """Measure each size and print the table."""
    print(f"{'draft':>8} {'findings':>8} | {'unlinkable':^15} | {'bare server':^15} | ratio p95")
    print(f"{'':>8} {'':>8} | {'p50':>7} {'p95':>7} | {'p50':>7} {'p95':>7} |")
    for size in SIZES:
        count, ours, other = compare(index, sample(text, size), rounds)
        figures = [figure for times in (ours, other) for figure in _p50_p95(times)]
        shown = "{:7.1f} {:7.1f} | {:7.1f} {:7.1f}".format(*figures)
        print(f"{size // 1000:>5} kB {count:>8} | {shown} | {figures[1] / figures[3]:.2f}")


def _p50_p95(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=20)[18]


if __name__ == "__main__":
    main()
