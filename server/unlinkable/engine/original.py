"""The original of a draft where it is at hand: the index with it as one more.

Knows settings, files and indexes; must know nothing of what is found.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.question import source_number
from unlinkable.settings import Settled
from unlinkable.settings.original_path import SOURCE, asks_for_name, original_file
from unlinkable.settings.remembered import remembered_original
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.original import Original
from unlinkable_index.with_original import IndexWithOriginal

REMEMBERED = "what you said of this draft in an editor"
_NO_FILE = "This draft has no file by whose name to look for its original."
_NOT_HEARD = "What this draft says of its original is not heard, so that is not looked for."


@dataclass(frozen=True)
class Beside:
    """``index``: what the draft is checked against, with its original where that is at hand.
    ``said``: why it does not count as one more, in sentences."""

    index: Index
    said: tuple[str, ...] = ()


def with_original(index: Index, settled: Settled, draft: Path | None) -> tuple[Index, Settled]:
    """The index with the original of the draft in the file ``draft`` as one more where the settings
    or what is remembered of the draft say where it lies, and the settings with what there is to say
    of it.

    Raises UserError where the original can't be read.
    """
    settled = with_remembered(settled, draft)
    settings = settled.settings
    if settings.original.source_file is None:
        return index, settled
    source = source_number(index, settings.original.source)
    found = beside(index, settings.original.source_file, draft, source)
    return found.index, replace(settled, ignored=(*settled.ignored, *found.said))


def with_remembered(settled: Settled, draft: Path | None) -> Settled:
    """The settings with the original that is remembered of a draft, where they name no file."""
    if draft is None or settled.settings.original.source_file is not None:
        return settled
    file = remembered_original(draft)
    if file is None:
        return settled
    said = Narrowing("source_file", str(file), REMEMBERED, Origin.USER)
    original = replace(settled.settings.original, source_file=file)
    settings = replace(settled.settings, original=original)
    return replace(settled, settings=settings, narrowed=(*settled.narrowed, said))


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
    if asks_for_name(str(pattern)) and not file.exists():
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
