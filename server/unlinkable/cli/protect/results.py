"""Finished results on disk: never written over a file that is not ours, and known again by a later
run.

Knows files and digests; nothing of what the results are.
"""

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from unlinkable.settings.installation import LENGTH, installation_secret
from unlinkable_index import ordinary_files
from unlinkable_index.ordinary_files import (
    MEGABYTE,
    demand_no_link,
    open_ordinary,
    read_ordinary,
    unwritten,
)

DONE_FILE = ".unlinkable-protected.json"
_LARGEST = 100 * MEGABYTE


class ResultState(Enum):
    """Whether a finished result can be relied on; each with what marks its seal."""

    RELIABLE = ""
    DOUBTED = ", doubted"


class Done:
    """Which results in a folder are finished, and ours, and how they stand. Remembers digests only,
    in a file of the folder, JSON a line, of which the last for a name counts: for each result a
    seal, the digest of the file, and, while another is about to be put in its place, that one's.

    Seals are keyed with the secret of the installation: in a folder that someone sent, a file of
    theirs cannot be said to be done already, and a result that was changed is known by its seal.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / DONE_FILE
        self._secret = installation_secret() or secrets.token_bytes(LENGTH)
        self._seals: dict[str, list[str]] = {}
        with contextlib.suppress(OSError, ValueError):  # none, or not ours
            demand_no_link(self._path)
            for line in read_ordinary(self._path, _LARGEST).decode().splitlines():
                with contextlib.suppress(ValueError, RecursionError):  # cut short
                    self._seals |= _entries(json.loads(line))

    def begin(self) -> None:
        """Write what is known anew, if anything is there: from now on lines are only added, also by
        other processes, so that many drafts cost no more than few each. Raises UserError."""
        if self._path.is_symlink() or self._path.exists():
            lines = (json.dumps({name: one}) for name, one in self._seals.items())
            write_whole(self._path, "".join(f"{line}\n" for line in lines))

    def standing(self, out: Path, seal: str) -> ResultState | None:
        """How ``out`` stands; None where it is not there, unchanged and made under this seal."""
        entry = self._seals.get(self._name(out))
        return next((one for one in ResultState if entry == self._entry(out, seal, one)), None)

    def wrote(self, out: Path) -> bool:
        """Whether the file ``out`` is one that an earlier run wrote, and unchanged."""
        return _digest(out) in self._seals.get(self._name(out), [])[1:]

    def expect(self, out: Path, text: str | bytes) -> None:
        """Remember that this text, or these bytes, are about to become a result, so that it is
        known as ours even if the run ends before `add`."""
        data = text.encode() if isinstance(text, str) else text
        digest = hashlib.sha256(data).hexdigest()
        _, *known = self._seals.get(self._name(out), ["", ""])
        self._keep(out, ["", known[0], digest])

    def add(self, out: Path, seal: str, standing: ResultState) -> None:
        """Remember a result."""
        self._keep(out, self._entry(out, seal, standing))

    def _entry(self, out: Path, seal: str, standing: ResultState) -> list[str]:
        digest = _digest(out)
        sealed = json.dumps([self._name(out), seal + standing.value, digest]).encode()
        return [hmac.digest(self._secret, sealed, "sha256").hex(), digest]

    def _keep(self, out: Path, entry: list[str]) -> None:
        self._seals[self._name(out)] = entry
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            demand_no_link(self._path)
            with open(self._path, "a", encoding="utf-8", opener=_private) as file:
                file.write(json.dumps({self._name(out): entry}) + "\n")
        except OSError as error:
            raise unwritten(self._path, error) from error

    def _name(self, out: Path) -> str:
        return out.relative_to(self.folder).as_posix()


def _entries(line: Any) -> dict[str, list[str]]:
    """The entries of a line that is ours; of any other none."""
    if not isinstance(line, dict):
        return {}
    return {
        name: entry
        for name, entry in line.items()
        if isinstance(entry, list) and all(isinstance(one, str) for one in entry)
    }


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
def unfinished(path: Path, text: str | bytes, like: Path | None = None) -> Iterator[Path]:
    """``text``, or bytes, in a file that only its owner may read, and that becomes ``path`` at the
    end of the block; see `unlinkable_index.ordinary_files`. Raises UserError when it cannot be
    written."""
    try:
        with ordinary_files.unfinished(path, text, like=like) as part:
            yield part
    except OSError as error:
        raise unwritten(path, error) from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, ordinary_files.OWNER_ONLY)


def _digest(path: Path) -> str:
    try:
        with open_ordinary(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
