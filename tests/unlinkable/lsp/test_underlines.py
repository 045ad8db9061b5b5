"""One underline a passage: the words that should go."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from tests.properties import examples
from tests.unlinkable.lsp.editor import editor
from tests.unlinkable.lsp.test_left import LISTED, TEXT, left
from unlinkable.draft import Span, touch
from unlinkable.findings.report import flagged_passages
from unlinkable.lsp.documents import Snapshot, Splice
from unlinkable.lsp.published.analysis import Analysis, Inquiry
from unlinkable.lsp.published.analyst import Analyst, with_combinations
from unlinkable.lsp.published.left import carried_on, left_of
from unlinkable.lsp.published.underlines import Underline, shown, underlines
from unlinkable.rewriting.edits import applied
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import RankedSearch, SearchSettings, Settings, Settled
from unlinkable_index.index import Index

pieces = st.sampled_from(
    [
        *("baker", "bread", "fish", "market", "Millbrook", "Oldport", "sold", "the", "at", "he"),
        *("[REDACTED]", ".", ". He", "\n", "\n\n", "\U0001d518", "é", "night"),
    ]
)
texts = st.lists(pieces, max_size=40).map(" ".join)


@pytest.fixture(scope="module")
def opened(index: Path) -> Iterator[Index]:
    """The index of the originals, open."""
    with Index.open(index) as opened:
        yield opened


def analysed(index: Index, text: str, combinations: bool = True) -> Analysis:
    snapshot = Snapshot("file:///a.txt", "plaintext", 0, text, lsp.PositionEncodingKind.Utf16)
    settled = Settled(Settings(searches=SearchSettings(ranked=RankedSearch.OFF)))
    task = Inquiry(snapshot, settled, index, AcceptedRisks([]))
    analysis = Analyst().phrases(task, None, ())
    return with_combinations(analysis, lambda: False) if combinations else analysis


def counted(analysis: Analysis) -> Analysis:
    return replace(analysis, left=left_of(analysis, lambda: False))


@examples(25)
@given(texts, st.booleans())
def test_until_it_is_counted_each_flagged_passage_has_one_underline_that_is_found_there(
    opened: Index, text: str, combinations: bool
) -> None:
    analysis = analysed(opened, text, combinations)
    passages = flagged_passages(analysis.draft, analysis.findings)
    found = underlines(analysis)
    for passage in passages:
        (one,) = [underline for underline in found if touch(underline.span, passage.span)]
        assert one.span in {finding.span for finding in passage.findings}
        assert one.finding in passage.findings
        assert one.more == len(passage.findings) - 1
    assert len(found) == len(passages)


def words_alone(text: str, start: int, end: int) -> Span:
    """A place without what stands around its words."""
    words = list(re.finditer(r"\w+", text[start:end]))
    return Span(start + words[0].start(), start + words[-1].end())


@examples(15)
@given(texts)
def test_once_it_is_counted_what_is_underlined_is_what_a_mask_of_the_list_hides(
    opened: Index, text: str
) -> None:
    analysis = counted(analysed(opened, text))
    assert analysis.left is not None
    masks = {words_alone(text, mask.start, mask.end) for mask in analysis.left.masks}
    found = underlines(analysis)
    listed = [one for one in analysis.left.passages if one.findings]
    listed.sort(key=lambda passage: passage.span)
    assert len(found) == len(listed)
    for underline, passage in zip(found, listed, strict=True):
        assert underline.span in masks
        assert touch(underline.span, passage.span)
        assert set(underline.beside) <= masks - {underline.span}


def test_a_mask_of_the_list_stays_underlined_while_other_words_are_typed(opened: Index) -> None:
    before = counted(analysed(opened, TEXT))
    edit = Splice(0, 0, "So then. ")
    after = carried_on(analysed(opened, edit.text + TEXT, False), None, before, (edit,))
    assert after.left is None
    words = [text_of(before, one) for one in underlines(before)]
    assert "Millbrook" in words
    phrases = [text_of(after, one) for one in underlines(after)]
    assert set(phrases) <= set(words)
    touched = (Splice(TEXT.index("brook"), TEXT.index("brook"), "x"),)
    gone = carried_on(analysed(opened, TEXT, False), None, before, touched)
    assert all("Millbrook" not in text_of(gone, one) for one in gone.gone_before)


def test_what_is_left_once_a_passage_is_masked_is_underlined_where_it_stands(opened: Index) -> None:
    before = counted(analysed(opened, "A baker came off Oldport. Then fish. Off Millbrook."))
    assert before.left is not None
    (first, *others) = sorted(before.left.passages, key=lambda passage: passage.span)
    text = applied(before.draft.text, before.left.masks_in(first.span))
    after = carried_on(analysed(opened, text, False), before.left, None, ())
    assert after.left is not None
    assert len(after.draft.forms) < len(before.draft.forms)
    found = underlines(after)
    assert [text_of(after, one) for one in found] == [
        text_of(before, one) for one in underlines(before)[1:]
    ]
    assert len(found) == len(others) > 0


def text_of(analysis: Analysis, place: Underline | Span) -> str:
    span = place.span if isinstance(place, Underline) else place
    return analysis.draft.text[span.start : span.end]


@examples(20)
@given(st.integers(1, 12), st.integers(0, 9), st.integers(0, 9))
def test_of_many_those_in_view_are_shown_and_others_evenly(
    opened: Index, most: int, first: int, last: int
) -> None:
    analysis = analysed(opened, "\n\n".join(["Off Millbrook."] * 10), False)
    every = underlines(analysis)
    assert len(every) == 10
    view = Span(every[first].span.start, every[last].span.end) if first <= last else None
    seen = shown(analysis, most, view)
    assert len(seen.underlines) == min(most, 10)
    assert seen.surplus == max(0, 10 - most)
    assert list(seen.underlines) == [one for one in every if one in seen.underlines]
    in_view = every[first : last + 1]
    assert len([o for o in in_view if o in seen.underlines]) >= min(most, len(in_view))
    assert shown(analysis, 4, None).underlines == tuple(every[n] for n in (0, 2, 5, 7))


@pytest.mark.asyncio
async def test_a_client_that_shows_few_is_sent_few_and_those_in_view_first(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "\n".join(["Off Millbrook."] * 10)
    async with editor(tmp_path, settings, options={"mostDiagnostics": 4}) as it:
        uri = it.open("a.txt", text)
        await it.settled(uri)
        status = it.status_of(uri, "ready")
        assert (status.truncated, status.shown, status.phrases) == (True, 4, 10)
        assert await it.message("more passages lead back than the 4 that are underlined")
        part = lsp.Range(lsp.Position(6, 0), lsp.Position(8, 0))
        it.client.protocol.notify("unlinkable/inView", {"uri": uri, "range": part})
        await it.until(
            lambda: {6, 7} <= {d.range.start.line for d in it.published[uri].diagnostics}
        )
        assert await it.hover(uri, 9, 6)  # also what is not underlined is explained


@pytest.mark.asyncio
async def test_what_else_leads_back_from_a_passage_is_told_with_its_underline(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "Off Millbrook, then Oldport."
    async with editor(tmp_path, settings, options=LISTED) as it:
        uri = it.open("a.txt", text)
        await left(it, uri)
        await it.until(lambda: len(it.published[uri].diagnostics) == 1)
        (one,) = it.published[uri].diagnostics
        assert one.message.endswith(" And 1 more in this passage.")
        (other,) = one.related_information or ()
        words = {
            text[r.start.character : r.end.character] for r in (one.range, other.location.range)
        }
        assert words == {"Millbrook", "Oldport"}
        assert other.message.endswith("leads back as well")
