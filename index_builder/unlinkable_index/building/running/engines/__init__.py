"""What runs the tasks of the levels: this machine, or the workers of a cluster.

An engine needs to do one thing, run a function on every task somewhere and say when each is done.
What tasks have to tell each other lies in the scratch files, which all workers must see; no engine
moves any of it. So a task may be run twice, and a worker that is lost costs only what it was
at. Knows nothing of what the tasks do.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import Any, Protocol

from unlinkable_index.building.running.scratch import Scratch
from unlinkable_index.errors import UserError

NAMES = ("local", "dask", "spark")


class BuildEngine(Protocol):
    """Runs tasks."""

    def map(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        """Run ``function`` on every task; yields for each as it is done. What it yields, and what
        ``function`` returns, is of no use: all that matters is what is written."""


def engine_named(
    name: str, scheduler: str | None, local: BuildEngine, scratch: Scratch
) -> contextlib.AbstractContextManager[BuildEngine]:
    """The engine with one of `NAMES`, for work on ``scratch``.

    - ``scheduler``: where the cluster is, as its own programs name it;
    - ``local``: the engine of this machine.

    Raises UserError, also on entering, where the engine cannot be had.
    """
    if name == "local":
        if scheduler is not None:
            raise UserError("--scheduler is for clusters; add --engine dask or --engine spark")
        return contextlib.nullcontext(local)
    if name == "dask":
        from unlinkable_index.building.running.engines.dask import dask_engine

        if scheduler is None:
            raise UserError(
                "--engine dask needs the address of its scheduler, such as "
                "--scheduler tcp://127.0.0.1:8786"
            )
        return dask_engine(scheduler, scratch)
    from unlinkable_index.building.running.engines.spark import spark_engine

    return spark_engine(scheduler, scratch)


def seen_from_here(scratch: Scratch) -> str | None:
    """The version of this program; None where the files are not seen. For workers to be asked."""
    try:
        return version("unlinkable") if scratch.place.is_seen() else None
    except UserError:
        return None


def demand_fit(workers: Iterable[str | None], scratch: Scratch) -> None:
    """Raise UserError unless all workers see the files, and have this version of the program.

    ``workers``: what `seen_from_here` says on each.
    """
    said = set(workers)
    mine = version("unlinkable")
    if not said:
        raise UserError("the cluster has no workers; start some, and try again")
    if None in said:
        raise UserError(
            "not every worker of the cluster sees the place of --shared; check that the part of "
            "fsspec for it is installed on all of them, with the rights to write there"
            if scratch.shared
            else f"{scratch.folder}: not every worker of the cluster sees this folder; name one "
            "with --work that lies on a disk which all of them share, under the same path, or "
            "another place with --shared"
        )
    if said != {mine}:
        raise UserError(
            f"the workers of the cluster have another version of Unlinkable than {mine}; "
            "install the same one everywhere"
        )
