"""All that can be asked of a small index, as one value: to compare a damaged one with the sound."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.unlinkable_index.twin import Phrase, Twin
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Answers:
    """Of every phrase asked for the posting number, df and documents; every document's ids.

    ``rare``: the posting numbers again, asked for with ``df_below`` 2, 3 and 6, where df is below.
    ``places``: of every document its words and their places, and of every word all its places.
    ``words``: of every word its documents, how often it stands in each, and how often at most.
    """

    postings: tuple[int, ...]
    rare: tuple[int, ...]
    dfs: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]
    documents: tuple[tuple[str, ...], ...]
    numbers: tuple[int | None, ...]
    words: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]
    lengths: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Sample:
    """A small index with posting lists of every kind, and the phrases to ask it for."""

    path: Path
    phrases: tuple[Phrase, ...]
    ids: tuple[str, ...]
    key: bytes | None = None

    def answers(self, path: Path | None = None) -> Answers:
        """What the index, or that at ``path``, answers. Raises UserError when it is damaged."""
        with Index.open(path or self.path, self.key) as index:
            return self.answers_of(index)

    def answers_of(self, index: Index) -> Answers:
        """What an open index answers."""
        postings: list[int] = []
        dfs: list[int] = []
        rare: list[int] = []
        for n in range(1, index.max_words + 1):
            some = [phrase for phrase in self.phrases if len(phrase) == n]
            words = index.hasher.words(word for phrase in some for word in phrase)
            keys = index.hasher.phrases(words, n)[::n]
            found = index.lookup(keys)
            postings += found.tolist()
            dfs += index.df(found).tolist()
            for k in (2, 3, 6):
                some_found = index.lookup(keys, df_below=k)
                below = (some_found >= 0) & (index.df(some_found) < k)
                rare += some_found[below].tolist()
        stored = sorted({number for number in postings if number >= 0})
        for number in stored[::20]:
            assert tuple(index.posting(number)) == index.documents_of(number)
        return Answers(
            tuple(postings),
            tuple(rare),
            tuple(dfs),
            tuple(tuple(documents) for documents in index.postings(np.array(stored, np.int64))),
            tuple(index.document(number).ids for number in range(index.documents)),
            tuple(index.document_number(name) for name in self.ids),
            tuple(self._words_of(index)),
            tuple(index.lengths.tolist()),
            tuple(self._places_of(index)),
        )

    @staticmethod
    def _places_of(index: Index) -> Iterator[tuple[int, ...]]:
        positions = index.positions
        assert positions is not None
        for document in range(index.documents):
            for numbers in positions.text(document):
                yield tuple(numbers.tolist())
        words = index.hasher.words(["court", "again", "u7x3", "nowhere"])
        yield tuple(positions.word_numbers(words).tolist())
        yield tuple(positions.hashes().tolist())
        every = np.arange(positions.vocabulary)
        yield tuple(positions.count(every).tolist())
        for word in every.tolist():
            yield tuple(positions.occurrences(word).tolist())
        yield tuple(positions.words_at(np.arange(positions.document_starts[-1] + 63)).tolist())

    def _words_of(self, index: Index) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
        words = [phrase[0] for phrase in self.phrases if len(phrase) == 1]
        keys = index.hasher.phrases(index.hasher.words(words), 1)
        found = index.word_postings(keys)
        highest = index.word_bounds(keys).highest.tolist()
        for number, key in enumerate(keys.tolist()):
            mine = slice(*found.bounds[number : number + 2].tolist())
            documents = found.documents[mine]
            if number % 20 == 0:
                some = index.word_frequencies(key, documents[::2].astype(np.int64))
                assert some.tolist() == found.frequencies[mine][::2].tolist()
            yield (
                tuple(documents.tolist()),
                tuple(found.frequencies[mine].tolist()),
                highest[number],
            )


def small_sample(folder: Path, key: bytes | None = None) -> Sample:
    """Forty short records: rare phrases, plain rows of documents, bitmaps, and frequent words."""
    records = [
        {
            "id": f"case-{number}",
            "title": f"The matter of {number}",
            "text": f"the court of w{number % 3} heard w{number % 7} w{number % 19} and n{number}"
            f"{' again' * (number % 23)} {' '.join(f'u{number}x{more}' for more in range(6))}",
        }
        for number in range(40)
    ]
    source = write_jsonl(folder / "small.jsonl", records)
    path = folder / "small.unlinkable"
    build_index([source], path, Options(max_words=3, processes=1, key=key))
    twin = Twin(records, 3)
    phrases = sorted(twin.documents_of, key=lambda phrase: (len(phrase), phrase))
    absent = [("nowhere",), ("of", "the"), ("never", "was", "there")]
    return Sample(path, (*phrases, *absent), ("case-0", "case-39", "case-40"), key)
