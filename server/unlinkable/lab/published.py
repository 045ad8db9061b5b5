"""The published figures that ours stand beside, of attacks and of methods, with where they are
printed and what the papers leave open. Figures and sentences only."""

from collections.abc import Mapping
from dataclasses import dataclass, field

ATTACKS_SOURCE = "arXiv 2505.12859 and 2510.09184 (127 rulings masked by people)"


@dataclass(frozen=True)
class PublishedMasks:
    """Of one reader at one ``level``: the share of masks whose words it says exactly, and of the
    words that it says, the share that are right (None: not printed); and by kind (as of TAB) and
    sort of identifier the former."""

    reader: str
    level: str
    exact_match: float
    token_recall: float | None = None
    kinds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class PublishedRanks:
    """Of one way to fill masks in (none, or a reader at a level): the share of drafts whose
    original is ranked first and in the first five and ten (None: not printed), and the mean of
    1 / place."""

    filled_in: str
    first: float | None
    first_5: float | None
    first_10: float
    mrr: float | None


_KINDS = ("CODE", "DATETIME", "DEM", "LOC", "MISC", "ORG", "PERSON", "QUANTITY")


def _of_kinds(
    *percent: float, direct: float | None = None, quasi: float | None = None
) -> Mapping[str, float]:
    told = {**dict(zip(_KINDS, percent, strict=True)), "DIRECT": direct, "QUASI": quasi}
    return {kind: round(value / 100, 4) for kind, value in told.items() if value is not None}


_GLM_3 = _of_kinds(1.31, 14.53, 24.64, 21.31, 14.84, 20.82, 10.14, 11.74)
_GLM_4 = _of_kinds(18.14, 79.32, 64.56, 75.44, 56.14, 76.65, 40.28, 63.01, direct=28.6, quasi=68.93)
_MISTRAL_3 = _of_kinds(2.22, 10.75, 24.27, 26.0, 12.1, 20.07, 3.72, 2.98)
_MISTRAL_4 = _of_kinds(
    13.98, 45.52, 47.66, 54.24, 30.92, 45.96, 14.3, 15.98, direct=15.39, quasi=39.03
)
MASKS = (
    PublishedMasks("GLM-RoBERTa", "L1", 0.0084, 0.0626),
    PublishedMasks("GLM-RoBERTa", "L2", 0.1127, 0.2135),
    PublishedMasks("GLM-RoBERTa", "L3", 0.1432, 0.2908, _GLM_3),
    PublishedMasks("GLM-RoBERTa", "L4", 0.6604, 0.7513, _GLM_4),
    PublishedMasks("Mistral-Nemo", "L1", 0.0091, 0.2536),
    PublishedMasks("Mistral-Nemo", "L2", 0.1059, 0.4743),
    PublishedMasks("Mistral-Nemo", "L3", 0.1100, 0.4798, _MISTRAL_3),
    PublishedMasks("Mistral-Nemo", "L4", 0.3734, 0.7029, _MISTRAL_4),
    PublishedMasks("Qwen3-4B, all orders", "L2", 0.145),
    PublishedMasks("Qwen3-4B, all orders", "L4", 0.487),
    PublishedMasks("Qwen3-4B reasoning, all orders", "L4", 0.572),
)
RANKS = (
    PublishedRanks("nothing", 0.055, 0.165, 0.283, 0.135),
    PublishedRanks("GLM-RoBERTa, L3", 0.047, 0.165, 0.291, 0.138),
    PublishedRanks("GLM-RoBERTa, L4", 0.370, 0.543, 0.614, 0.473),
    PublishedRanks("Mistral-Nemo, L3", 0.079, None, 0.370, None),
    PublishedRanks("Mistral-Nemo, L4", 0.307, None, 0.575, None),
)
HITS = {"L2": 0.645, "L3": 0.751, "L4": 1.0}
"""The share of masks whose words stand in one of the first 100 texts, by level."""


TABLE_SOURCE = "Lison & Anderson, arXiv 2510.06383, Table 1 (252 drafts, one run)"
PARAPHRASE, GTE = "paraphrase-distilroberta-base-v2", "GTE-ModernBERT"
JUDGE = "gemma-3-1b-pt"


@dataclass(frozen=True)
class PublishedRow:
    """What was printed of one method: by the name of the measure, as ours are named."""

    method: str
    figures: Mapping[str, float]


def _row(method: str, *figures: float) -> PublishedRow:
    names = (
        "left 1",
        "left up to 3",
        f"similarity {PARAPHRASE}, cut",
        f"similarity {GTE}, cut",
        f"perplexity {JUDGE}",
    )
    return PublishedRow(method, dict(zip(names, figures, strict=True)))


ROWS = (
    _row("model without spans (Qwen3-4B)", 0.597, 0.695, 0.974, 0.979, 12.6),
    _row("WordNet paraphrase", 0.348, 0.615, 0.992, 0.979, 20.4),
    _row("DP-MLM, epsilon 10", 0.001, 0.001, 0.358, 0.617, 2736),
    _row("DP-MLM, epsilon 100", 0.065, 0.130, 0.769, 0.873, 171),
    _row("model with spans, phrases", 0.001, 0.432, 0.987, 0.978, 14.2),
    _row("model with spans, up to 3", 0.002, 0.002, 0.959, 0.948, 15.0),
)

DECIDED = (
    "Linkage left: of all minimal rare phrases (and minimal linking sets of terms) of the draft "
    "that lead to its source, those that still stand in the result. The paper counts these only; "
    "links that a result makes anew stand beside them here. Phrases are counted twice: those that "
    "do not overlap, place by place, and all different ones.",
    "The paper's combinations of up to 3 are of phrases it does not define; ours are of single "
    "words, (3,1), or of phrases of up to 7 words, (3,7).",
    "Similarity: of the result to the draft, not to the original, masks left out of both. Cut: the "
    "first pieces, as many as the model reads, which is probably what the paper did. Whole: the "
    "mean of pieces of that length.",
    "Perplexity: masks and all, windows of 1,024 tokens that overlap by half. Between masks: only "
    "the tokens of words count, each given all before it; masks alone make a text more fluent to a "
    "model. The draft's own stands in its row; the paper does not print it.",
    "Pooled: all parts over all wholes. Mean: of the drafts, with the interval in which 95 % of "
    "2,000 samples of the same drafts have theirs. The paper does not say which it prints.",
)
"""What the paper leaves open, and how it was decided here: sentences for whoever reads a table."""
