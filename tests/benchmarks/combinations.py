"""Combination findings: how long they take, what they cost, and beside what.

    python tests/benchmarks/combinations.py --index FILE --drafts FILE [--every N] [PART...]

The drafts (.jsonl.xz with "text") are made free of phrase findings first, by masking the fewest
words; everything below is about what is left. Parts, by default all but "engine":

- times: of finding combinations, p50 and p95 over the drafts, and a plain enumeration with Python
  sets on the shortest drafts, which must find as many combinations
- costs: words to change for each (m, L), when all that is found is masked until a draft is clean
- rule: the published rule (Lison & Anderson, arXiv 2510.06383: of every linking combination the
  shortest term) beside ours, in words to change
- million: of a draft of 300 common words among a million documents made up by chance; takes no
  index and no drafts
- engine: random searches of 2 to m terms of the clean drafts, put to SQLite's FTS5; takes
  --collection, the file that the index was built from, and some minutes
"""

import argparse
import itertools
import json
import lzma
import random
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tests.unlinkable.findings.large_collections import LargeIndex
from tests.unlinkable.findings.small_collections import draft_of

from unlinkable.draft import Draft, Markup, Reading, read_draft
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.combinations.search import CombinationSearch
from unlinkable.findings.combinations.terms import Terms, draft_terms
from unlinkable.findings.question import Question
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, mask_until_clean
from unlinkable.rewriting.masking.readable import fewest_points
from unlinkable.rewriting.task import Task
from unlinkable.stopping import never, within
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

TIMED = [(2, 1), (3, 1), (4, 1), (2, 7), (3, 7)]
COSTED = [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3), (3, 3), (2, 7), (3, 7)]
RULED = [(2, 1), (3, 1), (2, 7), (3, 7)]
LIMIT = 30.0  # seconds for one draft


@dataclass(frozen=True)
class Bench:
    """The drafts as they came, and free of phrase findings."""

    index: Index
    raw: list[Draft]
    drafts: list[Draft]

    @property
    def words(self) -> int:
        """The words of all drafts as they came."""
        return sum(len(draft.forms) for draft in self.raw)


