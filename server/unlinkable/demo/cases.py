"""A case: its people, days, numbers and court, and the texts that a court writes about it."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from unlinkable.demo.days import season, timeline, written
from unlinkable.demo.grammar import Deck, Expansion
from unlinkable.demo.kinds import CaseKind, Variant
from unlinkable.demo.layout import laid_out
from unlinkable.demo.people import GENDERS, person
from unlinkable.demo.personal import personal


@dataclass(frozen=True)
class Case:
    """One invented case; personal data are marked in title and texts, headings in texts."""

    kind: CaseKind
    variant: Variant
    court: str
    code: str
    number: int
    days: Mapping[str, date]
    title: str
    texts: Mapping[str, str]  # by the names of the kind's shapes


def invent(kind: CaseKind, number: int, deck: Deck, variant: Variant) -> Case:
    """The case of this kind with this running ``number`` in the registers of the courts."""
    symbols = kind.symbols_of(variant)
    chance = deck.chance
    days = timeline(chance)
    known: dict[str, Any] = {name: written(day, kind.language) for name, day in days.items()}
    known |= _numbers(kind, chance)
    known["season"] = season(days["incident"])
    known["court"] = court = deck.deal(symbols[kind.court])
    known["number"] = personal(f"{number}/{days['filed'].year % 100:02}")
    known |= _people(kind, chance)
    expansion = Expansion(symbols, deck, known)
    return Case(
        kind=kind,
        variant=variant,
        court=court["name"],
        code=court["code"],
        number=number,
        days=days,
        title=expansion.expand(kind.title),
        texts={name: laid_out(expansion.expand(shape)) for name, shape in kind.shapes.items()},
    )


def _people(kind: CaseKind, chance: random.Random) -> dict[str, dict[str, str]]:
    couple = dict(zip(kind.couple, chance.sample(GENDERS, 2), strict=False))
    people: dict[str, dict[str, str]] = {}
    for role in kind.people:
        gender = couple.get(role) or chance.choice(GENDERS)
        taken = [other["surname"] for other in people.values()]
        people[role] = person(gender, kind.names, kind.forms, taken, chance)
    return people


def _numbers(kind: CaseKind, chance: random.Random) -> dict[str, str]:
    """The kind's numbers, written out; one may depend on another declared before it.

    ``{from, to, step}`` draws one, ``{of, times}`` and ``{of, plus}`` derive one.
    """
    values: dict[str, int] = {}
    shown: dict[str, str] = {}
    for name, rule in kind.numbers.items():
        if "times" in rule:
            values[name] = values[rule["of"]] * chance.randint(*rule["times"])
        elif "plus" in rule:
            values[name] = values[rule["of"]] + chance.randint(*rule["plus"])
        else:
            values[name] = chance.randrange(rule["from"], rule["to"] + 1, rule.get("step", 1))
        money = rule.get("money") or kind.numbers.get(rule.get("of", ""), {}).get("money")
        shown[name] = personal(_amount(values[name], kind.language) if money else values[name])
    return shown


def _amount(value: int, language: str) -> str:
    if language == "en":
        return f"€{value:,}"
    return f"{value:,} Euro".replace(",", ".")
