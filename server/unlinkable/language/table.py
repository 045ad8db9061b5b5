"""The tables of languages, from their files to `Language`, and which language a text is in, by its
function words: that of a whole draft, since a sentence is too short to tell. Must know nothing
of what the words are for."""

import contextlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeVar

from unlinkable.language.language import (
    OTHER,
    GrammarWords,
    Language,
    LegalWords,
    NameWords,
    NegationWords,
    NuanceWords,
    Pole,
    QuantityWords,
    ReferenceWords,
    SentenceWords,
)
from unlinkable.language.phrases import Phrases, written_out
from unlinkable_index.ordinary_files import AS_USUAL, write_whole

Value = TypeVar("Value")
_FOLDER = Path(__file__).parent
_NEIGHBOURS_FILE = "neighbours.toml"


def read_languages() -> tuple[Language, ...]:
    """The languages that have a table, in the order of their names."""
    return tuple(_language(table) for name, table in _tables().items() if name != _NEIGHBOURS_FILE)


def read_neighbours() -> tuple[Language, ...]:
    """Languages of which only function words are known."""
    return tuple(
        Language("und", name, function_words=_words(words))
        for name, words in _tables()[_NEIGHBOURS_FILE].items()
    )


@cache
def _tables() -> dict[str, Any]:
    """All tables, by the names of their files. TOML takes ten times longer than a command may take
    to start, so what was read is kept where Python keeps compiled modules, and as it does."""
    paths = [*sorted(_FOLDER.glob("tables/*.toml")), _FOLDER / _NEIGHBOURS_FILE]
    stamp = [[one.name, one.stat().st_mtime_ns, one.stat().st_size] for one in paths]
    kept = Path(cache_from_source(str(_FOLDER / "tables.py"))).with_suffix(".json")
    with contextlib.suppress(OSError, ValueError, TypeError):
        of, tables = json.loads(kept.read_bytes())
        if of == stamp:
            return dict(tables)
    import tomllib  # only where nothing is kept

    tables = {one.name: tomllib.loads(one.read_text(encoding="utf-8")) for one in paths}
    if not sys.dont_write_bytecode:
        with contextlib.suppress(OSError):  # where others installed it
            write_whole(kept, json.dumps([stamp, tables]), AS_USUAL)
    return tables


def _language(table: Mapping[str, Any]) -> Language:
    cuts = {part: _words(entries) for part, entries in table["sentences"].items()}
    return Language(
        code=table["code"],
        name=table["name"],
        relations=table.get("relations", ""),
        function_words=_words(table["function_words"]),
        sentences=SentenceWords(**cuts),
        grammar=_grammar(table),
        negation=_negation(table),
        nuances=_nuances(table),
        quantities=_quantities(table),
        references=ReferenceWords(
            kinds=_phrases(table["references"], str),
            numbered_before=_phrases(table.get("numbered_before", {}), str),
            ordinals=_phrases(table.get("ordinals", {}), int),
            joining=_words(table["joining"]),
        ),
        names=_names(table),
        law=_law(table),
    )


def _grammar(table: Mapping[str, Any]) -> GrammarWords:
    articles = _words(table["articles"])
    return GrammarWords(
        articles=articles,
        determiners=articles | _words(table.get("determiners", "")),
        times=_words(table.get("times", "")),
        prepositions=_words(table.get("prepositions", "")),
        conjunctions=_words(table["conjunctions"]),
        light_words=_words(table.get("light_words", "")),
    )


def _negation(table: Mapping[str, Any]) -> NegationWords:
    verbs = table.get("negating_verbs", "")
    return NegationWords(
        words=_listed("negation", table["negations"], verbs),
        verbs=_listed("negation", verbs),
        seeming=_listed("seeming", table["seeming_negations"]),
        prefixes=tuple(sorted(_words(table["negative_prefixes"]))),
        repeated=_words(table["repeated_negations"]),
        second=_listed("second", table.get("second_negations", "")),
        follows=table.get("negation_follows", False),
    )


