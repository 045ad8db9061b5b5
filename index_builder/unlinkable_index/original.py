"""One original, read as a document of a collection is: its words in all readings, and how often.

Knows texts, words and their hashes; must know nothing of indexes or drafts.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.errors import UserError
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes
from unlinkable_index.words import form, written_words
from unlinkable_index.words.readings import other_runs


@dataclass(frozen=True, eq=False)
class Original:
    """- ``id``: what it is called;
    - ``words``, ``segments`` (int32): the hashes of its words, and then of runs of words in other
      readings, each a segment of its own;
    - ``frequencies``: how often each word stands in it, by the word's hash; a word that is in other
      readings only counts once;
    - ``length``: how many words it has;
    - ``digest``: the same for the same words.
    """

    id: str
    words: PhraseHashes
    segments: NDArray[np.int32]
    frequencies: dict[int, int]
    length: int
    digest: str

    @classmethod
    def in_file(cls, path: Path, hasher: PhraseHasher, max_words: int) -> "Original":
        """Read the file of one original, which is called by its name.

        Raises UserError where it cannot be read, or holds several originals or none.
        """
        from unlinkable_index.collection import Collection  # only here: checks start sooner

        if path.is_dir():
            raise UserError(f"{path}: this is a folder; name the file of the draft's original")
        records = list(islice(Collection([path]), 2))
        if len(records) != 1:
            raise UserError(f"{path}: this is not one original; name the file that holds it alone")
        original = cls.read(path.name, records[0].text, hasher, max_words)
        if not original.length:
            raise UserError(f"{path}: there are no words in this original; name another file")
        return original

    @classmethod
    def read(cls, name: str, text: str, hasher: PhraseHasher, max_words: int) -> "Original":
        """Read a text, for phrases of up to ``max_words`` words."""
        written, others = written_words(text)
        words = hasher.words(map(form, written)).tolist()
        ways = [way.read_as(hasher.words(map(form, way.words)).tolist()) for way in others]
        runs = [run.words for run in other_runs(words, ways, bytes(len(words)), max_words)]
        frequencies = Counter(words)
        frequencies.update({word for run in runs for word in run} - set(words))
        every = np.array([*words, *(word for run in runs for word in run)], dtype=np.uint64)
        lengths = [len(words), *map(len, runs)]
        return cls(
            name,
            every,
            np.repeat(np.arange(len(lengths), dtype=np.int32), lengths),
            dict(frequencies),
            len(words),
            hashlib.blake2b(every.tobytes(), digest_size=16).hexdigest(),
        )
