"""Fewer findings than there are, where an editor shows no more: evenly over the text."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import editor
from unlinkable.draft import read_draft
from unlinkable.findings.finding import PHRASE, Finding
from unlinkable.lsp.published.thinning import thinned

DRAFT = read_draft(" ".join(["One two three four."] * 8))


def phrase(first: int, words: int) -> Finding:
    span = DRAFT.span_of(range(first, first + words))
    return Finding(PHRASE, *span, first, words, 1, (0,))


EVERY = [phrase(word, 1) for word in range(32)]


def sentence_of(finding: Finding) -> int:
    return finding.first_word // 4


def test_what_fits_is_shown_whole() -> None:
    assert thinned(DRAFT, EVERY, 32, None) == tuple(EVERY)


@given(st.sets(st.integers(0, 31), min_size=1), st.integers(1, 32), st.data())
def test_at_most_so_many_are_shown_in_the_order_of_the_text_with_what_is_in_view_first(
    words: set[int], limit: int, data: st.DataObject
) -> None:
    findings = [EVERY[word] for word in sorted(words)]
    first = data.draw(st.integers(0, 31))
    view = DRAFT.span_of(range(first, data.draw(st.integers(first, 31)) + 1))
    left = thinned(DRAFT, findings, limit, view)
    assert len(left) == min(limit, len(findings))
    assert list(left) == [finding for finding in findings if finding in left]
    in_view = [f for f in findings if f.start < view.end and f.end > view.start]
    assert len([f for f in in_view if f in left]) == min(limit, len(in_view))


@given(st.sets(st.integers(0, 31), min_size=1), st.integers(1, 32))
def test_no_sentence_gets_a_second_before_every_other_has_its_first(
    words: set[int], limit: int
) -> None:
    findings = [EVERY[word] for word in sorted(words)]
    left = Counter(sentence_of(f) for f in thinned(DRAFT, findings, limit, None))
    every = Counter(sentence_of(f) for f in findings)
    for sentence, count in every.items():
        for other in left:
            assert left[sentence] >= min(count, left[other] - 1)


def test_of_a_sentence_the_shortest_is_shown_and_gaps_are_even() -> None:
    long, short = phrase(0, 3), phrase(3, 1)
    assert thinned(DRAFT, [long, short], 1, None) == (short,)
    firsts = [phrase(4 * n, 1) for n in range(8)]
    assert thinned(DRAFT, firsts, 4, None) == tuple(firsts[::2])


@pytest.mark.asyncio
async def test_a_client_that_shows_few_is_sent_few_and_those_in_view_first(
    tmp_path: Any, settings: dict[str, Any]
) -> None:
    text = "\n".join(["Off Millbrook."] * 10)
    async with editor(tmp_path, settings, options={"mostDiagnostics": 4}) as it:
        uri = it.open("a.txt", text)
        await it.settled(uri)
        status = it.status_of(uri, "ready")
        assert (status.truncated, status.shown, status.phrases) == (True, 4, 10)
        assert [d.range.start.line for d in it.published[uri].diagnostics] == [0, 2, 5, 7]
        assert await it.message("more findings than the 4 that are shown")
        part = lsp.Range(lsp.Position(6, 0), lsp.Position(8, 0))
        it.client.protocol.notify("unlinkable/inView", {"uri": uri, "range": part})

        def lines() -> list[int]:
            return [d.range.start.line for d in it.published[uri].diagnostics]

        await it.until(lambda: {6, 7} <= set(lines()))
        assert lines() == [0, 4, 6, 7]
        assert await it.hover(uri, 9, 6)  # also what is not underlined is explained
