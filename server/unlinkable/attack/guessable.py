"""The masks of a draft that other rulings tell, as a part of its report."""

from dataclasses import replace

from unlinkable.attack.attacker import Attacker
from unlinkable.attack.rulings import Rulings
from unlinkable.draft import Reading
from unlinkable.draft.masks import Masks
from unlinkable.findings.report import Report
from unlinkable_index.index import Index


def with_guessable(report: Report, index: Index, reading: Reading, rulings: Rulings) -> Report:
    """A report, and now the masks that can be guessed from ``rulings``, of which the source is left
    out, or else the document that the whole draft ranks first.

    Raises UserError when the index is damaged.
    """
    attacker = Attacker(index, background=rulings, masks=Masks(reading.masks))
    found = attacker.attack(report.draft, report.question.source)
    return replace(report, guessable=found.guessable)
