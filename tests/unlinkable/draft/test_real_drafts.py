"""Real drafts and rulings: what holds for each of them."""

import json
import lzma
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from unlinkable.draft import DraftReader, Markup, read_draft
from unlinkable_index.words import find_words

pytestmark = pytest.mark.collection
FILES = ("drafts-human.jsonl.xz", "drafts-presidio.jsonl.xz", "saos-pl.jsonl.xz")


def texts(corpora: Path, name: str) -> Iterator[str]:
    with lzma.open(corpora / name, "rt", encoding="utf-8") as lines:
        for line in islice(lines, 64):
            yield json.loads(line)["text"]


@pytest.mark.parametrize("name", FILES)
def test_every_word_outside_masks_is_a_word_of_the_draft(corpora: Path, name: str) -> None:
    for text in texts(corpora, name):
        draft = read_draft(text)
        assert len(draft.masks) >= text.count("[REDACTED]")
        unmasked = list(text)
        for start, end in draft.masks:
            unmasked[start:end] = " " * (end - start)
        assert draft.forms == find_words("".join(unmasked)).forms


@pytest.mark.parametrize("name", FILES)
def test_no_segment_begins_in_lower_case_but_behind_a_mask(corpora: Path, name: str) -> None:
    for text in texts(corpora, name):
        draft = read_draft(text)
        ends = [0, *(mask.end for mask in draft.masks)]
        for index in range(1, len(draft.starts)):
            start = int(draft.starts[index])
            if draft.segments[index] != draft.segments[index - 1] and text[start].islower():
                assert ends[bisect_right(ends, start) - 1] >= draft.ends[index - 1]


@pytest.mark.parametrize("name", FILES)
def test_a_ruling_read_as_markdown_keeps_its_words(corpora: Path, name: str) -> None:
    for text in texts(corpora, name):
        plain = read_draft(text)
        as_markdown = iter(read_draft(text, Markup.MARKDOWN).forms)
        missing = [form for form in plain.forms if form not in as_markdown]
        assert missing == []


@pytest.mark.parametrize("markup", Markup)
def test_a_reader_of_versions_agrees_with_reading_anew(corpora: Path, markup: Markup) -> None:
    text = next(texts(corpora, FILES[1]))
    reader = DraftReader(markup)
    for at in range(0, len(text), 211):
        text = text[:at] + ". Xy\n\n" + text[at + 3 :]
        one, other = reader.read(text), read_draft(text, markup)
        assert one.segments.tolist() == other.segments.tolist()
        assert one.forms == other.forms
