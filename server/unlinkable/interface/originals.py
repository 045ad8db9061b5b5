"""Originals for other Python programs: from texts in memory, or files, to an index file.

The index is that of the command line. Knows no drafts.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from unlinkable_index.builder import Keep, Options
from unlinkable_index.builder import build_index as build
from unlinkable_index.collection import USUAL_SOURCES, Collection, GivenRecords, SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.file.index_file import is_index
from unlinkable_index.keys import read_or_make_key


def build_index(
    originals: Iterable[str | Mapping[str, Any]] | Path,
    path: str | Path,
    *,
    max_words: int = 7,
    key_file: str | Path | None = None,
    keep: bool = False,
    processes: int = 1,
    sources: SourceOptions = USUAL_SOURCES,
) -> None:
    """Build the index of the originals as the file ``path``, to be opened with `open_index`.

    - ``originals``: texts, whose ids are then "1", "2" and so on; or mappings with "id" and "text",
      and perhaps "group" (a case, a person), "title" and the like; or the `Path` of a folder or a
      file, as on the command line;
    - ``max_words``: the longest phrase;
    - ``key_file``: seals the index with the key in this file, or "keyring:NAME";
    - ``keep``: whether the words of the originals are kept beside it, so that `unlinkable add` can
      add others;
    - ``processes``: how many work; more than 1 needs a main module that can be imported again;
    - ``sources``: how originals are read: fields, encoding and the like.

    Nothing but the index (and what is kept) is written; an older index there is replaced, any other
    file is not. Raises UserError.
    """
    if isinstance(originals, str | bytes):
        raise UserError("the originals must be several texts, or a Path; put one text into a list")
    path = Path(path)
    if path.exists() and not is_index(path):
        raise UserError(f"{path}: there is a file here that is no index; choose another place")
    options = Options(
        max_words=max_words,
        processes=processes,
        key=read_or_make_key(Path(key_file)) if key_file else None,
        keep=Keep.WORDS if keep else Keep.STATE,
        sources=sources,
    )
    build(
        Collection([originals], sources)
        if isinstance(originals, Path)
        else GivenRecords(originals, sources),
        path,
        options,
    )
