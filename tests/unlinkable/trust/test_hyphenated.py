"""Drafts with the soft hyphens of a hyphenator, and drafts wrapped with hyphens at their line ends:
once protected, what people read in them leads nowhere, says another engine (SQLite's FTS5)."""

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import unlinkable
from unlinkable import Markup
from unlinkable.demo import DemoDraft, drafts
from unlinkable.demo.folder import COLLECTION, INDEX, write_demo
from unlinkable_index.index import Index

WIDTH = 72
DRAFTS = [draft for draft in drafts() if draft.name.endswith(".txt")]


def syllables(word: str) -> list[str]:
    """A word of letters in parts that each hold vowels."""
    found = re.findall(r".*?[aeiouyäöü]+(?:[^aeiouyäöü]+\Z)?|.+\Z", word, re.IGNORECASE)
    return found if len(word) > 4 else [word]


def with_soft_hyphens(text: str) -> str:
    return re.sub(r"[a-zäöüß]{5,}", lambda word: "\xad".join(syllables(word[0])), text)


def wrapped(text: str) -> str:
    """Lines of at most 72 characters, words broken at their ends with a hyphen."""
    done: list[str] = []
    for line in text.split("\n"):
        written = ""
        for word in line.split(" "):
            if len(written) + 1 + len(word) <= WIDTH:
                written = f"{written} {word}" if written else word
                continue
            parts = syllables(word) if word.isalpha() else [word]
            head = ""
            while len(parts) > 1 and len(written) + 3 + len(head + parts[0]) <= WIDTH:
                head += parts.pop(0)
            done.append(f"{written} {head}-" if head else written)
            written = "".join(parts)
        done.append(written)
    return "\n".join(done)


def as_people_read(text: str) -> Iterator[list[list[str]]]:
    """The words between masks and sentence ends; broken words whole, then in two."""
    text = text.replace("\xad", "")
    for joint in ("", " "):
        seen = re.sub(r"(?<=[^\W\d_])-\n(?=[^\W\d_])", joint, text)
        runs = re.split(r"\[REDACTED\]|[.!?](?=\s+[A-ZÄÖÜ\[])|\n\n", seen)
        yield [re.findall(r"[^\W_]+", run.casefold()) for run in runs]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "demo"
    write_demo(folder)
    return folder


@pytest.fixture(scope="module")
def engine(demo: Path) -> sqlite3.Connection:
    """The originals' words in FTS5; copies and records of a group are one row."""
    originals: dict[str, list[str]] = {}
    same: dict[str, str] = {}
    for line in (demo / COLLECTION).read_text("utf-8").splitlines():
        record = json.loads(line)
        words = " ".join(re.findall(r"[^\W_]+", record["text"].casefold()))
        unit = record.get("group") or same.setdefault(words, record["id"])
        originals.setdefault(same.setdefault(words, unit), []).append(words)
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "create virtual table texts using fts5(words, tokenize='unicode61 remove_diacritics 0')"
    )
    connection.executemany(
        "insert into texts values (?)", ((" · ".join(some),) for some in originals.values())
    )
    return connection


def rare(engine: sqlite3.Connection, text: str, max_words: int) -> set[str]:
    """The phrases of any reading of a text that only one original has."""
    found: set[str] = set()
    for runs in as_people_read(text):
        for run in runs:
            for first in range(len(run)):
                for n in range(1, min(max_words, len(run) - first) + 1):
                    phrase = " ".join(run[first : first + n])
                    query = "select count(*) from (select 1 from texts where texts match ? limit 2)"
                    ((originals,),) = engine.execute(query, (f'"{phrase}"',))
                    if originals == 1:
                        found.add(phrase)
                    if originals < 2:
                        break
    return found


@pytest.mark.parametrize("write", [with_soft_hyphens, wrapped])
@pytest.mark.parametrize("draft", DRAFTS, ids=[draft.name for draft in DRAFTS])
def test_a_protected_draft_with_hyphens_leads_nowhere_as_people_read_it(
    demo: Path, engine: sqlite3.Connection, draft: DemoDraft, write
) -> None:
    text = write(draft.text)
    assert "\xad" in text or re.search(r"[a-z]-\n[a-z]", text)
    with Index.open(demo / INDEX) as index:
        assert rare(engine, text, index.max_words)
        for markup in Markup:
            protected = unlinkable.protect(text, index, markup=markup)
            assert rare(engine, protected.text, index.max_words) == set()
            assert unlinkable.check(protected.text, index, markup=markup).clean


@pytest.mark.parametrize("draft", DRAFTS, ids=[draft.name for draft in DRAFTS])
def test_a_draft_with_soft_hyphens_has_the_findings_of_the_plain_one(
    demo: Path, draft: DemoDraft
) -> None:
    with Index.open(demo / INDEX) as index:
        plain = unlinkable.check(draft.text, index).findings
        hyphenated = unlinkable.check(with_soft_hyphens(draft.text), index).findings
        assert [(one.kind, one.text, one.documents) for one in plain] == [
            (one.kind, one.text.replace("\xad", ""), one.documents) for one in hyphenated
        ]
