"""A draft checked: what leads back, and under what circumstances the report holds. Whatever reports
on drafts begins here. Must never know how a report looks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.draft import Draft
from unlinkable.engine.engine import Engine
from unlinkable.findings.circumstances import Circumstances, circumstances, together
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.report import Report, check, overview
from unlinkable.reporting.checked import Checked
from unlinkable.risks.acceptance import Acceptance, Accepted, AcceptedRisks
from unlinkable.settings import Settled
from unlinkable.stopping import Stop, never
from unlinkable_index.with_original import IndexWithOriginal

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings


FRONT_MATTER = "the draft's front matter"
OF_EDITORS = frozenset(
    {
        *("severity.phrase", "severity.combination", "severity.ranking", "severity.guessable"),
        "markdown",
    }
)
"""The settings by which only editors show less."""


def circumstances_of(engine: Engine, report: Report, accepted: Accepted) -> Circumstances:
    """The circumstances of a report, of which ``accepted`` was taken out. Raises UserError when the
    index is damaged."""
    draft, index, settled = report.draft, engine.index, engine.settled
    ignored = [*settled.ignored, *engine.source_elsewhere(draft)]
    narrowed = [*settled.narrowed, *_accepted(settled, accepted)]
    if draft.source is not None and settled.settings.original.source is None:
        if report.question.source is None or isinstance(index, IndexWithOriginal):
            ignored.append(f"The source that is named in {FRONT_MATTER} does not count here.")
        else:
            narrowed.append(Narrowing("source", draft.source, FRONT_MATTER, Origin.FOLDER))
    if (
        index.positions is None
        and settled.settings.searches.within
        and settled.settings.searches.max_terms > 1
    ):
        ignored.append(
            f"Words near each other were not looked for: {index.path.name} does not know where "
            "words stand; build it anew, without --no-positions."
        )
    return circumstances(report, index, engine.reading, narrowed, ignored)


def without_editors(settled: Settled) -> Settled:
    """The settings without the narrowings that only editors heed."""
    left = tuple(one for one in settled.narrowed if one.setting not in OF_EDITORS)
    return replace(settled, narrowed=left)


def _accepted(settled: Settled, accepted: Accepted) -> list[Narrowing]:
    """The accepted risks that took findings out, counted by where they were accepted."""
    counts = Counter(settled.accepted_in[risk] for _, risk in accepted)
    return [Narrowing("accepted", count, *place) for place, count in counts.items()]


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
        from unlinkable.attackers.attacker import with_guessable

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
    among = len(of_each) > 1
    return [
        replace(one, circumstances=seen, among=among)
        for one, seen in zip(of_each, held, strict=True)
    ]
