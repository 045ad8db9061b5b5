"""What of a result still leads back: links left and new, also at a higher k, the rank of the
original, and what a guesser of masks makes of it. Measures of one result; must know no other
method than the one it measures."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms, Reading, Span
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.finding import Finding
from unlinkable.findings.phrases import minimal_rare, not_overlapping, phrase_findings
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import ranked
from unlinkable.lab.evaluation.alignment import Alignment
from unlinkable.lab.evaluation.method import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.mask_choice import robustness
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

MOST_TERMS = 3
APART = "left 1, not overlapping"
"""The measure of the phrases that `check` counts."""


@dataclass(frozen=True)
class LinkageLevel:
    """A combination attack (``max_terms``, ``term_words``); with one term, single phrases."""

    max_terms: int
    term_words: int = 1

    @property
    def name(self) -> str:
        """As measures are named by it: "1", "(3,1)"."""
        return "1" if self.max_terms == 1 else f"({self.max_terms},{self.term_words})"


_LEVEL = re.compile(r"([1-3])(?:x([1-9]))?")


def level_named(said: str) -> LinkageLevel:
    """The level that is written so: "1", "3x1", "3x7". Raises ValueError where it is none."""
    match = _LEVEL.fullmatch(said)
    if match is None:
        raise ValueError(f"{said!r} is no level such as 1, 3x1 or 3x7")
    terms, words = int(match[1]), int(match[2] or 1)
    return LinkageLevel(terms, words if terms > 1 else 1)


def linkage(pair: Pair, index: Index, k: int, level: LinkageLevel) -> Tallies:
    """The links left, those that are new, and whether there is none at all.

    Raises UserError when the index is damaged.
    """
    found = minimal_rare(pair.draft, index, k, pair.source)
    phrases = _different(pair.draft, found)
    still = {forms for forms in phrases if next(pair.result.places_of(forms), None)}
    remaining = phrase_links(pair.result, index, k, pair.source)
    old, left, new = len(phrases), len(still), len(remaining - phrases)
    if level.max_terms > 1:
        before = LinkageTerms.of(pair.draft, index, k, pair.source, level.term_words)
        after = LinkageTerms.of(pair.result, index, k, pair.source, level.term_words)
        there = np.isin(before.postings, after.postings)
        known = np.isin(after.postings, before.postings)
        for links in before.linking_sets(level.max_terms, k):
            old += len(links)
            left += int(there[links].all(axis=1).sum())
        for links in after.linking_sets(level.max_terms, k):
            new += int((~known[links].all(axis=1)).sum())
    counted: Tallies = {f"left {level.name}": MeanTally(left, old)}
    if level.max_terms == 1:
        apart = [_forms(pair.draft, one) for one in not_overlapping(found)]
        counted[APART] = MeanTally(sum(forms in still for forms in apart), len(apart))
    return counted | {
        f"new {level.name}": MeanTally(new),
        f"clean {level.name}": MeanTally(float(not remaining and not new and not left)),
    }


def phrase_links(draft: Draft, index: Index, k: int, source: int) -> set[Forms]:
    """The different minimal rare phrases of a draft that lead to its source."""
    return _different(draft, minimal_rare(draft, index, k, source))


def _different(draft: Draft, found: Sequence[Finding]) -> set[Forms]:
    return {_forms(draft, one) for one in found}


def _forms(draft: Draft, found: Finding) -> Forms:
    return draft.forms[found.first_word : found.first_word + found.words]


@dataclass(frozen=True, eq=False)
class LinkageTerms:
    """What of a draft a searcher may put together who looks for one document.

    ``postings`` (int64, rising): the document sets of the terms, each once. ``holds`` (uint8,
    documents by terms): 1 where a document has a term.
    """

    postings: NDArray[np.int64]
    holds: NDArray[np.uint8]

    @classmethod
    def of(cls, draft: Draft, index: Index, k: int, source: int, longest: int) -> "LinkageTerms":
        """The terms of up to ``longest`` words that stand in ``source`` and in k documents or
        more."""
        readings = draft.readings(longest)
        hashes = index.hasher.words(readings.forms)
        keys = []
        for words in range(1, min(longest, index.max_words, len(hashes)) + 1):
            whole = readings.segments[: len(hashes) - words + 1] == readings.segments[words - 1 :]
            keys.append(index.hasher.phrases(hashes, words)[whole])
        if not keys:
            return cls(np.empty(0, dtype=np.int64), np.empty((index.documents, 0), dtype=np.uint8))
        postings = np.unique(index.lookup(np.concatenate(keys)))
        postings = postings[index.df(postings) >= k]
        sets = [index.documents_of(posting) for posting in postings.tolist()]
        own = [number for number, documents in enumerate(sets) if source in documents]
        holds = np.zeros((index.documents, len(own)), dtype=np.uint8)
        for at, number in enumerate(own):
            holds[list(sets[number]), at] = 1
        return cls(postings[own], holds)

    def linking_sets(self, max_terms: int, k: int) -> Iterator[NDArray[np.int64]]:
        """The minimal sets of two to ``max_terms`` (three at most) terms that fewer than ``k``
        documents have: arrays of numbers of terms (int64, sets by terms).

        By counting: of the documents that have one term, how many have each two others.
        """
        if max_terms > MOST_TERMS:
            raise ValueError(f"sets of {MOST_TERMS} terms at most")
        whole = self.holds.astype(np.float32)
        pairs = whole.T @ whole < k
        np.fill_diagonal(pairs, False)
        first, second = np.nonzero(np.triu(pairs))
        yield np.stack((first, second), axis=1)
        if max_terms < MOST_TERMS:
            return
        for term in range(self.holds.shape[1] - 2):
            later = term + 1 + np.flatnonzero(~pairs[term, term + 1 :])
            among = whole[np.ix_(self.holds[:, term] > 0, later)]
            joint = (among.T @ among < k) & ~pairs[np.ix_(later, later)]
            np.fill_diagonal(joint, False)
            first, second = np.nonzero(np.triu(joint))
            yield np.stack((np.full(len(first), term), later[first], later[second]), axis=1)


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


GUESSED_AT = LinkageLevel(3)
"""The combinations of which a draft must be clean, filled in."""


def guessed(pair: Pair, alignment: Alignment, index: Index, k: int, clean: bool) -> Tallies:
    """The share of the new gaps that other rulings tell, and whether the draft is robustly clean.

    ``clean``: whether it is clean at (3, 1) as it stands. Raises UserError when the index is
    damaged.
    """
    text, hidden = _filled_in(pair, alignment)
    question = Question(k, GUESSED_AT.max_terms, source=pair.source)
    task = Task.of(text, pair.markup, Reading(pair.masks), question)
    words = [word for span in hidden for word in task.draft.words_in(span)]
    guessers = Attackers().before(task, index)
    found = robustness(task, np.array(words, dtype=np.int64), index, guessers)
    return {
        "masks told": MeanTally(found.told, found.gaps),
        "robustly clean": MeanTally(float(clean and not found.leading)),
    }


def _filled_in(pair: Pair, alignment: Alignment) -> tuple[str, list[Span]]:
    """The result with the words of the draft in place of its new masks, and where these stand."""
    parts: list[str] = []
    spans, last, length = [], 0, 0
    for there, words in alignment.hidden:
        for part in (
            pair.result.text[last : there.start],
            pair.draft.text[words.start : words.end],
        ):
            parts.append(part)
            length += len(part)
        spans.append(Span(length - (words.end - words.start), length))
        last = there.end
    return "".join([*parts, pair.result.text[last:]]), spans


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
