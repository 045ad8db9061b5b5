"""What attacks find out on many drafts, as the published tables have it, and these beside ours; as
text, JSON and CSV. Holds figures only, no text of drafts."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from unlinkable.findings.bm25 import Unit
from unlinkable.lab.annotations import IDENTIFIERS, KINDS
from unlinkable.lab.attack_figures import (
    NEAREST,
    AttackFigures,
    FoundBy,
    MaskedWords,
    MaskTally,
    Ranks,
)
from unlinkable.lab.published import ATTACKS_SOURCE, HITS, MASKS, RANKS
from unlinkable.printing import json_text
from unlinkable.reporting import with_schema

_PLACES = (1, 5, 10)
_MEANING = {Unit.DRAFT: "by meaning, drafts", Unit.PARAGRAPH: "by meaning, paragraphs"}
_ALL = "all"
_COLUMNS = 3  # of shares, in 80 letters


def measured_text(measured: AttackFigures) -> str:
    """The tables as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(measured))


def measured_json(measured: AttackFigures) -> str:
    """The tables as one JSON object; shares are 0 to 1."""
    return json_text(with_schema("attack-table", _values(measured)), indent=1) + "\n"


def measured_csv(measured: AttackFigures) -> str:
    """A line a figure: so much of so much where it is counted, and the share; of ours and of the
    published ones."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("from", "found_by", "kind", "measure", "part", "whole", "value"))
    for (method, kind), tally in _tallies(measured):
        of = ("ours", method.value, _named(kind))
        writer.writerow((*of, "exact match", tally.exact, tally.masks, tally.exact_match))
        writer.writerow((*of, "token recall", tally.right, tally.words, tally.token_recall))
    for count, hits in measured.hits.items():
        share = hits / measured.looked if measured.looked else ""
        told = ("ours", "nearest rulings", _ALL, f"words in the first {count}")
        writer.writerow((*told, hits, measured.looked, share))
    for one in _rankings(measured):
        of, asked = ("ours", one.name, _ALL), len(one.ranks.places)
        for place in _PLACES:
            first = one.ranks.count(place)
            writer.writerow((*of, f"original in the first {place}", first, asked, first / asked))
        if one.group != "meaning":
            writer.writerow((*of, "MRR", "", asked, one.ranks.mrr))
    for by, kind, measure, value in _published():
        writer.writerow(("published", by, kind, measure, "", "", value))
    return out.getvalue()


FORMS: Mapping[str, Callable[[AttackFigures], str]] = {
    "text": measured_text,
    "json": measured_json,
    "csv": measured_csv,
}
"""How the table is written, by the name of the format."""


def _lines(measured: AttackFigures) -> Iterator[str]:
    masks = measured.looked
    yield f"{measured.drafts:,} drafts, {masks:,} masks whose words follow from the original"
    if measured.unknown:
        yield f"({measured.unknown:,} more masks whose words cannot be told from it are left out)"
    for kinds in _columns(measured):
        yield ""
        heads = [f"{_named(kind)} ({_masks(measured, kind):,})" for kind in kinds]
        yield _row("exact match / token recall", heads)
        for method in FoundBy:
            tallies = [measured.tallies.get((method, kind)) for kind in kinds]
            if any(tally is not None and tally.said for tally in tallies):
                cells = ["–" if tally is None else _shares(tally) for tally in tallies]
                yield _row(method.value, cells)
        for one in MASKS:
            if any(kind in one.kinds for kind in kinds):
                of: dict[str | None, str] = {None: f"{one.exact_match:.1%}"}
                of |= {kind: f"{share:.1%}" for kind, share in one.kinds.items()}
                yield _row(f"† {one.reader}, {one.level}", [of.get(kind, "–") for kind in kinds])
    yield ""
    yield _row("of all masks", [_ALL])
    for one in MASKS:
        recall = "–" if one.token_recall is None else f"{one.token_recall:.1%}"
        yield _row(f"† {one.reader}, {one.level}", [f"{one.exact_match:.1%} / {recall}"])
    sure = measured.tallies.get((FoundBy.SURE_VOTES, None))
    if sure is not None and sure.said:
        yield ""
        yield f"Of the {sure.said:,} guesses shown {sure.exact / sure.said:.1%} are right."
    if measured.looked:
        yield ""
        yield _row("words of masks stand in the first", [f"{count} rulings" for count in NEAREST])
        found = [f"{measured.hits[count] / measured.looked:.1%}" for count in NEAREST]
        yield _row("nearest other rulings", found)
        yield _row("† BMX, L3", ["–", "–", f"{HITS['L3']:.1%}"])
    yield ""
    yield _row("original ranked in the", [*(f"first {place}" for place in _PLACES), "MRR"])
    for ranking in _rankings(measured):
        shares = [f"{ranking.ranks.within(place):.1%}" for place in _PLACES]
        yield _row(ranking.label, [*shares, f"{ranking.ranks.mrr:.3f}"])
    for told in RANKS:
        published = (told.first, told.first_5, told.first_10)
        cells = ["–" if share is None else f"{share:.1%}" for share in published]
        mrr = "–" if told.mrr is None else f"{told.mrr:.3f}"
        yield _row(f"† with {told.filled_in} filled in", [*cells, mrr])
    yield ""
    yield f"† as published: {ATTACKS_SOURCE}"


def _values(measured: AttackFigures) -> dict[str, Any]:
    return {
        "drafts": measured.drafts,
        "masks": measured.looked,
        "unknown": measured.unknown,
        "found": [
            {
                "by": method.value,
                "kind": _named(kind),
                **asdict(one),
                "exact_match": one.exact_match,
                "token_recall": one.token_recall,
            }
            for (method, kind), one in _tallies(measured)
        ],
        "hits": {str(count): hits for count, hits in measured.hits.items()},
        **{
            group: [_ranked(one) for one in _rankings(measured) if one.group == group]
            for group in ("ranks", "persons", "meaning")
        },
        "published": {
            "source": ATTACKS_SOURCE,
            "masks": [asdict(one) for one in MASKS],
            "ranks": [asdict(one) for one in RANKS],
            "hits": HITS,
        },
    }


class _Ranking(NamedTuple):
    """Where originals are ranked: what the JSON says of it in its ``group``, what it is called as
    CSV (``name``) and in the table (``label``)."""

    group: str
    told: dict[str, Any]
    name: str
    label: str
    ranks: Ranks


def _rankings(measured: AttackFigures) -> Iterator[_Ranking]:
    """By drafts; by persons, with the best place of each, where these are fewer; by meaning."""
    for filled, ranks in measured.ranks.items():
        told: dict[str, Any] = {"filled_in": filled and filled.value}
        called = _filled_in(filled)
        yield _Ranking("ranks", {**told, "drafts": len(ranks.places)}, called, called, ranks)
    for filled, places in measured.persons.items():
        count, called = len(places), _filled_in(filled)
        if count < len(measured.ranks[filled].places):
            told = {"filled_in": filled and filled.value, "persons": count}
            name, label = f"any draft of a person, {called}", f"{count:,} persons {called}"
            yield _Ranking("persons", told, name, label, Ranks(list(places.values())))
    for unit, ranks in measured.meaning.items():
        name, count = _MEANING[unit], len(ranks.places)
        told = {"unit": unit.value, "asked": count}
        yield _Ranking("meaning", told, name, f"{name} ({count:,})", ranks)


def _ranked(one: _Ranking) -> dict[str, Any]:
    first = {str(place): one.ranks.count(place) for place in _PLACES}
    return {**one.told, "first": first, "mrr": one.ranks.mrr}


def _tallies(measured: AttackFigures) -> Iterator[tuple[tuple[FoundBy, str | None], MaskTally]]:
    """What was counted, method by method, of all kinds first; where something was said at all."""
    for method in FoundBy:
        for kind in (None, *_kinds(measured)):
            one = measured.tallies.get((method, kind))
            whole = measured.tallies.get((method, None))
            if one is not None and whole is not None and whole.said:
                yield (method, kind), one


def _published() -> Iterator[tuple[str, str, str, float]]:
    for one in MASKS:
        by = f"{one.reader}, {one.level}"
        yield by, _ALL, "exact match", one.exact_match
        for kind, share in one.kinds.items():
            yield by, kind, "exact match", share
        if one.token_recall is not None:
            yield by, _ALL, "token recall", one.token_recall
    for level, share in HITS.items():
        yield f"BMX, {level}", _ALL, "words in the first 100", share
    for told in RANKS:
        by = f"with {told.filled_in} filled in"
        shares = (told.first, told.first_5, told.first_10)
        for place, first in zip(_PLACES, shares, strict=True):
            if first is not None:
                yield by, _ALL, f"original in the first {place}", first
        if told.mrr is not None:
            yield by, _ALL, "MRR", told.mrr


def _kinds(measured: AttackFigures) -> list[str]:
    """The kinds of masks that there are, in order."""
    return [one for one in (*MaskedWords, *IDENTIFIERS, *KINDS) if _masks(measured, one)]


def _columns(measured: AttackFigures) -> Iterator[Sequence[str | None]]:
    """All masks and their kinds, as many as one table has columns for."""
    kinds = [None, *_kinds(measured)]
    for at in range(0, len(kinds), _COLUMNS):
        yield kinds[at : at + _COLUMNS]


def _shares(tally: MaskTally) -> str:
    return f"{tally.exact_match:.1%} / {tally.token_recall:.1%}"


def _masks(measured: AttackFigures, kind: str | None) -> int:
    tally = measured.tallies.get((FoundBy.READ_OFF, kind))
    return 0 if tally is None else tally.masks


def _named(kind: str | None) -> str:
    return _ALL if kind is None else str(kind)


def _filled_in(filled: FoundBy | None) -> str:
    return "by the masked draft" if filled is None else f"with {filled.value} filled in"


def _row(name: str, cells: Sequence[str]) -> str:
    width = 16 if len(cells) <= _COLUMNS else 12
    return "".join([f"{name:<34}", *(f"{cell:>{width}}" for cell in cells)])
