"""Originals for other Python programs: from texts in memory, or files, to an index file.

The index is that of the command line. Knows no drafts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unlinkable_index.builder import build_index as build
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.collection import Collection, GivenRecords
from unlinkable_index.collection.record import USUAL_SOURCES, SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.file.index_file import is_index
from unlinkable_index.growing import add_to_index
from unlinkable_index.keys import read_key, read_or_make_key

Originals = Iterable[str | Mapping[str, Any]] | Path
"""Texts, mappings with "id" and "text", or the `Path` of a folder or of a .jsonl file."""


def build_index(
    originals: Originals,
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
    collection = _collection(originals, sources)
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
    build(collection, path, options)


@dataclass(frozen=True)
class Addition:
    """The ids of the rulings that are new in an index, of those that were changed, and of those
    that were taken out."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    withdrawn: tuple[str, ...]


def add(
    originals: Iterable[Mapping[str, Any]] | Path,
    path: str | Path,
    *,
    withdraw: Iterable[str] = (),
    key_file: str | Path | None = None,
    merge: bool = False,
    processes: int = 1,
    sources: SourceOptions = USUAL_SOURCES,
) -> Addition:
    """Add originals to the index file ``path``, which was built with ``keep``; whoever has it open
    goes on with what it was.

    - ``originals``: as for `build_index`, each with its "id": one that is there already is
      replaced;
    - ``withdraw``: the ids of rulings to take out;
    - ``key_file``: the key of a sealed index, or "keyring:NAME";
    - ``merge``: whether to make one file again of the index and what was added to it;
    - ``processes``: as for `build_index`;
    - ``sources``: how originals are read: fields, encoding and the like.

    Raises UserError, and the index is as it was then.
    """
    given = originals if isinstance(originals, Path | str | bytes) else list(originals)
    if isinstance(given, list) and not all(
        isinstance(one, Mapping) and "id" in one for one in given
    ):
        raise UserError('an original that is added needs an "id", so that it can be told apart')
    key = read_key(Path(key_file)) if key_file else None
    collection = Collection([]) if given == [] else _collection(given, sources)
    options = Options(processes=processes, key=key, sources=sources)
    grown = add_to_index(collection, Path(path), list(withdraw), options, merge=merge)
    changes = grown.changes
    return Addition(
        *(tuple(sorted(of)) for of in (changes.new, changes.changed, changes.withdrawn))
    )


def _collection(originals: Originals, sources: SourceOptions) -> Collection:
    if isinstance(originals, str | bytes):
        raise UserError("the originals must be several texts, or a Path; put one text into a list")
    if isinstance(originals, Path):
        return Collection([originals], sources)
    return GivenRecords(originals, sources)
