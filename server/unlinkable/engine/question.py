"""What is asked of a draft, by the settings that hold: how it is read, which findings count.

Knows settings and indexes; must know nothing of files and of what is found.
"""

from collections.abc import Sequence

from unlinkable.draft import DEFAULT_MASKS, Draft, Reading
from unlinkable.findings.question import Question, source_number
from unlinkable.findings.ranking.passages import Unit
from unlinkable.settings import RankedSearch, Settings
from unlinkable.settings.choices import Searcher
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.with_original import IndexWithOriginal


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


def source_of(
    settings: Settings,
    index: Index,
    draft: Draft,
    hears_draft: bool,
    others: Sequence[Index] = (),
) -> str | None:
    """The id of the original that a draft was made from, if known: that beside the draft, else that
    of the settings, else what the draft itself says, where that is heard; None where it is not in
    this index, but in one of the ``others``."""
    named = _named(settings, index, draft, hears_draft)
    return None if _is_elsewhere(named, index, others) else named


def source_elsewhere(
    settings: Settings, index: Index, draft: Draft, hears_draft: bool, others: Sequence[Index]
) -> tuple[str, ...]:
    """What there is to say where the source of a draft is in one of the other indexes only."""
    if not _is_elsewhere(_named(settings, index, draft, hears_draft), index, others):
        return ()
    name = index.path.name
    return (f"The source of the draft is not in {name}: there, everything counts.",)


def _named(settings: Settings, index: Index, draft: Draft, hears_draft: bool) -> str | None:
    if isinstance(index, IndexWithOriginal):
        return index.source_id
    return settings.original.source or (draft.source if hears_draft else None)


def _is_elsewhere(name: str | None, index: Index, others: Sequence[Index]) -> bool:
    if name is None or index.document_number(name) is not None:
        return False
    return any(other.document_number(name) is not None for other in others)
