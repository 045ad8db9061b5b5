"""The wordings for one finding, each with what it does there, to choose from at once.

Knows the passage around the finding only, so that nobody waits. Knows nothing of editors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unlinkable.draft import Span
from unlinkable.findings.finding import Finding
from unlinkable.rewriting.rewording.draft_reworded import Checks
from unlinkable.rewriting.rewording.usable import (
    Tables,
    Usable,
    places_of_words,
    to_be_judged,
    usable,
)
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Suggestion:
    """A wording, and how many of the phrases at its place it breaks, ``of`` how many. Not
    ``sure``: whether it says the same is for a person to judge."""

    wording: Usable
    breaks: int
    of: int
    sure: bool


def suggestions(
    task: Task, index: Index, findings: Sequence[Finding], tables: Tables
) -> list[Suggestion]:
    """The wordings that break some of ``findings``, which stand together: first those that break
    most, then those with least harm, then the shortest; behind them what says less, and synonyms to
    be judged. What several say in the same words is there once.

    Raises UserError when the index is damaged.
    """
    spans = [finding.span for finding in findings]
    checks = Checks(task, index)
    tables = replace(tables, less_exact=True, take_synonyms=False)
    found = [
        Suggestion(one, sum(_breaks(one, task, span) for span in spans), len(spans), sure)
        for sure, offered in ((True, usable), (False, to_be_judged))
        for one in offered(task, index, spans, tables)
        if checks.says_the_same((one,))
    ]
    best: dict[tuple[int, int, tuple[str, ...]], Suggestion] = {}
    for one in sorted(found, key=_rank):
        best.setdefault((one.wording.first, one.wording.stop, one.wording.forms), one)
    return list(best.values())


def _breaks(one: Usable, task: Task, span: Span) -> bool:
    words = task.draft.words_in(span)
    first, last = places_of_words(words[0], words[-1])
    return one.reach[0] <= last and first <= one.reach[1]


def _rank(suggestion: Suggestion) -> tuple[bool, bool, int, int, int, int]:
    wording = suggestion.wording
    return (
        not suggestion.sure,
        wording.says_less,
        -suggestion.breaks,
        wording.substitute.harm,
        wording.stop - wording.first + len(wording.forms),
        wording.first,
    )
