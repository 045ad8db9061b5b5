"""Whether a source fits a draft: against a count in the texts, and on real drafts."""

import json
import lzma
import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable.findings.test_phrases_real import drafts, index, records
from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Draft, Reading, read_draft
from unlinkable.findings.circumstances import DoubtKind, Extent, doubts
from unlinkable.findings.plausible_original import PHRASE_WORDS, source_fit
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

__all__ = ["drafts", "index", "records"]

TEXTS = (
    "The goat ate a hat. The judge was amused by the goat.",
    "The goat ate a hat. The judge was late and not amused.",
    "A judge slept by the sea and the goat slept by the hat.",
    "The sea was late. The judge was amused.",
)
WORDS = sorted({word for text in TEXTS for word in text.lower().replace(".", "").split()})


@pytest.fixture(scope="module")
def goats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("goats")
    originals = ({"id": str(number), "text": text} for number, text in enumerate(TEXTS))
    build_index([write_jsonl(folder / "c.jsonl", originals)], folder / "i", Options(processes=1))
    return folder / "i"


def phrases_of(words: Sequence[str], count: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + count]) for at in range(len(words) - count + 1)}


def twin(draft: Draft, index: Index, source: int) -> tuple[float, float]:
    """The shares of the source and of the best document, counted in the texts."""
    originals = [read_draft(text).forms for text in TEXTS]
    for count in range(PHRASE_WORDS, 0, -1):
        segments: dict[int, list[str]] = {}
        for form, segment in zip(draft.forms, draft.segments.tolist(), strict=True):
            segments.setdefault(segment, []).append(form)
        phrases = {phrase for words in segments.values() for phrase in phrases_of(words, count)}
        hashes = (index.hasher.words(phrase) for phrase in phrases)
        keys = [index.hasher.phrases(words, count) for words in hashes]
        stored = [p for p, key in zip(phrases, keys, strict=True) if index.lookup(key)[0] >= 0]
        if stored:
            shares = [
                sum(phrase in phrases_of(text, count) for phrase in stored) / len(stored)
                for text in originals
            ]
            return shares[source], max(shares)
    return 0.0, 0.0


@given(st.lists(st.sampled_from([*WORDS, ".", "[REDACTED]"]), max_size=25), st.integers(0, 3))
def test_shares_are_those_counted_in_the_texts(goats: Path, words: list[str], source: int) -> None:
    draft = read_draft(" ".join(words))
    with Index.open(goats) as opened:
        fit = source_fit(draft, opened, source)
        share, best = twin(draft, opened, source)
    assert (fit.share, fit.best_share) == pytest.approx((share, best))
    assert (fit.best == source) is (share == pytest.approx(best))


def test_a_twin_of_the_source_does_not_fit_where_the_draft_tells_them_apart(goats: Path) -> None:
    with Index.open(goats) as opened:
        draft = read_draft("The goat ate a hat. The judge was late and not amused.")
        assert source_fit(draft, opened, 1).fits
        assert not source_fit(draft, opened, 0).fits


@pytest.mark.collection
def test_real_sources_fit_and_others_do_not(drafts: list[tuple[str, Draft]], index: Index) -> None:
    lots = random.Random(3)
    for source_id, draft in drafts:
        source = index.document_number(source_id)
        assert source is not None
        fit = source_fit(draft, index, source)
        assert fit.fits
        assert doubts(draft, index, Reading(), fit) == ()
        assert Extent.of(draft).elsewhere == 0
        for _ in range(20):
            other = lots.randrange(index.documents)
            assert other == source or not source_fit(draft, index, other).fits


@pytest.mark.collection
def test_rulings_in_another_language_are_told_that_the_index_does_not_fit(
    corpora: Path, index: Index
) -> None:
    with lzma.open(corpora / "saos-pl.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in islice(lines, 20):
            draft = read_draft(json.loads(line)["text"][:20_000])
            assert [doubt.kind for doubt in doubts(draft, index, Reading(), None)] == [
                DoubtKind.INDEX
            ]
