"""Findings of real drafts, confirmed by an engine that shares only the words with the index.

SQLite FTS5 is asked for every phrase of a draft, one query each; the definitions then say, from its
answers alone, what must be found. With UNLINKABLE_EVERYTHING set, on the whole collection and all
drafts, which takes some minutes.
"""

import json
import lzma
import os
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path

import pytest

from tests.benchmarks.peers import Fts5, Tokens, different_documents, records_of
from tests.unlinkable.findings.phrases_twin import Found, Phrase, twin_findings, twin_minimal_rare
from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Draft, read_draft
from unlinkable.findings.finding import Finding
from unlinkable.findings.phrases import minimal_rare, phrase_findings
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

EVERYTHING = bool(os.environ.get("UNLINKABLE_EVERYTHING"))
MOST_RECORDS, MOST_DRAFTS = (None, None) if EVERYTHING else (1000, 3)
LARGEST_K = 5

pytestmark = pytest.mark.collection


class Engine:
    """The documents of the index in FTS5, under the same numbers."""

    def __init__(self, path: Path, records: Iterator[tuple[str, str]]) -> None:
        self._tokens = Tokens()
        documents = different_documents(records)
        self._fts5 = Fts5(path, (self._tokens.of(forms) for _, forms in documents))
        self._known: dict[Phrase, frozenset[int]] = {}

    def documents_of(self, phrase: Phrase) -> frozenset[int]:
        """The documents that contain a phrase; of more than ``LARGEST_K`` only so many."""
        if phrase not in self._known:
            tokens = self._tokens.of(phrase)
            self._known[phrase] = frozenset(self._fts5.numbers(tokens, LARGEST_K))
        return self._known[phrase]

    def forget(self) -> int:
        """Forget the answers so far; returns how many phrases were asked for."""
        count = len(self._known)
        self._known.clear()
        return count


@pytest.fixture(scope="module")
def drafts(corpora: Path) -> list[tuple[str, Draft]]:
    """Drafts of both maskers with the ids of their sources."""
    found = []
    for masker in ("presidio", "human"):
        with lzma.open(corpora / f"drafts-{masker}.jsonl.xz", "rt", encoding="utf-8") as lines:
            for line in islice(lines, MOST_DRAFTS):
                record = json.loads(line)
                found.append((record["id"], read_draft(record["text"])))
    return found


@pytest.fixture(scope="module")
def records(corpora: Path, drafts: list[tuple[str, Draft]]) -> list[tuple[str, str]]:
    """The first records of the collection, and the sources of the drafts."""
    sources = {source for source, _ in drafts}
    return [
        (identity, text)
        for number, (identity, text) in enumerate(records_of(corpora / "echr.jsonl.xz"))
        if EVERYTHING or number < (MOST_RECORDS or 0) or identity in sources
    ]


@pytest.fixture(scope="module")
def index(
    records: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("index")
    as_json = ({"id": identity, "text": text} for identity, text in records)
    build_index([write_jsonl(folder / "c.jsonl", as_json)], folder / "i", Options(processes=2))
    with Index.open(folder / "i") as index:
        yield index


@pytest.fixture(scope="module")
def engine(records: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(tmp_path_factory.mktemp("fts5") / "fts5.sqlite", iter(records))


def segments_of(draft: Draft) -> list[Phrase]:
    """The words of every segment."""
    pairs = zip(draft.segments.tolist(), draft.forms, strict=True)
    return [tuple(form for _, form in words) for _, words in groupby(pairs, lambda pair: pair[0])]


def as_found(findings: list[Finding]) -> list[Found]:
    """Findings as the twin puts them."""
    return [Found(f.first_word, f.words, tuple(f.documents)) for f in findings]


def test_an_independent_engine_confirms_the_findings_of_real_drafts(
    drafts: list[tuple[str, Draft]], index: Index, engine: Engine
) -> None:
    phrases = minimal = findings = 0
    for source_id, draft in drafts:
        segments = segments_of(draft)
        source = index.document_number(source_id)
        for k, only in ((2, None), (3, None), (LARGEST_K, None), (2, source)):
            expected = twin_minimal_rare(segments, engine.documents_of, k, index.max_words, only)
            assert as_found(minimal_rare(draft, index, k, only)) == expected
            taken = twin_findings(expected)
            assert as_found(phrase_findings(draft, index, k, only)) == taken
            if k == 2 and only is None:
                minimal += len(expected)
                findings += len(taken)
        phrases += engine.forget()
    assert findings > 10 * len(drafts)
    print(f"{len(drafts)} drafts, {index.documents} documents: {phrases} different phrases asked,")
    print(f"k = 2: {minimal} minimal rare phrases, {findings} findings, all confirmed")


def test_no_phrase_that_leads_to_few_documents_is_free_of_a_minimal_rare_one(
    drafts: list[tuple[str, Draft]], index: Index, engine: Engine
) -> None:
    for _, draft in drafts:
        segments = segments_of(draft)
        for k in (2, LARGEST_K):
            rare = minimal_rare(draft, index, k)
            places = {(f.first_word, f.first_word + f.words) for f in rare}
            first_word = 0
            for segment in segments:
                for start in range(len(segment)):
                    for n in range(1, min(index.max_words, len(segment) - start) + 1):
                        if 1 <= len(engine.documents_of(segment[start : start + n])) < k:
                            begin = first_word + start
                            inside = {
                                (at, at + m)
                                for m in range(1, n + 1)
                                for at in range(begin, begin + n - m + 1)
                            }
                            assert inside & places
                first_word += len(segment)
        engine.forget()
