"""The forms of English verbs and nouns, so that a table names each once, and whether "a" or "an"
stands before a word. Irregular verbs are listed in ``english/irregular.words``. Must know
nothing of texts."""

from enum import Enum
from functools import cache
from importlib import resources
from typing import NamedTuple

BEFORE_PARTICIPLE = frozenset(
    ["am", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "having"]
)
"""Words behind which a verb is a participle, where its past form looks the same."""


class Form(Enum):
    """The forms of a verb, by what tells them apart for a reader without grammar."""

    BASE = "base"
    PRESENT = "present"
    PAST = "past"
    PARTICIPLE = "participle"
    ING = "ing"


class Forms(NamedTuple):
    """The five forms of a verb: lodge, lodges, lodged, lodged, lodging."""

    base: str
    present: str
    past: str
    participle: str
    ing: str


_VOWELS = "aeiou"


@cache
def irregular_verbs() -> dict[str, Forms]:
    """The irregular verbs that are known, by their bare forms. Written in lines of
    ``base past participle``, of four forms with that in -ing, or of all five."""
    text = resources.files("unlinkable.wordings").joinpath("english/irregular.words")
    forms = {}
    for line in text.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            base, *others = line.split()
            if len(others) < 4:
                others = [_present(base), *others]
            forms[base] = Forms(base, *others[:3], *(others[3:] or [_ing(base)]))
    return forms


def verb_forms(verb: str) -> Forms:
    """The forms of ``verb``, of which only the first word is inflected ("take part")."""
    head, _, rest = verb.partition(" ")
    forms = irregular_verbs().get(head) or _regular(head)
    return Forms(*(f"{form} {rest}" for form in forms)) if rest else forms


def _regular(verb: str) -> Forms:
    if verb.endswith("e"):
        past = verb + "d"
    elif verb.endswith("y") and verb[-2] not in _VOWELS:
        past = verb[:-1] + "ied"
    else:
        past = verb + "ed"
    return Forms(verb, _present(verb), past, past, _ing(verb))


def _present(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def _ing(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    return verb + "ing"


def plural(noun: str) -> str:
    """The regular plural of ``noun``; of several words that of the first before "of", else that of
    the last."""
    head, of, rest = noun.partition(" of ")
    if head.endswith(("s", "x", "z", "ch", "sh")):
        head += "es"
    elif head.endswith("y") and head[-2:-1] not in tuple(_VOWELS):
        head = head[:-1] + "ies"
    else:
        head += "s"
    return head + of + rest


_LIKE_CONSONANTS = ("uni", "use", "usu", "usa", "uti", "eu", "one", "once", "ur", "ub")
_NOT_LIKE_CONSONANTS = ("unin", "unim", "unid", "urg", "urb")
_SILENT_H = ("hour", "honest", "honour", "honor", "heir")


def article_for(following: str) -> str:
    """``"a"`` or ``"an"``, as the text that follows wants it."""
    word = following.lower()
    if word.startswith(_SILENT_H):
        return "an"
    if word.startswith(_LIKE_CONSONANTS) and not word.startswith(_NOT_LIKE_CONSONANTS):
        return "a"
    return "an" if word[:1] in tuple("aeiou") else "a"
