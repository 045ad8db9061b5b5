"""A secret of this installation, random and made once, known to nobody but its user.

What is made with it can be compared with what the same user made before, and tells others nothing.
Knows where it lies; must never know what it is used for.
"""

import os
import secrets
import stat
from pathlib import Path

import platformdirs

from unlinkable_index import ordinary_files
from unlinkable_index.ordinary_files import read_ordinary

LENGTH = 32  # bytes


def secret_file() -> Path:
    """Where the secret lies."""
    return platformdirs.user_data_path("unlinkable", appauthor=False) / "secret"


def installation_secret() -> bytes | None:
    """The secret, made when there is none yet or others could have read it. None when it can
    neither be read nor be kept."""
    path = secret_file()
    try:
        kept = _kept(path)
        if kept is None:
            kept = secrets.token_bytes(LENGTH)
            path.unlink(missing_ok=True)
            ordinary_files.write_whole(path, kept.hex(), ordinary_files.OWNER_ONLY)
    except OSError:
        return None
    return kept


def _kept(path: Path) -> bytes | None:
    """The secret that lies at ``path``, if it is whole and was never readable by others."""
    try:
        private = os.name == "nt" or not path.lstat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        kept = bytes.fromhex(read_ordinary(path, 4 * LENGTH).decode("ascii"))
    except (FileNotFoundError, ValueError):
        return None
    return kept if private and len(kept) == LENGTH else None
