"""The published figures that ours stand beside, with where they are printed.

Lison & Anderson, "Protecting De-identified Documents from Search-based Linkage Attacks", arXiv
2510.06383, Table 1: 252 judgments of the European Court of Human Rights of 750 words in the mean,
masked by Presidio, one run, k = 2, phrases of up to 7 words. Figures only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

SOURCE = "Lison & Anderson, arXiv 2510.06383, Table 1 (252 drafts, one run)"
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
