"""What settings come to: how a draft is read, what is asked of it, under what circumstances its
report holds, and how the model is run.

The one place where settings become values of other rooms. Knows nothing of where settings come
from, and nothing of files and editors.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.beside import beside
from unlinkable.draft import DEFAULT_MASKS, Draft, Reading
from unlinkable.findings.circumstances import Circumstances, circumstances
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.question import Question, source_number
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.report import Report
from unlinkable.model.options import ModelOptions
from unlinkable.risks.acceptance import Accepted
from unlinkable.settings import ModelSettings, RankedSearch, Settings, Settled
from unlinkable.settings.choices import RewriterName
from unlinkable.settings.remembered import remembered_original
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.with_original import IndexWithOriginal

if TYPE_CHECKING:
    from unlinkable.fidelity.substance.places import Places
    from unlinkable.model.author import Author
    from unlinkable.model.entailment.entailment_model import EntailmentModel
    from unlinkable.rewriting.masking.labels import Labelling
    from unlinkable.rewriting.rewording.usable import Tables


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
    return Question(
        settings.k,
        settings.max_terms,
        settings.term_words,
        source_number(index, source),
        None if settings.ranked is RankedSearch.OFF else Unit(settings.ranked.value),
    )


def with_original(index: Index, settled: Settled, draft: Path | None) -> tuple[Index, Settled]:
    """The index with the original of the draft in the file ``draft`` as one more where the settings
    or what is remembered of the draft say where it lies, and the settings with what there is to say
    of it.

    Raises UserError where the original can't be read.
    """
    settled = with_remembered(settled, draft)
    settings = settled.settings
    if settings.source_file is None:
        return index, settled
    source = source_number(index, settings.source)
    found = beside(index, settings.source_file, draft, source)
    return found.index, replace(settled, ignored=(*settled.ignored, *found.said))


def with_remembered(settled: Settled, draft: Path | None) -> Settled:
    """The settings with the original that is remembered of a draft, where they name no file."""
    if draft is None or settled.settings.source_file is not None:
        return settled
    file = remembered_original(draft)
    if file is None:
        return settled
    said = Narrowing("source_file", str(file), REMEMBERED, Origin.USER)
    settings = replace(settled.settings, source_file=file)
    return replace(settled, settings=settings, narrowed=(*settled.narrowed, said))


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


def told_of_source(
    settings: Settings, index: Index, draft: Draft, hears_draft: bool, others: Sequence[Index]
) -> tuple[str, ...]:
    """What is to be said where the source of a draft is in one of the other indexes only."""
    if not _is_elsewhere(_named(settings, index, draft, hears_draft), index, others):
        return ()
    name = index.path.name
    return (f"The source of the draft is not in {name}: there, everything counts.",)


def _named(settings: Settings, index: Index, draft: Draft, hears_draft: bool) -> str | None:
    if isinstance(index, IndexWithOriginal):
        return index.source_id
    return settings.source or (draft.source if hears_draft else None)


def _is_elsewhere(name: str | None, index: Index, others: Sequence[Index]) -> bool:
    if name is None or index.document_number(name) is not None:
        return False
    return any(other.document_number(name) is not None for other in others)


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


def demanded_model(settings: ModelSettings) -> ModelOptions:
    """How the model is run. Raises UserError when none is set."""
    options = model_options(settings)
    if options is None:
        raise UserError(
            "no model: name one with --model FILE or the setting model.path; "
            "`unlinkable model fetch` downloads the recommended one"
        )
    return options


def entailment_of(settings: ModelSettings) -> "EntailmentModel | None":
    """The model that reads what the other one wrote; None when none is set."""
    if settings.entailment is None:
        return None
    from unlinkable.model.entailment.entailment_model import EntailmentModel

    return EntailmentModel(settings.entailment)


def read_as_well(
    author: "Author", entailment: "EntailmentModel | None", settings: ModelSettings
) -> "Author":
    """The author, whose wordings the model for entailment reads where there is one."""
    if entailment is None:
        return author
    from unlinkable.model.entailment.second_reader import SecondReader

    return SecondReader(author, entailment, settings.entailment_least / 100)


def rewriter_of(settings: Settings) -> RewriterName:
    """What a draft is protected with: what is set, else the model where one is set, else the tables
    of wordings."""
    if settings.rewriter is not RewriterName.AUTO:
        return settings.rewriter
    return RewriterName.WORDS if settings.model.path is None else RewriterName.LLM


def labelling_of(settings: Settings) -> "Labelling":
    """Which masks say what kind of thing they hide."""
    from unlinkable.rewriting.masking.labels import Labelling  # loaded for those who mask

    return Labelling(settings.labels.value)


def rewords(settings: Settings) -> bool:
    """Whether anything is said otherwise before it is masked."""
    return rewriter_of(settings) is not RewriterName.MASK


def tables_of(settings: Settings) -> "Tables | None":
    """The tables of wordings to reword from; None where words are only to be masked. Raises
    UserError where synonyms are to be taken and cannot be read."""
    return tables_as_set(settings) if rewords(settings) else None


def tables_as_set(settings: Settings) -> "Tables":
    """The tables of wordings, for whoever asks for one of them, whatever rewords whole drafts.
    Raises UserError as `tables_of`."""
    from unlinkable.rewriting.rewording.usable import Tables  # loaded for those who reword
    from unlinkable.wordings.synonyms import read_synonyms

    file = settings.synonyms if settings.take_synonyms else None
    synonyms = read_synonyms(file) if file else None
    return Tables(settings.keep_words, synonyms, settings.less_exact, synonyms is not None)


def places_of(settings: Settings) -> "Places":
    """Which place lies in which. Raises UserError where the file that says so cannot be read."""
    from unlinkable.fidelity.substance.places import (  # loaded for those who rewrite
        NOWHERE,
        read_places,
    )

    return NOWHERE if settings.places is None else read_places(settings.places)


REMEMBERED = "what you said of this draft in an editor"
FRONT_MATTER = "the draft's front matter"
OF_EDITORS = frozenset(
    {
        "severity.phrase",
        "severity.combination",
        "severity.ranking",
        "severity.guessable",
        "max_findings",
        "markdown",
    }
)
"""The settings by which only editors show less."""


def circumstances_of(
    report: Report, index: Index, reading: Reading, settled: Settled, accepted: Accepted
) -> Circumstances:
    """The circumstances of a report by the settings ``settled``, of which ``accepted`` was taken
    out. Raises UserError when the index is damaged."""
    draft, ignored = report.draft, list(settled.ignored)
    narrowed = [*settled.narrowed, *_accepted(settled, accepted)]
    if draft.source is not None and settled.settings.source is None:
        if report.question.source is None or isinstance(index, IndexWithOriginal):
            ignored.append(f"The source that is named in {FRONT_MATTER} does not count here.")
        else:
            narrowed.append(Narrowing("source", draft.source, FRONT_MATTER, Origin.FOLDER))
    return circumstances(report, index, reading, narrowed, ignored)


def without_editors(settled: Settled) -> Settled:
    """The settings without the narrowings that only editors heed."""
    left = tuple(one for one in settled.narrowed if one.setting not in OF_EDITORS)
    return replace(settled, narrowed=left)


def _accepted(settled: Settled, accepted: Accepted) -> list[Narrowing]:
    """The accepted risks that took findings out, counted by where they were accepted."""
    counts = Counter(settled.accepted_in[risk] for _, risk in accepted)
    return [Narrowing("accepted", count, *place) for place, count in counts.items()]
