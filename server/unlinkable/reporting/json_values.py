"""What results hold that are written as JSON: types only, from which the schemas are made (the
record of `protect` has values of its own). Must hold no behaviour."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict


class IndexAsked(TypedDict):
    """The index that a draft was checked in: its originals, its fingerprint, its file's name, and
    the language of its stems."""

    documents: int
    file: NotRequired[str]
    fingerprint: NotRequired[str]
    stems: NotRequired[list[str]]


class QuestionAsked(TypedDict):
    """What was asked of the draft."""

    k: int
    max_words: int
    max_terms: int
    term_words: int
    cross_sentences: bool
    against: list[str]
    within: int
    ranked: str


class PlaceInDocument(TypedDict):
    """Where something stands in a document that is no text: in words, and in numbers from 1."""

    text: str
    part: str
    number: NotRequired[int]
    cell: NotRequired[dict[str, int]]
    paragraph: NotRequired[int]
    page: NotRequired[int]
    line: NotRequired[int]
    attachment: NotRequired[str]


class WordsListed(TypedDict):
    """Words of the draft; offsets count its code points."""

    start: int
    end: int
    text: str
    place: NotRequired[PlaceInDocument]


# A key is called "with", so it cannot be written as a class.
FindingListed = TypedDict(
    "FindingListed",
    {
        "kind": str,
        "start": int,
        "end": int,
        "text": str,
        "documents": list[str],
        "place": NotRequired[PlaceInDocument],
        "words": NotRequired[int],
        "df": NotRequired[int],
        "joint_df": NotRequired[int],
        "within": NotRequired[int],
        "with": NotRequired[list[WordsListed]],
        "unit": NotRequired[str],
        "rank": NotRequired[int],
        "lead": NotRequired[float | None],
        "terms": NotRequired[list[WordsListed]],
        "guess": NotRequired[str],
        "share": NotRequired[float],
        "rulings": NotRequired[int],
        "by": NotRequired[str],
        "date": NotRequired[str],
        "reason": NotRequired[str],
    },
)


class LikelySourceNamed(TypedDict):
    """The original that most findings lead to."""

    document: str
    phrases: int


class Shares(TypedDict):
    """How many passages lead to the original, of how many."""

    leading: int
    of: int


class PlaceInRanking(TypedDict):
    """Where the original stands, and how many times ahead."""

    rank: int
    lead: float | None
    document: NotRequired[str]


class WholeRanked(TypedDict):
    """What a searcher who ranks by the whole draft finds."""

    document: str
    rank: int
    lead: float | None
    pairs: PlaceInRanking | None
    sentences: Shares
    paragraphs: Shares


class ProtectedHow(TypedDict):
    """What a report beside the draft says: when it was protected, against which original, and how
    many findings lead there."""

    report: str
    date: str
    source: str
    findings: int


class DisguiseListed(TypedDict):
    """What looks otherwise to a reader than to a program."""

    kind: str
    start: int
    end: int
    text: str
    read_as: str
    place: NotRequired[PlaceInDocument]


class NotChecked(TypedDict):
    """How many letters stand in masks, and elsewhere where nothing was checked."""

    masked: int
    elsewhere: int


class SourceNamed(TypedDict):
    """The original that was named, where that was, and whether the draft fits to it."""

    document: str
    where: str
    fits: bool
    share: float


class Reservation(TypedDict):
    """What speaks against relying on a result."""

    kind: str
    message: str


class NarrowingListed(TypedDict):
    """A setting by which less is found."""

    setting: str
    value: object
    where: str


CheckLine = TypedDict(
    "CheckLine",
    {
        "$schema": str,
        "draft": str,
        "index": IndexAsked,
        "settings": QuestionAsked,
        "words": int,
        "verdict": str,
        "findings": list[FindingListed],
        "likely_source": LikelySourceNamed | None,
        "doubts": list[Reservation],
        "narrowed": list[NarrowingListed],
        "ignored": list[str],
        "ranked": NotRequired[WholeRanked | None],
        "protected": NotRequired[ProtectedHow],
        "disguises": NotRequired[list[DisguiseListed]],
        "accepted": NotRequired[list[FindingListed]],
        "complete": NotRequired[bool],
        "not_checked": NotRequired[NotChecked],
        "source": NotRequired[SourceNamed],
    },
)


class MaskingPrice(TypedDict):
    """What it takes: words, masks, sentences touched, and the share of the words; ``crowded``: how
    many sentences hold five masks or more; ``reworded``: wordings in place of masks."""

    words: int
    masks: int
    sentences: int
    share: float
    crowded: int
    reworded: int


class LevelPriced(TypedDict):
    """A level of protection: against whom, what leads back now, and what masking takes."""

    level: str
    against: list[str]
    k: int
    gap_words: int
    ranked: str | None
    leads: dict[str, int]
    of: int | None
    masking: MaskingPrice
    wordings: NotRequired[MaskingPrice]


PriceLine = TypedDict(
    "PriceLine",
    {
        "$schema": str,
        "draft": str,
        "index": IndexAsked,
        "words": int,
        "sentences": int,
        "recognised": bool,
        "prices": list[LevelPriced],
        "doubts": list[str],
        "notes": list[str],
    },
)


class ReadOffMask(TypedDict):
    """What the original has at a mask; ``exact``: all around it is the same."""

    text: str
    exact: bool


class GuessListed(TypedDict):
    """What other rulings have at a mask, with which share of the votes, and which they are."""

    text: str
    share: float
    rulings: int
    documents: list[str]


class FilledMask(TypedDict):
    """What a model wrote at a mask, with which share of its tries, and how likely that was."""

    text: str
    share: float
    probability: float


class MaskAttacked(TypedDict):
    """A mask of the draft; offsets count its code points."""

    number: int
    start: int
    end: int
    text: str
    read_off: NotRequired[ReadOffMask]
    guessable: NotRequired[bool]
    guesses: NotRequired[list[GuessListed]]
    filled: NotRequired[FilledMask]


class ModelTried(TypedDict):
    """What a model that attacked was given, and how many masks of how many it tried."""

    level: str
    tried: int
    of: int


AttackLine = TypedDict(
    "AttackLine",
    {
        "$schema": str,
        "draft": str,
        "index": IndexAsked,
        "words": int,
        "recognised": PlaceInRanking | None,
        "originals": bool,
        "read_off": bool,
        "rulings": int | None,
        "model": ModelTried | None,
        "masks": list[MaskAttacked],
        "doubts": list[Reservation],
        "narrowed": list[NarrowingListed],
        "ignored": list[str],
    },
)


class FoundByAttacker(TypedDict):
    """What one attacker found out at the masks of a kind, in masks and in words."""

    by: str
    kind: str
    masks: int
    said: int
    exact: int
    words: int
    right: int
    exact_match: float
    token_recall: float


class RankedBy(TypedDict):
    """How often the original stands among the first, with what the attacker filled in."""

    filled_in: str | None
    drafts: int
    first: dict[str, int]
    mrr: float


class AttackPublished(TypedDict):
    """What was published."""

    source: str
    masks: list[dict[str, object]]
    ranks: list[dict[str, object]]
    hits: dict[str, float]


class PersonsRanked(TypedDict):
    """How often an original of a person stands among the first, for whichever of its drafts ranks
    best; only where drafts are about one person."""

    filled_in: str | None
    persons: int
    first: dict[str, int]
    mrr: float


class RankedByMeaning(TypedDict):
    """Where an embedding model ranks the originals of what was ``asked``, whole drafts or
    paragraphs."""

    unit: str
    asked: int
    first: dict[str, int]
    mrr: float


AttackTable = TypedDict(
    "AttackTable",
    {
        "$schema": str,
        "drafts": int,
        "masks": int,
        "unknown": int,
        "found": list[FoundByAttacker],
        "hits": dict[str, int],
        "ranks": list[RankedBy],
        "persons": list[PersonsRanked],
        "meaning": list[RankedByMeaning],
        "published": AttackPublished,
    },
)


@dataclass(frozen=True)
class Average:
    """A measure over ``drafts`` drafts (those where the whole is none are left out).

    ``part``, ``whole``: all parts, and all wholes. ``pooled``: the one over the other. ``mean`` and
    ``median``: of the drafts. ``low`` and ``high``: between these lie 95 % of the means of samples
    drawn again from the same drafts (bootstrap, percentiles; Efron 1979).
    """

    drafts: int
    part: float
    whole: float
    pooled: float
    mean: float
    median: float
    low: float
    high: float


# A key is called "is".
MethodMeasured = TypedDict(
    "MethodMeasured",
    {
        "method": str,
        "is": str,
        "drafts": int,
        "measures": dict[str, Average],
        "each": dict[str, dict[str, list[float]]],
    },
)


class MethodPublished(TypedDict):
    """What was published of a method."""

    method: str
    figures: dict[str, float]


class Published(TypedDict):
    """What was published, and where."""

    source: str
    rows: list[MethodPublished]


EvaluationTable = TypedDict(
    "EvaluationTable",
    {
        "$schema": str,
        "methods": list[MethodMeasured],
        "left_out": list[str],
        "published": Published,
        "decided": list[str],
    },
)


class RuntimeInstalled(TypedDict):
    """What a model runs on."""

    version: str
    uses_cards: bool


class ModelRecommended(TypedDict):
    """The model that `model fetch` takes unless another is named."""

    url: str
    name: str
    sha256: str
    size: int | None


class ModelDescribed(TypedDict):
    """What a model file says of itself; ``unsuitable``: why it does not rewrite."""

    path: str
    name: str
    architecture: str
    size: int
    memory: int
    context: int
    kind: str
    pools: bool
    has_template: bool
    sha256: str
    unsuitable: str | None


ModelInfo = TypedDict(
    "ModelInfo",
    {
        "$schema": str,
        "recommended": NotRequired[ModelRecommended],
        "model": NotRequired[ModelDescribed],
        "runtime": RuntimeInstalled | None,
        "install": str,
    },
)
