"""Searchers who rank: how often the original comes first, before and after each level.

    python -m tests.benchmarks.ranking --index FILE --collection FILE --drafts FILE... [--every N]
        [--engine NAME]...

The drafts (.jsonl.xz with "id" of their original, and "text") are protected by masking: not at all,
for phrases and combinations (3, 1), and for searchers who rank by sentence and by paragraph as
well. Then every sentence, every paragraph and the whole of each is put to several engines, each
with its own words. Prints in how many of a hundred the original comes first (ties count), and what
each level costs in words.
"""

import argparse
import json
import lzma
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.peers import records_of
from tests.benchmarks.ranking_engines import Engine, Fts5, Shingles, Stemmed, Tantivy, different
from tqdm import tqdm

from unlinkable.draft import Draft, Markup, Reading, read_draft
from unlinkable.findings.bm25 import Unit, passages
from unlinkable.findings.question import Question
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, mask_until_clean
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

LEVELS: dict[str, tuple[int, Unit | None] | None] = {
    "as they come": None,
    "(3, 1)": (3, None),
    "by sentence": (3, Unit.SENTENCE),
    "by paragraph": (3, Unit.PARAGRAPH),
}


@dataclass(frozen=True)
class Protected:
    """A draft at one level: the number of its original among the documents, and the draft."""

    original: int
    draft: Draft


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--collection", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, nargs="+", required=True)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    parser.add_argument("--engine", action="append", help="one of those printed; default all")
    args = parser.parse_args()
    documents, numbers = different(records_of(args.collection))
    for path in args.drafts:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines][:: args.every]
        with Index.open(args.index) as index:
            levels = {
                name: [
                    Protected(numbers[row["id"]], protected(row, index, level))
                    for row in tqdm(rows, desc=name, leave=False)
                ]
                for name, level in LEVELS.items()
            }
        print(f"\n{path.name}, {len(rows)} drafts")
        print_costs(levels)
        print_table(levels, documents, args.engine)


def protected(row: dict[str, str], index: Index, level: tuple[int, Unit | None] | None) -> Draft:
    """The draft at a level of protection, its source named."""
    if level is None:
        return read_draft(row["text"])
    source = index.document_number(row["id"])
    question = Question(max_terms=level[0], source=source, ranked=level[1])
    task = Task.of(row["text"], Markup.PLAIN, Reading(), question)
    return task.revised(mask_until_clean(task, index, DEFAULT_MASK)).draft


def print_costs(levels: dict[str, list[Protected]]) -> None:
    """Print the words masked at each level."""
    words = {name: sum(len(one.draft.forms) for one in drafts) for name, drafts in levels.items()}
    whole = words["as they come"]
    for name, left in words.items():
        print(f"  words masked, {name}: {(whole - left) / whole:.1%}")


def print_table(
    levels: dict[str, list[Protected]], documents: list[str], wanted: list[str] | None
) -> None:
    """Print how often the original comes first, by engine, level and unit."""
    asked = {
        (name, unit): [
            (seen(one.draft, passage.words), one.original)
            for one in drafts
            for passage in passages(one.draft, unit)
        ]
        for name, drafts in levels.items()
        for unit in Unit
    }
    queries = [query for found in asked.values() for query, _ in found]
    heads = [f"{name}, {unit.value}" for name, unit in asked]
    print("  engine | " + " | ".join(heads))
    with tempfile.TemporaryDirectory() as folder:
        engines: dict[str, Callable[[], Engine]] = {
            "BM25 (1.2, 0.75)": lambda: Shingles(documents, queries, 1),
            "BM25 (0.9, 0.4)": lambda: Shingles(documents, queries, 1, 0.9, 0.4),
            "BM25 (2, 1)": lambda: Shingles(documents, queries, 1, 2.0, 1.0),
            "BM25, no lengths": lambda: Shingles(documents, queries, 1, 1.2, 0.0),
            "tantivy": lambda: Tantivy(documents),
            "tantivy, stems": lambda: Tantivy(documents, "en_stem"),
            "SQLite FTS5 bm25()": lambda: Fts5(Path(folder) / "fts5", documents),
            "bm25s, stems, no stop words": lambda: Stemmed(documents),
            "pairs of words": lambda: Shingles(documents, queries, 2),
            "triples of words": lambda: Shingles(documents, queries, 3),
            "copied runs of 5 words": lambda: Shingles(documents, queries, 5, count=True),
        }
        for name, made in engines.items():
            if wanted is not None and name not in wanted:
                continue
            engine = made()
            shares = []
            for found in asked.values():
                first = sum(engine.first(query, original) for query, original in found)
                shares.append(f"{first / max(len(found), 1):.1%}")
            print(f"  {name} | " + " | ".join(shares), flush=True)
            del engine


def seen(draft: Draft, words: range) -> str:
    """The words of a passage as they stand, without the masks between them."""
    return " ".join(
        draft.text[start:end]
        for start, end in zip(
            draft.starts[words.start : words.stop].tolist(),
            draft.ends[words.start : words.stop].tolist(),
            strict=True,
        )
    )


if __name__ == "__main__":
    main()
