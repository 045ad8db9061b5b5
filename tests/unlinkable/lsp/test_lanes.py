"""Long texts hold up no short ones, the last touched comes first, and nothing runs once shut."""

import asyncio
import threading

import pytest

from unlinkable.lsp.schedule import LONG, Lanes

pytestmark = pytest.mark.asyncio


async def test_a_long_text_holds_up_no_short_one() -> None:
    lanes, over = Lanes("test"), threading.Event()
    long = asyncio.create_task(lanes.run(LONG, over.wait))
    await asyncio.sleep(0)
    assert await lanes.run(LONG - 1, lambda: "short") == "short"
    assert not long.done()
    over.set()
    assert await long is True
    lanes.shut()


async def test_what_was_asked_for_last_comes_first_and_what_is_cancelled_never() -> None:
    lanes, over = Lanes("test"), threading.Event()
    done: list[int] = []
    first = asyncio.create_task(lanes.run(1, over.wait))
    await asyncio.sleep(0.1)
    others = [asyncio.create_task(lanes.run(1, lambda n=n: done.append(n))) for n in range(9)]
    await asyncio.sleep(0)
    others[4].cancel()
    await asyncio.sleep(0.1)
    over.set()
    await asyncio.wait([first, *others])
    assert done == [8, 7, 6, 5, 3, 2, 1, 0]
    lanes.shut()


async def test_errors_come_to_who_asked_and_nothing_is_begun_once_shut() -> None:
    lanes = Lanes("test")
    with pytest.raises(ZeroDivisionError):
        await lanes.run(1, lambda: 1 // 0)
    assert await lanes.run(1, lambda: 1) == 1
    lanes.shut()
    with pytest.raises(asyncio.CancelledError):
        await lanes.run(1, lambda: 1)
