"""Invented persons: a name, an age and the words of the language that speak of them."""

import random
from collections.abc import Collection, Mapping
from typing import Any

from unlinkable.demo.personal import personal

GENDERS = ("woman", "man")
_AGES = range(24, 68)


def person(
    gender: str,
    names: Mapping[str, Any],
    forms: Mapping[str, Mapping[str, str]],
    taken: Collection[str],
    chance: random.Random,
) -> dict[str, str]:
    """name, first, surname, age and the ``forms`` of the gender; no surname among ``taken``.

    Where the language has a form of address, ``mr`` stands for it with the surname.
    """
    first = chance.choice(names[gender])
    surname = chance.choice([name for name in names["surnames"] if personal(name) not in taken])
    address = forms[gender].get("mr")
    return {
        **forms[gender],
        "first": personal(first),
        "surname": personal(surname),
        "name": personal(f"{first} {surname}"),
        "mr": personal(f"{address} {surname}" if address else surname),
        "age": personal(chance.choice(_AGES)),
    }
