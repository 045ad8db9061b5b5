"""Whether a searcher who ranks finds the original first: measures of one result."""

from unlinkable.draft import Draft
from unlinkable.evaluation.tally import Tallies, Tally
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.ranking.ranked import ranked
from unlinkable_index.index import Index

_FAR = 1000.0  # a lead beyond: no other document scores


def recognised(result: Draft, index: Index, k: int, source: int) -> Tallies:
    """Whether the whole result ranks its source first, the lead where it does, and the share of
    sentences and paragraphs that lead there. Raises UserError when the index is damaged."""
    found = ranked(result, index, k, Unit.SENTENCE, (source,))
    if found.recognition is None:
        return {"ranked first": Tally(0)}
    words = found.recognition.words
    return {
        "ranked first": Tally(float(words.rank == 1)),
        "rank": Tally(words.rank),
        "lead": Tally(min(words.lead, _FAR)),
        "sentences that lead": Tally(found.sentences.leading, found.sentences.of),
        "paragraphs that lead": Tally(found.paragraphs.leading, found.paragraphs.of),
    }
