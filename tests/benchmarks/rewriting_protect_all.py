"""`unlinkable protect` over real drafts, and what SQLite FTS5 finds in the results: nothing.

    python tests/benchmarks/rewriting_protect_all.py --index FILE --collection FILE --drafts FILE
        [--rewriter mask|copier|GGUF] [--count N] [--combinations N]

Drafts (.jsonl, also .xz, with "id" and "text"; all, or so many of them) are protected at (3, 1): by
masking, or with a model in llama.cpp, which for "copier" is made for these drafts and writes every
passage again, with common words where it may not. An engine of its own then searches the collection
for every phrase of the results: FTS5, fed with the word forms, and for combinations of up to three
words matrix products over its lists. Prints what was rewritten and masked, why candidates were
refused, how long it took, and every phrase or combination that still leads back.
"""

import argparse
import json
import lzma
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.unlinkable.model.copying_model import write_copying_model

from unlinkable.draft import Draft, Markup, Reading
from unlinkable.findings.question import Question
from unlinkable.model.options import ModelOptions
from unlinkable.model.process.process import Model
from unlinkable.rewriting.edits.proposals import Refused
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

NO_REWRITING = "None of … wordings passed every check: mask it"


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a JSON Lines file."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


class Engine:
    """SQLite FTS5 over the word forms of a collection. Documents are those of the index."""

    def __init__(self, collection: Iterable[dict[str, Any]], index: Index) -> None:
        self._base = sqlite3.connect("")
        self._base.execute("PRAGMA cache_size = -1000000")
        self._base.execute(
            "CREATE VIRTUAL TABLE t USING fts5(x, content='', "
            "tokenize=\"unicode61 remove_diacritics 0 categories 'L* M* N*'\")"
        )
        documents = []
        for row, record in enumerate(collection):
            documents.append(index.document_number(record["id"]))
            text = " ".join(find_words(record["text"]).forms)
            self._base.execute("INSERT INTO t(rowid, x) VALUES (?, ?)", (row, text))
        self._base.execute("INSERT INTO t(t) VALUES ('optimize')")
        self._documents = np.array(documents)
        self._counts: dict[tuple[str, ...], int] = {}

    def some(self, phrase: tuple[str, ...]) -> int:
        """How many documents contain the phrase; 2 stands for 2 or more."""
        known = self._counts.get(phrase)
        if known is None:
            found: set[int] = set()
            for (row,) in self._rows(phrase):
                found.add(int(self._documents[row]))
                if len(found) > 1:
                    break
            known = self._counts[phrase] = len(found)
        return known

    def documents(self, word: str) -> np.ndarray:
        """Which documents contain a word, one truth value a document."""
        present = np.zeros(int(self._documents.max()) + 1, dtype=bool)
        present[self._documents[[row for (row,) in self._rows((word,))]]] = True
        return present

    def _rows(self, phrase: tuple[str, ...]) -> Iterator[tuple[int]]:
        quoted = '"' + " ".join(phrase) + '"'
        return self._base.execute("SELECT rowid FROM t WHERE t MATCH ?", (quoted,))


def rare_phrases(draft: Draft, engine: Engine, longest: int) -> list[str]:
    """The phrases of up to ``longest`` words that one document contains, by length and by asking;
    what contains a phrase of no or of one document need not be asked for."""
    words, rare = len(draft.forms), []
    common = np.ones(words + 1, dtype=bool)
    for length in range(1, longest + 1):
        now = np.zeros(words + 1, dtype=bool)
        for first in range(words - length + 1):
            if not ((common[first] and common[first + 1]) or length == 1):
                continue
            if draft.segments[first] != draft.segments[first + length - 1]:
                continue
            count = engine.some(draft.forms[first : first + length])
            now[first] = count > 1
            if count == 1:
                rare.append(" ".join(draft.forms[first : first + length]))
        common = now
    return rare


def linking_words(draft: Draft, engine: Engine) -> list[str]:
    """The sets of two or three words that only one document contains all of."""
    words = sorted(set(draft.forms))
    rows = {word: engine.documents(word) for word in words}
    words = [word for word in words if rows[word].sum() > 1]
    table = np.array([rows[word] for word in words], dtype=np.float32)
    linking = []
    for number, word in enumerate(words):
        with_word = table[number:] * table[number]
        joint = with_word @ with_word.T  # documents with this word and two others (or one, or none)
        for one, other in np.argwhere(np.triu(joint == 1)):
            linking.append(f"{word} + {words[number + one]} + {words[number + other]}")
    return linking


