"""One fuzzer for everything that reads what others wrote: targets, each fed mutated input.

A target makes one input from a random generator and tries it; what it raises is a fault. Refusals
(UserError and the like) are no faults; neither crash, hang, wrong answer nor hunger is allowed.
`python -m tests.benchmarks.fuzz` runs the targets for as long as wanted.
"""

import contextlib
import io
import json
import math
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.unlinkable.trust.disguised import MARKDOWN, PLAIN
from tests.unlinkable.trust.hostile_folders import HostileFolders
from tests.unlinkable.trust.office import DRAFT, ORIGINALS, Office, Server
from tests.unlinkable_index.answers import small_sample
from tests.unlinkable_index.forging import Forgery
from unlinkable.draft import DEFAULT_MASKS, Draft, Markup, Reading, Span, read_draft
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.model.decoding.tokens import START, advance
from unlinkable.model.process.worker_process import Frames, GarbledError
from unlinkable.rewriting import verification
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest
from unlinkable.rewriting.passage_request import Target as Aim
from unlinkable.rewriting.task import Task
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import editor_layer, file_layer, settle
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

SLOWEST = 5.0  # seconds of computing that one input may take
_NASTY = (
    "\0 \x1b[0m \x85 \u2028 \u2029 \f \r\n \r \n\n \u202e \ufeff \ud7ff \U0001d57f \xe9 e\u0301 "
    "\ufb01 \u017f \u0130 \xdf [REDACTED] [...] ____ **** XXXX <PERSON> ``` ~~~ --- ___ # > * 1. "
    "| \\ <!-- --> <b> </b> & &amp; &#x1F600; [a](b) ![a](<b> ![ [[ ]] ((( ))) ** * _ __ ~~ $ $$ "
    "\xa7 Art. no. Mr. 12/34 3.5 \u201c \u201d \u2019 '"
)
NASTY = _NASTY.split(" ")
WORDS = sorted({word for record in ORIGINALS for word in record["text"].split()})


@dataclass(frozen=True)
class Target:
    """Something that reads what others wrote; ``try_one`` says whether the input was accepted."""

    name: str
    try_one: Callable[[random.Random], bool]
    close: Callable[[], None] = lambda: None


@dataclass
class Tally:
    """What came of a run: inputs tried, how many of them were accepted, the slowest (seconds)."""

    tried: int = 0
    accepted: int = 0
    slowest: float = 0.0


def run(target: Target, seed: int, inputs: float = math.inf, seconds: float = math.inf) -> Tally:
    """Feed a target so many inputs, or for some time.

    Raises what it raises, naming the seed of the input.
    """
    tally = Tally()
    until = time.monotonic() + seconds
    while tally.tried < inputs and time.monotonic() < until:
        began = time.process_time()
        try:
            tally.accepted += target.try_one(random.Random(f"{target.name} {seed} {tally.tried}"))
        except BaseException as error:
            error.add_note(f"fuzzing {target.name}: seed {seed}, input {tally.tried}")
            raise
        took = time.process_time() - began
        assert took < SLOWEST, f"{target.name}: input {tally.tried} of seed {seed} took {took} s"
        tally.slowest = max(tally.slowest, took)
        tally.tried += 1
    return tally


def targets(folder: Path) -> list[Target]:
    """All targets, working in ``folder``."""
    return [
        _index_target(folder),
        *_draft_targets(folder),
        _settings_target(folder),
        Target("hostile folders", HostileFolders(_folder(folder, "folders")).try_one),
        _worker_target(),
        _server_target(folder),
    ]


def mutated(data: bytes, chosen: random.Random) -> bytes:
    """``data`` with a few bytes changed, lost, doubled or put in."""
    changed = bytearray(data)
    for _ in range(chosen.choice([1, 1, 2, 4, 16])):
        at = chosen.randrange(len(changed) + 1)
        size = chosen.choice([1, 1, 1, 2, 4, 8, 64])
        match chosen.randrange(5):
            case 0:
                changed[at : at + size] = chosen.randbytes(size)
            case 1:
                del changed[at : at + size]
            case 2:
                changed[at:at] = changed[at : at + size]
            case 3:
                changed[at:at] = chosen.choice([b"\xff" * size, bytes(size), b"9" * size])
            case 4 if at < len(changed):
                changed[at] ^= 1 << chosen.randrange(8)
    return bytes(changed)


