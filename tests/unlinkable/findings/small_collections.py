"""Small collections for the twins: an index in memory, drafts, and a plain enumeration."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations

import numpy as np
from hypothesis import strategies as st
from pyroaring import BitMap

from unlinkable.draft import Draft
from unlinkable_index.file.postings import DocumentSets
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHasher

Phrase = tuple[str, ...]

WORDS = "abcdefg"


@dataclass(eq=False)
class SmallIndex:
    """Answers as the index of ``texts`` (documents as words) would, in memory.

    As in an index, phrases in the very documents of one of their halves are not stored, nor are
    those that contain a shorter one of df 1.
    """

    texts: Sequence[Sequence[str]]
    max_words: int = 3
    positions: None = None
    hasher: PhraseHasher = field(default_factory=PhraseHasher)

    def __post_init__(self) -> None:
        found: dict[Phrase, set[int]] = {}
        for number, text in enumerate(self.texts):
            for n in range(1, self.max_words + 1):
                for start in range(len(text) - n + 1):
                    found.setdefault(tuple(text[start : start + n]), set()).add(number)
        self.found = found
        self.documents = len(self.texts)
        stored = [p for p in found if len(p) == 1 or self._says_something_new(p)]
        sets = sorted(
            {
                *(frozenset(found[p]) for p in stored),
                *(frozenset([d]) for d in range(len(self.texts))),
            },
            key=lambda documents: (len(documents), sorted(documents)),
        )
        numbers = {documents: number for number, documents in enumerate(sets)}
        self._sets = sets
        self._numbers = {self._key(p): numbers[frozenset(found[p])] for p in stored}

    def lookup(self, keys, df_below: int | None = None):
        """Like an index that tells nothing of what it need not tell."""
        numbers = np.array([self._numbers.get(int(key), -1) for key in keys], dtype=np.int64)
        return numbers if df_below is None else np.where(self.df(numbers) < df_below, numbers, -1)

    rare_windows, _within = Index.rare_windows, Index._within

    def df(self, postings):
        sizes = [0 if number < 0 else len(self._sets[number]) for number in postings.tolist()]
        return np.array(sizes, dtype=np.int64)

    def posting(self, number: int) -> BitMap:
        return BitMap(self._sets[number])

    def postings(self, numbers) -> list[BitMap]:
        return [self.posting(number) for number in numbers.tolist()]

    def documents_of(self, number: int) -> tuple[int, ...]:
        return tuple(self.posting(number))

    def document_sets(self, postings) -> DocumentSets:
        sets = [self.documents_of(number) for number in postings.tolist()]
        bounds = np.cumsum([0, *map(len, sets)])
        return DocumentSets(bounds, np.array([*chain.from_iterable(sets)], dtype=np.uint32))

    def _says_something_new(self, phrase: Phrase) -> bool:
        halves = (self.found[phrase[:-1]], self.found[phrase[1:]])
        return all(len(half) > 1 and half != self.found[phrase] for half in halves)

    def _key(self, phrase: Phrase) -> int:
        return int(self.hasher.phrases(self.hasher.words(phrase), len(phrase))[0])


def draft_of(segments: Sequence[Sequence[str]]) -> Draft:
    """A draft of words in segments."""
    forms = [word for segment in segments for word in segment]
    numbers = [number for number, segment in enumerate(segments) for _ in segment]
    starts = np.cumsum([0, *(len(word) + 1 for word in forms)]).astype(np.int32)[:-1]
    ends = starts + np.array([len(word) for word in forms], dtype=np.int32)
    text = " ".join(forms)
    return Draft(
        text=text,
        starts=starts,
        ends=ends,
        forms=tuple(forms),
        segments=np.array(numbers, dtype=np.int32),
        masks=(),
        source=None,
        sentence_starts=np.array([0], dtype=np.int32),
        sentence_ends=np.array([len(text)], dtype=np.int32),
    )


def phrases_of(segments: Sequence[Sequence[str]], longest: int) -> set[Phrase]:
    """All phrases of up to ``longest`` words within a segment."""
    return {
        tuple(segment[start : start + n])
        for segment in segments
        for n in range(1, longest + 1)
        for start in range(len(segment) - n + 1)
    }


def linking_sets(
    index: SmallIndex, phrases: set[Phrase], k: int, most: int, source: int | None = None
) -> Iterator[tuple[frozenset[Phrase], frozenset[int]]]:
    """Every linking set of 2 to ``most`` terms with its documents, by trying every set there is."""
    terms = [phrase for phrase in sorted(phrases) if len(index.found.get(phrase, ())) >= k]
    for size in range(2, most + 1):
        for chosen in combinations(terms, size):
            joint = frozenset.intersection(*(frozenset(index.found[term]) for term in chosen))
            if 1 <= len(joint) < k and (source is None or source in joint):
                yield frozenset(chosen), joint


def minimal(
    sets: Iterator[tuple[frozenset[Phrase], frozenset[int]]],
) -> dict[frozenset[Phrase], frozenset[int]]:
    """Those sets no proper subset of which is among them."""
    found = dict(sets)
    return {
        terms: joint for terms, joint in found.items() if not any(other < terms for other in found)
    }


# Most documents have most of the words, so that often two terms do not link, but three or four do.
_missing_few = st.tuples(st.permutations(WORDS), st.integers(1, 3)).map(
    lambda drawn: drawn[0][drawn[1] :]
)
_any_words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=10)
_most_words = st.lists(_missing_few, min_size=6, max_size=16)
texts = _most_words | st.lists(_missing_few | _any_words, min_size=2, max_size=16)
_single_words = st.permutations(WORDS).map(lambda words: [[word] for word in words[1:]])
_any_segments = st.lists(
    st.lists(st.sampled_from(WORDS + "z"), min_size=1, max_size=8), min_size=1, max_size=4
)
segments = _single_words | _any_segments
