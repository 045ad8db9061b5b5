"""What engines that are not ours find in protected drafts: they should lead to no original alone.

    python -m tests.benchmarks.exact_engines --index FILE --corpora FOLDER --results FILE
        [--drafts N] [--most N] [--no-tantivy]

CORPORA holds echr.jsonl.xz and drafts-presidio.jsonl.xz, drafts-human.jsonl.xz. Each draft is
protected as `protect --rewriter mask` does, and read back. Of what its source has, too, all is then
looked for in all originals by a slow twin that goes through the texts: phrases of up to 7 words,
over the ends of sentences; two and three words in one document; two and three words of a sentence
within 10 words; and the words left and right of every mask, l + r up to 3, with up to 10 words
between. SQLite FTS5 (phrases, AND, NEAR) and tantivy (phrases, with slop) are asked for the same,
of windows and words together at most so many (``--most``), of gap phrases a tenth, those of the
rarest words first. Counts what leads to the
source and to nobody else. What stands in the file of results is not done again.
"""

import argparse
import json
import lzma
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.benchmarks.peers import Fts5, Tantivy, Tokens, records_of

import unlinkable
from unlinkable_index.words import find_words

MASK = re.compile(r"\[[A-Z][A-Z _-]*\]")
END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][”’\")\]])\s+|\n+")
LONGEST, WITHIN, BETWEEN, FEW = 7, 10, 10, 50
Runs = list[list[str]]
"""Tokens between masks, run by run."""
Words = tuple[str, ...]
Gap = tuple[Words, Words]
"""The words left and right of a mask."""