def text(chosen: random.Random) -> str:
    """A text of words that the originals have, words they do not have, and nasty characters."""
    parts = []
    for _ in range(chosen.choice([0, 1, 5, 20, 80, 400])):
        source = chosen.random()
        if source < 0.55:
            parts.append(chosen.choice(WORDS))
        elif source < 0.85:
            parts.append(chosen.choice(NASTY) * chosen.choice([1, 1, 1, 2, 3, 40]))
        elif source < 0.9:
            parts.append(chr(chosen.randrange(0xD800)))
        else:
            parts.append(chosen.choice(DRAFT.split(". ")))
        parts.append(chosen.choice([" ", " ", " ", "", "\n", "\n\n", ". ", "\n    "]))
    return "".join(parts)


def _index_target(folder: Path) -> Target:
    samples = [small_sample(_folder(folder, name), key) for name, key in _KEYS.items()]
    expected = [sample.answers() for sample in samples]
    path = folder / "fuzzed.unlinkable"

    def try_one(chosen: random.Random) -> bool:
        number = chosen.randrange(len(samples))
        sample = samples[number]
        forged = chosen.random() < 0.7
        if forged:
            forgery = Forgery.of(sample.path)
            name = chosen.choice(list(forgery.contents))
            forgery.contents[name] = mutated(forgery.contents[name], chosen)
            if chosen.random() < 0.3:
                field = chosen.choice(list(forgery.fields))
                forgery.fields[field] = chosen.choice([0, -1, 7, 2**32, 2**64 - 1, None, "x", []])
            forgery.write(path)
        else:
            path.write_bytes(mutated(sample.path.read_bytes(), chosen))
        try:
            answers = sample.answers(path)
        except UserError:
            return False
        assert forged or answers == expected[number]
        return True

    return Target("index", try_one)


_KEYS = {"open": None, "sealed": b"a key of at least sixteen characters"}


def _draft_targets(folder: Path) -> list[Target]:
    path = _folder(folder, "drafts") / "i.unlinkable"
    source = path.with_suffix(".jsonl")
    source.write_text("".join(json.dumps(record) + "\n" for record in ORIGINALS), "utf-8")
    build_index([source], path, Options(processes=1))
    index = Index.open(path)

    def task(chosen: random.Random) -> Task:
        reading = Reading(
            masks=chosen.choice([DEFAULT_MASKS, (), (r"\w+\d",), (r"(a+)+$", "_+")]),
            cross_sentences=chosen.random() < 0.3,
        )
        question = Question(
            k=chosen.choice([2, 3, 9]),
            max_terms=chosen.choice([1, 2, 3]),
            term_words=chosen.choice([1, 2, 7]),
            source=chosen.choice([None, 0, 3]),
        )
        return Task.of(text(chosen), chosen.choice(list(Markup)), reading, question)

    def try_draft(chosen: random.Random) -> bool:
        asked = task(chosen)
        draft = asked.draft
        report = check(draft, index, asked.question)
        for finding in report.findings:
            last = finding.first_word + finding.words - 1
            assert 0 <= finding.start < finding.end <= len(draft.text)
            assert finding.start == draft.starts[finding.first_word]
            assert finding.end == draft.ends[last]
            assert draft.segments[finding.first_word] == draft.segments[last]
            assert 1 <= len(finding.documents) < asked.question.k
        for before, after in zip(draft.sentences, draft.sentences[1:], strict=False):
            assert before.start < before.end <= after.start
        return bool(report.findings)

    def try_answer(chosen: random.Random) -> bool:
        asked = task(chosen)
        rare = minimal_rare(asked.draft, index, asked.question.k, asked.question.source)
        if not rare:
            return False
        span = Span(rare[0].start, rare[0].end)
        passage = asked.draft.sentences_at(span)
        before = asked.draft.text[passage.start : passage.end]
        words = before.split(" ")
        chosen.shuffle(words)
        answer = chosen.choice([text(chosen), " ".join(words), before.replace(words[0], "it", 1)])
        request = PassageRequest(asked, Aim(passage, (span,), (span,)), Replacements())
        verdict = verification.Verifier(request, index).verdict(answer)
        if verdict.reasons:
            return False
        after = asked.with_text(verdict.text).draft
        end = passage.start + len(answer)
        left = minimal_rare(after, index, asked.question.k, asked.question.source)
        assert not [phrase for phrase in left if passage.start <= phrase.start < end]
        return True

    return [
        Target("drafts", try_draft, index.close),
        Target("model answers", try_answer),
        Target("disguises", lambda chosen: _try_disguise(chosen, index)),
    ]


