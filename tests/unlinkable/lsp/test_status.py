"""What is told of a draft that was not searched to its end."""

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from unlinkable.lsp.documents import Snapshot
from unlinkable.lsp.published.analysis import Inquiry
from unlinkable.lsp.published.analyst import Analyst, with_combinations, without_combinations
from unlinkable.lsp.published.status import checked
from unlinkable.lsp.published.underlines import shown
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import RankedSearch, SearchSettings, Settings, Settled
from unlinkable_index.index import Index


@pytest.mark.parametrize("ends", [True, False])
def test_a_draft_is_complete_once_all_was_searched(index: Path, ends: bool) -> None:
    text = "He paid the tax."
    snapshot = Snapshot("file:///a.txt", "plaintext", 1, text, lsp.PositionEncodingKind.Utf16)
    settled = Settled(Settings(searches=SearchSettings(ranked=RankedSearch.OFF)))
    with Index.open(index) as opened:
        inquiry = Inquiry(snapshot, settled, opened, AcceptedRisks([]))
        begun = Analyst().phrases(inquiry, None, ())
        assert not checked(begun, [shown(begun, 10, None)])["complete"]
        analysis = with_combinations(begun, lambda: False) if ends else without_combinations(begun)
        told = checked(analysis, [shown(analysis, 10, None)])
    assert (told["state"], told["phrases"], told["combinations"]) == ("ready", 0, 0)
    assert told["complete"] is ends
    assert ends or not told["clean"]
    assert ("too large to finish" in told["message"]) is not ends
