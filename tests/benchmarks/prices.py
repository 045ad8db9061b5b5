"""What protecting drafts against each searcher takes, by masking alone.

    python -m tests.benchmarks.prices --index FILE --corpora FOLDER --results FILE [--every N]

CORPORA holds drafts-human.jsonl.xz and drafts-presidio.jsonl.xz. Prices each draft as `unlinkable
price --rows all` does, but for wordings, its original not named, and prints for each kind of draft
a table of the levels: words lost, masks for 1,000 words, sentences with five masks or more, those
of the draft counted. What stands in the file of results is not done again, so that it can be
interrupted.
"""

import argparse
import json
import lzma
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from unlinkable.draft import Markup, Reading
from unlinkable.findings.question import Question
from unlinkable.pricing import Rows, prices
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

KINDS = ("human", "presidio")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    args = parser.parse_args()
    lines = args.results.read_text("utf-8").splitlines() if args.results.exists() else []
    done = list(map(json.loads, lines))
    known = {(one["kind"], one["id"]) for one in done}
    drafts = [(kind, *one) for kind in KINDS for one in _drafts(args.corpora, kind, args.every)]
    drafts.sort(key=lambda one: one[1:])  # the kinds in turns
    with Index.open(args.index) as index, args.results.open("a", encoding="utf-8") as results:
        for kind, identity, text in drafts:
            if (kind, identity) not in known:
                done.append(priced(kind, identity, text, index))
                results.write(json.dumps(done[-1]) + "\n")
                results.flush()
    for kind in KINDS:
        print(*table(kind, [one for one in done if one["kind"] == kind]), sep="\n")


def priced(kind: str, identity: str, text: str, index: Index) -> dict[str, Any]:
    """The prices of one draft, and the seconds of the processor that it took."""
    task = Task.of(text, Markup.PLAIN, Reading(), Question())
    began = time.process_time()
    found = prices(task, index, asked=Rows.ALL)
    return {
        "kind": kind,
        "id": identity,
        "seconds": time.process_time() - began,
        "words": found.words,
        "sentences": found.sentences,
        "levels": {row.level.name: asdict(row.masking) for row in found.rows},
    }


def table(kind: str, done: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A row for each level, over all drafts of a kind."""
    words, sentences = (sum(one[name] for one in done) for name in ("words", "sentences"))
    seconds = sorted(one["seconds"] for one in done)
    yield f"{kind}: {len(done)} drafts, {words:,} words, {sentences:,} sentences"
    if not done:
        return
    yield f"seconds a draft: median {median(seconds):.1f}, at most {seconds[-1]:.1f}"
    for name in done[0]["levels"]:
        taken: Counter[str] = Counter()
        for one in done:
            taken += Counter(one["levels"][name])
        yield (
            f"  {name}: {taken['words'] / words:.1%} of the words,"
            f" {1000 * taken['masks'] / words:.0f} masks for 1,000 words,"
            f" {taken['crowded'] / sentences:.1%} of the sentences crowded"
        )


def _drafts(corpora: Path, kind: str, every: int) -> Iterable[tuple[str, str]]:
    with lzma.open(corpora / f"drafts-{kind}.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = list(map(json.loads, lines))
    return [(row["id"], row["text"]) for row in rows[::every]]


if __name__ == "__main__":
    main()
