"""How building grows: time, processor time, memory and disk for collections of several sizes.

    python -m tests.benchmarks.growth [--corpora FOLDER] [--words N...] [--short N]
                                      [--recombined N] [--memory SIZE] [--processes N] [--alone]

Builds with the real command from N million words of the real rulings (3, 6, 12 and 25 unless told
otherwise), from N thousand generated short rulings (a million of 36 words each, with 0 none), and
from N million words made of sentences of the real rulings, drawn at random (none unless asked for:
200 take an hour and 40 GB of disk). Memory is the proportional set size of all processes together,
disk what lies in the folder of the index, both read from outside five times a second: the highest.

Beside it tantivy builds its index of the same words, which it is given ready-made, one token each,
outside of the clock; `--alone` leaves it out. Prints a table in Markdown, a row when it is there.
"""

import argparse
import contextlib
import json
import lzma
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import psutil
from tests.benchmarks.peers import Tokens
from tests.conftest import corpora_folder

from unlinkable_index.words import find_words

PERIOD = 0.2  # seconds between two looks
WORDS = 25_900_000  # of the real rulings
A_SHORT_RULING = 36  # words
VOCABULARY = 50_000
A_LONG_RULING = 2_250  # words
POOL = 300_000  # sentences
TANTIVY = """
import sys
from pathlib import Path
from tests.benchmarks.peers import Tantivy
with open(sys.argv[1], encoding="ascii") as lines:
    Tantivy(Path(sys.argv[2]), (line.split() for line in lines))
"""


@dataclass(frozen=True)
class Cost:
    """What a command took: seconds, processor seconds, and the most bytes of memory and disk."""

    seconds: float
    processor_seconds: float
    memory: int
    disk: int


def cost_of(command: list[str], folder: Path) -> Cost:
    """Run a command that works in ``folder``. Ends the program when it fails."""
    began, before = time.perf_counter(), os.times()
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    memory = disk = 0
    while process.poll() is None:
        memory = max(memory, memory_of(process.pid))
        disk = max(disk, disk_of(folder))
        time.sleep(PERIOD)
    if process.returncode:
        said = process.stderr.read().decode() if process.stderr else ""
        raise SystemExit(f"{command[2]} failed: {said}")
    after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    return Cost(time.perf_counter() - began, spent, memory, max(disk, disk_of(folder)))


def memory_of(process: int) -> int:
    """What a process and its children hold, shared pages counted once."""
    total = 0
    with contextlib.suppress(psutil.Error):  # it has just ended
        parent = psutil.Process(process)
        for one in (parent, *parent.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                total += one.memory_full_info().pss
    return total


def disk_of(folder: Path) -> int:
    """The bytes of all files in a folder and the folders in it."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                total += (Path(place) / name).stat().st_size
    return total


def real_texts(corpora: Path, share: float) -> Iterator[str]:
    """An even choice of the real rulings, about this share of their words."""
    with lzma.open(corpora / "echr.jsonl.xz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if int(number * share) != int((number + 1) * share):
                yield json.loads(line)["text"]


def short_texts(count: int) -> Iterator[str]:
    """Generated rulings: a formula, and words as frequent as Zipf's law has them."""
    chosen = random.Random(18)
    ranks = range(1, VOCABULARY)
    heights = [1 / rank for rank in ranks]
    bounds: list[float] = []
    for height in heights:
        bounds.append((bounds[-1] if bounds else 0.0) + height)
    for number in range(count):
        drawn = chosen.choices(ranks, cum_weights=bounds, k=A_SHORT_RULING - 6)
        yield f"The court, having heard case {number}: " + " ".join(f"w{rank}" for rank in drawn)


def recombined_texts(corpora: Path, words: int) -> Iterator[str]:
    """Rulings made of sentences of the real ones."""
    chosen = random.Random(18)
    sentences = (
        sentence for text in real_texts(corpora, 1) for sentence in text.split(". ") if sentence
    )
    pool = list(islice(sentences, 0, 10 * POOL, 3))
    left = words
    while left > 0:
        some: list[str] = []
        length = 0
        while length < A_LONG_RULING:
            some.append(chosen.choice(pool))
            length += some[-1].count(" ") + 1
        left -= length
        yield ". ".join(some)


def write(texts: Iterable[str], folder: Path) -> tuple[Path, Path]:
    """The texts as a collection, and their words as tokens, a line a text."""
    source, tokens_of_texts = folder / "rulings.jsonl", folder / "tokens.txt"
    tokens = Tokens()
    with source.open("w", encoding="utf-8") as lines, tokens_of_texts.open("w") as plain:
        for number, text in enumerate(texts):
            lines.write(json.dumps({"id": str(number), "text": text}) + "\n")
            plain.write(" ".join(tokens.of(find_words(text).forms)) + "\n")
    return source, tokens_of_texts


def rows(name: str, texts: Iterable[str], options: argparse.Namespace) -> Iterator[str]:
    """Build from some texts; yields a row for each builder."""
    with tempfile.TemporaryDirectory() as folder:
        source, tokens = write(texts, Path(folder))
        ours, theirs = Path(folder) / "ours", Path(folder) / "theirs"
        ours.mkdir()
        theirs.mkdir()
        out = ours / "i.unlinkable"
        command = [sys.executable, "-m", "unlinkable", "index", str(source), "-o", str(out), "-q"]
        command += ["--memory", options.memory, "--processes", str(options.processes)]
        yield row(name, "Unlinkable", cost_of(command, ours), out.stat().st_size)
        if not options.alone:
            cost = cost_of([sys.executable, "-c", TANTIVY, str(tokens), str(theirs)], theirs)
            yield row(name, "tantivy", cost, disk_of(theirs))


def row(name: str, who: str, cost: Cost, size: int) -> str:
    """A row of the table."""
    return (
        f"| {name} | {who} | {cost.seconds:.0f} s | {cost.processor_seconds:.0f} s | "
        f"{cost.memory / 1e6:.0f} MB | {cost.disk / 1e6:,.0f} MB | {size / 1e6:,.0f} MB |"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=corpora_folder())
    parser.add_argument("--words", type=float, nargs="*", default=[3, 6, 12, 25.9])
    parser.add_argument("--short", type=int, default=1000)
    parser.add_argument("--recombined", type=int, default=0)
    parser.add_argument("--memory", default="1G")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--alone", action="store_true")
    args = parser.parse_args()
    if args.words and not (args.corpora / "echr.jsonl.xz").is_file():
        parser.error(f"no echr.jsonl.xz in {args.corpora}")
    free = shutil.disk_usage(tempfile.gettempdir()).free
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the beginning, "
        f"{free / 1e9:.0f} GB free; --memory {args.memory} --processes {args.processes}\n"
    )
    print("| collection | builder | time | processor time | memory | disk meanwhile | index |")
    print("|---|---|---|---|---|---|---|", flush=True)
    collections: list[tuple[str, Iterable[str]]] = []
    for millions in args.words:
        share = min(millions * 1e6 / WORDS, 1.0)
        name = f"{millions:g} million words of real rulings"
        collections.append((name, real_texts(args.corpora, share)))
    if args.short:
        name = f"{args.short:,} thousand short rulings"
        collections.append((name, short_texts(1000 * args.short)))
    if args.recombined:
        name = f"{args.recombined} million words of recombined sentences"
        collections.append((name, recombined_texts(args.corpora, args.recombined * 1_000_000)))
    for name, texts in collections:
        for line in rows(name, texts, args):
            print(line, flush=True)


if __name__ == "__main__":
    main()
