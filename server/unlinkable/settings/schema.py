"""The one schema of all settings: names, types, bounds, defaults, and what each is for.

The words here are shown to users, in messages and in the settings page of an editor. Knows
nothing of where values come from.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from unlinkable.patterns import MOST, fault
from unlinkable.risks import AcceptedRisk
from unlinkable.settings.choices import (
    GapsOfMasks,
    LabelledMasks,
    RankedSearch,
    RewriterName,
    Rule,
    Searcher,
    Severity,
    another,
    beyond,
    different,
    earlier,
    later,
    less,
    one_of,
    path_of,
    short_of,
    whole_number,
)


def _are_patterns(patterns: tuple[str, ...]) -> bool:
    return len(patterns) <= MOST and all(fault(pattern) is None for pattern in patterns)


@dataclass(frozen=True)
class Severities:
    """How each kind of finding is shown."""

    phrase: Annotated[
        Severity, one_of(Severity, "How a phrase finding is shown.", narrows=later)
    ] = Severity.WARNING
    ordinary: Annotated[
        Severity,
        one_of(
            Severity,
            "How a phrase is shown, at most, whose words are all ordinary: more than one in a"
            " hundred originals have each.",
            narrows=later,
        ),
    ] = Severity.INFORMATION
    combination: Annotated[
        Severity, one_of(Severity, "How a combination finding is shown.", narrows=later)
    ] = Severity.INFORMATION
    ranking: Annotated[
        Severity,
        one_of(
            Severity,
            "How a passage is shown that leads a searcher who ranks to the source.",
            narrows=later,
        ),
    ] = Severity.INFORMATION
    guessable: Annotated[
        Severity,
        one_of(
            Severity,
            "How a mask is shown whose words other rulings tell (see background).",
            narrows=later,
        ),
    ] = Severity.INFORMATION


@dataclass(frozen=True)
class ModelSettings:
    """The language model that rewrites what tables cannot reword."""

    path: Annotated[
        Path | None,
        path_of(
            "The model file (GGUF) for rewriting. Without it, phrases are reworded from tables, or "
            "masked."
        ),
    ] = None
    gpu_layers: Annotated[
        int,
        whole_number(
            "How many layers of the model run on the graphics card; -1: all, if they fit.", -1
        ),
    ] = -1
    context_tokens: Annotated[
        int, whole_number("How many tokens the model may hold at once.", 1024, 131_072)
    ] = 8192
    idle_minutes: Annotated[
        int,
        whole_number("After how many minutes without use the model leaves memory; 0: never.", 0),
    ] = 10
    patience: Annotated[
        int,
        whole_number(
            "After how many seconds without any sign of life the model is stopped; more where it"
            " was slow before, and five times as many while it loads.",
            1,
            86_400,
        ),
    ] = 60
    alternatives: Annotated[
        int, whole_number("How many alternatives are proposed for a sentence.", 1, 5)
    ] = 3
    reasoning: Annotated[
        bool,
        Rule(
            "Whether the model plans before it writes again, where its first wording will not do.",
            "true or false",
        ),
    ] = True
    seed: Annotated[
        int, whole_number("Same seed, same model, same draft: same proposals.", 0, 2**31 - 1)
    ] = 0
    entailment: Annotated[
        Path | None,
        path_of(
            "A folder with a model for natural language inference (ONNX), which reads every "
            "rewritten sentence as well: what does not say the same both ways is not taken."
        ),
    ] = None
    entailment_least: Annotated[
        int,
        whole_number(
            "How sure, in percent, that model must be that a rewritten sentence says the same.",
            1,
            99,
        ),
    ] = 50


@dataclass(frozen=True)
class IndexSettings:
    """The collections that drafts are checked against."""

    index: Annotated[
        Path | None, path_of("The index file that drafts are checked against.", narrows=another)
    ] = None
    collection: Annotated[
        Path | None,
        path_of(
            "The originals (a folder or a .jsonl file), if at hand: explanations link to them."
        ),
    ] = None
    further_indexes: Annotated[
        tuple[Path, ...],
        Rule(
            "Further indexes, of other collections: drafts are checked against each of them, too.",
            "a list of paths",
            names_file=True,
            narrows=short_of,
        ),
    ] = ()
    key_file: Annotated[
        Path | None,
        path_of(
            "The file with the key of the index, if it has one; keyring:NAME is one in the keyring."
        ),
    ] = None


@dataclass(frozen=True)
class SearchSettings:
    """Which searches must not lead back."""

    k: Annotated[
        int,
        whole_number(
            "A phrase is flagged when it leads to fewer than k originals.", 2, narrows=less
        ),
    ] = 2
    max_terms: Annotated[
        int,
        whole_number(
            "How many search terms may be combined; 1 checks single phrases only.",
            1,
            4,
            narrows=less,
        ),
    ] = 3
    term_words: Annotated[
        int,
        whole_number(
            "How many words one search term of a combination may have.", 1, 7, narrows=less
        ),
    ] = 1
    within: Annotated[
        int,
        whole_number(
            "Words of one sentence count that stand within so many words of each other in fewer "
            "than k originals, as searches by NEAR find them; 0: not asked.",
            0,
            30,
            narrows=less,
        ),
    ] = 10
    against: Annotated[
        tuple[Searcher, ...],
        Rule(
            "Whom drafts are checked and protected against: exact, who types phrases, up to three "
            "words together and words near each other (always); ranking, who lets an engine rank "
            "the originals; guessing, who fills in masks; all.",
            'a list of "exact", "ranking", "guessing", or "all"',
            narrows=short_of,
        ),
    ] = (Searcher.EXACT,)
    ranked: Annotated[
        RankedSearch,
        one_of(
            RankedSearch,
            "What a searcher who ranks puts to the engine: no sentence, paragraph or whole draft "
            "may lead to the source (see against).",
            narrows=earlier,
        ),
    ] = RankedSearch.SENTENCE
    cross_sentences: Annotated[
        bool,
        Rule(
            "Whether phrases that run over the ends of sentences and paragraphs count, which "
            "search engines do not see.",
            "true or false",
            narrows=less,
        ),
    ] = True


@dataclass(frozen=True)
class OriginalSettings:
    """What a draft was made from, and other rulings that tell its masks."""

    source: Annotated[
        str | None,
        Rule(
            "The id of the original the draft was made from: then only what leads to it counts.",
            "the id of an original",
            narrows=different,
        ),
    ] = None
    source_file: Annotated[
        Path | None,
        path_of(
            "The file of the original that a draft was made from, where it is not in the index yet:"
            " it counts as one more original, and is the source. {name} and {stem} stand for the"
            " name of the draft's file, with its ending and without, {source} for the id that its"
            " front matter names.",
            narrows=different,
        ),
    ] = None
    background: Annotated[
        Path | None,
        path_of(
            "Other rulings (a folder or a .jsonl file): masks whose words can be guessed from them"
            " are found too. The originals will do, as the draft's own is left out.",
            narrows=another,
        ),
    ] = None


@dataclass(frozen=True)
class MaskSettings:
    """What masks are, and how words are masked."""

    masks: Annotated[
        tuple[str, ...] | None,
        Rule(
            "Regular expressions for masks, instead of the built-in ones such as [REDACTED].",
            "a list of regular expressions that match at least one character",
            check=_are_patterns,
            narrows=different,
        ),
    ] = None
    mask: Annotated[
        str,
        Rule(
            "What is put in place of words that are masked; one of the masks must match it.",
            "a short text",
            check=lambda mask: bool(mask.strip()) and "\n" not in mask,
        ),
    ] = "[REDACTED]"
    labels: Annotated[
        LabelledMasks,
        one_of(
            LabelledMasks,
            "Whether masks that are set say what kind of thing they hide ([DATE], [NUMBER], "
            "[COURT], [NAME]), where that does not make it easier to guess: draft, as the draft's "
            "own masks do; on, all whose kind is told by the language's tables; off, none.",
        ),
    ] = LabelledMasks.DRAFT
    gaps: Annotated[
        GapsOfMasks,
        one_of(
            GapsOfMasks,
            "How words are masked: few, in fewer gaps, which are wider, so that a sentence can be "
            "followed; short, as few words as can be, in more gaps.",
        ),
    ] = GapsOfMasks.FEW


@dataclass(frozen=True)
class WordingSettings:
    """What is said otherwise before words are masked."""

    rewriter: Annotated[
        RewriterName,
        one_of(
            RewriterName,
            "What says phrases otherwise before words are masked: llm, the tables of safe wordings "
            "and the language model; words, the tables alone; mask, nothing; auto, llm where a "
            "model is set, else words.",
        ),
    ] = RewriterName.AUTO
    keep_words: Annotated[
        tuple[str, ...],
        Rule(
            "Words and phrases that the tables of wordings never change, such as terms of the law.",
            "a list of words or phrases",
        ),
    ] = ()
    less_exact: Annotated[
        bool,
        Rule(
            "Whether English words that lead back may become others that say less, such as "
            "“vehicle” for “lorry”, before they are masked. The editor offers these in any case.",
            "true or false",
        ),
    ] = False
    synonyms: Annotated[
        Path | None,
        path_of(
            "A file of synonyms (a line each: help: assistance, aid), or the folder dict of "
            "WordNet, that the editor offers for findings, to be judged."
        ),
    ] = None
    take_synonyms: Annotated[
        bool,
        Rule(
            "Whether these synonyms are taken, too, before words are masked, though nobody has "
            "judged them: for a list of your own that holds everywhere.",
            "true or false",
        ),
    ] = False
    places: Annotated[
        Path | None,
        path_of(
            "A file that says which place lies in which (a line each: Millbrook: Ashmere); a place "
            "that leads back may become the larger one."
        ),
    ] = None


@dataclass(frozen=True)
class ReadingSettings:
    """How drafts are read."""

    sentences: Annotated[
        str,
        Rule(
            'How sentence ends are found: "rules", or the name of an installed spaCy pipeline.',
            '"rules" or the name of an installed spaCy pipeline',
            names_file=True,
            check=lambda name: bool(name.strip()),
            narrows=different,
        ),
    ] = "rules"
    markdown: Annotated[
        tuple[str, ...],
        Rule(
            "The language ids read as Markdown, where an editor has others for it.",
            "a list of ids",
            narrows=beyond,
        ),
    ] = ("markdown",)
    plain_text: Annotated[
        tuple[str, ...],
        Rule(
            "Endings of files read as plain text, such as .log, beside .txt and .text; files with"
            " an ending that is not known are not checked.",
            "a list of endings, each with its dot",
            check=lambda endings: all(ending[:1] == "." for ending in endings),
            narrows=beyond,
        ),
    ] = ()


@dataclass(frozen=True)
class PauseSettings:
    """How long an editor waits."""

    pause_ms: Annotated[
        int,
        whole_number(
            "How many milliseconds after the last change the search for combinations begins.",
            0,
            60_000,
        ),
    ] = 300
    typing_pause_ms: Annotated[
        int,
        whole_number(
            "Findings at the words being typed are held back until typing there has paused for"
            " so many milliseconds; 0 shows them at once.",
            0,
            60_000,
        ),
    ] = 600


NAMED_APART = (Severities, ModelSettings)
"""Groups whose settings have the name of the group before their own; of all others the names are
those of the settings alone."""


@dataclass(frozen=True)
class Settings:
    """Everything the user may set. Paths are absolute once settled."""

    indexes: IndexSettings = IndexSettings()
    searches: SearchSettings = SearchSettings()
    original: OriginalSettings = OriginalSettings()
    masking: MaskSettings = MaskSettings()
    wording: WordingSettings = WordingSettings()
    reading: ReadingSettings = ReadingSettings()
    severity: Severities = Severities()
    pauses: PauseSettings = PauseSettings()
    model: ModelSettings = ModelSettings()
    accepted: tuple[AcceptedRisk, ...] = ()
