"""What a clerk sees who fixes a draft by the list: the page, the steps, and what is left of it.

    python -m tests.benchmarks.clerk --index FILE [--every N] [--steps N]

Does over the protocol what the list in VS Code does: takes the worst passage's first way, again and
again, until nothing is left. Drafts are every ``N``th of either kind, with settings as delivered
and no source named. Prints for each how many diagnostics there are, which share of the words is
underlined before the first step and half-way (a spell-checked page has 3 to 8 %), how many steps it
takes, the seconds from the key to the next list (median, longest; median of the processor), and
which share of the words is kept.
"""

import argparse
import bisect
import json
import lzma
import re
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.keystrokes import Server
from tests.conftest import corpora_folder

KINDS = ("human", "presidio")
HEADING = (
    "draft, words, diagnostics, % underlined (first, half-way), steps, s a step (median, max,\n"
    "median of the processor), % of words kept"
)
_MASK = re.compile(r"\[[^\]\n]*\]")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Step:
    """One passage ended: seconds until the next list was there, of the clock and the processor."""

    clock: float
    processor: float


class Desk:
    """One draft open in an editor that lists what is left to do."""

    def __init__(self, server: Server, uri: str, text: str) -> None:
        assert max(text) <= "\uffff"  # so that UTF-16 counts as Python does
        self._server = server
        self._uri = uri
        self.text = text
        self._version = 0
        self._items: Any = []
        self.left: Any = None
        document = {"uri": uri, "languageId": "plaintext", "version": 0, "text": text}
        server.send("textDocument/didOpen", {"textDocument": document})
        self._until_listed()

    @property
    def diagnostics(self) -> int:
        """How many there are."""
        return len(self._items)

    def underlined(self) -> float:
        """The share of the words that are underlined."""
        return underlined(self.text, [self._place(item["range"]) for item in self._items])

    def take(self) -> Step:
        """End the worst passage as Enter in the list does."""
        began, worked = time.perf_counter(), self._server.processor()
        asked = {"uri": self._uri, "version": self._version}
        ways = self._command(
            "passageWays", asked | {"range": self.left["passages"][0]["range"], "kind": None}
        )
        way = ways[0]
        self._command("takeWay", asked | {"edits": way["edits"], "title": way["title"]})
        self._until_listed()
        return Step(time.perf_counter() - began, self._server.processor() - worked)

    def _command(self, name: str, asked: Any) -> Any:
        params = {"command": f"unlinkable.{name}", "arguments": [asked]}
        self._server.send("workspace/executeCommand", params, request=True)
        while True:
            message = self._next()
            if "method" not in message and message.get("id") == 1:
                return message["result"]

    def _until_listed(self) -> None:
        """Wait until what is left of this version is listed."""
        self.left = None
        while self.left is None:
            self._next()

    def _next(self) -> Any:
        """The next message, heeded as an editor would."""
        message = json.loads(self._server.receive())
        params = message.get("params") or {}
        match message.get("method"):
            case "textDocument/publishDiagnostics" if params["uri"] == self._uri:
                self._items = params["diagnostics"]
            case "unlinkable/left" if (params["uri"], params["version"]) == (
                self._uri,
                self._version,
            ):
                self.left = params
            case "workspace/applyEdit":
                self._apply(params["edit"])
                self._server.answer(message["id"], {"applied": True})
            case "workspace/configuration":
                self._server.answer(message["id"], [None for _ in params["items"]])
        return message

    def _apply(self, edit: Any) -> None:
        listed = edit.get("changes") or {
            one["textDocument"]["uri"]: one["edits"] for one in edit["documentChanges"]
        }
        edits = sorted(listed[self._uri], key=lambda one: self._place(one["range"]), reverse=True)
        for one in edits:
            start, end = self._place(one["range"])
            self.text = self.text[:start] + one["newText"] + self.text[end:]
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        changes = [{"range": one["range"], "text": one["newText"]} for one in edits]
        params = {"textDocument": document, "contentChanges": changes}
        self._server.send("textDocument/didChange", params)

    def _place(self, where: Any) -> tuple[int, int]:
        starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        start, end = (starts[at["line"]] + at["character"] for at in (where["start"], where["end"]))
        return start, end


def underlined(text: str, places: Sequence[tuple[int, int]]) -> float:
    """The share of the words of a text that lie in some places, even in part."""
    inside = [any(a < word[1] and word[0] < b for a, b in places) for word in words(text)]
    return sum(inside) / max(1, len(inside))


def words(text: str) -> Iterator[tuple[int, int]]:
    """The places of the words of a text that are no masks."""
    masks = [found.span() for found in _MASK.finditer(text)]
    for found in _WORD.finditer(text):
        nearest = bisect.bisect_right(masks, found.span()) - 1
        if nearest < 0 or masks[nearest][1] <= found.start():
            yield found.span()


def drafts(every: int) -> Iterator[tuple[str, str]]:
    """Name and text of every ``every``th draft of either kind."""
    for kind in KINDS:
        with lzma.open(
            corpora_folder() / f"drafts-{kind}.jsonl.xz", "rt", encoding="utf-8"
        ) as all_:
            for number, line in enumerate(all_):
                if number % every == every // 2:
                    draft = json.loads(line)
                    yield f"{kind} {draft['id']}", draft["text"]


def session(index: Path, name: str, text: str, most: int) -> str:
    """A line on one draft fixed from the first passage to the last, at most so many steps."""
    options = {"settings": {"index": str(index)}, "left": True}
    server = Server([sys.executable, "-m", "unlinkable", "serve"], options)
    desk = Desk(server, "file:///draft.txt", text)
    shares, first = [desk.underlined()], desk.diagnostics
    steps: list[Step] = []
    while desk.left["passages"] and len(steps) < most:
        steps.append(desk.take())
        shares.append(desk.underlined())
    kept = sum(1 for _ in words(desk.text)) / sum(1 for _ in words(text))
    server.leave()
    return row(name, sum(1 for _ in words(text)), first, shares, steps, kept)


def row(
    name: str, length: int, first: int, shares: Sequence[float], steps: Sequence[Step], kept: float
) -> str:
    clock, processor = (
        [getattr(step, field) for step in steps] or [0.0] for field in ("clock", "processor")
    )
    """The figures of one draft, below `HEADING`."""
    middle = shares[len(shares) // 2]
    return (
        f"{name:<22} {length:>5} {first:>4} {100 * shares[0]:>5.1f} {100 * middle:>5.1f}"
        f" {len(steps):>4} {statistics.median(clock):>6.2f} {max(clock):>6.2f}"
        f" {statistics.median(processor):>6.2f} {100 * kept:>5.1f}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--every", type=int, default=16)
    parser.add_argument("--steps", type=int, default=1000, help="at most so many a draft")
    args = parser.parse_args()
    print(HEADING)
    for name, text in drafts(args.every):
        print(session(args.index.resolve(), name, text, args.steps), flush=True)


if __name__ == "__main__":
    main()
