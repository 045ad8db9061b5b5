"""A day of edits, replayed fast over many documents in one server, and what it must not come to.

Every result is compared with a check of the same text from scratch.
"""

import random
import time
from dataclasses import dataclass, field

import psutil

from tests.unlinkable.lsp.underlined import Place, agree, passages_of
from tests.unlinkable.trust.office import DRAFT, ORIGINALS, Office, Server
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable_index.index import Index

WORDS = sorted({word for record in ORIGINALS for word in record["text"].split()})
FOREIGN = ["nobody", "[REDACTED].", "\n\n", "wrote", "this", "é", "12"]


@dataclass
class Figures:
    """What came of it. Memory in bytes, of the server, over the run."""

    edits: int = 0
    compared: int = 0
    documents: int = 0
    processes: int = 0
    memory: list[int] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """Memory at the end as a multiple of that after a quarter of the run."""
        quarter = self.memory[len(self.memory) // 4]
        return self.memory[-1] / quarter


@dataclass
class Document:
    """A document as the editor has it: lines, and the version."""

    uri: str
    text: str
    version: int = 1

    def edit(self, server: Server, chosen: random.Random) -> None:
        """Change something, as typing, deleting, pasting and replacing do."""
        start = chosen.randrange(len(self.text) + 1)
        end = min(len(self.text), start + chosen.choice([0, 0, 0, 1, 5, 40]))
        new = " ".join(chosen.choices([*WORDS, *FOREIGN], k=chosen.choice([0, 1, 1, 2, 12])))
        if len(self.text) > 4000:
            start, end, new = 1000, len(self.text), ""
        self.version += 1
        change: dict[str, object] = {"text": new}
        if chosen.random() < 0.05:
            change = {"text": self.text[:start] + new + self.text[end:]}
        else:
            spots = [self._position(offset) for offset in (start, end)]
            ends = [{"line": line, "character": column} for line, column in spots]
            change["range"] = {"start": ends[0], "end": ends[1]}
        self.text = self.text[:start] + new + self.text[end:]
        document = {"uri": self.uri, "version": self.version}
        server.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )

    def expected(self, index: Index) -> list[Place]:
        """The passages that have findings, by a check from scratch."""
        draft = read_draft(self.text, Markup.PLAIN, Reading())
        return passages_of(check(draft, index, Question()), self._position)

    def _position(self, offset: int) -> tuple[int, int]:
        before = self.text[:offset]
        return before.count("\n"), offset - (before.rfind("\n") + 1)


def replay(office: Office, seconds: float, seed: int, documents: int = 40) -> Figures:
    """Edit for some time. Raises AssertionError for a wrong or stale result."""
    chosen = random.Random(seed)
    settings = office.folder / "unlinkable.toml"
    settings.write_text(settings.read_text("utf-8") + "max_terms = 3\nk = 2\n", "utf-8")
    server = office.serve()
    server.start()
    process = psutil.Process(server.process.pid)
    opened: list[Document] = []
    figures = Figures()
    until = time.monotonic() + seconds
    with Index.open(office.index) as index:
        while time.monotonic() < until:
            if len(opened) < documents or chosen.random() < 0.02:
                uri = server.open(f"{figures.documents}.txt", DRAFT)
                figures.documents += 1
                opened.append(Document(uri, DRAFT))
            if len(opened) > documents:
                closed = opened.pop(chosen.randrange(len(opened)))
                server.notify("textDocument/didClose", {"textDocument": {"uri": closed.uri}})
            document = chosen.choice(opened)
            for _ in range(chosen.choice([1, 1, 5, 30])):
                document.edit(server, chosen)
                figures.edits += 1
            _settled(server, document, document.expected(index))
            figures.compared += 1
            figures.memory.append(process.memory_info().rss)
            server.said.clear()
    figures.processes = len(process.children(recursive=True))
    assert server.stop() == 0
    return figures


def _settled(server: Server, document: Document, passages: list[Place]) -> None:
    """Wait until what is published of a document agrees with what its last version has."""
    last = 0
    while True:

        def of_document(said: dict[str, object]) -> bool:
            params = said.get("params")
            method = said.get("method")
            return (
                method == "textDocument/publishDiagnostics"
                and isinstance(params, dict)
                and params["uri"] == document.uri
            )

        params = server.until(of_document)["params"]
        assert params["version"] >= last, "results of an older version after those of a newer one"
        last = params["version"]
        places = {_place(one["range"]) for one in params["diagnostics"]}
        if last == document.version and agree(places, passages):
            return


def _place(span: dict[str, dict[str, int]]) -> Place:
    start, end = span["start"], span["end"]
    return start["line"], start["character"], end["line"], end["character"]
