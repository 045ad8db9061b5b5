"""Which words are related in sense: by one in common, a similar or a more general one. Senses,
relations and opposites are those of Princeton WordNet 3.0, without its glosses; its file lies in
the folder `wordnet`, made by `wordnet_building`. Knows single words in any of their forms, and
how WordNet's own files are written (wndb(5WN)); nothing of sentences."""

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import chain
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


_STEPS = 2  # to what is more general or special; of a noun as far up as one likes, down one
_ENDINGS = tuple(dict.fromkeys(chain(*ENDINGS.values())))
_OF_VERBS = tuple(e for e in ENDINGS[PartOfSpeech.VERB] if not e[0].endswith("s"))
_WORDS_KEPT = 2_000


class Thesaurus:
    """The relations of the words of one language; ``content``: the file, unpacked."""

    def __init__(self, content: bytes) -> None:
        counts, _, rest = content.partition(b"\n")
        _, self._nouns, synsets = map(int, counts.split())
        *lines, self._words = rest.split(b"\n", synsets)
        self._synsets = lines
        self._senses = lru_cache(_WORDS_KEPT)(self._found_senses)
        self._wider = lru_cache(_WORDS_KEPT)(self._found_wider)
        self._reached = lru_cache(_WORDS_KEPT)(self._found_reached)

    def _found_senses(self, word: str) -> frozenset[int]:
        """The numbers of the senses of a word, in any form, and of the words derived from it or
        from which it is derived; none of a word that is not known."""
        fields = chain.from_iterable(map(self._fields, self.lemmas(word)))
        return frozenset(int(field) for field in fields if field[0] not in "!=")

    def same(self, word: str, other: str) -> bool:
        """Whether two words have a sense in common, and neither is the opposite of the other."""
        shared = not self._senses(word).isdisjoint(self._senses(other))
        return shared and not self.opposite(word, other)

    def synonyms(self, word: str, sort: PartOfSpeech) -> tuple[str, ...]:
        """The words that have a sense of a part of speech in common with ``word``, or are derived
        from one, as they stand in a dictionary, those of its first senses first; none is its
        opposite."""
        senses = dict.fromkeys(
            field
            for lemma in self.lemmas(word)
            for field in self._fields(lemma)
            if field[0] not in "!=" and self._sort_of(int(field)) is sort
        )
        found = dict.fromkeys(other for sense in senses for other in self._of_sense.get(sense, ()))
        mine = {word, *self.lemmas(word)}
        return tuple(
            other for other in found if other not in mine and not self.opposite(word, other)
        )

    @cached_property
    def _of_sense(self) -> dict[str, list[str]]:
        """The words that have each sense."""
        of_sense: dict[str, list[str]] = {}
        for line in self._words.decode().splitlines():
            word, *entries = line.split()
            for entry in entries:
                of_sense.setdefault(entry, []).append(word)
        return of_sense

    def answers(self, word: str, other: str) -> bool:
        """Whether ``word`` may stand for ``other``, which it takes the place of: it says the same,
        something similar or more general, or something a little more special."""
        mine, theirs = self._senses(word), self._senses(other)
        near = not (mine.isdisjoint(self._reached(other)) and theirs.isdisjoint(self._near(mine)))
        near = near or not mine.isdisjoint(self._wider(other))
        return near and not self.opposite(word, other)

    def verb(self, word: str) -> bool:
        """Whether a word may be a verb: of senses but those of nouns, only theirs have more general
        ones."""
        return bool(self._up(frozenset(s for s in self._senses(word) if s >= self._nouns)))

    def sort(self, word: str) -> PartOfSpeech | None:
        """What part of speech a word is first of all; an adverb counts as an adjective, and a form
        that only verbs have as a verb. None of a word that is not known."""
        if self._is_form_of_verb(word):
            return PartOfSpeech.VERB
        fields = [field for lemma in (word, *self.lemmas(word)) for field in self._fields(lemma)]
        sense = next((int(field) for field in fields if field[0] not in "!="), None)
        return None if sense is None else self._sort_of(sense)

    def _sort_of(self, sense: int) -> PartOfSpeech:
        if sense < self._nouns:
            return PartOfSpeech.NOUN
        return PartOfSpeech.VERB if sense <= self._last_verb else PartOfSpeech.ADJECTIVE

    def _is_form_of_verb(self, word: str) -> bool:
        """Whether a word has an ending, or is irregular, as only a verb may be."""
        lemmas = [field[1:] for field in self._fields(word) if field[0] == "="]
        lemmas += [
            word.removesuffix(ending) + instead
            for ending, instead in _OF_VERBS
            if word.endswith(ending) and not self._is_noun(word)
        ]
        return any(map(self.verb, filter(self._fields, lemmas)))

    def _is_noun(self, word: str) -> bool:
        return any(field.isdigit() and int(field) < self._nouns for field in self._fields(word)[:1])

    @cached_property
    def _last_verb(self) -> int:
        """The last sense of verbs: only of nouns and verbs there are more general ones."""
        wider = (number for number, line in enumerate(self._synsets) if line[:1].isdigit())
        return max(wider, default=0)

    def opposite(self, word: str, other: str) -> bool:
        """Whether one is listed as the opposite of the other."""
        mine, theirs = {*self.lemmas(word)}, {*self.lemmas(other)}
        return not (
            theirs.isdisjoint(self._opposites(mine)) and mine.isdisjoint(self._opposites(theirs))
        )

    def _opposites(self, lemmas: Iterable[str]) -> Iterator[str]:
        fields = chain.from_iterable(map(self._fields, lemmas))
        return (field[1:] for field in fields if field[0] == "!")

    def lemmas(self, word: str) -> Iterator[str]:
        """The words that it knows of which ``word`` may be a form."""
        for field in self._fields(word):
            if field[0] == "=":
                yield field[1:]
        if self._fields(word):
            yield word
        for ending, instead in _ENDINGS:
            lemma = word.removesuffix(ending) + instead
            if lemma != word and word.endswith(ending) and self._fields(lemma):
                yield lemma

    def _fields(self, lemma: str) -> list[str]:
        line = line_of(self._words, lemma.encode())
        return line.decode().split()[1:] if line else []

    def _found_wider(self, word: str) -> frozenset[int]:
        """The senses of a noun and all that are more general."""
        found = frozenset(sense for sense in self._senses(word) if sense < self._nouns)
        more = found
        while more:
            more = self._up(more) - found
            found |= more
        return found

    def _found_reached(self, word: str) -> frozenset[int]:
        """The senses of a word, those similar to them, and those a few steps more general."""
        senses = self._senses(word)
        return self._similar(senses) | self._above(senses)

    def _near(self, senses: frozenset[int]) -> frozenset[int]:
        """What ``senses`` are similar to or more special than."""
        nouns = frozenset(sense for sense in senses if sense < self._nouns)
        return self._similar(senses) | self._up(nouns) | self._above(senses - nouns)

    def _above(self, senses: frozenset[int]) -> frozenset[int]:
        for _ in range(_STEPS):
            senses |= self._up(senses)
        return senses

    def _up(self, senses: frozenset[int]) -> frozenset[int]:
        lines = (self._synsets[sense].partition(b"|")[0] for sense in senses)
        return frozenset(int(number) for line in lines for number in line.split())

    def _similar(self, senses: frozenset[int]) -> frozenset[int]:
        lines = (self._synsets[sense].partition(b"|")[2] for sense in senses)
        return frozenset(int(number) for line in lines for number in line.split())


@cache
def read_thesaurus(name: str) -> Thesaurus:
    """From the file of that name beside this module, once; it takes some 20 ms."""
    return Thesaurus(gzip.decompress((Path(__file__).parent / "wordnet" / name).read_bytes()))
