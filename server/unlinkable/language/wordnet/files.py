"""The files of WordNet's folder ``dict``: words, their synsets, and irregular forms.

The database format of Princeton WordNet (wndb(5WN), wninput(5WN); Open English WordNet comes in
it as well). Knows nothing of what the words are wanted for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

_LARGEST = 40 * MEGABYTE  # the largest file of WordNet 3.1 has 16


class PartOfSpeech(Enum):
    """The parts of speech; the value is how files are named."""

    NOUN = "noun"
    VERB = "verb"
    ADJECTIVE = "adj"
    ADVERB = "adv"


_SORT_OF = {
    "n": PartOfSpeech.NOUN,
    "v": PartOfSpeech.VERB,
    "a": PartOfSpeech.ADJECTIVE,
    "s": PartOfSpeech.ADJECTIVE,
    "r": PartOfSpeech.ADVERB,
}
ENDINGS = {
    PartOfSpeech.NOUN: (
        *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("ies", "y")),
    ),
    PartOfSpeech.VERB: (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
        *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
    PartOfSpeech.ADJECTIVE: (),
    PartOfSpeech.ADVERB: (),
}
"""The endings of forms and of their lemmas, as in morphy(7WN); comparatives are left out."""


class Pointer(NamedTuple):
    """From a synset to another one: the symbol of the relation (wninput(5WN)), the sort and the
    offset of the other; ``word`` and ``other_word`` are the numbers of the words that are meant,
    from 1, or 0 for all."""

    symbol: str
    sort: PartOfSpeech
    offset: str
    word: int
    other_word: int


class Synset(NamedTuple):
    """Words that share a sense, as written, without markers of place, and its pointers; ``field``:
    the number of what it is about (lexnames(5WN))."""

    offset: str
    field: int
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]


@dataclass(frozen=True, eq=False)
class Files:
    """Those of one part of speech: the contents of the index, the data, and the irregular forms
    with their lemmas."""

    index: bytes
    data: bytes
    irregular: dict[str, tuple[str, ...]]

    @cached_property
    def inflected_irregularly(self) -> frozenset[str]:
        """The lemmas that have irregular forms."""
        return frozenset(lemma for lemmas in self.irregular.values() for lemma in lemmas)

    def has(self, lemma: str) -> bool:
        return line_of(self.index, lemma.encode()) is not None

    def lemmas(self) -> Iterator[str]:
        """All of the index, in its order."""
        for line in self.index.decode("ascii").splitlines():
            if not line.startswith(" "):
                yield line.partition(" ")[0]

    def synsets(self, lemma: str) -> Iterator[Synset]:
        """The synsets of a lemma, in their order. Raises ValueError, IndexError, KeyError."""
        line = line_of(self.index, lemma.encode())
        if line is not None:
            fields = line.decode("ascii").split()
            senses = int(fields[2])
            yield from map(self.synset, fields[len(fields) - senses :])

    def synset(self, offset: str) -> Synset:
        """What stands there. Raises ValueError, IndexError, KeyError."""
        line = self.data[int(offset) : self.data.index(b"\n", int(offset))]
        fields = line.decode("ascii").split()
        if fields[0] != offset:
            raise ValueError(offset)
        count = int(fields[3], 16)
        words = tuple(word.partition("(")[0] for word in fields[4 : 4 + 2 * count : 2])
        first = 4 + 2 * count + 1
        pointers = range(first, first + 4 * int(fields[first - 1]), 4)
        return Synset(
            offset, int(fields[1]), words, tuple(_pointer(fields[at : at + 4]) for at in pointers)
        )


def _pointer(fields: list[str]) -> Pointer:
    symbol, offset, sort, words = fields
    return Pointer(symbol, _SORT_OF[sort], offset, int(words[:2], 16), int(words[2:], 16))


def line_of(content: bytes, word: bytes) -> bytes | None:
    """The line of a sorted file that begins with ``word`` and a space."""
    low, high = 0, len(content)
    while low < high:
        middle = (low + high) // 2
        start = content.rfind(b"\n", 0, middle) + 1
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        first = content[start:end].partition(b" ")[0]
        if first == word:
            return content[start:end]
        if first < word:
            low = end + 1
        else:
            high = start
    return None


def read_files(folder: Path) -> dict[PartOfSpeech, Files]:
    """Raises OSError and ValueError where they cannot be read."""
    return {sort: _read(folder, sort.value) for sort in PartOfSpeech}


def _read(folder: Path, sort: str) -> Files:
    index = read_ordinary(folder / f"index.{sort}", _LARGEST)
    data = read_ordinary(folder / f"data.{sort}", _LARGEST)
    lines = read_ordinary(folder / f"{sort}.exc", _LARGEST).decode("ascii").splitlines()
    pairs = (line.split() for line in lines)
    return Files(index, data, {form: tuple(lemmas) for form, *lemmas in pairs})
