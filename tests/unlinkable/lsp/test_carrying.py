"""Combinations carried over edits stay true: their terms stand there, and lead where it says."""

from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from lsprotocol.types import PositionEncodingKind
from pyroaring import BitMap

from tests.unlinkable.lsp.test_replay import edits, texts
from unlinkable.draft import Span
from unlinkable.lsp.documents import Snapshot, Splice
from unlinkable.lsp.published import analyst as analyst_module
from unlinkable.lsp.published.analysis import Analysis, Inquiry
from unlinkable.lsp.published.analyst import Analyst, with_combinations
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import SearchSettings, Settings, Settled
from unlinkable.stopping import StoppedError
from unlinkable_index.index import Index
from unlinkable_index.words import find_words


@pytest.fixture(scope="module")
def opened(index: Path) -> Iterator[Index]:
    with Index.open(index) as opened:
        yield opened


def analysed(
    analyst: Analyst, text: str, index: Index, before: Analysis | None, made: list[Splice]
) -> Analysis:
    snapshot = Snapshot("untitled:a", "plaintext", 1, text, PositionEncodingKind.Utf16)
    task = Inquiry(snapshot, Settled(Settings()), index, AcceptedRisks(()))
    return analyst.phrases(task, before, made)


def never() -> bool:
    return False


def documents(index: Index, forms: tuple[str, ...]) -> BitMap:
    keys = index.hasher.phrases(index.hasher.words(forms), len(forms))
    return index.posting(int(index.lookup(keys)[0]))


@given(texts, edits)
def test_what_is_carried_over_stays_true(
    opened: Index, text: str, changes: list[tuple[int, int, str]]
) -> None:
    analyst = Analyst()
    before = with_combinations(analysed(analyst, text, opened, None, []), never)
    made = []
    for place, length, new in changes:
        start = place % (len(text) + 1)
        end = min(start + length, len(text))
        made.append(Splice(start, end, new))
        text = text[:start] + new + text[end:]
    after = analysed(analyst, text, opened, before, made)
    assert len(after.report.combinations) <= len(before.report.combinations)
    for finding in after.report.combinations:
        own = Span(finding.start, finding.end)
        terms = [find_words(after.text(span)).forms for span in (own, *finding.others)]
        assert (
            after.draft.forms[finding.first_word : finding.first_word + finding.words] == terms[0]
        )
        joint = reduce(BitMap.__and__, (documents(opened, term) for term in terms))
        assert tuple(joint) == finding.documents


def test_nothing_is_carried_over_to_another_question(opened: Index) -> None:
    analyst = Analyst()
    before = with_combinations(
        analysed(analyst, "A baker came. Bread was good.", opened, None, []), never
    )
    assert before.report.combinations
    assert analysed(
        analyst, "A baker came. Bread was good.", opened, before, []
    ).report.combinations
    task = Inquiry(
        before.snapshot, Settled(Settings(searches=SearchSettings(k=3))), opened, AcceptedRisks(())
    )
    assert analyst.phrases(task, before, []).report.combinations == ()


def test_a_search_that_takes_too_long_is_settled_but_not_complete(
    opened: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = analysed(Analyst(), "A baker came. Bread was good.", opened, None, [])
    monkeypatch.setattr(analyst_module, "COMBINATION_SECONDS", 0.0)
    late = with_combinations(analysis, never)
    assert late.settled
    assert not late.report.complete
    assert late.report.ranked is not None


def test_a_search_that_is_stopped_is_given_up(opened: Index) -> None:
    analysis = analysed(Analyst(), "A baker came. Bread was good.", opened, None, [])
    with pytest.raises(StoppedError):
        with_combinations(analysis, lambda: True)
