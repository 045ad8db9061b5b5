"""From keystroke to published diagnostics, beside a bare server that publishes as many.

    python -m tests.benchmarks.keystrokes [--index FILE] [--text FILE] [--rounds N] [--pauses N]

Both servers are real processes on stdio and take turns in the same run. The bare server is pygls as
it comes: it follows the document and publishes fixed diagnostics, as many as Unlinkable found in
the same text, phrases and combinations together. Unlinkable does all that it does for VS Code: the
list of what is left is counted as well. The text (.txt, or .jsonl.xz with "text") is repeated or
cut to each size; by default it is that of the originals in echr.jsonl.xz (in $UNLINKABLE_CORPORA,
else ../shared/corpora), where almost every word leads back. Without an index one is built of that
file first. Prints p50 and p95 in milliseconds, of the clock and of the processor time that the
server took meanwhile (all its threads; only on Linux); then, where typing pauses, how many seconds
after the last key combinations that follow the change are there, and when all is searched. Then
keys come 8 a second whatever is published, and of how many versions anything was is counted.
"""

import argparse
import ctypes
import json
import lzma
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import corpora_folder

SIZES = (5_000, 20_000, 90_000)  # characters
KEYS = "the court held that "
_KEYS, _RATE = 48, 8  # keys, and keys a second
WORDS = ("battery ", "gentle ", "orchard ", "harbour ", "lantern ")


