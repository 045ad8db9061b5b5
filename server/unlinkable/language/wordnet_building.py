"""From the folder ``dict`` of Princeton WordNet to the file of relations that is shipped.

    python -m unlinkable.language.wordnet_building FOLDER FILE

The file is text, packed by gzip. Its first line has the number of synsets of persons and things
that can be touched, that of those of all nouns, and that of all. Then comes a line for each, in
this order: the numbers of those that are more general, and behind a bar those that are similar to
it, related, or of the same group of verbs. Then a line for each single word in small letters,
sorted: the word, the numbers of its synsets and of those of words derived from it, or from which it
is; "!" and its opposites; "=" and the words that it is an irregular form of. No glosses, examples
or names.
"""

import argparse
import gzip
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from unlinkable.language.thesaurus import Files, PartOfSpeech, Synset, read_files

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*\Z")
_WIDER = "@"
_SIMILAR = {"&", "^", "$"}  # similar to, also see, group of verbs
_DERIVED = {"+", "\\"}  # derived from or to, pertaining to
_OPPOSITE = "!"
_TANGIBLE = {5, 6, 8, 13, 17, 18, 20, 27}
"""The fields (lexnames(5WN)) of animals, artefacts, bodies, food, objects, persons, plants and
substances."""
Key = tuple[PartOfSpeech, str]


def relations(files: Mapping[PartOfSpeech, Files]) -> bytes:
    """The content of the file. Raises ValueError, IndexError, KeyError where WordNet is damaged."""
    senses: dict[str, dict[Key, None]] = {}
    signs: dict[str, dict[str, None]] = {}
    for sort, of_sort in files.items():
        for lemma in filter(_WORD.match, of_sort.lemmas()):
            for synset in of_sort.synsets(lemma):
                if lemma in synset.words:  # and not only as a name
                    senses.setdefault(lemma, {}).update(dict.fromkeys(_keys(sort, lemma, synset)))
                    signs.setdefault(lemma, {}).update(
                        dict.fromkeys(_opposites(files, lemma, synset))
                    )
        for form, lemmas in of_sort.irregular.items():
            if _WORD.match(form):
                signs.setdefault(form, {}).update(dict.fromkeys(f"={lemma}" for lemma in lemmas))
    used = _with_wider(files, {key for keys in senses.values() for key in keys})
    order = {sort: number for number, sort in enumerate(PartOfSpeech)}
    things = {key for key in used if files[key[0]].synset(key[1]).field in _TANGIBLE}
    keys = sorted(used, key=lambda key: (key not in things, order[key[0]], key[1]))
    numbers = {key: number for number, key in enumerate(keys)}
    nouns = sum(sort is PartOfSpeech.NOUN for sort, _ in keys)
    lines = [f"{len(things)} {nouns} {len(keys)}", *(_edges(files, key, numbers) for key in keys)]
    for word in sorted(senses.keys() | signs.keys()):
        fields = [str(numbers[key]) for key in senses.get(word, ())]
        lines.append(" ".join([word, *fields, *signs.get(word, ())]))
    return ("\n".join(lines) + "\n").encode("ascii")


def _keys(sort: PartOfSpeech, lemma: str, synset: Synset) -> Iterator[Key]:
    yield sort, synset.offset
    for pointer in synset.pointers:
        if pointer.symbol in _DERIVED and synset.words[pointer.word - 1] == lemma:
            yield pointer.sort, pointer.offset


def _opposites(files: Mapping[PartOfSpeech, Files], lemma: str, synset: Synset) -> Iterator[str]:
    for pointer in synset.pointers:
        if pointer.symbol == _OPPOSITE and synset.words[pointer.word - 1] == lemma:
            other = files[pointer.sort].synset(pointer.offset).words[pointer.other_word - 1]
            if _WORD.match(other):
                yield f"!{other}"


def _with_wider(files: Mapping[PartOfSpeech, Files], keys: set[Key]) -> set[Key]:
    more = keys
    while more:
        more = {key for one in more for key in _others(files, one, {_WIDER})} - keys
        keys = keys | more
    return keys


def _others(files: Mapping[PartOfSpeech, Files], key: Key, symbols: set[str]) -> Iterator[Key]:
    for pointer in files[key[0]].synset(key[1]).pointers:
        if pointer.symbol in symbols:
            yield pointer.sort, pointer.offset


def _edges(files: Mapping[PartOfSpeech, Files], key: Key, numbers: Mapping[Key, int]) -> str:
    wider = [str(numbers[other]) for other in _others(files, key, {_WIDER})]
    others = dict.fromkeys(_others(files, key, _SIMILAR))
    similar = [str(numbers[other]) for other in others if other in numbers]
    return " ".join(wider) + ("|" + " ".join(similar) if similar else "")


def main() -> None:
    parser = argparse.ArgumentParser(
        description="From the folder dict of Princeton WordNet to the file of relations."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    args.file.write_bytes(gzip.compress(relations(read_files(args.folder)), mtime=0))


if __name__ == "__main__":
    main()
