"""Whether a compound noun came in place of another of its kind: "Mietvertrag", "Kaufvertrag".

Where nouns have capitals and are written as one word, one that came and one that went may end
alike; what stands before that end says which it is, and must be said somewhere in the text before.
Knows word forms and capitals only; nothing of what compounds mean.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from unlinkable.fidelity.akin import akin, uninflected
from unlinkable_index.words import find_words

_END, _BEGINNING = 4, 3  # letters of the two parts of a compound
_KNOWN_BY = 4  # first letters by which the beginning of a compound is found in another word
_DERIVING = ("ung", "heit", "keit", "schaft", "tion", "nis", "er")


def other_compounds(before: str, after: str) -> Iterator[str]:
    """The compounds of ``after`` that name another thing of the same kind than one of ``before``
    that went, in small letters."""
    old, new = _nouns(before), _nouns(after)
    gone = [noun for noun in old if not any(akin(noun, one) for one in new)]
    forms = find_words(before).forms
    for noun in new:
        if any(akin(noun, one) or one in noun for one in old):
            continue
        if any(_other(noun, one, forms) for one in gone):
            yield noun


def is_part(word: str, other: str) -> bool:
    """Whether one of two forms begins or ends with the other, their endings apart."""
    short, long = sorted((uninflected(word), uninflected(other)), key=len)
    return len(short) > _END and (long.startswith(short) or long.endswith(short))


def _nouns(text: str) -> list[str]:
    """The forms of the words with a capital, each once."""
    words = find_words(text)
    places = zip(words.starts, words.forms, strict=True)
    return list(dict.fromkeys(form for start, form in places if text[start].isupper()))


def _other(noun: str, gone: str, forms: Sequence[str]) -> bool:
    """Whether two nouns end with the same word, and nothing in ``forms`` is like the beginning of
    the first."""
    mine, theirs = uninflected(noun), uninflected(gone)
    shared = _alike(mine, theirs)
    beginning, instead = mine[: len(mine) - shared], theirs[: len(theirs) - shared]
    end = mine[len(beginning) :]
    if min(len(beginning), len(instead)) < _BEGINNING or len(_underived(end)) < _END:
        return False
    return not any(beginning[:_KNOWN_BY] in form for form in forms)


def _alike(word: str, other: str) -> int:
    """How many letters both end with."""
    pairs = zip(reversed(word), reversed(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _underived(end: str) -> str:
    """What is left of the end of a noun without what makes nouns of other words."""
    found = next((ending for ending in _DERIVING if end.endswith(ending)), "")
    return end.removesuffix(found)
