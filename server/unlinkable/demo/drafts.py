"""Anonymised drafts of some of the invented rulings, as a clerk would have masked them.

Every name, date, place and number of the original is masked; what is left is what a search finds.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from unlinkable.demo.collection import InventedRuling
from unlinkable.demo.kinds import Variant
from unlinkable.demo.layout import markdown, plain
from unlinkable.demo.personal import masked


@dataclass(frozen=True)
class DemoDraft:
    """A draft: the name of its file, its text, and the id of the original it was made from."""

    name: str
    text: str
    source: str


def drafts(rulings: Iterable[InventedRuling]) -> tuple[DemoDraft, ...]:
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
