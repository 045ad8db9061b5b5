"""Which original each draft was made from, as this user once told an editor.

Kept among the user's own data, readable to nobody else. Knows paths; must know nothing of what
stands in the files.
"""

import json
from pathlib import Path

import platformdirs

from unlinkable_index import whole_files
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary, real

_LARGEST = 16 * MEGABYTE


def originals_file() -> Path:
    """Where it is kept."""
    return platformdirs.user_data_path("unlinkable", appauthor=False) / "originals.json"


def remembered_original(draft: Path) -> Path | None:
    """The file of the original of a draft; None where none is remembered."""
    found = _kept().get(str(real(draft)))
    return None if found is None else Path(found)


def remember_original(draft: Path, original: Path | None) -> None:
    """Keep the original of a draft; None forgets it. Raises UserError where that can't be kept."""
    kept, name = _kept(), str(real(draft))
    kept.pop(name, None)
    if original is not None:
        kept[name] = str(original.absolute())
    path = originals_file()
    try:
        whole_files.write_whole(path, json.dumps(kept, indent=0), whole_files.OWNER_ONLY)
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror}), so the original is not remembered; "
            "check the folder and its rights"
        ) from None


def _kept() -> dict[str, str]:
    try:
        kept = json.loads(read_ordinary(originals_file(), _LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {draft: file for draft, file in kept.items() if isinstance(file, str)}