def _try_disguise(chosen: random.Random, index: Index) -> bool:
    """Words of the originals, each written in a way of its own: what leads back is found as well,
    and where nobody can read the words otherwise, they are the words of the plain text."""
    markup = chosen.choice(list(Markup))
    ways = [*PLAIN, *MARKDOWN] if markup is Markup.MARKDOWN else PLAIN
    if chosen.random() < 0.5:
        ways = [way for way in ways if way.whole]
    some = chosen.sample(ways, chosen.choice([1, 2, 8]))
    words = chosen.choice(DRAFT.split(". ")).split() + chosen.choices(WORDS, k=20)
    words = [word for word in words if word.isalpha()]
    written = [
        chosen.choice(some).disguise(word) if len(word) > 3 and chosen.random() < 0.7 else word
        for word in words
    ]
    notes = "\n\n[^1]: x\n\n[^note]: x\n" if markup is Markup.MARKDOWN else ""
    plain = read_draft(" ".join(words), markup)
    disguised = read_draft(" ".join(written) + notes, markup)
    expected = _words_found(plain, index, words)
    assert expected <= _words_found(disguised, index, written)
    return bool(expected)


def _words_found(draft: Draft, index: Index, written: list[str]) -> set[int]:
    """The numbers of the words that something which leads back touches."""
    found: set[int] = set()
    for finding in minimal_rare(draft, index, 2):
        at = 0
        for number, word in enumerate(written):
            if at < finding.end and finding.start < at + len(word):
                found.add(number)
            at += len(word) + 1
    return found


_SETTINGS = b"""# settings
index = "originals.unlinkable"
k = 3
max_terms = 2
masks = ["\\\\[[A-Z]+\\\\]", "_+"]
source = "case 1"
[severity]
phrase = "hint"
[model]
path = "m.gguf"
idle_minutes = 5
[[accepted]]
phrase = "the court"
terms = ["one", "two"]
file = "a.txt"
by = "M. C."
date = "2026-01-02"
"""


def _settings_target(folder: Path) -> Target:
    path = folder / "fuzzed.toml"

    def value(chosen: random.Random) -> Any:
        simple = [None, True, -1, 0, 3, 2**70, 1.5, "", "x\0", "(", ["a"], [], {}, float("nan")]
        if chosen.random() < 0.2:
            return {chosen.choice(_NAMES): value(chosen) for _ in range(3)}
        return chosen.choice(simple)

    def try_one(chosen: random.Random) -> bool:
        path.write_bytes(mutated(_SETTINGS, chosen))
        options = {chosen.choice(_NAMES): value(chosen) for _ in range(chosen.randrange(5))}
        editor = editor_layer(chosen.choice([options, value(chosen)]), folder)
        settled = settle([file_layer(path), editor])
        AcceptedRisks(settled.settings.accepted)
        assert all("\n" not in problem for problem in settled.problems)
        assert settled.settings.searches.k >= 2
        return not settled.problems

    return Target("settings", try_one)