class Twin:
    """All originals as one row of numbers, gone through place by place."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        apart = [0] * (LONGEST + 2 * WITHIN)  # between two texts; of no token
        numbers: list[int] = [*apart]
        of_place: list[NDArray[np.int32]] = [np.full(len(apart), -1, dtype=np.int32)]
        for text, tokens in enumerate(texts):
            numbers += (int(token[1:], 16) + 1 for token in tokens)
            numbers += apart
            of_place.append(np.full(len(tokens) + len(apart), text, dtype=np.int32))
        self._row = np.array(numbers, dtype=np.int32)
        self._text_at = np.concatenate(of_place)
        order = np.argsort(self._row, kind="stable")
        bounds = np.searchsorted(self._row[order], np.arange(self._row.max() + 2))
        self._places, self._bounds = order.astype(np.int32), bounds
        self._count = len(texts)

    def often(self, token: str) -> int:
        """How often a token stands anywhere."""
        return len(self._at(token))

    def phrase_leads(self, source: int, phrase: Words) -> bool:
        """Whether no text but the source has a phrase."""
        rarest = min(range(len(phrase)), key=lambda at: self.often(phrase[at]))
        steps = np.arange(len(phrase)) - rarest
        wanted = np.array([_number(token) for token in phrase])
        return not any(
            (self._row[at[:, None] + steps] == wanted).all(axis=1).any()
            for at in self._elsewhere(source, phrase[rarest])
        )

    def window_leads(self, source: int, window: Words) -> bool:
        """Whether no text but the source has some words near each other."""
        rarest, *others = sorted(window, key=self.often)
        steps = np.arange(-WITHIN, WITHIN + 1)
        for at in self._elsewhere(source, rarest):
            around = self._row[at[:, None] + steps]
            has = [around == _number(token) for token in others]
            rows = np.logical_and.reduce([one.any(axis=1) for one in has])
            has = [one[rows] for one in has]
            for first in range(WITHIN + 1):
                inside = (one[:, first : first + WITHIN + 1].any(axis=1) for one in has)
                if np.logical_and.reduce(list(inside)).any():
                    return False
        return True

    def gap_leads(self, source: int, gap: Gap) -> bool:
        """Whether no text but the source has words, and others behind them."""
        left, right = gap
        of_left = self.often(left[0]) <= self.often(right[0])
        before, behind = ([_number(token) for token in side] for side in gap)
        for at in self._elsewhere(source, left[0] if of_left else right[0]):
            for between in range(BETWEEN + 1):
                step = len(left) + between
                starts = at if of_left else at - step
                has_left = self._row[starts[:, None] + np.arange(len(left))] == before
                has_right = self._row[starts[:, None] + step + np.arange(len(right))] == behind
                if (has_left.all(axis=1) & has_right.all(axis=1)).any():
                    return False
        return True

    def terms_lead(self, source: int, words: Sequence[str]) -> tuple[int, int]:
        """Of all pairs and triples of ``words``: how many, and how many no other text has."""
        bits = np.zeros((len(words), self._count), dtype=bool)
        for row, token in enumerate(words):
            bits[row, self._text_at[self._at(token)]] = True
        bits[:, source] = False
        packed = np.packbits(bits, axis=1)
        packed = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)
        count = led = 0
        for first, second in combinations(range(len(words)), 2):
            both = packed[first] & packed[second]
            third = packed[second + 1 :, both > 0] & both[both > 0]
            count += 1 + len(third)
            led += int(not both.any()) + int((~third.any(axis=1)).sum())
        return count, led

    def _at(self, token: str) -> NDArray[np.int32]:
        number = _number(token)
        return self._places[self._bounds[number] : self._bounds[number + 1]]

    def _elsewhere(self, source: int, token: str) -> Iterator[NDArray[np.int32]]:
        """Where a token stands in other texts than the source, some places at a time."""
        places, start, size = self._at(token), 0, 64
        while start < len(places):
            some = places[start : start + size]
            yield some[self._text_at[some] != source]
            start, size = start + size, size * 4


class Originals:
    """The originals as tokens, and three searches that know them."""

    def __init__(self, collection: Path, folder: Path, tantivy: bool) -> None:
        self.tokens = Tokens()
        self._number: dict[str, int] = {}
        first_with: dict[tuple[str, ...], int] = {}
        for identity, text in records_of(collection):
            tokens = tuple(self.tokens.of(find_words(text).forms))
            self._number[identity] = first_with.setdefault(tokens, len(first_with))
        self.texts = list(map(list, first_with))
        del first_with
        self.twin = Twin(self.texts)
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
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--drafts", type=int, default=64, help="of each kind, the first ones")
    parser.add_argument(
        "--most", type=int, default=1000, help="windows that the engines are asked for"
    )
    parser.add_argument("--no-tantivy", action="store_true")
    args = parser.parse_args()
    done = results_in(args.results)
    with (
        tempfile.TemporaryDirectory() as folder,
        unlinkable.open_index(args.index) as index,
        args.results.open("a", encoding="utf-8") as results,
    ):
        originals = Originals(args.corpora / "echr.jsonl.xz", Path(folder), not args.no_tantivy)
        for kind, identity, text in drafts(args.corpora, args.drafts):
            if (kind, identity) in done:
                continue
            result = unlinkable.protect(text, index, rewriter="mask").text
            found = searches(result, originals, originals.source(identity), args.most)
            done[kind, identity] = found
            results.write(json.dumps({"kind": kind, "id": identity, "found": found}) + "\n")
            results.flush()
    say(done)


def results_in(path: Path) -> dict[tuple[str, str], dict[str, list[int]]]:
    """By kind and id of a draft, what was found in it before."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {(one["kind"], one["id"]): one["found"] for one in map(json.loads, lines)}


def say(done: dict[tuple[str, str], dict[str, list[int]]]) -> None:
    """Print the sums."""
    asked: Counter[str] = Counter()
    led: Counter[str] = Counter()
    for found in done.values():
        for name, (count, leading, _) in found.items():
            asked[name] += count
            led[name] += leading
    kinds = Counter(kind for kind, _ in done)
    print(", ".join(f"{count} drafts {kind}" for kind, count in kinds.items()))
    for name, count in asked.items():
        print(f"{name}: {led[name]:,} of {count:,} lead to the source alone")


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


