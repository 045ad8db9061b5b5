"""The phrase findings of a draft: its minimal rare phrases.

Knows the index and the words of a draft; knows nothing of combinations, editors or models.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable_index.index import Index
from unlinkable_index.windows import Keys

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class PhraseFinding:
    """A minimal rare phrase: ``words`` words from the word ``first_word`` of the draft.

    ``start`` and ``end`` are code points of the draft; ``documents`` are the numbers of the ``df``
    documents that contain it.
    """

    start: int
    end: int
    first_word: int
    words: int
    df: int
    documents: tuple[int, ...]


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

    def apart(self) -> NDArray[np.bool_]:
        """Which are taken when none may share a word with one already taken."""
        taken = np.zeros(int((self.first_words + self.lengths).max(initial=0)), dtype=bool)
        chosen = np.zeros(len(self), dtype=bool)
        for number, (first, length) in enumerate(
            zip(self.first_words.tolist(), self.lengths.tolist(), strict=True)
        ):
            if not taken[first : first + length].any():
                taken[first : first + length] = True
                chosen[number] = True
        return chosen


def phrase_findings(
    draft: Draft, index: Index, k: int, source: int | None = None
) -> list[PhraseFinding]:
    """The minimal rare phrases of a draft, none of which shares a word with another.

    Shortest first, then leftmost. Those left out surface when their neighbour is rewritten.
    """
    rare = _rare_phrases_of(draft, index, k, source)
    return _findings(draft, index, rare, rare.apart())


def minimal_rare(
    draft: Draft, index: Index, k: int, source: int | None = None
) -> list[PhraseFinding]:
    """All minimal rare phrases of a draft, shortest first, then leftmost; they may overlap."""
    rare = _rare_phrases_of(draft, index, k, source)
    return _findings(draft, index, rare, np.ones(len(rare), dtype=bool))


def rare_phrases(
    index: Index, words: Keys, segments: NDArray[np.int32], k: int, source: int | None = None
) -> RarePhrases:
    """All minimal rare phrases in a run of words.

    ``words`` are the hashes of the words, ``segments`` the segment of each. With a ``source``,
    a phrase that is not in that document is not rare.
    """
    count = len(words)
    lengths = range(1, min(index.max_words, count) + 1)
    whole = [np.flatnonzero(segments[: count - n + 1] == segments[n - 1 :]) for n in lengths]
    keys = [index.hasher.phrases(words, n)[whole[n - 1]] for n in lengths]
    if not keys:
        nothing = np.empty(0, dtype=np.int64)
        return RarePhrases(nothing, nothing, nothing)
    postings = index.lookup(np.concatenate(keys))
    rare = _is_rare(index, postings, k, source)
    found: list[tuple[Numbers, Numbers, Numbers]] = []
    inside = np.zeros(count + 1, dtype=bool)  # whether the phrase of n - 1 words has a rare part
    at = 0
    for n in lengths:
        here = slice(at, at + len(whole[n - 1]))
        at = here.stop
        has_rare_part = inside[:-1] | inside[1:]
        new = np.flatnonzero(rare[here] & ~has_rare_part[whole[n - 1]])
        first_words = whole[n - 1][new]
        found.append((first_words, np.full(len(new), n), postings[here][new]))
        inside = has_rare_part
        inside[first_words] = True
    return RarePhrases(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _rare_phrases_of(draft: Draft, index: Index, k: int, source: int | None) -> RarePhrases:
    return rare_phrases(index, index.hasher.words(draft.forms), draft.segments, k, source)


def _is_rare(index: Index, postings: Numbers, k: int, source: int | None) -> NDArray[np.bool_]:
    df = index.df(postings)
    rare = (df >= 1) & (df < k)
    if source is not None:
        numbers, where = np.unique(postings[rare], return_inverse=True)
        leads_to_source = [source in documents_of(index, number) for number in numbers.tolist()]
        rare[rare] = np.array(leads_to_source, dtype=bool)[where]
    return rare


def documents_of(index: Index, posting: int) -> tuple[int, ...]:
    """The document numbers of a posting number, in rising order."""
    if posting < index.documents:  # the lists of one document, by their numbering
        return (posting,)
    return tuple(index.posting(posting))


def _findings(
    draft: Draft, index: Index, rare: RarePhrases, chosen: NDArray[np.bool_]
) -> list[PhraseFinding]:
    first_words, lengths = rare.first_words[chosen], rare.lengths[chosen]
    starts = draft.starts[first_words].tolist()
    ends = draft.ends[first_words + lengths - 1].tolist()
    postings = rare.postings[chosen].tolist()
    findings = []
    for start, end, first_word, words, posting in zip(
        starts, ends, first_words.tolist(), lengths.tolist(), postings, strict=True
    ):
        documents = documents_of(index, posting)
        findings.append(PhraseFinding(start, end, first_word, words, len(documents), documents))
    return findings
