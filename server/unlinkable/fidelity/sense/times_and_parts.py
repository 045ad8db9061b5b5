"""What words of time speak of, and of what only a part is meant.

Knows clauses and negations; compares nothing.
"""

from collections.abc import Iterator

from unlinkable.fidelity.sense.clauses import Clauses
from unlinkable.fidelity.sense.negations import Negations
from unlinkable.fidelity.sense.poles_said import PolesSaid
from unlinkable.fidelity.sense.sense import OF_PARTS

_BEHIND, _FIRST = 8, 3  # words behind one of time that are looked at, and that count
_MASK = "[…]"
_TELLING = 4  # letters of a word that says something


def moments(clauses: Clauses, poles: PolesSaid, negations: Negations) -> dict[str, frozenset[str]]:
    """The first words that say something behind one of time, and when it is, seen from them; masks
    go as one word."""
    forms, language = clauses.forms, clauses.language
    late = [mark.words[0] for mark in negations.marks if mark.loose]
    found_behind: dict[str, frozenset[str]] = {}
    for found in language.moments.find(forms):
        last = found.words[-1]
        if last in poles.at_forums or (late and late[0] < last):
            continue  # "before the court"; "not until the trial" is after it
        near = range(last + 1, min(last + 1 + _BEHIND, len(forms)))
        if _blank_behind(last, clauses):
            found_behind[_MASK] = found_behind.get(_MASK, frozenset()) | {found.value}
            continue
        words = [forms[word] for word in near if clauses.together(last, word)]
        small = language.function_words
        telling = [word for word in words if len(word) >= _TELLING and word not in small]
        for word in telling[:_FIRST]:
            found_behind[word] = found_behind.get(word, frozenset()) | {found.value}
    return found_behind


def _blank_behind(word: int, clauses: Clauses) -> bool:
    """Whether a mask stands behind a word, perhaps with an article before it."""
    following = clauses.forms[word + 1 : word + 2]
    article = not clauses.language.determiners.isdisjoint(following)
    return word in clauses.blanks or (article and word + 1 in clauses.blanks)


def shares(clauses: Clauses) -> Iterator[tuple[str, str]]:
    """What stands behind "of the" behind a quantifier of a part, and that quantifier; not whose
    something is ("one of the applicant's"), and not "on the part of the"."""
    forms, language = clauses.forms, clauses.language
    for found in language.quantifiers.find(forms):
        first, last = found.words[0], found.words[-1]
        if found.value in OF_PARTS and not (first and forms[first - 1] in language.determiners):
            joined = last if forms[last] in language.prepositions else last + 1
            share = _share(clauses, forms[joined : joined + 4])
            if share:
                yield share, clauses.place(found.words)[0]


def _share(clauses: Clauses, behind: tuple[str, ...]) -> str:
    """What stands behind "of the", or ''."""
    language = clauses.language
    joined = language.prepositions.issuperset(behind[:1])
    named = joined and len(behind) > 2 and behind[1] in language.determiners
    owner = len(behind) == 4 and len(behind[3]) == 1
    return behind[2] if named and not owner and len(behind[2]) >= _TELLING else ""
