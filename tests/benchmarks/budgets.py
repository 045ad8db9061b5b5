"""The budget table: building, opening and looking up, beside two other engines in the same run.

    python -m tests.benchmarks.budgets [--corpora FOLDER] [--index FILE]

FOLDER holds echr.jsonl.xz and drafts-presidio.jsonl.xz (default: $UNLINKABLE_CORPORA, else
../shared/corpora). The index is built anew, unless one is named, and then the rows on building are
left out. The others get the same words of the same documents, and the same phrases of the same
drafts; only their queries are timed, while Unlinkable starts from the raw text of the draft.
Look-ups are measured in processor time (all of them run on one core and wait for nothing), so that
other work on the machine counts little. Takes about five minutes; prints a table in Markdown.
"""

import argparse
import contextlib
import json
import lzma
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import psutil
from tests.benchmarks.peers import Fts5, Peer, Tantivy, Tokens, different_documents, records_of
from tests.conftest import corpora_folder

from unlinkable.draft import read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable_index.index import Index

TENTH = 10  # every so many-th record, for the small collection
PEER_DRAFTS = 8  # of those nearest to 750 words; ours are measured on the same
TYPICAL = 750  # words
RUNS = 5


@dataclass(frozen=True)
class Built:
    """What building took: seconds, processor seconds, and the most bytes of all processes."""

    seconds: float
    processor_seconds: float
    peak: int


def build(source: Path, out: Path) -> Built:
    """Build an index with the real command, and watch its memory."""
    began, spent = time.perf_counter(), _spent_by_children()
    command = [sys.executable, "-m", "unlinkable", "index", str(source), "-o", str(out), "-q"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, _memory(process.pid))
        time.sleep(0.05)
    if process.returncode:
        raise SystemExit("the index could not be built")
    return Built(time.perf_counter() - began, _spent_by_children() - spent, peak)


def _spent_by_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _memory(process: int) -> int:
    """What a process and its children hold, shared pages counted once."""
    total = 0
    with contextlib.suppress(psutil.Error):  # one has just ended
        parent = psutil.Process(process)
        for one in (parent, *parent.children(recursive=True)):
            total += one.memory_full_info().pss
    return total


def opened_and_resident(index: Path, draft: str) -> tuple[float, int]:
    """Milliseconds to open, and bytes resident after checking a draft, in fresh processes."""
    script = (
        "import sys, time; from pathlib import Path; from unlinkable_index.index import Index; "
        "from unlinkable.draft import read_draft; "
        "from unlinkable.findings.phrases import phrase_findings; "
        "a = time.perf_counter(); index = Index.open(Path(sys.argv[1])); b = time.perf_counter(); "
        "phrase_findings(read_draft(sys.stdin.read()), index, 2); "
        "import psutil; print(1000 * (b - a), psutil.Process().memory_info().rss)"
    )
    runs = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", script, str(index)],
            input=draft, capture_output=True, text=True, check=True,
        )  # fmt: skip
        opened, resident = done.stdout.split()
        runs.append((float(opened), int(resident)))
    return min(opened for opened, _ in runs), max(resident for _, resident in runs)


@dataclass(frozen=True)
class Draft:
    """A draft as text, and the phrases that are looked up for it."""

    text: str
    words: int
    phrases: list[tuple[str, ...]]


def drafts_of(path: Path, max_words: int) -> list[Draft]:
    """The drafts of a file with the phrases of their segments."""
    drafts = []
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line)["text"]
            draft = read_draft(text)
            forms, segments = draft.forms, draft.segments.tolist()
            phrases = [
                forms[at : at + n]
                for n in range(1, max_words + 1)
                for at in range(len(forms) - n + 1)
                if segments[at] == segments[at + n - 1]
            ]
            drafts.append(Draft(text, len(forms), phrases))
    return drafts


@dataclass(frozen=True)
class Times:
    """Medians over drafts, in milliseconds, each draft scaled to the typical length.

    From raw text, the first time that a draft is checked and again; then the same two without
    reading the text. The first time counts with nothing read but what earlier drafts needed.
    """

    first: float
    again: float
    first_look_up: float
    look_up_again: float


def our_times(drafts: list[Draft], *paths: Path) -> list[Times]:
    """How long all phrase findings take in each index; of some runs, the fastest.

    The indexes are opened anew for each run, and take turns, so that what else goes on meanwhile
    counts for all of them alike.
    """
    runs: list[list[list[tuple[float, ...]]]] = [[] for _ in paths]
    for _ in range(RUNS):
        for path, of_path in zip(paths, runs, strict=True):
            with Index.open(path) as index:
                _found_in(index, drafts[0])  # imports, patterns, and what is read once for all
                of_path.append([_found_in(index, draft) for draft in drafts])
    return [_fastest(of_path) for of_path in runs]


def _fastest(runs: list[list[tuple[float, ...]]]) -> Times:
    fastest = [
        [min(times) for times in zip(*found, strict=True)] for found in zip(*runs, strict=True)
    ]
    return Times(*(statistics.median(column) for column in zip(*fastest, strict=True)))


