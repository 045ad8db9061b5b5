"""How long `add` takes beside building anew, and whether the bytes are the same.

    python -m tests.benchmarks.adding [--rulings N] [--more N]

Builds, in a temporary folder, the index of N real rulings but the last of them, with their words
kept; adds those; and builds the index of all of them anew. Prints time, processor time (of all
processes), and the bytes that are kept for each word.
"""

import argparse
import lzma
import resource
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tests.conftest import corpora_folder

from unlinkable_index.builder import Keep, Options, build_index
from unlinkable_index.growing import add_to_index
from unlinkable_index.index import Index


def _processor_time() -> float:
    """Seconds, of this process and all that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _timed(name: str, work: Callable[[], object]) -> None:
    began, used = time.monotonic(), _processor_time()
    work()
    took, of_processor = time.monotonic() - began, _processor_time() - used
    print(f"{name}: {took:.0f} s, {of_processor:.0f} s of processor time", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulings", type=int, help="of the collection (default: all)")
    parser.add_argument("--more", type=int, default=300, help="of these, to be added")
    args = parser.parse_args()
    with lzma.open(corpora_folder() / "echr.jsonl.xz") as packed:
        lines = list(islice(packed, args.rulings))
    with tempfile.TemporaryDirectory() as name:
        folder, at = Path(name), len(lines) - args.more
        for part, some in (("base", lines[:at]), ("more", lines[at:]), ("all", lines)):
            (folder / f"{part}.jsonl").write_bytes(b"".join(some))
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
