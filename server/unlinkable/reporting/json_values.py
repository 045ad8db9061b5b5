"""What the lines of `check --format json` and `price --format json` hold, for their JSON schemas.

More may be added in a later version, so programs that read them overlook what they do not know.
"""

from typing import NotRequired, TypedDict


class IndexAsked(TypedDict):
    """The index that a draft was checked in: its originals, its fingerprint, its file's name, and
    the language of its stems."""

    documents: int
    file: str
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


class Words(TypedDict):
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
        "with": NotRequired[list[Words]],
        "unit": NotRequired[str],
        "rank": NotRequired[int],
        "lead": NotRequired[float | None],
        "terms": NotRequired[list[Words]],
        "guess": NotRequired[str],
        "share": NotRequired[float],
        "rulings": NotRequired[int],
        "by": NotRequired[str],
        "date": NotRequired[str],
        "reason": NotRequired[str],
    },
)


class LikelySource(TypedDict):
    """The original that most findings lead to."""

    document: str
    phrases: int


class CheckLine(TypedDict):
    """A draft that was checked."""

    draft: str
    index: IndexAsked
    settings: QuestionAsked
    words: int
    findings: list[FindingListed]
    likely_source: LikelySource | None
    doubts: list[dict[str, str]]
    narrowed: list[dict[str, object]]
    ignored: list[str]
    accepted: NotRequired[list[FindingListed]]
    complete: NotRequired[bool]


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


class PriceLine(TypedDict):
    """The prices of a draft."""

    draft: str
    index: IndexAsked
    words: int
    sentences: int
    prices: list[LevelPriced]
    doubts: list[str]
    notes: list[str]
