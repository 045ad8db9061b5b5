"""What an engine that is not ours finds in protected drafts: it should lead to no original alone.

    python -m tests.benchmarks.exact_engines --index FILE --corpora FOLDER [--drafts N]

FOLDER holds echr.jsonl.xz and drafts-presidio.jsonl.xz, drafts-human.jsonl.xz. Each draft is
protected as `protect --rewriter mask` does, and read back. SQLite FTS5 over all originals is then
asked for every phrase of up to 7 words, over the ends of sentences; for windows of 2 and 3 words of
a sentence within 10 words (`NEAR`), those of the rarest words first; and for the words left and
right of every mask, l + r up to 3, with up to 10 words between. `NEAR` knows no order: of gap
phrases that it finds in few originals more than one, the texts are read. Tantivy is asked for the
phrases, too. Counts what leads to the source and to nobody else.
"""

import argparse
import json
import lzma
import re
import tempfile
import time
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

from tests.benchmarks.peers import Fts5, Tantivy, Tokens, different_documents, records_of

import unlinkable
from unlinkable_index.words import find_words

MASK = re.compile(r"\[[A-Z][A-Z _-]*\]")
END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][”’\")\]])\s+|\n+")
LONGEST, WITHIN, BETWEEN, FEW = 7, 10, 10, 50
Runs = list[list[str]]
"""Tokens between masks, run by run."""


class Originals:
    """The originals as tokens, and two engines that know them."""

    def __init__(self, collection: Path, folder: Path, tantivy: bool) -> None:
        self.tokens = Tokens()
        self.texts: list[list[str]] = []
        self._number: dict[str, int] = {}
        first_with: dict[tuple[str, ...], int] = {}
        for identity, text in records_of(collection):
            forms = find_words(text).forms
            self._number[identity] = first_with.setdefault(forms, len(first_with))
        for _, forms in different_documents(records_of(collection)):
            self.texts.append(self.tokens.of(forms))
        del first_with
        self.fts5 = Fts5(folder / "fts5", iter(self.texts))
        self.tantivy = None
        if tantivy:
            (folder / "tantivy").mkdir()
            self.tantivy = Tantivy(folder / "tantivy", iter(self.texts))

    def source(self, identity: str) -> int:
        """The number of an original."""
        return self._number[identity]

    def only(self, query: str, source: int) -> bool:
        """Whether the full-text search finds the source and no other."""
        rows = self.fts5.rows(query, 2)
        return rows == {source}


