"""How it is said that a file cannot be read: what is wrong with it, never what it holds."""

from pathlib import Path

from unlinkable_index.errors import UserError


def refused(path: Path, why: str) -> UserError:
    """The error that a file was not read, and why."""
    return UserError(f"{path}: not read: {why}")
