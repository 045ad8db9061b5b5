"""The process that reads files, and writes them anew, for another one: see `reader_process`.

It ends when its parent does, when it was idle for long, and once it has taken much memory. Knows
messages; what files hold is known elsewhere.
"""

import os
import select
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple

from unlinkable_index import documents
from unlinkable_index.documents import budget
from unlinkable_index.documents.budget import receive, send
from unlinkable_index.errors import UserError

_IDLE = 60.0  # seconds


class _Edit(NamedTuple):
    start: int
    end: int
    before: str
    after: str


def serve(incoming: IO[bytes], outgoing: IO[bytes]) -> None:
    """Answer requests until there are no more, each within its budget."""
    while _is_asked(incoming) and (request := receive(incoming)) is not None:
        budget.begin_file()
        try:
            answer = _answer(request, receive(incoming) or b"")
        except UserError as error:
            answer = {"refused": str(error)}
        except MemoryError:
            os._exit(budget.OUT_OF_MEMORY)
        send(outgoing, answer)
        if budget.is_used_up():
            return


def _is_asked(incoming: IO[bytes]) -> bool:
    """Whether more comes before it has been quiet for long."""
    if sys.platform == "win32":  # which can't wait for a pipe
        return True
    return bool(select.select([incoming], [], [], _IDLE)[0])


def _answer(request: Mapping[str, Any], data: bytes) -> dict[str, Any]:
    path = Path(request["path"])
    if "edits" not in request:
        seen = documents.reader(path.suffix.lower())(data, path)
        return {"flows": [[one.as_row() for one in flow] for flow in seen.flows]}
    writing = import_module(f"{documents.__name__}.{request['format']}.writing")
    written = writing.written(
        data, path, [_Edit(*edit) for edit in request["edits"]], *request["how"]
    )
    return {
        "data": written.data,
        "removed": dict(written.removed),
        "left_out": dict(written.left_out),
        "pictures": written.pictures,
        "tracked": written.tracked,
    }


def main() -> None:
    """Answer the parent over the pipes that are standard input and output."""
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # no library's chatter gets between the answers
    budget.limit_memory()
    serve(os.fdopen(0, "rb", buffering=0, closefd=False), outgoing)


if __name__ == "__main__":
    main()
