"""Searchers who rank, each with its own words: search engines, and counts of shared runs of words.

Each is given the documents once and says of a passage whether it ranks a given document first; ties
count as first. None of them shares code with the product's own ranking.
"""

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

WORD = re.compile(r"[^\W_]+")
_NEAR = 1e-6  # of a score: what counts as a tie


def tokens(text: str) -> list[str]:
    """Runs of letters and digits, in small letters: what most engines make of a text."""
    return [word.lower() for word in WORD.findall(text)]


class Engine(Protocol):
    """A searcher who ranks."""

    def first(self, passage: str, document: int) -> bool:
        """Whether the document ranks first for a passage, or shares that place."""


class Shingles:
    """BM25, or a plain count, over runs of ``n`` words; only those of the queries are kept.

    ``b`` 0 takes no account of lengths. With ``count``, every shared run counts 1.
    """

    def __init__(
        self,
        documents: Sequence[str],
        queries: Sequence[str],
        n: int,
        k1: float = 1.2,
        b: float = 0.75,
        count: bool = False,
    ) -> None:
        self._n = n
        wanted: dict[int, int] = {}
        for query in queries:
            for run in self._runs(query):
                wanted.setdefault(run, len(wanted))
        self._numbers = wanted
        postings: list[dict[int, int]] = [{} for _ in wanted]
        lengths = np.zeros(len(documents))
        for number, text in enumerate(documents):
            runs = self._runs(text)
            lengths[number] = len(runs)
            for run in runs:
                at = wanted.get(run)
                if at is not None:
                    postings[at][number] = postings[at].get(number, 0) + 1
        relative = lengths / max(lengths.mean(), 1e-9)
        self._documents = len(documents)
        self._postings: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
        for found in postings:
            rows = np.fromiter(found.keys(), np.int64, len(found))
            often = np.fromiter(found.values(), np.float64, len(found))
            if count:
                self._postings.append((rows, np.ones(len(rows))))
                continue
            idf = np.log(1 + (len(documents) - len(found) + 0.5) / (len(found) + 0.5))
            norm = k1 * (1 - b + b * relative[rows])
            self._postings.append((rows, idf * often / (often + norm)))

    def first(self, passage: str, document: int) -> bool:
        scores = np.zeros(self._documents)
        for run in self._runs(passage):
            rows, values = self._postings[self._numbers[run]]
            scores[rows] += values
        own = scores[document]
        return bool(own > 0 and own >= scores.max() - _NEAR * abs(scores.max()))

    def _runs(self, text: str) -> list[int]:
        words = tokens(text)
        return [
            hash(tuple(words[start : start + self._n])) for start in range(len(words) - self._n + 1)
        ]


class Fts5:
    """SQLite's full-text search with its bm25(), any of the words."""

    def __init__(self, path: Path, documents: Sequence[str]) -> None:
        self._database = sqlite3.connect(path)
        self._database.execute("create virtual table t using fts5(x)")
        rows = ((number, text) for number, text in enumerate(documents))
        self._database.executemany("insert into t(rowid, x) values (?, ?)", rows)
        self._database.execute("insert into t(t) values ('optimize')")
        self._database.commit()

    def first(self, passage: str, document: int) -> bool:
        words = dict.fromkeys(tokens(passage))
        query = " OR ".join(f'"{word}"' for word in words)
        rows = self._database.execute(
            "select rowid, bm25(t) from t where t match ? order by bm25(t) limit 3", (query,)
        ).fetchall()
        if not rows:
            return False
        best = rows[0][1]
        return any(row == document and abs(score - best) <= _NEAR * -best for row, score in rows)


class Tantivy:
    """Tantivy as it comes, any of the words; ``tokenizer`` "default", or "en_stem"."""

    def __init__(self, documents: Sequence[str], tokenizer: str = "default") -> None:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("x", tokenizer_name=tokenizer)
        builder.add_integer_field("number", stored=True)
        self._index = tantivy.Index(builder.build())
        writer = self._index.writer(heap_size=200_000_000, num_threads=1)
        for number, text in enumerate(documents):
            writer.add_document(tantivy.Document(x=text, number=number))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def first(self, passage: str, document: int) -> bool:
        words = tokens(passage)
        if not words:
            return False
        query = self._index.parse_query(" ".join(words), ["x"])
        hits = self._searcher.search(query, limit=3).hits
        if not hits:
            return False
        best = hits[0][0]
        return any(
            self._searcher.doc(address)["number"][0] == document and score >= best * (1 - _NEAR)
            for score, address in hits
        )


class Stemmed:
    """bm25s without English stop words, on Snowball's stems."""

    def __init__(self, documents: Sequence[str]) -> None:
        import bm25s
        import Stemmer

        self._bm25s = bm25s
        self._stemmer = Stemmer.Stemmer("english")
        self._engine = bm25s.BM25(method="lucene")
        self._engine.index(self._tokens(list(documents)), show_progress=False)

    def first(self, passage: str, document: int) -> bool:
        found = self._tokens([passage])
        words = [word for word in found.vocab if word]
        if not words:
            return False
        names = {number: word for word, number in found.vocab.items()}
        scores = self._engine.get_scores([names[number] for number in found.ids[0]])
        return bool(scores[document] > 0 and scores[document] >= scores.max() * (1 - _NEAR))

    def _tokens(self, texts: list[str]):  # type: ignore[no-untyped-def]
        return self._bm25s.tokenize(
            texts, stopwords="en", stemmer=self._stemmer, show_progress=False
        )


def digest(text: str) -> bytes:
    """The same for texts with the same words."""
    return hashlib.blake2b(" ".join(tokens(text)).encode(), digest_size=16).digest()


def different(records: Iterable[tuple[str, str]]) -> tuple[list[str], dict[str, int]]:
    """The texts of records (id and text), those with the same words once; and the number of its
    text by every id."""
    texts: list[str] = []
    places: dict[bytes, int] = {}
    numbers: dict[str, int] = {}
    for identity, text in records:
        numbers[identity] = places.setdefault(digest(text), len(texts))
        if numbers[identity] == len(texts):
            texts.append(text)
    return texts, numbers
