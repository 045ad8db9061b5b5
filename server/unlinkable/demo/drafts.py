"""Anonymised drafts of some of the invented rulings, as a clerk would have masked them.

Every name, date, place and number of the original is masked; what is left is what a search finds.
"""

from collections.abc import Callable
from dataclasses import dataclass

from unlinkable.demo.collection import SEED, Ruling, invented_rulings
from unlinkable.demo.layout import markdown, plain
from unlinkable.demo.personal import masked


@dataclass(frozen=True)
class DemoDraft:
    """A draft: the name of its file, its text, and the id of the original it was made from."""

    name: str
    text: str
    source: str


def drafts(seed: int = SEED) -> tuple[DemoDraft, ...]:
    """A plain English draft, an English one in Markdown that names its source, a German one."""
    robbery = _original(seed, "robbery", lambda ruling: not ruling.in_group)
    tenancy = _original(seed, "tenancy", lambda ruling: ruling.in_group and ruling.has_list)
    miete = _original(seed, "miete", lambda ruling: not ruling.in_group)
    return (
        DemoDraft("robbery.txt", plain(masked(robbery.marked)), robbery.id),
        DemoDraft("tenancy.md", markdown(masked(tenancy.marked), tenancy.id), tenancy.id),
        DemoDraft("miete.txt", plain(masked(miete.marked)), miete.id),
    )


def _original(seed: int, kind: str, wanted: Callable[[Ruling], bool]) -> Ruling:
    """The first wanted ruling of this kind of case, or else its first; no interim order or copy."""
    candidates = [
        ruling
        for ruling in invented_rulings(seed)
        if ruling.case.kind.name == kind and ruling.shape == "ruling" and not ruling.copy
    ]
    return next(filter(wanted, candidates), candidates[0])
