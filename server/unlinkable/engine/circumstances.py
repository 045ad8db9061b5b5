"""Under what circumstances the report on a draft holds: what narrows it, and what is ignored.

Knows settings and reports; must know nothing of files and editors.
"""

from collections import Counter
from dataclasses import replace

from unlinkable.engine.engine import Engine
from unlinkable.engine.question import source_elsewhere
from unlinkable.findings.circumstances import Circumstances, circumstances
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.report import Report
from unlinkable.risks.acceptance import Accepted
from unlinkable.settings import Settled
from unlinkable_index.with_original import IndexWithOriginal

FRONT_MATTER = "the draft's front matter"
OF_EDITORS = frozenset(
    {
        "severity.phrase",
        "severity.combination",
        "severity.ranking",
        "severity.guessable",
        "markdown",
    }
)
"""The settings by which only editors show less."""


def circumstances_of(engine: Engine, report: Report, accepted: Accepted) -> Circumstances:
    """The circumstances of a report, of which ``accepted`` was taken out. Raises UserError when the
    index is damaged."""
    draft, index, settled = report.draft, engine.index, engine.settled
    ignored = [
        *settled.ignored,
        *source_elsewhere(settled.settings, index, draft, engine.hears_drafts, engine.others),
    ]
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
