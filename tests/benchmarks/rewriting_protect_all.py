"""`unlinkable protect` over real drafts, and where its results lead SQLite FTS5: to no suspect.

    python tests/benchmarks/rewriting_protect_all.py --index FILE --collection FILE --drafts FILE
        [--rewriter mask|copier|GGUF | --synonyms FOLDER] [--count N] [--combinations N] [--named]

Drafts (.jsonl, also .xz, with "id", that of the original, and "text"; all, or so many of them) are
protected at (3, 1): by masking, or with a model in llama.cpp, which for "copier" is made for these
drafts and writes every passage again, with common words where it may not, or by a stand-in that
writes synonyms there, from WordNet's folder and from our tables. An engine of its own then searches
the collection for every phrase of the results: FTS5, fed with the word forms, and for combinations
of up to three words matrix products over its lists. Prints what was rewritten and masked, why
candidates were refused, how long it took, every phrase or combination that still leads to a
suspect, how many lead to other rulings, and words that neither draft nor collection has. Suspects
are the original and, unless it is named (--named), what `protect` takes for one and every ruling
that a phrase of the draft leads to by FTS5.
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
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.unlinkable.model.copying_model import write_copying_model
from tests.unlinkable.model.model_headers import STAND_IN

from unlinkable.draft import Draft, Markup, Reading
from unlinkable.findings.question import Question, source_number
from unlinkable.model.author import Author, Candidate, ModelOptions, Writing
from unlinkable.model.process.process import WORKER, Model
from unlinkable.rewriting.edits import Refused, Remedy
from unlinkable.rewriting.masking.masking import DEFAULT_MASK
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.stopping import OnProgress, Stop, unseen
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

NO_REWRITING = "None of … wordings passed every check"


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a JSON Lines file."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


class Led(NamedTuple):
    """Words that only one document has, together or each somewhere, and which that is."""

    words: str
    document: int


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
        self._some: dict[tuple[str, ...], tuple[int, ...]] = {}

    def some(self, phrase: tuple[str, ...]) -> tuple[int, ...]:
        """The documents that contain the phrase, but no more than two of them."""
        known = self._some.get(phrase)
        if known is None:
            found: set[int] = set()
            for (row,) in self._rows(phrase):
                found.add(int(self._documents[row]))
                if len(found) > 1:
                    break
            known = self._some[phrase] = tuple(found)
        return known

    def documents(self, word: str) -> np.ndarray:
        """Which documents contain a word, one truth value a document."""
        present = np.zeros(int(self._documents.max()) + 1, dtype=bool)
        present[self._documents[[row for (row,) in self._rows((word,))]]] = True
        return present

    def _rows(self, phrase: tuple[str, ...]) -> Iterator[tuple[int]]:
        quoted = '"' + " ".join(phrase) + '"'
        return self._base.execute("SELECT rowid FROM t WHERE t MATCH ?", (quoted,))


def rare_phrases(draft: Draft, engine: Engine, longest: int) -> list[Led]:
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
            phrase = draft.forms[first : first + length]
            documents = engine.some(phrase)
            now[first] = len(documents) > 1
            if len(documents) == 1:
                rare.append(Led(" ".join(phrase), *documents))
        common = now
    return rare


def linking_words(draft: Draft, engine: Engine) -> list[Led]:
    """The sets of two or three words that only one document contains all of."""
    words = sorted(set(draft.forms))
    rows = {word: engine.documents(word) for word in words}
    words = [word for word in words if rows[word].sum() > 1]
    table = np.array([rows[word] for word in words], dtype=np.float32)
    linking = []
    for number, word in enumerate(words):
        with_word = table[number:] * table[number]
        joint = with_word @ with_word.T  # documents with this word and two others (or one, or none)
        documents = with_word @ (with_word * np.arange(table.shape[1], dtype=np.float32)).T
        for one, other in np.argwhere(np.triu(joint == 1)):
            together = f"{word} + {words[number + one]} + {words[number + other]}"
            linking.append(Led(together, int(documents[one, other])))
    return linking


class Counting:
    """An author whose tries are counted."""

    def __init__(self, author: Author) -> None:
        self.options = author.options
        self.passages = self.tries = 0
        self._author = author

    def candidates(
        self, writing: Writing, stop: Stop, report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        """Those of the author."""
        self.passages += 1
        with closing(self._author.candidates(writing, stop, report)) as written:
            for candidate in written:
                self.tries += 1
                yield candidate


@contextmanager
def author_of(args: argparse.Namespace, texts: Sequence[str]) -> Iterator[Counting | None]:
    """The model that is asked for."""
    if args.synonyms is None and args.rewriter == "mask":
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        path, threads, command = Path(args.rewriter), None, WORKER
        if args.synonyms is not None:
            path, script = Path(folder) / "stand-in.gguf", Path(folder) / "script.json"
            path.write_bytes(STAND_IN)
            known = {"texts": texts, "index": str(args.index), "synonyms": str(args.synonyms)}
            script.write_text(json.dumps(known), encoding="utf-8")
            stand_in = Path(__file__).with_name("rewriting_stand_in.py")
            command = (sys.executable, str(stand_in), str(script))
        elif args.rewriter == "copier":
            path, threads = Path(folder) / "copier.gguf", 1  # too small to share among cores
            write_copying_model(path, texts)
        model = Model(ModelOptions(path, threads=threads, reasoning=False), command)
        try:
            yield Counting(model)
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
        self.drafts = self.words = self.left = self.masks = self.given_up = self.refused = 0
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
            masks = step.edit.after.count(DEFAULT_MASK) - step.edit.before.count(DEFAULT_MASK)
            self.masks += masks
            by_model = " with masks" if masks > 0 and step.kinds == (Remedy.REWRITE,) else ""
            self.kinds[" and ".join(kind.value for kind in step.kinds) + by_model] += 1
        passages = {step.refused for step in protection.steps if step.refused}
        self.given_up += sum(NO_REWRITING in sorts for sorts in map(sorts_of, passages))
        for refused in {candidate for passage in passages for candidate in passage}:
            self.refused += bool(refused.after)
            self.reasons.update(sorts_of([refused]))

    def say(self) -> None:
        """Print the sums."""
        fewer = 1 - self.left / self.words
        print(f"{self.drafts} drafts, {self.words} words; {fewer:.1%} fewer, {self.masks} masks")
        print(f"changes: {dict(self.kinds)}; no rewriting of {self.given_up} passages")
        print(f"{np.mean(self.seconds):.2f} s a draft, at most {max(self.seconds):.2f} s")
        print(f"{self.refused} candidates refused, each for one or more of these reasons:")
        for reason, count in self.reasons.most_common():
            if reason != NO_REWRITING:
                print(f"{count:5} {reason}")


class Result(NamedTuple):
    """A draft, what became of it, and the documents that it must not lead to."""

    name: str
    draft: Draft
    protected: Draft
    suspects: frozenset[int]


def results_of(
    drafts: Sequence[dict[str, Any]], index: Index, rewriter: Rewriter, named: bool
) -> Iterator[Result]:
    """Protect drafts, whose originals are ``named`` or not, and print what was done."""
    sums = Sums()
    for record in drafts:
        original = source_number(index, record["id"])
        assert original is not None, "source_number raises where a record is unknown"
        question = Question(source=original if named else None)
        task = Task.of(record["text"], Markup.PLAIN, Reading(), question)
        started = time.perf_counter()
        protection = protect(task, index, rewriter)
        seconds = time.perf_counter() - started
        protected = task.with_text(protection.text).draft
        sums.add(protection, protected, seconds)
        inferred = protection.suspects.documents if protection.suspects else frozenset()
        yield Result(record["id"], task.draft, protected, inferred | {original})
    sums.say()


def search(results: Sequence[Result], engine: Engine, longest: int, named: bool, sets: int) -> None:
    """Print where phrases of the results lead, and of so many of them ``sets`` of words."""
    to_suspects = to_others = unknown = 0
    for number, result in enumerate(results):
        suspects = result.suspects
        if not named:
            suspects |= {led.document for led in rare_phrases(result.draft, engine, longest)}
        found = rare_phrases(result.protected, engine, longest)
        if number < sets:
            found += linking_words(result.protected, engine)
        leading = [led.words for led in found if led.document in suspects]
        if leading:
            print(f"{result.name}: {len(leading)} lead to a suspect, such as {leading[:3]}")
        to_suspects += len(leading)
        to_others += len(found) - len(leading)
        new = set(result.protected.forms) - set(result.draft.forms)
        unknown += sum(not engine.some((form,)) for form in new)
    print(f"{to_suspects} lead to a suspect, {to_others} to other rulings")
    print(f"{unknown} words are in neither the draft nor the collection")


def main() -> None:
    """Protect, search, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("index", "collection", "drafts"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--rewriter", default="mask", help="mask, copier, or a model file")
    parser.add_argument("--synonyms", type=Path, help="WordNet's folder dict, for a stand-in")
    parser.add_argument("--count", type=int, help="drafts to protect, spread over the file")
    parser.add_argument("--combinations", type=int, default=3, help="results searched for sets too")
    parser.add_argument("--named", action="store_true", help="name the original of each draft")
    args = parser.parse_args()
    chosen = list(records(args.drafts))
    chosen = chosen[:: max(1, len(chosen) // (args.count or len(chosen)))][: args.count]
    texts = [record["text"] for record in chosen]
    with Index.open(args.index) as index:
        with author_of(args, texts) as author:
            results = list(results_of(chosen, index, Rewriter(index, author), args.named))
            if author is not None:
                print(f"{author.tries} tries at {author.passages} passages")
        started = time.perf_counter()
        engine = Engine(records(args.collection), index)
        print(f"FTS5 built in {time.perf_counter() - started:.0f} s", flush=True)
        started = time.perf_counter()
        search(results, engine, index.max_words, args.named, args.combinations)
        print(f"searched in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
