"""The invented collection: a few hundred rulings in two languages, always the same for a seed.

Among them are exact duplicates (a ruling published twice) and groups (the interim order and the
ruling of one case), which count as one document each.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from unlinkable.demo.cases import Case, invent
from unlinkable.demo.grammar import Deck
from unlinkable.demo.kinds import kinds
from unlinkable.demo.layout import plain
from unlinkable.demo.personal import shown

SEED = 2521
CASES_OF_A_KIND = {"en": 24, "de": 15}
LANGUAGES = ("en", "de")
_COPY_EVERY = 45
_INTERIM_EVERY = 6


@dataclass(frozen=True)
class Ruling:
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

    @property
    def in_group(self) -> bool:
        """Whether it is one record of several of its case."""
        return self.group is not None

    @property
    def has_list(self) -> bool:
        """Whether its operative part is a list."""
        return "\n1. " in self.marked

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


def invented_rulings(seed: int = SEED) -> Iterator[Ruling]:
    """All rulings, language by language; the cases of a language are in no order of kinds."""
    for language in LANGUAGES:
        chance = random.Random(f"{seed} {language}")
        deck = Deck(chance)
        of_a_kind = [kind for kind in kinds(language) for _ in range(CASES_OF_A_KIND[language])]
        chance.shuffle(of_a_kind)
        for number, kind in enumerate(of_a_kind, start=101):
            yield from _rulings(invent(kind, number, deck))


def _rulings(case: Case) -> Iterator[Ruling]:
    """The records of one case: an interim order and a ruling, or a ruling, or it and its copy."""
    name = f"{case.code}-{case.days['judgment'].year}-{case.number}"
    if "interim" in case.texts and case.number % _INTERIM_EVERY == 0:
        yield Ruling(f"{name}-interim", case, "interim", group=name, copy=False)
        yield Ruling(name, case, "ruling", group=name, copy=False)
        return
    yield Ruling(name, case, "ruling", group=None, copy=False)
    if case.number % _COPY_EVERY == 0:
        yield Ruling(f"reports-{name}", case, "ruling", group=None, copy=True)
