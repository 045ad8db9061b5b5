"""The file of the original that a draft was made from: by the pattern of `source_file`, by the id
that the draft's front matter names, or as the user once told an editor. Knows names of files;
must never know indexes or what stands in an original."""

import json
import re
from dataclasses import replace
from pathlib import Path

import platformdirs

from unlinkable.settings.settling import Settled
from unlinkable_index import ordinary_files
from unlinkable_index.documents.markdown.front_matter import front_matter
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, open_ordinary, read_ordinary, real

NAME, STEM, SOURCE = "{name}", "{stem}", "{source}"
"""What stands, in the path of an original, for the name of the draft's file, with its ending and
without, and for the id of the original that the draft itself names."""

_NAME_OF_A_FILE = re.compile(r"[^/\\\\:\x00-\x1f]{1,200}")


def original_file(pattern: Path, draft: Path | None) -> Path | None:
    """The file of the original of a draft; None where ``pattern`` asks for the name of the draft's
    file, and it has none."""
    written = str(pattern)
    if not asks_for_name(written):
        return pattern
    if draft is None or SOURCE in written:
        return None
    return Path(written.replace(NAME, draft.name).replace(STEM, draft.stem))


def asks_for_name(pattern: str) -> bool:
    """Whether the path of an original depends on the draft."""
    return NAME in pattern or STEM in pattern or SOURCE in pattern


_LOOKED_AT = 1 << 16  # bytes
_NAMES_NONE = "The front matter of this draft names no original by which to look for its file."


def with_named_original(settled: Settled, draft: Path | None) -> Settled:
    """The settings with the file of the original whose id the front matter of a draft names, where
    `source_file` asks for it; else as they are."""
    pattern = settled.settings.original.source_file
    if draft is None or pattern is None or SOURCE not in str(pattern):
        return settled
    source = _named_in(draft)
    file = Path(str(pattern).replace(SOURCE, source)) if source else None
    said = () if file else (_NAMES_NONE,)
    original = replace(settled.settings.original, source_file=file)
    settings = replace(settled.settings, original=original)
    return replace(settled, settings=settings, ignored=(*settled.ignored, *said))


def _named_in(draft: Path) -> str | None:
    """The id that the front matter of a file names; None also where it is no name of a file, so
    that what a draft says leads to no other folder."""
    try:
        with open_ordinary(draft) as file:
            beginning = file.read(_LOOKED_AT)
    except OSError:
        return None
    source = front_matter(beginning.decode("utf-8", "replace")).source or ""
    return source if _NAME_OF_A_FILE.fullmatch(source) and source.strip(". ") else None


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
        ordinary_files.write_whole(path, json.dumps(kept, indent=0), ordinary_files.OWNER_ONLY)
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