def _found_in(index: Index, draft: Draft) -> tuple[float, float, float, float]:
    scale = TYPICAL / draft.words
    began = time.process_time()
    read = read_draft(draft.text)
    reading = time.process_time()
    phrase_findings(read, index, 2)
    found = time.process_time()
    read = read_draft(draft.text)
    read_again = time.process_time()
    phrase_findings(read, index, 2)
    end = time.process_time()
    times = (found - began, end - found, found - reading, end - read_again)
    first, again, first_look_up, look_up_again = (1000 * scale * seconds for seconds in times)
    return first, again, first_look_up, look_up_again


def peer_times(peer: Peer, tokens: Tokens, drafts: list[Draft]) -> tuple[float, float]:
    """How long the counts of all phrases take, first and again; as in `Times`."""
    times = []
    for draft in drafts:
        asked = [tokens.of(phrase) for phrase in draft.phrases]
        both = []
        for _ in ("first", "again"):
            began = time.process_time()
            peer.counts(asked)
            both.append(1000 * TYPICAL / draft.words * (time.process_time() - began))
        times.append(both)
    first, again = (statistics.median(column) for column in zip(*times, strict=True))
    return first, again


def tokens_of(collection: Path, tokens: Tokens) -> Iterator[list[str]]:
    """Every document of a collection as tokens."""
    for _, forms in different_documents(records_of(collection)):
        yield tokens.of(forms)


def write_part(collection: Path, out: Path) -> Path:
    """Every tenth record of a collection, as a collection of its own."""
    with lzma.open(collection, "rb") as lines, lzma.open(out, "wb", preset=0) as part:
        part.writelines(islice(lines, 0, None, TENTH))
    return out


Row = tuple[str, str, str]


def measured(corpora: Path, named: Path | None, folder: Path) -> Iterator[Row]:
    """The rows of the table: what, measured, budget."""
    collection = corpora / "echr.jsonl.xz"
    path = named or folder / "whole.unlinkable"
    if named is None:
        built = build(collection, path)
        took = f"{built.seconds:.0f} s ({built.processor_seconds:.0f} s of processor time)"
        yield "build, 25.9 million words", took, "30 s (45 s)"
        yield "peak memory, all processes", f"{built.peak / 1e9:.2f} GB", "1 GB"
    part = write_part(collection, folder / "part.jsonl.xz")
    build(part, folder / "part.unlinkable")

    with Index.open(path) as index:
        header = index.header
    size = path.stat().st_size / header.words  # an index in one file
    yield "index, bytes a word of the collection", f"{size:.1f}", "10.5"
    drafts = drafts_of(corpora / "drafts-presidio.jsonl.xz", header.max_words)
    near = sorted(drafts, key=lambda draft: abs(draft.words - TYPICAL))[:PEER_DRAFTS]
    opened, resident = opened_and_resident(path, near[0].text)
    yield "open", f"{opened:.0f} ms", "20 ms"
    yield "resident after checking a draft", f"{resident / 1e6:.0f} MB", "100 MB"

    ours, tenth = our_times(drafts, path, folder / "part.unlinkable")
    what = f"all phrase findings from raw text, {TYPICAL} words, median of {len(drafts)} drafts"
    yield f"{what}: first time", f"{ours.first:.1f} ms", "3 ms"
    yield f"{what}: again", f"{ours.again:.1f} ms", "3 ms"
    growth = ours.look_up_again / tenth.look_up_again
    first_growth = ours.first_look_up / tenth.first_look_up
    what = "ten times the collection: look-ups take"
    yield f"{what}, first time", f"{first_growth:.1f} times as long", "1.2"
    yield f"{what}, again", f"{growth:.1f} times as long", "1.2"
    from_text = ours.first / tenth.first
    yield f"{what}, first time, from raw text", f"{from_text:.2f} times as long", ""

    (same,) = our_times(near, path)
    phrases = statistics.median(TYPICAL / draft.words * len(draft.phrases) for draft in near)
    tokens = Tokens()
    (folder / "tantivy").mkdir()
    peers: tuple[tuple[str, Callable[[], Peer]], ...] = (
        ("SQLite FTS5", lambda: Fts5(folder / "fts5", tokens_of(collection, tokens))),
        ("tantivy", lambda: Tantivy(folder / "tantivy", tokens_of(collection, tokens))),
    )
    for name, made in peers:
        first, again = peer_times(made(), tokens, near)
        what = f"{name}, look-ups of the same {phrases:,.0f} phrases, median of {len(near)} drafts"
        yield f"{what}: first time, again", f"{first:,.0f} ms, {again:,.0f} ms", ""
        ratio = again / same.first
        yield "its again, to our first time from raw text", f"{ratio:,.0f} times", "100 times"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=corpora_folder())
    parser.add_argument("--index", type=Path)
    args = parser.parse_args()
    if not (args.corpora / "echr.jsonl.xz").is_file():
        parser.error(f"no echr.jsonl.xz in {args.corpora}")
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} at the beginning\n")
    print("| | measured | budget |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for row in measured(args.corpora, args.index, Path(folder)):
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