def main() -> None:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", default=["times", "costs", "rule"])
    parser.add_argument("--index", type=Path)
    parser.add_argument("--drafts", type=Path)
    parser.add_argument("--collection", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    parser.add_argument("--plain", type=int, default=3, help="drafts to enumerate plainly")
    args = parser.parse_args()
    if "million" in args.parts:
        million()
        args.parts.remove("million")
    if not args.parts:
        return
    if args.index is None or args.drafts is None:
        parser.error("name an index and drafts, for all parts but million")
    with Index.open(args.index) as index:
        with lzma.open(args.drafts, "rt", encoding="utf-8") as lines:
            texts = [json.loads(line)["text"] for line in lines][:: args.every]
        raw = [read_draft(text) for text in texts]
        free = [masked_until_clean(draft, index, Question(max_terms=1)) for draft in raw]
        bench = Bench(index, raw, free)
        lost = bench.words - sum(len(draft.forms) for draft in free)
        print(
            f"{len(raw)} drafts, {bench.words / len(raw):.0f} words on average; to be free of "
            f"phrase findings, {share(lost, bench)} of the words were masked\n"
        )
        if "times" in args.parts:
            times(bench, args.plain)
        if "costs" in args.parts:
            costs(bench)
        if "rule" in args.parts:
            rule(bench)
        if "engine" in args.parts:
            engine(bench, args.collection)


def million() -> None:
    """Print the processor time of combinations (3, 1) among a million documents."""
    index = LargeIndex(1_000_000, 300)
    draft = draft_of([index.words])
    for _ in range(2):
        began = time.process_time()
        found = combination_findings(draft, index, Question(), ())
        took = time.process_time() - began
        print(
            f"a million documents, {len(index.words)} terms: {len(found.findings)} findings in "
            f"{took:.2f} s of processor time"
        )


def masked_until_clean(draft: Draft, index: Index, question: Question) -> Draft:
    """The draft with as few words masked as makes it clean."""
    task = Task(draft, Markup.PLAIN, Reading(), question)
    return read_draft(mask_until_clean(task, index, DEFAULT_MASK).text)


def share(words: int, bench: Bench) -> str:
    """Some of the words of the drafts as they came."""
    return f"{100 * words / bench.words:.1f} %"


def times(bench: Bench, plain: int) -> None:
    """Print how long the findings take."""
    print("milliseconds to find the combinations of a draft: of the processor, and on the clock")
    print(f"{'(m, L)':>8} {'p50':>6} {'p95':>6} {'most':>6}   {'p50':>6} {'p95':>6} {'most':>6}")
    shortest = sorted(bench.drafts, key=lambda draft: len(draft.forms))[:plain]
    for m, length in TIMED:
        question = Question(2, m, length)
        took, stopped = [], 0
        for draft in bench.drafts:
            began = time.process_time(), time.perf_counter()
            found = combination_findings(draft, bench.index, question, (), within(LIMIT))
            took.append((time.process_time() - began[0], time.perf_counter() - began[1]))
            stopped += not found.complete
        low, high, most = 1000 * np.percentile(took, [50, 95, 100], axis=0)
        busy, clock = (
            " ".join(f"{value[which]:6.0f}" for value in (low, high, most)) for which in (0, 1)
        )
        print(f"{f'({m}, {length})':>8} {busy}   {clock}   stopped after {LIMIT:.0f} s: {stopped}")
        sys.stdout.flush()
    print(
        "\nplain enumeration with Python sets, the shortest drafts, milliseconds of the processor"
    )
    question = Question(2, 3, 1)
    for draft in shortest:
        terms = draft_terms(draft, bench.index, question, (), never)
        began = time.process_time()
        count = sum(1 for _ in minimal_sets(terms, question))
        between = time.process_time()
        sets = [frozenset(terms.bit_sets.joint([number]).tolist()) for number in terms.all_sets]
        same = plain_count(sets, question.k)
        ours, plainly = 1000 * (between - began), 1000 * (time.process_time() - between)
        print(
            f"(3, 1), {len(draft.forms)} words, {len(sets)} terms: {count} combinations "
            f"in {ours:.1f}; plainly {same} in {plainly:.0f}, {plainly / ours:.0f} times as long"
        )
    print()


def minimal_sets(terms: Terms, question: Question) -> Iterator[tuple[int, ...]]:
    """All minimal linking combinations of sets."""
    search = CombinationSearch(terms.bit_sets, terms.bit_sets.shared(never), question.k, never)
    for size in range(2, question.max_terms + 1):
        for batch in search.combinations(terms.all_sets, size):
            yield from map(tuple, batch.tolist())


def plain_count(sets: Sequence[frozenset[int]], k: int) -> int:
    """How many minimal linking combinations of two or three sets there are, trying every one."""
    linking = {
        pair
        for pair in itertools.combinations(range(len(sets)), 2)
        if 1 <= len(sets[pair[0]] & sets[pair[1]]) < k
    }
    count = len(linking)
    for one, two in itertools.combinations(range(len(sets)), 2):
        if (one, two) in linking:
            continue
        both = sets[one] & sets[two]
        for three in range(two + 1, len(sets)):
            if (one, three) not in linking and (two, three) not in linking:
                count += 1 <= len(both & sets[three]) < k
    return count


def costs(bench: Bench) -> None:
    """Print how many words are to be changed."""
    print("words to change until clean, beyond the phrase findings, in % of the words of a draft")
    print(f"{'(m, L)':>8} {'all':>7} {'p10':>7} {'p50':>7} {'p90':>7}  most rounds")
    for m, length in COSTED:
        question = Question(2, m, length)
        lost, rounds = [], []
        for draft in bench.drafts:
            clean, times_checked = rewritten(draft, bench.index, question)
            lost.append(len(draft.forms) - len(clean.forms))
            rounds.append(times_checked)
        shares = [100 * words / len(raw.forms) for words, raw in zip(lost, bench.raw, strict=True)]
        low, middle, high = np.percentile(shares, [10, 50, 90])
        total = 100 * sum(lost) / bench.words
        print(
            f"{f'({m}, {length})':>8} {total:7.1f} {low:7.1f} {middle:7.1f} {high:7.1f}  "
            f"{max(rounds):11d}"
        )
    print()


def rewritten(draft: Draft, index: Index, question: Question) -> tuple[Draft, int]:
    """The draft with all that is found masked until it is clean, and how often that took."""
    rounds = 0
    while True:
        found = combination_findings(draft, index, question, ()).findings
        if not found:
            return draft, rounds
        rounds += 1
        text = draft.text
        for word in reversed(words_to_change(draft, [(f.first_word, f.words) for f in found])):
            text = text[: draft.starts[word]] + DEFAULT_MASK + text[draft.ends[word] :]
        draft = read_draft(text)


def words_to_change(draft: Draft, places: Iterable[tuple[int, int]]) -> Sequence[int]:
    """The fewest words such that every place (first word, words) loses one."""
    intervals = [(first, first + words - 1) for first, words in places]
    return fewest_points(intervals, [0] * len(draft.forms))


def rule(bench: Bench) -> None:
    """Print the sizes of the sets that two rules choose."""
    print("terms to rewrite and words to change, all drafts: the published rule and ours")
    for m, length in RULED:
        question = Question(2, m, length)
        theirs, ours, their_words, our_words = 0, 0, 0, 0
        for draft in bench.drafts:
            places = published_rule(draft, bench.index, question)
            theirs += len({draft.forms[first : first + words] for first, words in places})
            their_words += len(words_to_change(draft, places))
            found = combination_findings(draft, bench.index, question, ()).findings
            places = [(finding.first_word, finding.words) for finding in found]
            ours += len({draft.forms[first : first + words] for first, words in places})
            our_words += len(words_to_change(draft, places))
        print(
            f"{f'({m}, {length})':>8}  published {theirs:6d} terms {their_words:6d} words "
            f"({share(their_words, bench)})   ours {ours:6d} terms {our_words:6d} words "
            f"({share(our_words, bench)})"
        )
        sys.stdout.flush()
    print()


def published_rule(draft: Draft, index: Index, question: Question) -> list[tuple[int, int]]:
    """The places (first word, words) of the shortest term of every linking combination.

    Shortest in words, then in characters.
    """
    terms = draft_terms(draft, index, question, (), never)
    if not len(terms.bit_sets):
        return []
    characters = [
        sum(map(len, draft.forms[first : first + words]))
        for first, words in (terms.spans(term)[0] for term in range(len(terms.term_sets)))
    ]
    order = np.lexsort((np.array(characters), terms.term_lengths))
    rank = np.full(len(terms.bit_sets), len(order))
    np.minimum.at(rank, terms.term_sets[order], np.arange(len(order)))
    flagged = np.zeros(len(terms.bit_sets), dtype=bool)
    search = CombinationSearch(terms.bit_sets, terms.bit_sets.shared(never), question.k, never)
    for size in range(2, question.max_terms + 1):
        for batch in search.combinations(terms.all_sets, size):
            flagged[batch[np.arange(len(batch)), rank[batch].argmin(axis=1)]] = True
    chosen = np.isin(terms.terms, order[rank[flagged]])
    return list(
        zip(terms.first_words[chosen].tolist(), terms.lengths[chosen].tolist(), strict=True)
    )


def engine(bench: Bench, collection: Path, queries: int = 20_000) -> None:
    """Print how many random searches of clean drafts lead to fewer than k documents."""
    database = sqlite3.connect("")  # in a temporary file of SQLite's own
    database.execute("create virtual table documents using fts5(text, content='')")
    tokens: dict[str, str] = {}

    def token(form: str) -> str:
        return tokens.setdefault(form, f"w{len(tokens):x}")

    def quoted(term: tuple[str, ...]) -> str:
        return '"' + " ".join(map(token, term)) + '"'

    seen = set()
    with lzma.open(collection, "rt", encoding="utf-8") as lines:
        for line in lines:
            forms = find_words(json.loads(line)["text"]).forms
            if forms not in seen:
                seen.add(forms)
                database.execute(
                    "insert into documents(text) values (?)", (" ".join(map(token, forms)),)
                )
    print(f"random searches in {len(seen)} documents with SQLite's FTS5")
    chance = random.Random(1)
    for m, length in [(3, 1), (3, 7)]:
        question = Question(2, m, length)
        led, asked = 0, 0
        for draft in bench.drafts:
            clean, _ = rewritten(draft, bench.index, question)
            terms = draft_terms(clean, bench.index, question, (), never)
            one_place = [terms.spans(term)[0] for term in range(len(terms.term_sets))]
            weights = (1 / terms.bit_sets.df[terms.term_sets]).tolist()
            for _ in range(queries // len(bench.drafts)):
                places = chance.choices(one_place, weights, k=chance.randint(2, m))
                query = " AND ".join(quoted(clean.forms[first:last]) for first, last in places)
                (count,) = database.execute(
                    "select count(*) from documents(?)", (query,)
                ).fetchone()
                asked += 1
                led += 1 <= count < question.k
        print(f"{f'({m}, {length})':>8}  {led} of {asked} led to fewer than {question.k}")
        sys.stdout.flush()


if __name__ == "__main__":
    print(f"numpy {np.__version__}, Python {sys.version.split()[0]}")
    main()
