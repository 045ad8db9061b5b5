"""Remembered segments: what is found in every version is what a search of the whole finds."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from unlinkable.draft import read_draft
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.lsp.published.carrying import SegmentMemory
from unlinkable_index.index import Index

TWO_WAYS = ("ba-\nker", "night mar-\nket", "Mill-\nbrook", "fi\u2060sh", "so-\nld bre-\nad")
"""Words that a reader may take for one or for two."""
pieces = st.sampled_from(["baker", "bread", "fish", "sold", "at", "the", "[REDACTED]", *TWO_WAYS])
sentences = st.lists(pieces, min_size=1, max_size=6).map(" ".join)
texts = st.lists(sentences, max_size=4).map(". The ".join)


@examples(60)
@given(st.lists(texts, min_size=1, max_size=3))
def test_words_that_read_two_ways_are_found_segment_by_segment(
    index: Path, versions: list[str]
) -> None:
    memory, question = SegmentMemory(), Question(k=2)
    with Index.open(index) as opened:
        for text in versions:
            draft = read_draft(text)
            found = memory.findings(draft, opened, question, minimal_rare)
            assert set(found) == set(minimal_rare(draft, opened, 2))


def test_what_is_read_two_ways_is_found(index: Path) -> None:
    with Index.open(index) as opened:
        draft = read_draft("It was. They met at Mill-\nbrook then.")
        found = SegmentMemory().findings(draft, opened, Question(k=2), minimal_rare)
        assert [draft.text[one.start : one.end] for one in found] == ["Mill-\nbrook"]
