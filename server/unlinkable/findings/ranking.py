"""What a searcher who ranks finds of a draft, all of it: the whole draft, its paragraphs, its
sentences, and the documents that it may be made from. Puts `bm25` and `leading` together; must
know nothing of what is done about it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.bm25 import Passage, Unit, Vocabulary, WordScores, passages
from unlinkable.findings.costs import Costs, are_function_words, word_costs
from unlinkable.findings.kept import kept
from unlinkable.findings.leading import MARGIN, Ranking, RankingFinding, Recognition, recognition
from unlinkable.findings.plausible_original import best_holder
from unlinkable.stopping import Stop, never, unless
from unlinkable_index.index import Index

_MANY = 100
"""Originals, among which even function words tell one from others: of 408 sentences of real drafts
cut down to theirs, 115 led to the original among 11,411."""


@dataclass(frozen=True)
class Share:
    """How many of the passages of a draft lead to its source, of those that were judged."""

    leading: int
    of: int


@dataclass(frozen=True)
class Ranked:
    """A draft before a searcher who ranks.

    - ``recognition``: how the source, or else the document ranked first, fares for the whole draft;
      None where no document has a word of it;
    - ``judged_by``: the documents that passages were judged by; none where no document can be said
      to be the original;
    - ``sentences``, ``paragraphs``: how many lead to one of them;
    - ``findings``: the leading passages of the size that was asked for, each once.
    """

    recognition: Recognition | None
    judged_by: tuple[int, ...]
    sentences: Share
    paragraphs: Share
    findings: tuple[RankingFinding, ...]


NOTHING = Ranked(None, (), Share(0, 0), Share(0, 0), ())
"""Of a draft that no ranking finds."""


def first_ranked(draft: Draft, index: Index) -> int | None:
    """The document that the whole draft ranks first; None where none has a word of it.

    Raises UserError when the index is damaged.
    """
    fares = _recognised(draft, index)
    return fares.document if fares else None


@kept
def _recognised(draft: Draft, index: Index, words: WordScores | None = None) -> Recognition | None:
    """How the document fares that the whole draft ranks first; None where there is none. ``words``:
    what each word of the draft's vocabulary gives, where that is known."""
    return recognition(draft, index, Vocabulary(draft), None, words)


def presumed_sources(draft: Draft, index: Index) -> tuple[int, ...]:
    """The documents that a draft whose source is not known may be made from, the likeliest first.

    The one that the whole draft ranks first, where it leads by the margin. Where it does not, as
    among sister cases in nearly the same words, the one that holds most of the draft's phrases, if
    it holds nearly all of them: that stays so however many words are masked. Else none.

    Raises UserError when the index is damaged.
    """
    fares = _recognised(draft, index)
    return () if fares is None else presumed_from(draft, index, fares)


def presumed_from(draft: Draft, index: Index, fares: Recognition) -> tuple[int, ...]:
    """As `presumed_sources`, from how the document ``fares`` that the whole draft ranks first."""
    if fares.words.lead >= 1 + MARGIN:
        return (fares.document,)
    holder = best_holder(draft, index)
    if holder is None or not holder.plausible:
        return ()
    return (holder.document,)


def judged_passages(draft: Draft, index: Index, unit: Unit) -> list[Passage]:
    """The passages of a draft that are judged by where they lead: where originals are few, not
    those of function words alone, which some original has most often by chance."""
    every = passages(draft, unit)
    if index.documents >= _MANY or not draft.language.function_words:
        return every
    small = are_function_words(draft, index)
    return [one for one in every if not small[one.words.start : one.words.stop].all()]


def ranked(
    draft: Draft,
    index: Index,
    k: int,
    unit: Unit | None,
    sources: Sequence[int] | None = None,
    costs: Costs | None = None,
    stop: Stop = never,
) -> Ranked:
    """What a searcher who ranks finds of a draft.

    - ``unit``: of which passages the leading ones are findings; None: of none;
    - ``sources``: the documents that the draft may be made from, the likeliest first; None: those
      that the draft itself says (`presumed_sources`). Where there is none, no passage leads;
    - ``costs``: of changing each word, where they are known; else `word_costs`.

    Raises StoppedError once ``stop`` is true, and UserError when the index is damaged.
    """
    unless(stop)
    vocabulary = Vocabulary(draft)
    words = WordScores(vocabulary.forms, index)
    if sources:
        fares = recognition(draft, index, vocabulary, sources[0], words)
    else:
        fares = _recognised(draft, index, words)
    if fares is None:
        return NOTHING
    if sources is None:
        sources = presumed_from(draft, index, fares)
        if sources and sources[0] != fares.document:
            fares = recognition(draft, index, vocabulary, sources[0], words) or fares
    costs = word_costs(draft, index) if costs is None else costs
    ranking = Ranking(draft, words, vocabulary, costs, k)
    small = are_function_words(draft, index)
    found: dict[range, list[RankingFinding]] = {}
    shares = {}
    for each in dict.fromkeys((Unit.SENTENCE, Unit.PARAGRAPH, unit or Unit.SENTENCE)):
        unless(stop)
        asked = judged_passages(draft, index, each)
        led = set()
        for leading in ranking.leading(asked, sources, stop=stop):
            led.add(leading.passage.words)
            if each is unit:
                found.setdefault(leading.passage.words, []).append(ranking.finding(leading))
        shares[each] = Share(len(led), len(asked) if sources else 0)
    return Ranked(
        fares,
        tuple(sources),
        shares[Unit.SENTENCE],
        shares[Unit.PARAGRAPH],
        tuple(_as_one(draft, small, some) for some in found.values()),
    )


def _as_one(
    draft: Draft, small: NDArray[np.bool_], findings: Sequence[RankingFinding]
) -> RankingFinding:
    """What there is to say of a passage that leads to several documents: the likeliest of them, and
    the words that carry the lead to any; ``small`` are those that are marked nowhere."""
    words = words_that_carry(findings)
    terms = tuple(draft.span_of(range(word, word + 1)) for word in words)
    marks = tuple(term for word, term in zip(words, terms, strict=True) if not small[word])
    return replace(findings[0], words=tuple(words), terms=terms, marks=marks)


def words_that_carry(findings: Collection[RankingFinding]) -> list[int]:
    """The numbers of the words that carry the leads of ``findings``, rising, each once."""
    words = [np.array(finding.words, dtype=np.int64) for finding in findings]
    return np.unique(np.concatenate(words)).tolist() if words else []
