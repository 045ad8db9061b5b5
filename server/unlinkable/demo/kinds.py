"""Kinds of case: what the data files of a language say of tenancy, robbery and so on.

A kind has people, numbers, a court, shapes (templates of whole texts) and symbols for the grammar.
Its `[ordinary]` symbols replace those in most of its cases, so that these share their sentences;
the `[own]` ones do so in the one case that a draft is made from, which has these facts alone.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

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
