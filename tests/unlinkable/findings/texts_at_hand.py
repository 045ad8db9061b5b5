"""Small collections of texts, all of them in memory, for searches by place."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from hypothesis import strategies as st

from unlinkable.draft import Draft, Reading, read_draft
from unlinkable.findings.near.extracts import AskedOf, Occurrences
from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.positions import Positions, PositionsInMemory

WORDS = ("ash", "birch", "cedar", "elm", "fir", "gorse", "hazel", "ivy")
MASK = "[REDACTED]"
HASHER = PhraseHasher()

Texts = Sequence[Sequence[Sequence[str]]]
"""Of each document its records, as words."""


def positions_of(texts: Texts) -> PositionsInMemory:
    return PositionsInMemory([[HASHER.words(record) for record in records] for records in texts])


def asked_of(positions: Positions, k: int = 2, counted: Collection[int] | None = None) -> AskedOf:
    """``counted``: the documents that count; None: all."""
    every = range(len(positions.document_starts) - 1)
    documents = every if counted is None else counted
    return AskedOf(positions, HASHER, k, documents, Occurrences(positions))


def draft_of(paragraphs: Sequence[Sequence[str]]) -> Draft:
    """A draft of paragraphs of one sentence each; `MASK` is a mask."""
    text = "\n\n".join(" ".join(words) for words in paragraphs)
    return read_draft(text, reading=Reading(cross_sentences=True))


@contextmanager
def full_text_search(texts: Texts) -> Iterator[sqlite3.Connection]:
    """The texts in SQLite's FTS5; records of one document a hundred other words apart."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("create virtual table texts using fts5(content, tokenize='ascii')")
        between = f" {' '.join(['x'] * 100)} "
        rows = [(n, between.join(" ".join(r) for r in records)) for n, records in enumerate(texts)]
        connection.executemany("insert into texts(rowid, content) values (?, ?)", rows)
        yield connection
    finally:
        connection.close()


def found_by(connection: sqlite3.Connection, query: str) -> set[int]:
    found = connection.execute("select rowid from texts where texts match ?", (query,))
    return {row for (row,) in found}


def _texts(words: Sequence[str], longest: int) -> st.SearchStrategy[Texts]:
    record = st.lists(st.sampled_from(words), min_size=1, max_size=longest)
    return st.lists(st.lists(record, min_size=1, max_size=2), min_size=1, max_size=6)


texts = _texts(WORDS, 24) | _texts(WORDS[:5], 12)
drafts = st.lists(
    st.lists(st.sampled_from((*WORDS, "yew", MASK)), min_size=1, max_size=9), min_size=1, max_size=3
).map(draft_of)
