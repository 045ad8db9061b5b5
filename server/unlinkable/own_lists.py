"""Lists that a user keeps in a file of their own, such as places or synonyms.

What cannot be read is said in one sentence. Knows files; nothing of what the lists say.
"""

from collections.abc import Iterator
from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary


def changed_at(path: Path, what: str) -> int:
    """When a file or folder last changed, in nanoseconds; ``what`` it lists. Raises UserError."""
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise UserError(f"{path}: the {what} cannot be read ({error.strerror})") from error


def text_of(path: Path, what: str) -> str:
    """All of a list of at most 10 MB. Raises UserError."""
    try:
        return read_ordinary(path, 10 * MEGABYTE).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: the {what} cannot be read; write them as UTF-8") from error


def entries(text: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Of each line of a list where it stands, and what is before its colon and behind it. Lines
    that begin with # and empty lines say nothing."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            before, _, behind = line.partition(":")
            yield f"{name}:{number}", before.strip(), behind.strip()
