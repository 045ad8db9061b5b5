"""Waiting for what another program does in its own time."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE_S = 120.0


def wait_for(condition: Callable[[], Any], what: str, patience_s: float = PATIENCE_S) -> Any:
    """The first true value of ``condition``; fails with ``what`` when none comes in time."""
    deadline = time.monotonic() + patience_s
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)
    return value
