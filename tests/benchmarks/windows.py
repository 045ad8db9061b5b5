"""Windows and gap phrases: how many lead, in how many drafts, and how long it takes to know.

    python -m tests.benchmarks.windows --index FILE --drafts FILE... [--every N]

The drafts (.jsonl or .jsonl.xz with "id" and "text") are made from originals in the index, which
has positions. Each is asked with its original named, and with none named, for windows (3, 10) and
for gap phrases of up to 3, 4 and 6 words. Times are of the processor, from a file that the
system has in its cache.
"""

import argparse
import json
import lzma
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from unlinkable.draft import Draft, Reading, read_draft
from unlinkable.findings.near.extracts import AskedOf, Occurrences
from unlinkable.findings.near.gaps import GapSearch
from unlinkable.findings.near.windows import WindowSearch
from unlinkable_index.index import Index

GAP_WORDS = (3, 4, 6)


def main() -> None:
    """Print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, nargs="+", required=True)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    args = parser.parse_args()
    with Index.open(args.index) as index:
        positions, hasher = index.positions, index.hasher
        if positions is None:
            parser.error("the index has no positions")
        drafts = list(read(args.drafts, index))[:: args.every]
        print(f"{len(drafts)} drafts, {sum(len(draft.forms) for draft, _ in drafts)} words")

        def asked(documents: list[int] | None) -> AskedOf:
            counted = range(index.documents) if documents is None else documents
            return AskedOf(positions, hasher, 2, counted, Occurrences(positions))

        def windows(draft: Draft, documents: list[int] | None) -> int:
            return len(WindowSearch(asked(documents), 3, 10).leading(draft).documents)

        def gaps(words: int) -> Callable[[Draft, list[int] | None], int]:
            return lambda draft, documents: len(GapSearch(asked(documents), words).leading(draft))

        report("windows (3, 10)", windows, drafts)
        for words in GAP_WORDS:
            report(f"gap phrases, up to {words} words", gaps(words), drafts)


def read(paths: list[Path], index: Index) -> Iterator[tuple[Draft, int]]:
    """The drafts, and the numbers of their originals."""
    for path in paths:
        opened = lzma.open if path.suffix == ".xz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                source = index.document_number(record["id"])
                if source is not None:
                    reading = Reading(cross_sentences=True)
                    yield read_draft(record["text"], reading=reading), source


def report(
    name: str, search: Callable[[Draft, list[int] | None], int], drafts: list[tuple[Draft, int]]
) -> None:
    """What ``search`` finds in the drafts, and the processor time it takes."""
    for named in (True, False):
        found, times = [], []
        for draft, source in drafts:
            begin = time.process_time()
            found.append(search(draft, [source] if named else None))
            times.append((time.process_time() - begin) * 1000)
        times.sort()
        print(
            f"{name}, original {'' if named else 'not '}named: {sum(found)} in "
            f"{sum(map(bool, found))} drafts; {median(times):.0f} ms, "
            f"at most {times[-1]:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
