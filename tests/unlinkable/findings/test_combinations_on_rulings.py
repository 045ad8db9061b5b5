"""Real drafts, made clean, against a search engine that knows nothing of how that was done."""

import json
import lzma
import random
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest

from unlinkable.draft import Draft, read_draft
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.phrases import phrase_findings
from unlinkable.findings.question import Question
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

pytestmark = pytest.mark.collection

EVERY = 12  # of the collection's rulings, one in so many, and the sources of the drafts
QUERIES = 4000


class Engine:
    """SQLite's FTS5 on the words of a collection, each a token that it can't cut further."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        self._database = sqlite3.connect(":memory:")
        self._database.execute("create virtual table documents using fts5(text, content='')")

    def add(self, forms) -> None:
        words = " ".join(map(self._token, forms))
        self._database.execute("insert into documents(text) values (?)", (words,))

    def count(self, terms) -> int:
        """How many documents contain all of ``terms``."""
        query = " AND ".join('"' + " ".join(map(self._token, term)) + '"' for term in terms)
        found = self._database.execute("select count(*) from documents(?)", (query,))
        return found.fetchone()[0]

    def _token(self, form: str) -> str:
        return self._tokens.setdefault(form, f"w{len(self._tokens):x}")


@dataclass(frozen=True)
class Collection:
    index: Index
    engine: Engine
    drafts: list[str]


def lines(path: Path):
    with lzma.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


@pytest.fixture(scope="module")
def rulings(corpora, tmp_path_factory):
    drafts = list(lines(corpora / "drafts-human.jsonl.xz"))[::16]
    wanted = {draft["id"] for draft in drafts}
    folder = tmp_path_factory.mktemp("rulings")
    engine, seen = Engine(), set()
    with (folder / "rulings.jsonl").open("w", encoding="utf-8") as file:
        for number, record in enumerate(lines(corpora / "echr.jsonl.xz")):
            if (number % EVERY and record["id"] not in wanted) or record["words"] > 5000:
                continue
            forms = find_words(record["text"]).forms
            if forms not in seen:
                seen.add(forms)
                engine.add(forms)
                file.write(json.dumps({"id": record["id"], "text": record["text"]}) + "\n")
    build_index([folder / "rulings.jsonl"], folder / "index", Options(processes=1))
    with Index.open(folder / "index") as index:
        yield Collection(index, engine, [draft["text"] for draft in drafts])


def masked(draft: Draft, findings) -> str:
    """The text of a draft with every finding masked."""
    inside = {word for f in findings for word in range(f.first_word, f.first_word + f.words)}
    text = draft.text
    for word in sorted(inside, reverse=True):
        text = f"{text[: draft.starts[word]]}[REDACTED]{text[draft.ends[word] :]}"
    return text


def made_clean(text: str, index: Index, question: Question) -> Draft:
    """The draft when all that is found was masked, again and again until nothing is."""
    rounds = 0
    while True:
        draft = read_draft(text)
        phrases = phrase_findings(draft, index, question.k, question.source)
        found = combination_findings(draft, index, question, phrases)
        assert found.complete
        if not phrases and not found.findings:
            return draft
        rounds += 1
        assert rounds <= 8
        text = masked(draft, [*phrases, *found.findings])


def phrases_in(draft: Draft, longest: int) -> set[tuple[str, ...]]:
    segments = draft.segments.tolist()
    return {
        draft.forms[first : first + n]
        for n in range(1, longest + 1)
        for first in range(len(segments) - n + 1)
        if segments[first] == segments[first + n - 1]
    }


@pytest.mark.parametrize(
    "question",
    [Question(2, 3, 1), Question(3, 3, 1), Question(2, 2, 7), Question(2, 3, 3), Question(2, 4, 1)],
    ids=lambda question: f"k={question.k} ({question.max_terms}, {question.term_words})",
)
def test_no_search_for_terms_of_a_clean_draft_finds_fewer_than_k_documents(rulings, question):
    chance = random.Random(1)
    for text in rulings.drafts:
        draft = made_clean(text, rulings.index, question)
        frequencies = {
            phrase: rulings.engine.count([phrase])
            for phrase in phrases_in(draft, question.term_words)
        }
        assert not [df for df in frequencies.values() if 1 <= df < question.k]
        terms = sorted(phrase for phrase, df in frequencies.items() if df)
        # Rare terms are the likeliest to link.
        weights = [1 / frequencies[term] for term in terms]
        for _ in range(QUERIES // len(rulings.drafts)):
            query = chance.choices(terms, weights, k=chance.randint(2, question.max_terms))
            assert not 1 <= rulings.engine.count(query) < question.k


def test_a_draft_as_it_is_has_combinations_that_the_engine_finds_too(rulings):
    for text in rulings.drafts:
        draft = read_draft(text)
        question = Question(2, 3, 2)
        phrases = phrase_findings(draft, rulings.index, 2)
        for finding in combination_findings(draft, rulings.index, question, phrases).findings:
            spans = [(finding.start, finding.end), *finding.others]
            terms = [find_words(text[start:end]).forms for start, end in spans]
            assert rulings.engine.count(terms[:1]) == finding.df
            assert rulings.engine.count(terms) == finding.joint_df