def _nuances(table: Mapping[str, Any]) -> NuanceWords:
    return NuanceWords(
        conditions=_listed("condition", table.get("conditions", "")),
        plans=_listed("plan", table.get("plans", "")),
        bids=_listed("bid", table.get("bids", "")),
        claims=_listed("claim", table.get("claims", "")),
        moments=_phrases(table.get("moments", {}), str),
        particles=Phrases(table.get("particles", {}).items(), axis=lambda kind: kind),
    )


def _quantities(table: Mapping[str, Any]) -> QuantityWords:
    return QuantityWords(
        units=_phrases(table["units"], str),
        months=_phrases(table["months"], int),
        weekdays=_phrases(table["weekdays"], int),
        numbers=_phrases(table["numbers"], Fraction),
        fractions=_phrases(table.get("fractions", {}), int),
        quantifiers=_phrases(table["quantifiers"], str),
        bounds=_phrases(table.get("bounds", {}), str),
    )


def _names(table: Mapping[str, Any]) -> NameWords:
    return NameWords(
        capitalised_nouns=table.get("nouns_capitalised", False),
        peoples=_phrases(table.get("peoples", {}), str),
        titles=_words(table["titles"]["persons"]),
        courts=_by_first_form(table["titles"]["courts"]),
        places=_listed("place", table.get("places", "")),
        plain_nouns=_words(table.get("plain_nouns", "")),
    )


def _law(table: Mapping[str, Any]) -> LegalWords:
    senses = table["poles"]["senses"]
    return LegalWords(
        modals=_phrases(table["modals"], str),
        terms=_by_first_form(",".join(table["terms"].values())),
        offences=_by_first_form(table["terms"]["offences"]),
        poles=Phrases(_poles(senses), axis=lambda pole: pole.axis),
        decisions=Phrases(one for one in _poles(senses) if one[0].decides),
        seeming=_listed("seeming", table["poles"].get("seeming", "")),
    )


def _listed(value: str, *entries: str) -> Phrases[str]:
    """Phrases that all stand for one thing."""
    return Phrases((value, some) for some in entries)


def _words(entries: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in written_out(entries))


def _phrases(part: Mapping[str, str], value: Callable[[str], Value]) -> Phrases[Value]:
    return Phrases((value(key), entries) for key, entries in part.items())


def _by_first_form(entries: str) -> Phrases[str]:
    """Phrases that stand for the first form of their entry."""
    listed = (" ".join(entry.split()) for entry in entries.split(","))
    return Phrases((written_out(entry)[0].casefold(), entry) for entry in listed if entry)


def _poles(lines: str) -> Iterator[tuple[Pole, str]]:
    """Poles and their entries: "axis.side: entries" a line. One string, since TOML takes longer
    for thousands of keys than a command may take to start."""
    for line in lines.splitlines():
        if line and not line.startswith("#"):
            name, _, entries = line.partition(": ")
            axis, _, side = name.partition(".")
            yield Pole(axis, side), entries


LANGUAGES = read_languages()
ENGLISH = next(language for language in LANGUAGES if language.code == "en")
_NEIGHBOURS = read_neighbours()
_LEAST_SHARE = 1 / 12


def detect(forms: Iterable[str]) -> Language:
    """The language of a text of these word forms; OTHER when none or no single one is likely.

    A text is in the language most of whose function words it has, if they make up a twelfth of it
    and no language without a table has more.
    """
    counts = Counter(forms)

    def share(language: Language) -> int:
        return sum(counts[word] for word in language.function_words & counts.keys())

    second, best = sorted(LANGUAGES, key=share)[-2:]
    rivals = [share(second) + 1, *map(share, _NEIGHBOURS), _LEAST_SHARE * counts.total()]
    return best if share(best) >= max(rivals) else OTHER
