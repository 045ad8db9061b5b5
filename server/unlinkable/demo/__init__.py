"""An invented collection of court rulings to try everything on, always the same for a seed, and
anonymised drafts of a few of them. No person, place or case is real. Knows nothing of indexes,
findings or editors, but for the folder that shows them."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from unlinkable.demo.cases import Case, CaseKind, Variant, invent, kinds
from unlinkable.demo.grammar import Deck, markdown, masked, plain, shown

SEED = 2521
LANGUAGES = ("en", "de")
_COPY_EVERY = 45
_INTERIM_EVERY = 6
_UNUSUAL_EVERY = 5


@dataclass(frozen=True)
class InventedRuling:
    """One record of the collection."""

    id: str
    case: Case
    shape: str
    group: str | None
    copy: bool

    @property
    def marked(self) -> str:
        """The text with its personal data and headings marked."""
        return self.case.texts[self.shape]

    def record(self) -> dict[str, str]:
        """What stands in the collection's file: id, title, court, date, language, text, group."""
        day = self.case.days["interim" if self.shape == "interim" else "judgment"]
        record = {
            "id": self.id,
            "title": shown(self.case.title),
            "court": shown(self.case.court),
            "date": day.isoformat(),
            "language": self.case.kind.language,
        }
        if self.group is not None:
            record["group"] = self.group
        return record | {"text": plain(shown(self.marked))}


def invented_rulings(seed: int = SEED) -> Iterator[InventedRuling]:
    """All rulings, language by language; the cases of a language are in no order of kinds."""
    for language in LANGUAGES:
        chance = random.Random(f"{seed} {language}")
        deck = Deck(chance)
        order = [kind for kind in kinds(language) for _ in range(kind.cases)]
        chance.shuffle(order)
        numbered = list(enumerate(order, start=101))
        own = {kind.name: _own_number(kind, numbered) for kind in kinds(language) if kind.own}
        for number, kind in numbered:
            yield from _rulings(invent(kind, number, deck, _variant(kind, number, own)))


def _own_number(kind: CaseKind, numbered: list[tuple[int, CaseKind]]) -> int:
    """The first number of the kind whose case has an interim order, or has none, as is wanted."""
    return next(
        number
        for number, of_kind in numbered
        if of_kind is kind
        and number % _COPY_EVERY
        and _has_interim_order(number) == kind.own_has_interim_order
    )


def _has_interim_order(number: int) -> bool:
    return number % _INTERIM_EVERY == 0


def _variant(kind: CaseKind, number: int, own: Mapping[str, int]) -> Variant:
    if own.get(kind.name) == number:
        return Variant.OWN
    return Variant.ANY if number % _UNUSUAL_EVERY == 0 else Variant.ORDINARY


def _rulings(case: Case) -> Iterator[InventedRuling]:
    """The records of one case: an interim order and a ruling, or a ruling, or it and its copy."""
    name = f"{case.code}-{case.days['judgment'].year}-{case.number}"
    if "interim" in case.texts and _has_interim_order(case.number):
        yield InventedRuling(f"{name}-interim", case, "interim", group=name, copy=False)
        yield InventedRuling(name, case, "ruling", group=name, copy=False)
        return
    yield InventedRuling(name, case, "ruling", group=None, copy=False)
    if case.number % _COPY_EVERY == 0:
        yield InventedRuling(f"reports-{name}", case, "ruling", group=None, copy=True)


@dataclass(frozen=True)
class DemoDraft:
    """A draft: the name of its file, its text, and the id of the original it was made from."""

    name: str
    text: str
    source: str


def drafts_of(rulings: Iterable[InventedRuling]) -> tuple[DemoDraft, ...]:
    """A plain English draft, an English one in Markdown, a German one."""
    own = {
        ruling.case.kind.name: ruling
        for ruling in rulings
        if ruling.case.variant is Variant.OWN and ruling.shape == "ruling"
    }
    robbery, tenancy, miete = own["robbery"], own["tenancy"], own["miete"]
    return (
        DemoDraft("robbery.txt", plain(masked(robbery.marked)), robbery.id),
        DemoDraft("tenancy.md", markdown(masked(tenancy.marked)), tenancy.id),
        DemoDraft("miete.txt", plain(masked(miete.marked)), miete.id),
    )


def rulings(seed: int = SEED) -> Iterator[dict[str, str]]:
    """The records of the collection: id, title, court, date, language, text, for some group."""
    return (ruling.record() for ruling in invented_rulings(seed))


def drafts(seed: int = SEED) -> tuple[DemoDraft, ...]:
    """Anonymised drafts of three of them."""
    return drafts_of(invented_rulings(seed))