@contextmanager
def rewriter_of(name: str, index: Index, texts: Sequence[str]) -> Iterator[Rewriter]:
    """The rewriter of this name."""
    if name == "mask":
        yield Rewriter(index)
        return
    with tempfile.TemporaryDirectory() as folder:
        path, threads = Path(name), None
        if name == "copier":
            path, threads = Path(folder) / "copier.gguf", 1  # too small to share among cores
            write_copying_model(path, texts)
        model = Model(ModelOptions(path, threads=threads, reasoning=False))
        try:
            yield Rewriter(index, model)
        finally:
            model.close()


def sort_of(reason: str) -> str:
    """A reason for refusing a candidate, without what is different in each case."""
    reason = re.sub(r"“[^”]*”|\(.*\)|\d+", "…", reason)
    return re.sub(r"(?<=name )\w+|(?<=with )\W+ (?=where)", "… ", reason).replace("  ", " ")


def sorts_of(candidates: Iterable[Refused]) -> set[str]:
    """The sorts of all reasons for refusing candidates."""
    return {sort_of(reason) for refused in candidates for reason in refused.reasons}


class Sums:
    """What was done to the drafts, added up."""

    def __init__(self) -> None:
        self.drafts = self.words = self.left = self.given_up = self.refused = 0
        self.kinds: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.seconds: list[float] = []

    def add(self, protection: Protection, result: Draft, seconds: float) -> None:
        """Add one draft."""
        self.drafts += 1
        self.words += len(protection.original.forms)
        self.left += len(result.forms)
        self.seconds.append(seconds)
        for step in protection.steps:
            self.kinds[" and ".join(kind.value for kind in step.kinds)] += 1
        passages = {step.refused for step in protection.steps if step.refused}
        self.given_up += sum(NO_REWRITING in sorts for sorts in map(sorts_of, passages))
        for refused in {candidate for passage in passages for candidate in passage}:
            self.refused += bool(refused.after)
            self.reasons.update(sorts_of([refused]))

    def say(self) -> None:
        """Print the sums."""
        fewer = 1 - self.left / self.words
        print(f"{self.drafts} drafts, {self.words} words; {fewer:.1%} fewer words")
        print(f"changes: {dict(self.kinds)}; no rewriting of {self.given_up} passages")
        print(f"{np.mean(self.seconds):.2f} s a draft, at most {max(self.seconds):.2f} s")
        print(f"{self.refused} candidates refused, each for one or more of these reasons:")
        for reason, count in self.reasons.most_common():
            if reason != NO_REWRITING:
                print(f"{count:5} {reason}")


def main() -> None:
    """Protect, search, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("index", "collection", "drafts"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--rewriter", default="mask", help="mask, copier, or a model file")
    parser.add_argument("--count", type=int, help="drafts to protect, spread over the file")
    parser.add_argument("--combinations", type=int, default=3, help="results searched for sets too")
    args = parser.parse_args()
    chosen = list(records(args.drafts))
    chosen = chosen[:: max(1, len(chosen) // (args.count or len(chosen)))][: args.count]
    texts = [record["text"] for record in chosen]
    with Index.open(args.index) as index:
        results, sums = [], Sums()
        with rewriter_of(args.rewriter, index, texts) as rewriter:
            for record in chosen:
                task = Task.of(record["text"], Markup.PLAIN, Reading(), Question())
                started = time.perf_counter()
                protection = protect(task, index, rewriter)
                seconds = time.perf_counter() - started
                results.append((record["id"], task.with_text(protection.text).draft))
                sums.add(protection, results[-1][1], seconds)
        sums.say()
        started = time.perf_counter()
        engine = Engine(records(args.collection), index)
        print(f"FTS5 built in {time.perf_counter() - started:.0f} s", flush=True)
        started, faults = time.perf_counter(), 0
        for number, (name, draft) in enumerate(results):
            found = rare_phrases(draft, engine, index.max_words)
            if number < args.combinations:
                found += linking_words(draft, engine)
            faults += len(found)
            if found:
                print(f"{name}: {len(found)} still lead back, such as {found[:3]}")
        print(f"searched in {time.perf_counter() - started:.0f} s; {faults} still lead back")


if __name__ == "__main__":
    main()
