"""The original that a draft itself names, where the settings say in which folder such files lie.

Only for drafts that may name their source: whoever sent one chooses by it what counts. Knows the
beginning of a draft's file; must know nothing of indexes.
"""

from dataclasses import replace
from pathlib import Path

from unlinkable.settings.original_path import SOURCE, for_source
from unlinkable.settings.settling import Settled
from unlinkable_index.documents.markdown.front_matter import front_matter
from unlinkable_index.ordinary_files import open_ordinary

_LOOKED_AT = 1 << 16  # bytes
_NAMES_NONE = "The front matter of this draft names no original by which to look for its file."


def with_named_original(settled: Settled, draft: Path | None) -> Settled:
    """The settings with the file of the original whose id the front matter of a draft names, where
    `source_file` asks for it; else as they are."""
    pattern = settled.settings.original.source_file
    if draft is None or pattern is None or SOURCE not in str(pattern):
        return settled
    file = for_source(pattern, _named_in(draft))
    said = () if file else (_NAMES_NONE,)
    original = replace(settled.settings.original, source_file=file)
    settings = replace(settled.settings, original=original)
    return replace(settled, settings=settings, ignored=(*settled.ignored, *said))


def _named_in(draft: Path) -> str | None:
    """The id that the front matter of a file names."""
    try:
        with open_ordinary(draft) as file:
            beginning = file.read(_LOOKED_AT)
    except OSError:
        return None
    return front_matter(beginning.decode("utf-8", "replace")).source
