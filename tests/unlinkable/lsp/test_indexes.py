"""The open indexes of a session: whoever waits for one gets it, whatever happens meanwhile."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from unlinkable.lsp import indexes
from unlinkable.lsp.indexes import IndexAndKey, Indexes

pytestmark = pytest.mark.asyncio


class _Client:
    messages = None


async def test_an_index_that_is_to_be_opened_anew_meanwhile_still_comes(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the person has the index opened anew while the key of a sealed one is looked at."""
    looked_at, go_on = threading.Event(), threading.Event()

    def warning_about(_: Path) -> str:
        looked_at.set()
        go_on.wait()
        return ""

    monkeypatch.setattr(indexes, "read_key", lambda _: None)
    monkeypatch.setattr(indexes, "warning_about", warning_about)
    client: Any = _Client()
    known, place = Indexes(client), IndexAndKey(index, index.with_name("key"))
    waiting = asyncio.create_task(known.get(place))
    await asyncio.to_thread(looked_at.wait)
    known.forget()
    go_on.set()
    with await waiting as opened:
        assert opened.path == index
    assert not known.at_hand(place)
    with await known.get(place) as anew:
        assert anew is not opened
