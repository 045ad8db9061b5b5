"""How a draft is rewritten, by the settings that hold: the model, tables, masks, places.

Knows settings; must know nothing of drafts and indexes.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from unlinkable.model.author import ModelOptions
from unlinkable.settings import ModelSettings, Settings
from unlinkable.settings.choices import RewriterName
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.fidelity.places import Places
    from unlinkable.model.author import Author
    from unlinkable.model.onnx_models import EntailmentModel
    from unlinkable.model.process.process import Model
    from unlinkable.rewriting.masking.labels import Labelling
    from unlinkable.rewriting.rewriter import Rewriter
    from unlinkable.rewriting.wordings_usable import Tables
    from unlinkable_index.index import Index


_LOADING = 5  # times the patience while a model loads, which shows no signs of life


@dataclass(frozen=True)
class ProtectionMethod:
    """The model to rewrite with and the tables to reword from, if any, and the masks.

    - ``labelling``: which masks say what they hide;
    - ``entailment``: the model that reads what the first one wrote, if any.
    """

    settings: ModelSettings
    rewriter: RewriterName
    model: "Model | None"
    tables: "Tables | None"
    mask: str
    labelling: "Labelling"
    entailment: "EntailmentModel | None" = None

    def against(self, index: "Index", author: "Author | None" = None) -> "Rewriter":
        """What rewrites against an index; ``author``: in place of the model, one who remembers what
        it wrote."""
        from unlinkable.rewriting.rewriter import Rewriter

        author = author or self.model
        read = None if author is None else read_as_well(author, self.entailment, self.settings)
        return Rewriter(index, read, self.mask, self.tables, self.labelling)

    def close(self) -> None:
        """Let the model go."""
        if self.model is not None:
            self.model.close()


def method_of(settings: Settings) -> ProtectionMethod:
    """How drafts are protected; to be closed again. Raises UserError when a model is wanted and
    none is set, or one that is set cannot be used."""
    rewriter = rewriter_of(settings)
    model = model_of(settings.model) if rewriter is RewriterName.LLM else None
    entailment = entailment_of(settings.model) if model else None
    if entailment is not None:
        entailment.load()
    tables, labelling = tables_of(settings), labelling_of(settings)
    return ProtectionMethod(
        settings.model, rewriter, model, tables, settings.masking.mask, labelling, entailment
    )


def model_of(settings: ModelSettings) -> "Model":
    """The model that is set, which stays until it is closed. Raises UserError when none is set, or
    it cannot be used."""
    from unlinkable.model.gguf.model_file import demand_suitable
    from unlinkable.model.process.process import Model

    options = demanded_model(settings)
    demand_suitable(options.path)
    return Model(replace(options, idle_minutes=0))


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
        patience=settings.patience,
        loading_patience=_LOADING * settings.patience,
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
    from unlinkable.model.onnx_models import EntailmentModel

    return EntailmentModel(settings.entailment)


def read_as_well(
    author: "Author", entailment: "EntailmentModel | None", settings: ModelSettings
) -> "Author":
    """The author, whose wordings the model for entailment reads where there is one."""
    if entailment is None:
        return author
    from unlinkable.model.authors import SecondReader

    return SecondReader(author, entailment, settings.entailment_least / 100)


def rewriter_of(settings: Settings) -> RewriterName:
    """What a draft is protected with: what is set, else the model where one is set, else the tables
    of wordings."""
    if settings.wording.rewriter is not RewriterName.AUTO:
        return settings.wording.rewriter
    return RewriterName.WORDS if settings.model.path is None else RewriterName.LLM


def labelling_of(settings: Settings) -> "Labelling":
    """Which masks say what kind of thing they hide."""
    from unlinkable.rewriting.masking.labels import Labelling  # loaded for those who mask

    return Labelling(settings.masking.labels.value)


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
    from unlinkable.rewriting.wordings_usable import Tables  # loaded for those who reword
    from unlinkable.wordings.synonyms import read_synonyms

    file = settings.wording.synonyms if settings.wording.take_synonyms else None
    synonyms = read_synonyms(file) if file else None
    return Tables(
        settings.wording.keep_words, synonyms, settings.wording.less_exact, synonyms is not None
    )


def places_of(settings: Settings) -> "Places":
    """Which place lies in which. Raises UserError where the file that says so cannot be read."""
    from unlinkable.fidelity.places import NOWHERE, read_places

    return NOWHERE if settings.wording.places is None else read_places(settings.wording.places)
