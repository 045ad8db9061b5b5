"""Whether a noun came that names another thing, where all nouns have capitals.

Such a language is written here without a thesaurus. A compound that came and one that went may end
alike ("Mietvertrag", "Kaufvertrag"): what stands before that end says which it is, and must be said
somewhere in the text before. Where a sentence stays as it was but for a few words, any noun that
comes must be like a word that was there, be part of it or have it for a part, say what is done, or
say the same by the table of the language. Knows word forms, capitals and tables; nothing of what
nouns mean.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import takewhile

from unlinkable.fidelity.akin import akin, akin_to_any, uninflected
from unlinkable.fidelity.changes.alike import stays
from unlinkable.fidelity.changes.unanswered import said_in
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.language import Language
from unlinkable_index.words import find_words

_END, _BEGINNING = 4, 3  # letters of the two parts of a compound
_KNOWN_BY = 4  # first letters by which the beginning of a compound is found in another word
_STEM = 5  # first letters that words of one family have in common
_OF_ACTS = ("ung", "heit", "keit", "schaft", "tion", "nis")
_DERIVING = (*_OF_ACTS, "er")


def other_nouns(
    before: str, said: Sense, after: str, after_sense: Sense, names: Set[str], language: Language
) -> Iterator[str]:
    """The nouns of ``after``, in small letters, that nothing in ``before`` answers. ``said``,
    ``after_sense``: what both say; ``names``: words that are judged as names."""
    yield from other_compounds(before, after)
    if not stays(said, after_sense):
        return
    persons = {w for one in after_sense.poles if one.word.is_of_persons for w in one.words}
    known = names | said_in(after_sense, said) | {after_sense.forms[word] for word in persons}
    known |= language.function_words | language.light_words
    known |= language.customary_words | language.plain_nouns
    for noun in _nouns(after):
        if noun == after_sense.forms[0]:  # any word has a capital there
            continue
        stands = any(
            akin(noun, form) or is_part(noun, form) or noun[:_STEM] in form for form in said.forms
        )
        acts = uninflected(noun).endswith(_OF_ACTS)  # what a verb may say: "Abrechnung"
        if len(noun) >= _END and not (stands or acts or noun in known):
            yield noun


def other_compounds(before: str, after: str) -> Iterator[str]:
    """The compounds of ``after`` that name another thing of the same kind than one of ``before``
    that went, in small letters."""
    old, new = _nouns(before), _nouns(after)
    gone = [noun for noun in old if not akin_to_any(noun, new)]
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
