"""Dask as an engine: its scheduler hands out the tasks, and again those of workers that were lost.

Knows Dask's client; knows nothing of what the tasks do.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from unlinkable_index.building.running.engines import BuildEngine, demand_fit, seen_from_here
from unlinkable_index.building.running.scratch import Scratch
from unlinkable_index.errors import UserError

_PATIENCE = "20s"


@contextlib.contextmanager
def dask_engine(scheduler: str, scratch: Scratch) -> Iterator[BuildEngine]:
    """The workers of a scheduler, named by its address. Raises UserError where they do not fit."""
    try:
        from distributed import Client
    except ImportError:
        raise UserError(
            "--engine dask needs a part that is not installed: `pip install 'unlinkable[cluster]'`"
        ) from None
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError):
        raise UserError(
            f"{scheduler}: no scheduler of Dask answers there; check the address"
        ) from None
    with client:
        demand_fit(client.run(seen_from_here, scratch).values(), scratch)
        yield _Dask(client)


class _Dask:
    """Runs tasks on the workers of one scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def map(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        """Run ``function`` on every task; yields one by one as they are done."""
        from distributed import KilledWorker, as_completed

        futures = self._client.map(function, list(tasks), pure=False)
        try:
            for _, result in as_completed(futures, with_results=True):
                yield result
        except KilledWorker:
            raise UserError(
                "several workers of the cluster were lost at the same task, probably because "
                "memory ran out; try again with a smaller --memory"
            ) from None
        finally:
            self._client.cancel(futures)
