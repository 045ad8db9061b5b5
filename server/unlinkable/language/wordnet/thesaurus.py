"""Which words are related in sense: by a sense in common, a similar one, or a more general one.

Senses, their relations and opposites are those of Princeton WordNet 3.0, without its glosses; the
file beside this module is made by ``building``, which says what it holds. Knows single words, in
any of their forms; nothing of sentences.
"""

import gzip
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path

from unlinkable.language.wordnet.files import ENDINGS, PartOfSpeech, line_of

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

    def _verbs(self, word: str) -> frozenset[int]:
        """The senses but those of nouns; only of those of verbs there are more general ones."""
        return frozenset(sense for sense in self._senses(word) if sense >= self._nouns)

    def verb(self, word: str) -> bool:
        """Whether a word may be a verb."""
        return bool(self._up(self._verbs(word)))

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
    return Thesaurus(gzip.decompress(Path(__file__).with_name(name).read_bytes()))
