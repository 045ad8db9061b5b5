"""How long `add` takes beside building anew, and whether the bytes are the same.

    python -m tests.benchmarks.adding [--rulings N] [--more N] [--singly]

Builds, in a temporary folder, the index of N real rulings but the last of them, with their words
kept; adds those; and builds the index of all of them anew. Prints time, processor time (of all
processes), and the bytes that are kept for each word. ``--singly``: adds them one by one in place
of all that, and prints what look-ups for a draft take meanwhile, beside those of the base.
"""

import argparse
import json
import lzma
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tests.conftest import corpora_folder
from tqdm import tqdm

from unlinkable.draft import Draft, Markup, Reading, read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.growing import add_to_index
from unlinkable_index.index import Index
from unlinkable_index.opening import open_index

TYPICAL = 750  # words of a draft


def _processor_time() -> float:
    """Seconds, of this process and all that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _timed(name: str, work: Callable[[], object]) -> None:
    began, used = time.monotonic(), _processor_time()
    work()
    took, of_processor = time.monotonic() - began, _processor_time() - used
    print(f"{name}: {took:.0f} s, {of_processor:.0f} s of processor time", flush=True)


def _lookups(index_path: Path, drafts: list[Draft]) -> tuple[float, float]:
    """Milliseconds of processor time for the phrase findings of a draft, the first time in an index
    just opened and again; medians."""
    taken: tuple[list[float], list[float]] = [], []
    for draft in drafts:
        with open_index(index_path) as index:
            for times in taken:
                began = time.process_time()
                phrase_findings(draft, index, 2)
                times.append((time.process_time() - began) * 1000)
    return statistics.median(taken[0]), statistics.median(taken[1])


def _added_singly(folder: Path, base: list[bytes], more: list[bytes]) -> None:
    grown, one = folder / "grown", folder / "one.jsonl"
    build_index([folder / "base.jsonl"], grown, Options(keep=Keep.WORDS))
    kinds = [_drafts(base), _drafts(more)]
    print(
        "added | look-ups, first and again, ms, of drafts of the base; of those added", flush=True
    )

    def report(number: int) -> None:
        took = [f"{first:.1f} {again:.1f}" for first, again in (_lookups(grown, k) for k in kinds)]
        print(f"{number:4} | {' ; '.join(took)}", flush=True)

    report(0)
    for number, line in enumerate(tqdm(more, disable=None), start=1):
        one.write_bytes(line)
        add_to_index([one], grown)
        if number % 50 in (0, 9):
            report(number)


def _drafts(lines: list[bytes]) -> list[Draft]:
    texts = [json.loads(line)["text"].split() for line in lines[:8]]
    starts = [" ".join(words[:TYPICAL]) for words in texts]
    return [read_draft(text, Markup.PLAIN, Reading()) for text in starts]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulings", type=int, help="of the collection (default: all)")
    parser.add_argument("--more", type=int, default=300, help="of these, to be added")
    parser.add_argument("--singly", action="store_true", help="add them one by one")
    args = parser.parse_args()
    with lzma.open(corpora_folder() / "echr.jsonl.xz") as packed:
        lines = list(islice(packed, args.rulings))
    with tempfile.TemporaryDirectory() as name:
        folder, at = Path(name), len(lines) - args.more
        for part, some in (("base", lines[:at]), ("more", lines[at:]), ("all", lines)):
            (folder / f"{part}.jsonl").write_bytes(b"".join(some))
        if args.singly:
            _added_singly(folder, lines[:at], lines[at:])
            return
        del lines
        keeping = Options(keep=Keep.WORDS)
        grown, anew = folder / "grown", folder / "anew"
        base, more, every = (folder / f"{part}.jsonl" for part in ("base", "more", "all"))
        _timed("built with its words kept", lambda: build_index([base], grown, keeping))
        _timed(f"{args.more} rulings added", lambda: add_to_index([more], grown, options=keeping))
        _timed(
            "built anew", lambda: build_index([every], anew, replace(keeping, keep=Keep.NOTHING))
        )
        assert grown.read_bytes() == anew.read_bytes()
        kept = sum(path.stat().st_size for path in folder.glob(".grown.*.kept"))
        with Index.open(anew) as index:
            print(f"the same bytes; {kept / index.header.words:.1f} bytes a word are kept")


if __name__ == "__main__":
    main()