def main() -> None:
    """Print a line for each draft, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--drafts", type=int, default=64, help="of each kind, the first ones")
    parser.add_argument("--windows", type=int, default=0, help="of each draft; 0: all")
    parser.add_argument("--no-tantivy", action="store_true")
    args = parser.parse_args()
    sums: dict[str, list[int]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        unlinkable.open_index(args.index) as index,
    ):
        began = time.process_time()
        originals = Originals(args.corpora / "echr.jsonl.xz", Path(folder), not args.no_tantivy)
        print(
            f"{len(originals.texts)} originals in {time.process_time() - began:.0f} s", flush=True
        )
        for kind, identity, text in drafts(args.corpora, args.drafts):
            result = unlinkable.protect(text, index, rewriter="mask").text
            asked = searches(result, originals, originals.source(identity), args.windows)
            for name, (count, led) in asked.items():
                total = sums.setdefault(name, [0, 0])
                total[0] += count
                total[1] += led
            said = ", ".join(f"{name} {led} of {count}" for name, (count, led) in asked.items())
            print(f"{kind} {identity}: {said}", flush=True)
    for name, (count, led) in sums.items():
        print(f"{name}: {led} of {count} lead to the source alone")


def drafts(corpora: Path, count: int) -> Iterator[tuple[str, str, str]]:
    """Kind, id and text of the first drafts of each kind, the kinds in turns."""
    kinds = ("presidio", "human")
    of_kind = [_records(corpora / f"drafts-{kind}.jsonl.xz")[:count] for kind in kinds]
    for pair in zip(*of_kind, strict=True):
        for kind, record in zip(kinds, pair, strict=True):
            yield kind, record["id"], record["text"]


def _records(path: Path) -> list[dict[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def searches(text: str, originals: Originals, source: int, most: int) -> dict[str, tuple[int, int]]:
    """By kind of search how many were made, and how many lead to the source alone."""
    runs = [originals.tokens.of(find_words(part).forms) for part in MASK.split(text)]
    own = originals.texts[source]
    phrases = list(own_phrases(runs, own))
    found = {"phrases": _counted(originals, source, [_phrase(one) for one in phrases])}
    if originals.tantivy is not None:
        counts = originals.tantivy.counts([list(one) for one in phrases])
        found["phrases (tantivy)"] = len(counts), counts.count(1)
    windows = own_windows(text, originals, own)
    windows = windows[: most or len(windows)]
    asked = [f"NEAR({' '.join(map(_phrase, zip(one)))}, {WITHIN - 1})" for one in windows]
    found["windows"] = _counted(originals, source, asked)
    gaps = [one for one in set(gap_phrases(runs)) if has_gap_phrase(own, *one)]
    found["gap phrases"] = len(gaps), sum(_gap_leads(originals, source, *one) for one in gaps)
    return found


def _counted(originals: Originals, source: int, queries: list[str]) -> tuple[int, int]:
    return len(queries), sum(originals.only(query, source) for query in queries)


def _phrase(tokens: tuple[str, ...]) -> str:
    return f'"{" ".join(tokens)}"'


def own_phrases(runs: Runs, own: list[str]) -> Iterator[tuple[str, ...]]:
    """The different phrases of a draft that its source has, too."""
    sizes = range(1, LONGEST + 1)
    there = {tuple(own[at : at + n]) for n in sizes for at in range(len(own) - n + 1)}
    asked = {tuple(run[at : at + n]) for run in runs for n in sizes for at in range(len(run))}
    yield from sorted(asked & there)


def own_windows(text: str, originals: Originals, own: list[str]) -> list[tuple[str, ...]]:
    """The windows of a draft that its source has, too, those of the rarest words first."""
    there = set()
    for at, token in enumerate(own):
        near = set(own[at + 1 : at + WITHIN + 1]) - {token}
        for size in (1, 2):
            there.update(tuple(sorted((token, *some))) for some in combinations(near, size))
    asked = set()
    for sentence in END.split(text):
        words = originals.tokens.of(find_words(MASK.sub(" . ", sentence)).forms)
        for size in (2, 3):
            asked.update(tuple(sorted(some)) for some in combinations(set(words), size))
    # tokens are numbered as they first occur: those with high numbers are rare
    numbers = {window: sum(int(token[1:], 16) for token in window) for window in asked & there}
    return sorted(numbers, key=lambda window: -numbers[window])


def gap_phrases(runs: Runs) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The words left and right of every mask, three in all at most."""
    for left, right in pairwise(runs):
        for before, behind in ((1, 1), (1, 2), (2, 1)):
            if len(left) >= before and len(right) >= behind:
                yield tuple(left[-before:]), tuple(right[:behind])


def has_gap_phrase(text: list[str], left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether a text has words, and others behind them with up to ten between."""
    for start in range(len(text) - len(left)):
        at = start + len(left)
        if text[start] == left[0] and tuple(text[start:at]) == left:
            behind = range(at, min(at + BETWEEN, len(text) - len(right)) + 1)
            if any(tuple(text[one : one + len(right)]) == right for one in behind):
                return True
    return False


def _gap_leads(
    originals: Originals, source: int, left: tuple[str, ...], right: tuple[str, ...]
) -> bool:
    query = f"NEAR({_phrase(left)} {_phrase(right)}, {BETWEEN})"
    rows = originals.fts5.rows(query, FEW)
    if len(rows) == FEW:
        rows = originals.fts5.rows(query, len(originals.texts))
    # the source's own left and right by themselves are in two originals or more, or a phrase leads
    others = (row for row in rows if row != source)
    return not any(has_gap_phrase(originals.texts[row], left, right) for row in others)


if __name__ == "__main__":
    main()
