"""A progress bar that goes on while nothing is told to it, and of which the percentage and the time
are shown wherever there is room for a line. Must never know what is done meanwhile."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from tqdm import tqdm

_COLUMNS = 79  # where nobody says how many there are
_NUMBERS = 24  # columns, for the percentage and the time
_SHORTEST = 8  # columns of a bar that shows something, and its ends
_EVERY = 1.0  # second


class Bar(tqdm):  # type: ignore[misc]  # tqdm has no types
    """A bar that is left out, with the end of what is said before it, where columns are few."""

    @staticmethod
    def format_meter(*told: Any, ncols: int | None = None, prefix: str = "", **more: Any) -> str:
        """The line that is drawn."""
        columns = ncols or _COLUMNS
        room = max(columns - _NUMBERS, 0)
        if max(len(prefix), 20) + _SHORTEST > room:
            more["bar_format"] = more["bar_format"].replace(" |{bar}|", "").replace(":<20", "")
        if len(prefix) > room:
            prefix = f"{prefix[: max(room - 1, 0)]}…"
        line: str = tqdm.format_meter(*told, ncols=ncols, prefix=prefix, **more)
        return line[:columns]


@contextlib.contextmanager
def ticking(bar: Bar) -> Iterator[Bar]:
    """The bar, whose clock goes on while the work is at something long."""
    ended = threading.Event()

    def tick() -> None:
        while not ended.wait(_EVERY):
            with contextlib.suppress(OSError, ValueError):  # ValueError: closed
                bar.refresh()

    clock = threading.Thread(target=tick, daemon=True)
    with bar:
        if not bar.disable:
            clock.start()
        try:
            yield bar
        finally:
            ended.set()
            if not bar.disable:
                clock.join()
