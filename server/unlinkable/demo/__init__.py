"""An invented collection of court rulings to try everything on, and drafts made from a few of them.

Written for this purpose: no person, place, firm or case in it is real. The same seed gives the
same texts. Knows nothing of indexes, findings or editors, except for the folder that shows them.
"""

from collections.abc import Iterator

from unlinkable.demo.collection import SEED, invented_rulings
from unlinkable.demo.drafts import DemoDraft
from unlinkable.demo.drafts import drafts as drafts_of

__all__ = ["SEED", "DemoDraft", "drafts", "rulings"]


def rulings(seed: int = SEED) -> Iterator[dict[str, str]]:
    """The records of the collection: id, title, court, date, language, text, for some group."""
    return (ruling.record() for ruling in invented_rulings(seed))


def drafts(seed: int = SEED) -> tuple[DemoDraft, ...]:
    """Anonymised drafts of three of them."""
    return drafts_of(invented_rulings(seed))
