"""Giving a search only so much time.

Knows the clock; knows nothing of what is searched.
"""

import time

from unlinkable.findings.question import Stop, never


def within(seconds: float, stop: Stop = never) -> Stop:
    """A `Stop` that says so once ``seconds`` have passed from now, and whenever ``stop`` does."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end or stop()
