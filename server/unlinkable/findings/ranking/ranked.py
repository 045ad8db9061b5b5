"""What a searcher who ranks finds of a draft, all of it: the whole draft, paragraphs, sentences.

Puts together what the modules beside it know.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from unlinkable.draft import Draft
from unlinkable.findings.costs import Costs, word_costs
from unlinkable.findings.ranking.bm25 import WordScores
from unlinkable.findings.ranking.leading import MARGIN, Ranking, RankingFinding
from unlinkable.findings.ranking.passages import Unit, Vocabulary, passages
from unlinkable.findings.ranking.recognition import Recognition, recognition
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Share:
    """How many of the passages of a draft lead to its source."""

    leading: int
    of: int


@dataclass(frozen=True)
class Ranked:
    """A draft before a searcher who ranks.

    - ``recognition``: how the source, or else the document ranked first, fares for the whole draft;
      None where no document has a word of it;
    - ``sentences``, ``paragraphs``: how many lead there;
    - ``findings``: the leading passages of the size that was asked for.
    """

    recognition: Recognition | None
    sentences: Share
    paragraphs: Share
    findings: tuple[RankingFinding, ...]


NOTHING = Ranked(None, Share(0, 0), Share(0, 0), ())
"""Of a draft that no ranking finds."""


def first_ranked(draft: Draft, index: Index) -> int | None:
    """The document that the whole draft ranks first; None where none has a word of it.

    Raises UserError when the index is damaged.
    """
    fares = recognition(draft, index, Vocabulary(draft), None)
    return fares.document if fares else None


def ranked(
    draft: Draft,
    index: Index,
    k: int,
    unit: Unit,
    sources: Sequence[int] = (),
    costs: Costs | None = None,
) -> Ranked:
    """What a searcher who ranks finds of a draft.

    - ``unit``: of which passages the leading ones are findings;
    - ``sources``: the documents that the draft may be made from, the likeliest first; none: the
      one that the whole draft ranks first, where it leads by the margin. Else no document can be
      said to be the original, and no passage to lead there;
    - ``costs``: of changing each word, where they are known; else `word_costs`.

    Raises UserError when the index is damaged.
    """
    vocabulary = Vocabulary(draft)
    words = WordScores(vocabulary.forms, index)
    fares = recognition(draft, index, vocabulary, sources[0] if sources else None, words)
    if fares is None:
        return NOTHING
    if not sources and fares.words.lead >= 1 + MARGIN:
        sources = [fares.document]
    costs = word_costs(draft, index) if costs is None else costs
    ranking = Ranking(draft, words, vocabulary, costs, k)
    findings: list[RankingFinding] = []
    shares = {}
    for each in dict.fromkeys((Unit.SENTENCE, Unit.PARAGRAPH, unit)):
        asked = passages(draft, each)
        led = set()
        for leading in ranking.leading(asked, sources):
            led.add(leading.passage.words)
            if each is unit:
                findings.append(ranking.finding(leading))
        shares[each] = Share(len(led), len(asked))
    return Ranked(fares, shares[Unit.SENTENCE], shares[Unit.PARAGRAPH], tuple(findings))


def words_that_carry(findings: Collection[RankingFinding]) -> list[int]:
    """The numbers of the words that carry the leads of ``findings``, rising, each once."""
    words = [np.array(finding.words, dtype=np.int64) for finding in findings]
    return np.unique(np.concatenate(words)).tolist() if words else []
