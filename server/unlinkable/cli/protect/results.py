"""Finished results on disk: written whole or not at all, and known again by a later run.

Knows files and digests; nothing of what the results are.
"""

import contextlib
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unlinkable_index.errors import UserError

DONE_FILE = ".unlinkable-protected.json"


class Done:
    """Which results in a folder are finished. Remembers digests only, in a file of the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / DONE_FILE
        try:
            self._seals: dict[str, list[str]] = dict(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            self._seals = {}  # not there, or not ours: everything is done anew

    def has(self, out: Path, seal: str) -> bool:
        """Whether ``out`` is there, unchanged, and was made under this seal."""
        return self._seals.get(self._name(out)) == [seal, _digest(out)]

    def add(self, out: Path, seal: str) -> None:
        """Remember a result."""
        self._seals[self._name(out)] = [seal, _digest(out)]
        write_whole(self._path, json.dumps(self._seals, indent=1))

    def _name(self, out: Path) -> str:
        return out.relative_to(self._folder).as_posix()


def seal(decisive: list[Any], text: str) -> str:
    """A digest of all that decides a result: plain values, and the text it is made from."""
    digest = hashlib.sha256(json.dumps(decisive).encode())
    digest.update(text.encode())
    return digest.hexdigest()


def write_whole(path: Path, text: str) -> None:
    """Write a file, or leave it as it was; a new one only its owner can read. Raises UserError."""
    with unfinished(path, text):
        pass


@contextlib.contextmanager
def unfinished(path: Path, text: str, like: Path | None = None) -> Iterator[Path]:
    """``text`` in a file beside ``path``, which becomes ``path`` at the end of the block; after
    an error it vanishes. Whoever may read ``path``, or where there is none yet the file ``like``,
    may read it. Raises UserError when it cannot be written."""
    part = None
    target = path.resolve()  # a link stays one
    if target.exists() and not target.is_file():
        raise UserError(f"{path}: this is no file that could be replaced; choose another place")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.name}.", suffix=".part"
        )
        part = Path(name)
        model = target if target.exists() else like
        if model is not None:
            part.chmod(stat.S_IMODE(model.stat().st_mode) | stat.S_IRUSR | stat.S_IWUSR)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield part
        part.replace(target)
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror}); choose another place"
        ) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
