"""The original beside the draft: which file it is, and the index with it as one more original.

Knows files and indexes; must know nothing of settings and of what is found.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.original import Original
from unlinkable_index.with_original import IndexWithOriginal

NAME, STEM, SOURCE = "{name}", "{stem}", "{source}"
"""What stands, in the path of an original, for the name of the draft's file, with its ending and
without, and for the id of the original that the draft itself names."""


_NO_FILE = "This draft has no file by whose name to look for its original."
_NOT_HEARD = "What this draft says of its original is not heard, so that is not looked for."
_NAME_OF_A_FILE = re.compile(r"[^/\\\\:\x00-\x1f]{1,200}")


@dataclass(frozen=True)
class Beside:
    """``index``: what the draft is checked against, with its original where that is at hand.
    ``said``: why it does not count as one more, in sentences."""

    index: Index
    said: tuple[str, ...] = ()


def for_source(pattern: Path, source: str | None) -> Path | None:
    """``pattern`` with the id ``source`` in place of `SOURCE`; None where it is no name of a file,
    so that what a draft says leads to no other folder."""
    if source is None or not _NAME_OF_A_FILE.fullmatch(source) or not source.strip(". "):
        return None
    return Path(str(pattern).replace(SOURCE, source))


def original_file(pattern: Path, draft: Path | None) -> Path | None:
    """The file of the original of a draft; None where ``pattern`` asks for the name of the draft's
    file, and it has none."""
    written = str(pattern)
    if not _asks_for_name(written):
        return pattern
    if draft is None or SOURCE in written:
        return None
    return Path(written.replace(NAME, draft.name).replace(STEM, draft.stem))


def beside(index: Index, pattern: Path | None, draft: Path | None, source: int | None) -> Beside:
    """An index with the original of a draft.

    - ``pattern``: the path of the original, in which `NAME` and `STEM` may stand; None: not known;
    - ``draft``: the file of the draft, if it has one;
    - ``source``: the document that the original is a version of, where the user says so.

    Raises UserError where the file cannot be read or is not one original. One that a pattern looks
    for need not be there.
    """
    if pattern is None:
        return Beside(index)
    file = original_file(pattern, draft)
    if file is None:
        named = SOURCE in str(pattern) and draft is not None
        return Beside(index, (_NOT_HEARD if named else _NO_FILE,))
    if _asks_for_name(str(pattern)) and not file.exists():
        return Beside(index, (f"The original of this draft is not at {file}, where it belongs.",))
    if draft is not None and draft.exists() and file.exists() and file.samefile(draft):
        raise UserError(f"{file}: this is the draft itself; name the file of its original")
    original = Original.in_file(file, index.hasher, index.max_words)
    found = IndexWithOriginal(index, original, source)
    return Beside(found, _not_counted_twice(found))


def _not_counted_twice(index: IndexWithOriginal) -> tuple[str, ...]:
    if index.same_as is None:
        return ()
    share = "" if index.share is None else f" ({index.share:.0%} of its phrases are there)"
    return (
        f"The original {index.original_id} is not counted as one more, since the index holds it, or"
        f" another version of it, as {index.source_id}{share}.",
    )


def _asks_for_name(pattern: str) -> bool:
    return NAME in pattern or STEM in pattern or SOURCE in pattern
