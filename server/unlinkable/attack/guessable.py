"""The masks of a draft that other rulings tell, as a part of its report."""

from dataclasses import replace

from unlinkable.attack.attacker import Attacker
from unlinkable.attack.rulings import Rulings
from unlinkable.draft import Reading
from unlinkable.draft.masks import Masks
from unlinkable.findings.report import Accepts, Report
from unlinkable_index.index import Index


def with_guessable(
    report: Report,
    index: Index,
    reading: Reading,
    rulings: Rulings,
    accepts: Accepts | None = None,
) -> Report:
    """A report, and now the masks that can be guessed from ``rulings``, of which the source is left
    out, or else the document that the whole draft ranks first. Those that ``accepts`` is true of
    are told apart.

    Raises UserError when the index is damaged.
    """
    attacker = Attacker(index, background=rulings, masks=Masks(reading.masks))
    found = attacker.attack(report.draft, report.question.source).guessable
    accepted = [one for one in found if accepts and accepts(one)]
    left = tuple(one for one in found if one not in accepted)
    return replace(report, guessable=left, accepted=(*report.accepted, *accepted))
