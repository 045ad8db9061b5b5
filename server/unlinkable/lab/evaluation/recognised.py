"""Whether a searcher who ranks finds the original first: measures of one result."""

from unlinkable.draft import Draft
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.ranking.ranked import ranked
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable_index.index import Index

_FAR = 1000.0  # a lead beyond: no other document scores


def recognised(result: Draft, index: Index, k: int, source: int) -> Tallies:
    """Whether the whole result ranks its source first, the lead where it does, and the share of
    sentences and paragraphs that lead there. Raises UserError when the index is damaged."""
    found = ranked(result, index, k, Unit.SENTENCE, (source,))
    if found.recognition is None:
        return {"ranked first": MeanTally(0)}
    words = found.recognition.words
    return {
        "ranked first": MeanTally(float(words.rank == 1)),
        "rank": MeanTally(words.rank),
        "lead": MeanTally(min(words.lead, _FAR)),
        "sentences that lead": MeanTally(found.sentences.leading, found.sentences.of),
        "paragraphs that lead": MeanTally(found.paragraphs.leading, found.paragraphs.of),
    }
