"""Two general search engines on the words of a collection, set up as a competent user would.

Each answers one question: in how many documents is a phrase. They are given forms that are made
already, one token each, so that they cut nothing in another way; nothing but what phrases need is
stored, no scores are asked for, and queries are prepared before the clock starts where the engine
lets them be. Knows nothing of Unlinkable's own index.
"""

import json
import lzma
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Protocol

from unlinkable_index.words import find_words

Forms = tuple[str, ...]


class Tokens:
    """A token for every form: its number, which no engine's own rules can change."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def of(self, forms: Iterable[str]) -> list[str]:
        """The tokens of ``forms``, new ones for forms that were never seen before."""
        known = self._of
        return [known.get(form) or known.setdefault(form, f"w{len(known):x}") for form in forms]


class Peer(Protocol):
    """A search engine that was given the documents of a collection."""

    def counts(self, phrases: Sequence[list[str]]) -> list[int]:
        """In how many documents each phrase is; phrases are given as tokens."""


class Fts5:
    """SQLite's full-text search: no text, sizes or prefixes kept, one merged segment."""

    def __init__(self, path: Path, documents: Iterable[list[str]]) -> None:
        self._database = sqlite3.connect(path, cached_statements=8)
        run = self._database.execute
        run("pragma journal_mode = off")
        run("pragma synchronous = off")
        run("pragma cache_size = -400000")
        run("pragma mmap_size = 4294967296")
        run("create virtual table t using fts5(x, content = '', columnsize = 0, tokenize = ascii)")
        run("insert into t(t, rank) values ('automerge', 0)")
        run("insert into t(t, rank) values ('hashsize', 400000000)")
        self._database.executemany(
            "insert into t(rowid, x) values (?, ?)",
            ((number, " ".join(tokens)) for number, tokens in enumerate(documents, start=1)),
        )
        run("insert into t(t) values ('optimize')")
        self._database.commit()
        run("begin")  # one transaction for all queries saves a lock for each

    def counts(self, phrases: Sequence[list[str]]) -> list[int]:
        """In how many documents each phrase is."""
        run = self._database.execute
        asked = [(f'"{" ".join(phrase)}"',) for phrase in phrases]
        return [run("select count(*) from t where t match ?", a).fetchone()[0] for a in asked]

    def numbers(self, phrase: list[str], most: int) -> set[int]:
        """Which documents a phrase is in, at most ``most``: their places among those given."""
        return self.rows(f'"{" ".join(phrase)}"', most)

    def rows(self, query: str, most: int) -> set[int]:
        """Which documents a full-text query finds, at most ``most``, as in `numbers`."""
        asked = ("select rowid from t where t match ? limit ?", (query, most))
        return {row[0] - 1 for row in self._database.execute(*asked)}

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()


class Tantivy:
    """Tantivy: positions but no scores' lengths, cut at white space, one merged segment."""

    def __init__(self, folder: Path, documents: Iterable[list[str]]) -> None:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("x", tokenizer_name="whitespace", index_option="position")
        self._schema = builder.build()
        index = tantivy.Index(self._schema, path=str(folder))
        writer = index.writer(heap_size=400_000_000, num_threads=1)
        for tokens in documents:
            writer.add_document(tantivy.Document(x=" ".join(tokens)))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._index = index
        self._searcher = index.searcher()
        self.segments = self._searcher.num_segments

    def counts(self, phrases: Sequence[list[str]]) -> list[int]:
        """In how many documents each phrase is."""
        import tantivy

        schema, search = self._schema, self._searcher.search
        term, phrase_of = tantivy.Query.term_query, tantivy.Query.phrase_query
        found: list[int] = []
        for phrase in phrases:
            query = (
                term(schema, "x", phrase[0], index_option="basic")
                if len(phrase) == 1
                else phrase_of(schema, "x", [*phrase])
            )
            result: Any = search(query, limit=1, count=True)
            found.append(result.count)
        return found

    def near(self, tokens: Sequence[str], within: int) -> int:
        """How many documents have some tokens, in any order, at most ``within`` from each other.
        Slop overlooks some where a token stands twice, so that what it finds only once is asked
        anew at every distance."""
        orders = list(permutations(tokens))
        count = self._any_of([(order, within + 1 - len(tokens)) for order in orders])
        if count > 1:
            return count
        steps = list(combinations(range(1, within + 1), len(tokens) - 1))
        return self._any_of(
            [(list(zip((0, *some), order, strict=True)), 0) for order in orders for some in steps]
        )

    def one_behind(self, left: Sequence[str], right: Sequence[str], between: int) -> int:
        """How many have ``left`` and, behind up to ``between`` other tokens, ``right``."""
        phrases = []
        for gap in range(between + 1):
            at = len(left) + gap
            phrases.append(([*enumerate(left), *enumerate(right, start=at)], 0))
        return self._any_of(phrases)

    def _any_of(self, phrases: Sequence[tuple[Sequence[Any], int]]) -> int:
        import tantivy

        phrase_of, either = tantivy.Query.phrase_query, tantivy.Occur.Should
        every = [(either, phrase_of(self._schema, "x", [*one], slop)) for one, slop in phrases]
        result: Any = self._searcher.search(tantivy.Query.boolean_query(every), limit=1, count=True)
        return int(result.count)


def different_documents(records: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Forms]]:
    """Id and forms of each of ``records`` (id and text) that repeats no earlier one's words."""
    seen: set[Forms] = set()
    for identity, text in records:
        forms = find_words(text).forms
        if forms and forms not in seen:
            seen.add(forms)
            yield identity, forms


def records_of(collection: Path) -> Iterator[tuple[str, str]]:
    """Id and text of the records of a .jsonl.xz file."""
    with lzma.open(collection, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["id"], record["text"]
