"""Where results go: standard output, or a file that is written whole. Knows paths; no results."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from unlinkable_index.errors import UserError

STANDARD_OUTPUT = Path("-")


def takes_colours() -> bool:
    """Whether what is printed goes to a terminal that shows colours, to someone who wants them."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not refused


def demand_folder(path: Path) -> None:
    """Raise UserError where the folder is not there that ``path`` is to lie in: a mistyped name is
    no wish for new folders."""
    if not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}; make it, or name another place")


def demand_file(path: Path, what: str) -> None:
    """Raise UserError for standard output, where ``what`` can't be read, and as `demand_folder`."""
    if path == STANDARD_OUTPUT:
        raise UserError(f"{what} cannot go to standard output; name a place for it with -o")
    demand_folder(path)


@contextlib.contextmanager
def results_in(out: Path | None, drafts: Sequence[Path]) -> Iterator[None]:
    """What is printed meanwhile goes to the file ``out``, once it is whole; None: it is printed.

    Raises UserError where that can't be, or would be among the ``drafts`` or over an index.
    """
    from unlinkable_index.file.index_file import is_index
    from unlinkable_index.ordinary_files import real
    from unlinkable_index.whole_files import write_whole

    if out is None or out == STANDARD_OUTPUT:
        yield
        return
    demand_folder(out)
    among = any(real(named) in (real(out), *real(out).parents) for named in drafts)
    if out.exists() and (among or is_index(out)):
        what = "an index" if is_index(out) else "among the drafts"
        raise UserError(f"{out}: this is {what}; choose another place with -o")
    results = io.StringIO()
    with contextlib.redirect_stdout(results):
        yield
    try:
        write_whole(out, results.getvalue())
    except OSError as error:
        raise UserError(
            f"{out}: cannot be written ({error.strerror}); choose another place"
        ) from error