_NAMES = ("index", "k", "maxTerms", "termWords", "masks", "severity", "model", "source", "no", "")


def _worker_target() -> Target:
    """What comes over the pipe from a model's process, and what a model writes."""
    good = io.BytesIO()
    Frames(io.BytesIO(), good).send({"kind": "text", "text": DRAFT, "numbers": [1, 2.5, None]})

    def try_one(chosen: random.Random) -> bool:
        stream = io.BytesIO(mutated(good.getvalue() * 2, chosen))
        frames = Frames(stream, io.BytesIO())
        with contextlib.suppress(GarbledError):
            while (message := frames.receive()) is not None:
                assert isinstance(message, dict)
        state, written = START, b""
        while not state.ended and len(written) < 200:
            piece = chosen.choice([chosen.randbytes(2), b'"}', b"\\", "é𝕿".encode()[:3], b"word "])
            following = advance(state, piece)
            if following is None:
                break
            state, added = following
            written += added
        shown = written.decode("utf-8", "strict" if not state.awaited else "ignore")
        assert not any(character < " " or character == "\x7f" for character in shown)
        return state.ended

    return Target("worker messages", try_one)


def _server_target(folder: Path) -> Target:
    """A server that is sent wrong messages among right ones, and must go on publishing."""
    office = Office.in_folder(_folder(folder, "office"))
    running: list[Server] = []
    versions = [0]

    def alive() -> Server:
        if not running:
            server = office.serve()
            server.start()
            running.append(server)
            versions[0] = 1
            server.published(server.open("draft.txt", DRAFT), 1)
        return running[0]

    def try_one(chosen: random.Random) -> bool:
        server = alive()
        uri = (office.folder / "drafts" / "draft.txt").as_uri()
        for _ in range(10):
            body = json.dumps(_message(chosen, uri)).encode()
            if chosen.random() < 0.5:
                body = mutated(body, chosen)
            server.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        versions[0] += 1
        changes = [{"text": text(chosen)}]
        document = {"uri": uri, "version": versions[0] + 10**6}
        item = {**document, "languageId": "plaintext", "text": changes[0]["text"]}
        server.notify("textDocument/didOpen", {"textDocument": item})
        server.published(uri, versions[0] + 10**6)
        assert server.process.poll() is None
        return True

    def close() -> None:
        while running:
            server = running.pop()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.abandon()

    return Target("server messages", try_one, close)


def _message(chosen: random.Random, uri: str) -> dict[str, Any]:
    """A message of an editor that is in its right mind, except for numbers and texts."""

    def number() -> int:
        return chosen.choice([0, 1, 2, 7, -1, 2**31, 2**53])

    place = {"line": number(), "character": number()}
    span = {"start": place, "end": {"line": number(), "character": number()}}
    document = {"uri": chosen.choice([uri, uri, "file:///nowhere", "untitled:1", ""])}
    method, params = chosen.choice(
        [
            ("textDocument/hover", {"textDocument": document, "position": place}),
            (
                "textDocument/codeAction",
                {"textDocument": document, "range": span, "context": {"diagnostics": []}},
            ),
            (
                "textDocument/didChange",
                {
                    "textDocument": {**document, "version": number()},
                    "contentChanges": [{"range": span, "text": text(chosen)[:200]}],
                },
            ),
            ("textDocument/didClose", {"textDocument": {"uri": "untitled:1"}}),
            ("workspace/didChangeConfiguration", {"settings": {"unlinkable": {"k": number()}}}),
            ("workspace/executeCommand", {"command": "unlinkable.accept", "arguments": [place]}),
            ("codeAction/resolve", {"title": "x", "data": {"uri": uri, "version": number()}}),
            ("$/cancelRequest", {"id": number()}),
            ("$/setTrace", {"value": "verbose"}),
        ]
    )
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if method.startswith(("textDocument/h", "textDocument/co", "workspace/e", "codeAction")):
        message["id"] = chosen.randrange(10**9, 2 * 10**9)
    return message


def _folder(folder: Path, name: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder))
