"""Where the original of a draft lies, by the pattern that the setting `source_file` gives.

Knows names of files; must know nothing of what is in them.
"""

import re
from pathlib import Path

NAME, STEM, SOURCE = "{name}", "{stem}", "{source}"
"""What stands, in the path of an original, for the name of the draft's file, with its ending and
without, and for the id of the original that the draft itself names."""

_NAME_OF_A_FILE = re.compile(r"[^/\\\\:\x00-\x1f]{1,200}")


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
    if not asks_for_name(written):
        return pattern
    if draft is None or SOURCE in written:
        return None
    return Path(written.replace(NAME, draft.name).replace(STEM, draft.stem))


def asks_for_name(pattern: str) -> bool:
    """Whether the path of an original depends on the draft."""
    return NAME in pattern or STEM in pattern or SOURCE in pattern
