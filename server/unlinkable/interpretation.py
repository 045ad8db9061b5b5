"""What settings come to: how a draft is read, what is asked of it, and how the model is run.

The one place where settings become values of other rooms. Knows nothing of where settings come
from, and nothing of files and editors.
"""

from unlinkable.draft import DEFAULT_MASKS, Reading
from unlinkable.findings.question import Question, source_number
from unlinkable.model.options import ModelOptions
from unlinkable.settings import ModelSettings, Settings
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


def reading_of(settings: Settings) -> Reading:
    """How drafts are read. Raises UserError when a mask pattern cannot be used."""
    return Reading(
        masks=DEFAULT_MASKS if settings.masks is None else settings.masks,
        cross_sentences=settings.cross_sentences,
        sentences=settings.sentences,
    )


def question_of(settings: Settings, index: Index, source: str | None) -> Question:
    """What is asked of a draft that was made from the original ``source`` (its id), if known.

    Raises UserError when the source is unknown, or a setting out of range.
    """
    if settings.term_words > index.max_words:
        raise UserError(
            f"term_words is {settings.term_words}, but the longest phrase of the index has"
            f" {index.max_words} words: choose a smaller one."
        )
    number = source_number(index, source)
    return Question(settings.k, settings.max_terms, settings.term_words, number)


def model_options(settings: ModelSettings) -> ModelOptions | None:
    """How the model is run; None when none is set."""
    if settings.path is None:
        return None
    return ModelOptions(
        path=settings.path,
        gpu_layers=settings.gpu_layers,
        idle_minutes=settings.idle_minutes,
        context_tokens=settings.context_tokens,
        alternatives=settings.alternatives,
        reasoning=settings.reasoning,
        seed=settings.seed,
    )
