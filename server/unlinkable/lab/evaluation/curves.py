"""What becomes of drafts as more is asked: k of 2, 3, 5 and 10, and the first 1 to 100 ranked.

Knows what was counted of each draft; knows nothing of how a curve is drawn.
"""

from collections.abc import Iterable

from unlinkable.draft import Draft
from unlinkable.findings.phrases.minimal_rare import phrase_findings
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable_index.index import Index

KS = (2, 3, 5, 10)
PLACES = (1, 2, 3, 5, 10, 20, 50, 100)


def leads_at(k: int) -> str:
    """The measure of the phrases that lead to the source at ``k``."""
    return f"phrases that lead, k = {k}"


def leading_phrases(result: Draft, index: Index, source: int) -> Tallies:
    """How many phrases of a result lead to its source at each of `KS`, counted as `check` does.
    Raises UserError when the index is damaged."""
    return {leads_at(k): MeanTally(len(phrase_findings(result, index, k, source))) for k in KS}


def ranked_within(ranks: Iterable[float]) -> tuple[float, ...]:
    """The share of drafts whose source is ranked among so many first, at each of `PLACES`."""
    places = list(ranks)
    return tuple(sum(rank <= first for rank in places) / len(places) for first in PLACES)
