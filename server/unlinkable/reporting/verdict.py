"""The verdict on a draft: for each searcher, whether it holds, and if not, by what it leads back.

Never said without the searchers.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from unlinkable.findings.finding import KINDS, RANKING
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.report import Report
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.in_words import counted, listed

UNRELIABLE = "this result cannot be relied on"
CALLED = {"exact": "exact search", "ranking": "ranking", "guessing": "guessing"}
"""What each searcher is called in a sentence."""


class Standing(NamedTuple):
    """How a draft stands before one searcher; ``found``: what leads back, '' for nothing."""

    searcher: str
    asked: bool
    found: str


def standings(report: Report) -> Iterator[Standing]:
    """How a draft stands before each searcher, whether asked about or not."""
    counts = Counter(finding.kind for finding in report.everything)
    asked = {
        "exact": True,
        "ranking": report.question.ranked is not None,
        "guessing": report.guessable is not None,
    }
    for searcher, called in CALLED.items():
        found = [
            _of_all(report, counts[kind]) if kind is RANKING else kind.counted(counts[kind])
            for kind in KINDS
            if kind.searcher == searcher and counts[kind]
        ]
        yield Standing(called, asked[searcher], listed(found, "and") if found else "")


def _of_all(report: Report, leading: int) -> str:
    """How many passages lead, of how many that were judged."""
    unit = report.question.ranked
    if unit is None or report.ranked is None or unit is Unit.DRAFT:
        return "the whole draft"
    share = report.ranked.sentences if unit is Unit.SENTENCE else report.ranked.paragraphs
    return f"{leading:,} of {counted(share.of, unit.value)}"


def asked_about(report: Report) -> str:
    """The searchers that were asked about, in words."""
    return listed([one.searcher for one in standings(report) if one.asked], "and")


def not_asked(report: Report) -> str:
    """Which searchers were not asked about, in words; '' where all were. What a mask of the draft
    hides no index tells: whoever asks about guessing has to bring texts."""
    in_vain = report.question.guessing and report.guessable is None
    unasked = [one.searcher for one in standings(report) if not one.asked]
    if in_vain:
        unasked.remove(CALLED["guessing"])
    said = [f"{listed(unasked, 'and')} not asked"] if unasked else []
    if in_vain:
        said.append("guessing not known without texts of other rulings (background)")
    return "; ".join(said)


def verdict(checked: Checked) -> str:
    """Whether a draft holds, and against whom: the end of a sentence about it, without stop."""
    report, doubted = checked.report, bool(checked.circumstances.doubts)
    stands = list(standings(report))
    leads = [f"by {one.searcher} ({one.found})" for one in stands if one.found]
    holds = [one.searcher for one in stands if one.asked and not one.found]
    said = [f"leads back {listed(leads, 'and')}"] if leads else []
    if holds and not report.complete:
        said.append(f"nothing found so far by {listed(holds, 'or')}")
    elif holds and doubted:
        said.append(f"nothing found by {listed(holds, 'or')}")
    elif holds:
        said.append(f"holds against {listed(holds, 'and')}")
    if checked.accepted:
        said[-1] += f", but for {counted(len(checked.accepted), 'accepted finding')}"
    if unasked := not_asked(report):
        said.append(unasked)
    if doubted and not leads:
        said.append(UNRELIABLE)
    return "; ".join(said)
