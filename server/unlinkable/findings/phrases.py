"""The phrase findings of a draft, its minimal rare phrases; and which of them have an unusual word,
by which a searcher is led first. Knows the index and the words of a draft; must know nothing of
combinations, editors or models."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.finding import PHRASE, Finding
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHashes

Numbers = NDArray[np.int64]
_AT_ONCE = 50_000  # words


@dataclass(frozen=True)
class RarePhrases:
    """All minimal rare phrases of a run of words, shortest first and then leftmost.

    One element a phrase (int64): its first word, its length in words, its posting number.
    """

    first_words: Numbers
    lengths: Numbers
    postings: Numbers

    def __len__(self) -> int:
        return len(self.first_words)


def apart(places: Iterable[tuple[int, int]]) -> list[bool]:
    """Which phrases are taken when none may share a word with one already taken.

    ``places`` are the first word and the number of words of each, in the order of taking.
    """
    wanted = list(places)
    taken = bytearray(max((first_word + count for first_word, count in wanted), default=0))
    chosen = []
    for first_word, count in wanted:
        behind = first_word + count
        free = taken.find(1, first_word, behind) < 0
        if free:
            taken[first_word:behind] = b"\x01" * count
        chosen.append(free)
    return chosen


def not_overlapping(phrases: Sequence[Finding]) -> list[Finding]:
    """Those of ``phrases`` (shortest first, then leftmost) that share no word with one before."""
    return list(compress(phrases, apart((phrase.first_word, phrase.words) for phrase in phrases)))


def phrase_findings(draft: Draft, index: Index, k: int, source: int | None = None) -> list[Finding]:
    """The minimal rare phrases of a draft, none of which shares a word with another.

    Shortest first, then leftmost. Those left out surface when their neighbour is rewritten.

    - ``k``: a phrase is rare when fewer originals contain it;
    - ``source``: the number of the only original to which phrases must lead, if any.
    """
    rare = _rare_phrases_of(draft, index, k, source)
    places = zip(rare.first_words.tolist(), rare.lengths.tolist(), strict=True)
    return _findings(draft, index, rare, np.array(apart(places), dtype=bool))


def minimal_rare(draft: Draft, index: Index, k: int, source: int | None = None) -> list[Finding]:
    """All minimal rare phrases of a draft, shortest first, then leftmost; they may overlap.

    ``k`` and ``source`` as for `phrase_findings`.
    """
    rare = _rare_phrases_of(draft, index, k, source)
    return _findings(draft, index, rare, np.ones(len(rare), dtype=bool))


def rare_phrases(
    index: Index,
    words: PhraseHashes,
    segments: NDArray[np.int32],
    k: int,
    source: int | None = None,
) -> RarePhrases:
    """All minimal rare phrases in a run of words.

    - ``words``: the hashes of the words; ``segments``: the segment of each;
    - ``k``: a phrase is rare when fewer originals contain it;
    - ``source``: a phrase that is not in this document is not rare.

    Of a long run at most `_AT_ONCE` words are looked up at once, which bounds memory: what makes a
    phrase rare, and minimal, are its own words.
    """
    over = index.max_words - 1  # words that a phrase may have behind those at which it begins
    parts = []
    for first in range(0, max(1, len(words)), _AT_ONCE):
        last = first + _AT_ONCE + over
        part = _rare_phrases(index, words[first:last], segments[first:last], k, source)
        begin_here = part.first_words < _AT_ONCE
        parts.append(
            RarePhrases(
                part.first_words[begin_here] + first,
                part.lengths[begin_here],
                part.postings[begin_here],
            )
        )
    if len(parts) == 1:
        return parts[0]
    first_words = np.concatenate([part.first_words for part in parts])
    lengths = np.concatenate([part.lengths for part in parts])
    order = np.lexsort((first_words, lengths))
    postings = np.concatenate([part.postings for part in parts])
    return RarePhrases(first_words[order], lengths[order], postings[order])


def _rare_phrases(
    index: Index, words: PhraseHashes, segments: NDArray[np.int32], k: int, source: int | None
) -> RarePhrases:
    first_words, lengths, postings = index.rare_windows(words, segments, k)
    rare = np.flatnonzero(_is_rare(index, postings, k, source))
    rare = rare[_holding_no_other(first_words[rare], lengths[rare])]
    return RarePhrases(first_words[rare], lengths[rare], postings[rare])


def _holding_no_other(first_words: Numbers, lengths: Numbers) -> NDArray[np.bool_]:
    """Which of some phrases, shortest first, have no shorter one of them inside."""
    minimal = np.ones(len(lengths), dtype=bool)
    # for every word, the first end of a shorter phrase that begins there or later
    first_ends = np.full(first_words.max(initial=-1) + 1, np.iinfo(np.int64).max)
    for n in np.unique(lengths).tolist():
        of_length = slice(*np.searchsorted(lengths, (n, n + 1)))
        at = first_words[of_length]
        minimal[of_length] = first_ends[at] > at + n
        first_ends[at] = np.minimum(first_ends[at], at + n)
        first_ends = np.minimum.accumulate(first_ends[::-1])[::-1]
    return minimal


def _rare_phrases_of(draft: Draft, index: Index, k: int, source: int | None) -> RarePhrases:
    """The minimal rare phrases of all readings, on the words of the first one they stand for."""
    readings = draft.readings(index.max_words)
    hashes = index.hasher.words(readings.forms)
    rare = rare_phrases(index, hashes, readings.segments, k, source)
    if not draft.others:
        return rare
    first_words = readings.firsts[rare.first_words]
    lengths = readings.stops[rare.first_words + rare.lengths - 1] - first_words
    _, once = np.unique(np.stack((lengths, first_words)), axis=1, return_index=True)
    return RarePhrases(first_words[once], lengths[once], rare.postings[once])


def _is_rare(index: Index, postings: Numbers, k: int, source: int | None) -> NDArray[np.bool_]:
    df = index.df(postings)
    rare = (df >= 1) & (df < k)
    if source is not None:
        numbers, where = np.unique(postings[rare], return_inverse=True)
        sets = (index.documents_of(number) for number in numbers.tolist())
        leads_to_source = [source in documents for documents in sets]
        rare[rare] = np.array(leads_to_source, dtype=bool)[where]
    return rare


def _findings(
    draft: Draft, index: Index, rare: RarePhrases, chosen: NDArray[np.bool_]
) -> list[Finding]:
    first_words, lengths = rare.first_words[chosen], rare.lengths[chosen]
    starts = draft.starts[first_words].tolist()
    ends = draft.ends[first_words + lengths - 1].tolist()
    sets = index.document_sets(rare.postings[chosen])
    bounds, every = sets.bounds.tolist(), sets.documents.tolist()
    findings = []
    for at, (start, end, first_word, words) in enumerate(
        zip(starts, ends, first_words.tolist(), lengths.tolist(), strict=True)
    ):
        documents = tuple(every[bounds[at] : bounds[at + 1]])
        findings.append(Finding(PHRASE, start, end, first_word, words, len(documents), documents))
    return findings


SHARE = 0.01
_KEPT = 100_000  # words that are remembered


class OrdinaryWords:
    """The ordinary words of one index. What was looked up once is kept; for one thread at a time.

    ``k``: what at most so many originals have is unusual, however few the index holds.
    """

    def __init__(self, index: Index, k: int) -> None:
        self._index = index
        self._k = k
        self._known: dict[str, bool] = {}

    def are_for(self, index: Index, k: int) -> bool:
        """Whether these are the ordinary words of this index at this ``k``."""
        return self._index is index and self._k == k

    def unusual(self, draft: Draft, phrases: Sequence[Finding]) -> frozenset[int]:
        """The first words (their numbers) of the phrases that have an unusual word."""
        words = [draft.forms[f.first_word : f.first_word + f.words] for f in phrases]
        self._look_up(form for forms in words for form in forms)
        known = self._known
        return frozenset(
            phrase.first_word
            for phrase, forms in zip(phrases, words, strict=True)
            if not all(map(known.__getitem__, forms))
        )

    def _look_up(self, forms: Iterable[str]) -> None:
        if len(self._known) > _KEPT:
            self._known.clear()
        new = [form for form in dict.fromkeys(forms) if form not in self._known]
        if not new:
            return
        hasher, enough = self._index.hasher, max(self._k, self._index.documents * SHARE)
        df = self._index.df(self._index.lookup(hasher.phrases(hasher.words(new), 1)))
        self._known.update(zip(new, (df > enough).tolist(), strict=True))
