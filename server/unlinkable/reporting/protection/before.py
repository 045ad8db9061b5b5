"""Against whom a draft was protected, as a report beside it tells, and the digest by which a report
is believed about one text only. On the path of every check: must load no record until one is
found, and change nothing in what is found."""

import hashlib
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.reporting.checked import ProtectedBefore
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

if TYPE_CHECKING:
    from unlinkable.reporting.protection.record import ProtectionRecord


def digest(text: str) -> str:
    """The SHA-256 of a text, which says what exactly was protected and what came of it."""
    return hashlib.sha256(text.encode()).hexdigest()


_MOST_FILES = 100
_LARGEST = 20 * MEGABYTE


def protected_before(draft: Path, text: str) -> ProtectedBefore | None:
    """What a report in the folder of a draft says of its text; None where none does."""
    sought = digest(text)
    try:
        beside = sorted(draft.parent.glob("*.json"))
    except OSError:
        return None
    for path in islice(beside, _MOST_FILES):
        try:
            content = read_ordinary(path, _LARGEST).decode()
            record = _record(content) if sought in content else None
        except (OSError, ValueError, RecursionError):
            continue  # another file, or one that cannot be read
        for one in record.drafts if record else ():
            source = one.sources.source or one.sources.source_before
            if one.sha256.output == sought and source is not None and record is not None:
                return ProtectedBefore(path.name, record.run.date[:10], source)
    return None


def _record(content: str) -> "ProtectionRecord | None":
    """As `from_text`, which is loaded only where there is a record."""
    from unlinkable.reporting.protection.as_json import from_text

    return from_text(content)
