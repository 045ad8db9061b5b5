"""What is asked of a draft, by the settings that hold: how it is read, its source, its original as
one more of the index, which findings count. Must never know what is found."""

from dataclasses import replace
from pathlib import Path

from unlinkable.draft import DEFAULT_MASKS, Reading
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.question import Question, source_number
from unlinkable.settings import RankedSearch, Settings, Settled
from unlinkable.settings.choices import Searcher
from unlinkable.settings.originals import SOURCE, asks_for_name, original_file, remembered_original
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.with_original import IndexWithOriginal, Original


def reading_of(settings: Settings) -> Reading:
    """How drafts are read. Raises UserError when a mask pattern cannot be used."""
    return Reading(
        masks=DEFAULT_MASKS if settings.masking.masks is None else settings.masking.masks,
        cross_sentences=settings.searches.cross_sentences,
        sentences=settings.reading.sentences,
    )


def question_of(settings: Settings, index: Index, source: str | None) -> Question:
    """What is asked of a draft that was made from the original ``source`` (its id), if known.

    Raises UserError when the source is unknown, or a setting out of range.
    """
    if settings.searches.term_words > index.max_words:
        raise UserError(
            f"term_words is {settings.searches.term_words}, but the longest phrase of the index has"
            f" {index.max_words} words: choose a smaller one."
        )
    return Question(
        settings.searches.k,
        settings.searches.max_terms,
        settings.searches.term_words,
        source_number(index, source),
        within=settings.searches.within if index.positions is not None else 0,
        ranked=unit_of(settings),
        guessing=Searcher.GUESSING in settings.searches.against,
    )


def unit_of(settings: Settings) -> Unit | None:
    """What a searcher who ranks puts to the engine; None where none is asked about."""
    if (
        Searcher.RANKING not in settings.searches.against
        or settings.searches.ranked is RankedSearch.OFF
    ):
        return None
    return Unit(settings.searches.ranked.value)


REMEMBERED = "what you said of this draft in an editor"
_NO_FILE = "This draft has no file by whose name to look for its original."
_NOT_HEARD = "What this draft says of its original is not heard, so that is not looked for."


def with_original(index: Index, settled: Settled, draft: Path | None) -> tuple[Index, Settled]:
    """The index with the original of the draft in the file ``draft`` as one more where the settings
    or what is remembered of the draft say where it lies, and the settings with what there is to say
    of it.

    Raises UserError where the original can't be read.
    """
    settled = with_remembered(settled, draft)
    original = settled.settings.original
    if original.source_file is None:
        return index, settled
    source = source_number(index, original.source)
    found, said = _beside(index, original.source_file, draft, source)
    return found, replace(settled, ignored=(*settled.ignored, *said))


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


def _beside(
    index: Index, pattern: Path, draft: Path | None, source: int | None
) -> tuple[Index, tuple[str, ...]]:
    """An index with the original of a draft where that is at hand, and why it does not count as one
    more, in sentences.

    - ``pattern``: the path of the original, in which `NAME` and `STEM` may stand;
    - ``draft``: the file of the draft, if it has one;
    - ``source``: the document that the original is a version of, where the user says so.

    Raises UserError where the file cannot be read or is not one original. One that a pattern looks
    for need not be there.
    """
    file = original_file(pattern, draft)
    if file is None:
        named = SOURCE in str(pattern) and draft is not None
        return index, (_NOT_HEARD if named else _NO_FILE,)
    if asks_for_name(str(pattern)) and not file.exists():
        return index, (f"The original of this draft is not at {file}, where it belongs.",)
    if draft is not None and draft.exists() and file.exists() and file.samefile(draft):
        raise UserError(f"{file}: this is the draft itself; name the file of its original")
    original = Original.in_file(file, index.hasher, index.max_words)
    found = IndexWithOriginal(index, original, source)
    return found, _not_counted_twice(found)


def _not_counted_twice(index: IndexWithOriginal) -> tuple[str, ...]:
    if index.same_as is None:
        return ()
    share = "" if index.share is None else f" ({index.share:.0%} of its phrases are there)"
    return (
        f"The original {index.original_id} is not counted as one more, since the index holds it, or"
        f" another version of it, as {index.source_id}{share}.",
    )