@dataclass(frozen=True)
class Spent:
    """Milliseconds of the clock, and of the processor for all threads of a server."""

    wall: float
    processor: float


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
        self._clock = ctypes.c_int()
        ctypes.CDLL(None).clock_getcpuclockid(self._process.pid, ctypes.byref(self._clock))

    def send(self, method: str, params: Any, *, request: bool = False) -> None:
        """Send a message."""
        identity = {"id": 1} if request else {}
        self._send({"method": method, "params": params} | identity)

    def answer(self, number: Any, result: Any) -> None:
        """Answer a request of the server."""
        self._send({"id": number, "result": result})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
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

    def settled(self, version: int = 0) -> int:
        """Wait until a version is checked through; gives how many findings it has."""
        while True:
            told = self._told(version)
            if told.get("state") == "ready":
                return int(told["phrases"] + told["combinations"])

    def followed(self, version: int) -> bool:
        """Wait until combinations of a version are told of; gives whether all are."""
        first = None
        while True:
            told = self._told(version)
            if not told:
                continue
            first = first or told
            searched = told["milliseconds"] != first["milliseconds"]
            if told["state"] == "ready" or searched:
                return bool(told["state"] == "ready")

    def _told(self, version: int) -> Any:
        """The next status where it is of this version, else nothing."""
        message = json.loads(self.receive())
        told = message["params"] if message.get("method") == "unlinkable/status" else {}
        return told if told.get("version") == version else {}

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

    def versions(self, last: int) -> int:
        """Of how many versions from the first to the last anything is published."""
        known = set[int]()
        while last not in known:
            message = json.loads(self.receive())
            if message.get("method") == "textDocument/publishDiagnostics":
                known.add(message["params"]["version"])
        return len(known - {0})

    def press(self, version: int, line: int, column: int, key: str) -> None:
        """Send one key."""
        at = {"line": line, "character": column}
        change = {"range": {"start": at, "end": at}, "text": key}
        document = {"uri": "file:///draft.txt", "version": version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def type(self, version: int, line: int, column: int, key: str) -> Spent:
        """Type one key; gives the time until diagnostics were published for it."""
        began, worked = time.perf_counter(), self.processor()
        self.press(version, line, column, key)
        self.published(version)
        return Spent(1000 * (time.perf_counter() - began), 1000 * (self.processor() - worked))

    def processor(self) -> float:
        """The seconds of processor time that the server has taken, all threads together."""
        return time.clock_gettime(self._clock.value)

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


@dataclass(frozen=True)
class Measured:
    """What was measured at one size; the pauses in seconds."""

    findings: int
    ours: list[Spent]
    bare: list[Spent]
    followed: list[Spent]
    settled: list[Spent]


def compare(index: Path, text: str, rounds: int, pauses: int) -> Measured:
    """Type into both servers in turn, then into ours with pauses."""
    serve = [sys.executable, "-m", "unlinkable", "serve"]
    ours = Server(serve, {"settings": {"index": str(index)}, "left": True})
    ours.open(text)
    count = ours.settled()
    bare_server = [sys.executable, "-m", "tests.benchmarks.keystrokes", "--bare"]
    other = Server(bare_server, {"diagnostics": count})
    other.open(text)
    other.published(0)
    line, column = text.count("\n", 0, len(text) // 2), 0
    measured = Measured(count, [], [], [], [])
    for version in range(1, rounds + 1):
        key = KEYS[version % len(KEYS)]
        for server, spent in ((ours, measured.ours), (other, measured.bare)):
            spent.append(server.type(version, line, column, key))
            time.sleep(0.02)
        column += 1
        if version % 25 == 0:
            time.sleep(0.5)  # a pause for thought, in which combinations are sought
    other.leave()
    for version in range(rounds + 1, rounds + 1 + pauses):
        word = WORDS[version % len(WORDS)]
        began, worked = time.perf_counter(), ours.processor()
        ours.type(version, line, column, word)
        column += len(word)
        ready = ours.followed(version)
        measured.followed.append(Spent(time.perf_counter() - began, ours.processor() - worked))
        if not ready:
            ours.settled(version)
        measured.settled.append(Spent(time.perf_counter() - began, ours.processor() - worked))
    ours.leave()
    return measured


def keep_typing(index: Path, text: str, keys: int) -> tuple[int, int]:
    """Type at `_RATE` into both servers at once; gives of how many versions each published."""
    serve = [sys.executable, "-m", "unlinkable", "serve"]
    ours = Server(serve, {"settings": {"index": str(index)}, "left": True})
    ours.open(text)
    bare_server = [sys.executable, "-m", "tests.benchmarks.keystrokes", "--bare"]
    other = Server(bare_server, {"diagnostics": ours.settled()})
    other.open(text)
    other.published(0)
    line = text.count("\n", 0, len(text) // 2)
    with ThreadPoolExecutor(2) as readers:
        told = [readers.submit(server.versions, keys) for server in (ours, other)]
        began = time.perf_counter()
        for version in range(1, keys + 1):
            for server in (ours, other):
                server.press(version, line, version - 1, KEYS[version % len(KEYS)])
            time.sleep(max(0, began + version / _RATE - time.perf_counter()))
        counts = [one.result() for one in told]
    for server in (ours, other):
        server.leave()
    return counts[0], counts[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, help="an index of the text's collection")
    parser.add_argument("--text", type=Path, default=corpora_folder() / "echr.jsonl.xz")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--pauses", type=int, default=5)
    args = parser.parse_args()
    if args.bare:
        bare()
        return
    with tempfile.TemporaryDirectory() as folder:
        index = args.index or build(corpora_folder() / "echr.jsonl.xz", Path(folder) / "index")
        measure(index.resolve(), args.text, args.rounds, args.pauses)


def build(collection: Path, out: Path) -> Path:
    """Build an index with the real command."""
    command = [sys.executable, "-m", "unlinkable", "index", str(collection), "-o", str(out)]
    subprocess.run(command, check=True)
    return out


def measure(index: Path, text: Path, rounds: int, pauses: int) -> None:
    """Measure each size and print the table."""
    both = f"{'unlinkable':^15} | {'bare server':^15} | ratio"
    print(f"{'':>17} | {'clock: ' + both} | {'processor: ' + both} | longest after the last key, s")
    for size in SIZES:
        found = compare(index, sample(text, size), rounds, pauses)
        clock = _row([one.wall for one in found.ours], [one.wall for one in found.bare])
        worked = _row([one.processor for one in found.ours], [one.processor for one in found.bare])
        head = f"{size // 1000:>5} kB {found.findings:>8}"
        pause = f"followed {_longest(found.followed)}, searched {_longest(found.settled)}"
        print(f"{head} | {clock} | {worked} | {pause}", flush=True)
    for size in SIZES:
        published, of_bare = keep_typing(index, sample(text, size), _KEYS)
        print(f"{size // 1000:>5} kB: of {_KEYS} versions {published}, bare {of_bare}", flush=True)


def _row(ours: list[float], bare: list[float]) -> str:
    figures = [*_p50_p95(ours), *_p50_p95(bare)]
    return (
        "{:7.1f} {:7.1f} | {:7.1f} {:7.1f}".format(*figures) + f" | {figures[1] / figures[3]:.2f}"
    )


def _longest(pauses: list[Spent]) -> str:
    clock, processor = (max(getattr(one, name) for one in pauses) for name in ("wall", "processor"))
    return f"{clock:.2f} (processor {processor:.2f})"


def _p50_p95(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=20)[18]


if __name__ == "__main__":
    main()
