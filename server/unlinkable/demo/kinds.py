"""Kinds of case: what the data files of a language say of tenancy, robbery and so on.

A kind has people, numbers, a court, shapes (templates of whole texts) and symbols for the grammar.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_COMMON = "common.toml"


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
        )
        for name, table in sorted(tables.items())
    )
