"""Invented persons: a name, an age and the words that speak of them, in English and in German."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from unlinkable.demo.personal import personal

_ENGLISH = {
    "woman": {
        "he": "she", "him": "her", "his": "her", "himself": "herself",
        "man": "woman", "son": "daughter", "father": "mother", "husband": "wife",
    },
    "man": {
        "he": "he", "him": "him", "his": "his", "himself": "himself",
        "man": "man", "son": "son", "father": "father", "husband": "husband",
    },
}  # fmt: skip

_GERMAN = {
    "woman": {
        "der": "die", "den": "die", "dem": "der", "des": "der", "s": "", "in": "in", "er": "sie",
        "ihn": "sie", "ihm": "ihr", "sein": "ihr", "n": "", "e": "ie",
        "zeuge": "Zeugin", "zeugen": "Zeugin", "beamt": "in", "r": "", "nachbarn": "Nachbarin", "vater": "Mutter",
    },
    "man": {
        "der": "der", "den": "den", "dem": "dem", "des": "des", "s": "s", "in": "", "er": "er",
        "ihn": "ihn", "ihm": "ihm", "sein": "sein", "n": "n", "e": "er",
        "zeuge": "Zeuge", "zeugen": "Zeugen", "beamt": "en", "r": "r", "nachbarn": "Nachbarn", "vater": "Vater",
    },
}  # fmt: skip


def person(
    language: str, names: Mapping[str, Any], taken: Sequence[str], chance: random.Random
) -> dict[str, str]:
    """The forms of a person whose surname is none of ``taken``.

    English: name, surname, mr (with the form of address), age, and the pronouns under their
    masculine form (he, him, his, himself). German likewise, with the article under ``der``,
    ``den``, ``dem``, ``des``, and the endings ``in`` and ``s`` ("Kläger{k.in}", "Kläger{k.s}").
    """
    gender = chance.choice(("woman", "man"))
    first = chance.choice(names[gender])
    surname = chance.choice([name for name in names["surnames"] if name not in taken])
    address = {"woman": "Ms", "man": "Mr"}[gender]
    forms = {
        "gender": gender,
        "first": personal(first),
        "surname": personal(surname),
        "name": personal(f"{first} {surname}"),
        "mr": personal(f"{address} {surname}") if language == "en" else personal(surname),
        "age": personal(chance.randint(24, 67)),
    }
    return forms | (_ENGLISH if language == "en" else _GERMAN)[gender]