def searches(text: str, originals: Originals, source: int, most: int) -> dict[str, list[int]]:
    """By searcher and kind of search how many were made, how many lead to the source alone, and the
    seconds it took."""
    runs = [originals.tokens.of(find_words(part).forms) for part in MASK.split(text)]
    own, twin, tantivy = originals.texts[source], originals.twin, originals.tantivy
    phrases = by_rarity(own_phrases(runs, own))
    windows = by_rarity(own_windows(text, originals, own))
    gaps = [one for one in set(gap_phrases(runs)) if has_gap_phrase(own, *one)]
    gaps.sort(key=lambda gap: _commonness(gap[0] + gap[1]))
    terms = sorted({token for run in runs for token in run} & set(own), key=_number)
    triples = by_rarity(combinations(terms[-60:], 3))
    found: dict[str, list[int]] = {}

    def count(name: str, asked: int, leading: Iterator[bool]) -> None:
        began = time.process_time()
        found[name] = [asked, sum(leading), round(time.process_time() - began, 1)]

    count("phrases, twin", len(phrases), (twin.phrase_leads(source, one) for one in phrases))
    count("windows, twin", len(windows), (twin.window_leads(source, one) for one in windows))
    count("gap phrases, twin", len(gaps), (twin.gap_leads(source, one) for one in gaps))
    began = time.process_time()
    found["words together, twin"] = [*twin.terms_lead(source, terms)]
    found["words together, twin"].append(round(time.process_time() - began, 1))
    windows, triples, gaps = windows[:most], triples[:most], gaps[: most // 10]

    def only(queries: Iterator[str]) -> Iterator[bool]:
        return (originals.only(query, source) for query in queries)

    near = (f"NEAR({' '.join(map(_phrase, zip(one)))}, {WITHIN - 1})" for one in windows)
    count("phrases, FTS5", len(phrases), only(map(_phrase, phrases)))
    count("windows, FTS5", len(windows), only(near))
    count("gap phrases, FTS5", len(gaps), (_gap_leads(originals, source, *one) for one in gaps))
    count("words together, FTS5", len(triples), only(" AND ".join(one) for one in triples))
    if tantivy is not None:
        counts = tantivy.counts([list(one) for one in phrases])
        count("phrases, tantivy", len(phrases), (one == 1 for one in counts))
        near = (tantivy.near(one, WITHIN) == 1 for one in windows)
        count("windows, tantivy", len(windows), near)
        behind = (tantivy.one_behind(*one, BETWEEN) == 1 for one in gaps)
        count("gap phrases, tantivy", len(gaps), behind)
    return found


def by_rarity(asked: Iterator[Words]) -> list[Words]:
    """Those with the rarest tokens first."""
    return sorted(set(asked), key=_commonness)


def _commonness(tokens: Words) -> float:
    """Low for rare ones: tokens are numbered as they first occur."""
    return -sum(map(_number, tokens)) / len(tokens)


def _number(token: str) -> int:
    return int(token[1:], 16) + 1


def _phrase(tokens: Words) -> str:
    return f'"{" ".join(tokens)}"'


def own_phrases(runs: Runs, own: list[str]) -> Iterator[Words]:
    """The different phrases of a draft that its source has, too."""
    sizes = range(1, LONGEST + 1)
    there = {tuple(own[at : at + n]) for n in sizes for at in range(len(own) - n + 1)}
    asked = {
        tuple(run[at : at + n]) for run in runs for n in sizes for at in range(len(run) - n + 1)
    }
    yield from asked & there


def own_windows(text: str, originals: Originals, own: list[str]) -> Iterator[Words]:
    """The windows of a draft that its source has, too."""
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
    yield from asked & there


def gap_phrases(runs: Runs) -> Iterator[Gap]:
    """The words left and right of every mask, three in all at most."""
    for left, right in pairwise(runs):
        for before, behind in ((1, 1), (1, 2), (2, 1)):
            if len(left) >= before and len(right) >= behind:
                yield tuple(left[-before:]), tuple(right[:behind])


def has_gap_phrase(text: list[str], left: Words, right: Words) -> bool:
    """Whether a text has words, and others behind them with up to ten between."""
    for start in range(len(text) - len(left)):
        at = start + len(left)
        if text[start] == left[0] and tuple(text[start:at]) == left:
            behind = range(at, min(at + BETWEEN, len(text) - len(right)) + 1)
            if any(tuple(text[one : one + len(right)]) == right for one in behind):
                return True
    return False


def _gap_leads(originals: Originals, source: int, left: Words, right: Words) -> bool:
    query = f"NEAR({_phrase(left)} {_phrase(right)}, {BETWEEN})"
    rows = originals.fts5.rows(query, FEW)
    if len(rows) == FEW:
        rows = originals.fts5.rows(query, len(originals.texts))
    # the source's own left and right by themselves are in two originals or more, or a phrase leads
    others = (row for row in rows if row != source)
    return not any(has_gap_phrase(originals.texts[row], left, right) for row in others)


if __name__ == "__main__":
    main()
