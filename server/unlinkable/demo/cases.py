"""An invented case: its kind as the data files of a language describe it, its people, days, numbers
and court, and the texts that a court writes about it. Knows no records of a collection and no
drafts."""

import random
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from unlinkable.demo.grammar import Deck, Expansion, laid_out, personal

_ENGLISH = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
_GERMAN = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli",
    "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip
_SEASONS = ("winter", "spring", "summer", "autumn")


def timeline(chance: random.Random) -> dict[str, date]:
    """The days by name; ``start`` lies years before the incident, and an authority ``decided``."""
    incident = date(2011, 1, 3) + timedelta(days=chance.randrange(12 * 365))
    later = incident + timedelta(days=chance.randint(2, 12))
    decided = _working_day(later + timedelta(days=chance.randint(4, 15)))
    filed = later + timedelta(days=chance.randint(34, 120))
    hearing = _working_day(filed + timedelta(days=chance.randint(70, 260)))
    return {
        "start": incident - timedelta(days=chance.randint(500, 3200)),
        "incident": incident,
        "later": _working_day(later),
        "decided": decided,
        "objected": _working_day(decided + timedelta(days=chance.randint(4, 11))),
        "filed": _working_day(filed),
        "interim": _working_day(filed + timedelta(days=chance.randint(5, 30))),
        "hearing": hearing,
        "judgment": _working_day(hearing + timedelta(days=chance.randint(7, 35))),
    }


def season(day: date) -> str:
    """The season of a day in the north, as its English name."""
    return _SEASONS[day.month % 12 // 3]


def written(day: date, language: str) -> str:
    """The day in words, as personal data."""
    if language == "en":
        return personal(f"{day.day} {_ENGLISH[day.month - 1]} {day.year}")
    return personal(f"{day.day}. {_GERMAN[day.month - 1]} {day.year}")


def _working_day(day: date) -> date:
    return day + timedelta(days=max(0, 7 - day.weekday())) if day.weekday() > 4 else day


_COMMON = "common.toml"
_CASES = 50


class Variant(Enum):
    """Which symbols a case is made of."""

    ANY = "any"
    ORDINARY = "ordinary"
    OWN = "own"


@dataclass(frozen=True)
class CaseKind:
    """One kind of case in one language; ``symbols`` include those common to the language."""

    name: str
    language: str
    people: tuple[str, ...]
    couple: tuple[str, ...]  # a woman and a man among the people, in either order
    numbers: Mapping[str, Mapping[str, Any]]
    court: str
    title: str
    shapes: Mapping[str, str]
    names: Mapping[str, Any]
    forms: Mapping[str, Mapping[str, str]]  # articles, pronouns, endings, by gender
    symbols: Mapping[str, Any]
    cases: int
    ordinary: Mapping[str, Any]  # symbols of most cases
    own: Mapping[str, Any]  # symbols of the case that a draft is made from, if one is
    own_has_interim_order: bool

    def symbols_of(self, variant: Variant) -> Mapping[str, Any]:
        """The symbols for a case of this variant."""
        if variant is Variant.ANY:
            return self.symbols
        own = self.own if variant is Variant.OWN else {}
        return {**self.symbols, **self.ordinary, **own}


@cache
def kinds(language: str) -> tuple[CaseKind, ...]:
    """All kinds of case of ``language`` ("en" or "de"), in the order of their names."""
    folder = files("unlinkable.demo") / language
    tables = {
        file.name: tomllib.loads(file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    common = tables.pop(_COMMON)
    return tuple(
        CaseKind(
            name=name.removesuffix(".toml"),
            language=language,
            people=tuple(table["people"]),
            couple=tuple(table.get("couple", ())),
            numbers=table.get("numbers", {}),
            court=table["court"],
            title=table["title"],
            shapes=table["shapes"],
            names=table.get("names", common["names"]),
            forms=common["forms"],
            symbols=common["symbols"] | table["symbols"],
            cases=table.get("cases", _CASES),
            ordinary=table.get("ordinary", {}),
            own=table.get("own", {}),
            own_has_interim_order=table.get("own_has_interim_order", False),
        )
        for name, table in sorted(tables.items())
    )


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
