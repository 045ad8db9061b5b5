"""Of a very long text only phrases are looked for, those in view are underlined, and that is said.
It takes little memory, and whoever else asks gets an answer at once."""

import random
import re
import sys
import time
from pathlib import Path
from typing import Any

import lsprotocol.types as lsp
import psutil
import pytest

from tests.unlinkable.lsp.editor import editor
from unlinkable.draft import read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable.lsp.published.analysis import LONGEST
from unlinkable_index.index import Index

pytestmark = pytest.mark.asyncio
MEGABYTE = 1 << 20
RARE = "He sold bread at noon.\n"


async def test_of_a_long_text_what_is_in_view_is_underlined_and_all_is_counted(
    tmp_path: Path, index: Path, settings: dict[str, Any]
) -> None:
    text = RARE * (LONGEST // len(RARE) + 1)
    async with editor(tmp_path, settings) as it:
        uri = it.open("long.txt", text)
        shown = await it.settled(uri)
        status = it.status_of(uri, "ready")
        with Index.open(index) as opened:
            assert status.phrases == len(phrase_findings(read_draft(text), opened, 2))
        assert "nothing else is looked for in a text of more than 500,000" in status.message
        assert (status.complete, status.clean, status.truncated) == (False, False, True)
        assert shown[0].range.start.line == 0
        assert shown[-1].range.end.line < 2_000
        await it.message("long.txt is long: only what is in view is underlined")
        part = lsp.Range(lsp.Position(5_000, 0), lsp.Position(5_009, 0))
        it.client.protocol.notify("unlinkable/inView", {"uri": uri, "range": part})

        def lines() -> set[int]:
            return {one.range.start.line for one in it.published[uri].diagnostics}

        await it.until(lambda: lines() and lines() <= set(range(5_000, 5_009)))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted otherwise")
async def test_a_text_of_5_megabytes_takes_little_memory_and_holds_up_no_one(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    chance = random.Random(5)
    words = ["".join(chance.choices("abcdefghij", k=5)) for _ in range(20_000)]
    known = re.findall(r"\w+", RARE)
    text = " ".join(chance.choice(known if chance.random() < 0.5 else words) for _ in range(10**6))
    assert len(text) > 5_000_000
    async with editor(tmp_path, settings) as it:
        before = it.open("short.txt", RARE)
        await it.settled(before)
        server = psutil.Process(it.client._server.pid)
        uri = it.open("long.txt", text)
        for number in range(5):
            began = time.perf_counter()
            other = it.open(f"short-{number}.txt", RARE)
            assert await it.settled(other)
            assert time.perf_counter() - began <= 1
        await it.until(lambda: it.status_of(uri, "ready"))
        status = Path(f"/proc/{server.pid}/status").read_text()
        peak = int(re.findall(r"VmHWM:\s+(\d+)", status)[0])
        assert peak <= 600 * 1024
