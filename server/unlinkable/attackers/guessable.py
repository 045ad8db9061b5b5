"""The masks of a draft that other rulings tell, as a part of its report."""

from dataclasses import replace

from unlinkable.attackers.attacker import Attacker
from unlinkable.findings.report import Accepts, Report
from unlinkable.stopping import Stop, never


def with_guessable(
    report: Report, attacker: Attacker, accepts: Accepts | None = None, stop: Stop = never
) -> Report:
    """A report, and now the masks that ``attacker`` guesses from other rulings. Of these the source
    is left out, or else the document that the whole draft ranks first. Those that ``accepts`` is
    true of are told apart.

    Raises UserError when the index is damaged, and StoppedError once ``stop`` is true.
    """
    found = attacker.attack(report.draft, report.question.source, stop=stop).guessable
    accepted = [one for one in found if accepts and accepts(one)]
    left = tuple(one for one in found if one not in accepted)
    return replace(report, guessable=left, accepted=(*report.accepted, *accepted))
