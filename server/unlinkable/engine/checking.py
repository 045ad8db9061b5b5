"""A draft checked: the question put together, what leads back found, and under what circumstances.

Whatever reports on drafts begins here. Must know nothing of how a report looks.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.draft import Draft
from unlinkable.engine.circumstances import circumstances_of
from unlinkable.engine.engine import Engine
from unlinkable.findings.circumstances import together
from unlinkable.findings.report import Report, check, overview
from unlinkable.reporting.checked import Checked
from unlinkable.risks.acceptance import Acceptance, AcceptedRisks
from unlinkable.stopping import Stop, never

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings


def check_draft(
    engine: Engine,
    draft: Draft,
    name: str = "",
    file: Path | None = None,
    stop: Stop = never,
    rulings: "Rulings | None" = None,
) -> Checked:
    """What in a draft leads back, and under what circumstances that holds.

    - ``name``: how reports call it; ``file``: where it lies, for what is accepted there alone;
    - ``stop``: once true, no more combinations are sought, and the report says that it is partial;
    - ``rulings``: others, from which its masks may be guessed.

    Raises UserError when its source is unknown, a setting out of range, or the index damaged.
    """
    acceptance = acceptance_of(engine, draft, file)
    question = engine.question(draft)
    # First, since the check asks which document the whole draft ranks first.
    seen = overview(draft, engine.index, question) if question.ranked is None else None
    report = check(draft, engine.index, question, stop, acceptance)
    report = report if seen is None else replace(report, ranked=seen)
    if rulings is not None:
        from unlinkable.attackers.guessable import with_guessable

        report = with_guessable(report, engine.attacker(rulings), acceptance)
    return checked_report(engine, report, acceptance, name)


def acceptance_of(engine: Engine, draft: Draft, file: Path | None = None) -> Acceptance:
    """What the settings accept in a draft, which lies in ``file`` (None: in none)."""
    return Acceptance(AcceptedRisks(engine.settings.accepted), draft, file)


def checked_report(
    engine: Engine, report: Report, acceptance: Acceptance, name: str = ""
) -> Checked:
    """A report on a draft with its circumstances. Raises UserError when the index is damaged."""
    accepted = acceptance.of(report.accepted)
    held = circumstances_of(engine, report, accepted)
    return Checked(name, report, engine.index, engine.reading, held, accepted)


def seen_together(of_each: Sequence[Checked]) -> list[Checked]:
    """One draft as it was checked against several indexes: where one of them holds its original, it
    is no wonder that others do not."""
    held = together([checked.circumstances for checked in of_each])
    return [replace(one, circumstances=seen) for one, seen in zip(of_each, held, strict=True)]
