"""How a version of a document is analysed, and how little of it has to be found anew.

Runs in worker threads on snapshots only. Knows drafts and findings; must know nothing of the
protocol or of what is shown.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from unlinkable.attackers.attacker import with_guessable
from unlinkable.draft import Draft, DraftReader, Markup, Reading, Span, disguises
from unlinkable.engine.checking import checked_report
from unlinkable.findings.circumstances import Circumstances, DoubtKind, together
from unlinkable.findings.combinations.findings import Searched, followed
from unlinkable.findings.phrases import OrdinaryWords
from unlinkable.findings.report import Report, with_near, with_overview, with_phrases, with_ranking
from unlinkable.findings.report import with_combinations as check_combinations
from unlinkable.lsp.documents import Splice
from unlinkable.lsp.published.analysis import (
    NOTHING_TYPED,
    Analysis,
    Begun,
    Inquiry,
    Typing,
    judged_by_suspects,
)
from unlinkable.lsp.published.carrying import SegmentMemory, carried
from unlinkable.rewriting.task import asked_against
from unlinkable.risks.acceptance import Acceptance
from unlinkable.stopping import Stop, within
from unlinkable_index.index import Index

FOLLOWED = 3_000
"""From so many words on, combinations follow a change before the whole is searched again."""
COMBINATION_SECONDS = 30.0
"""How long combinations are sought; a draft that takes longer is shown as not fully searched."""


class Analyst:
    """Analyses the versions of one document, one after the other, from one thread at a time.

    Blocks and segments that stood in the version before are neither read nor searched again.
    """

    def __init__(self) -> None:
        self._reader: DraftReader | None = None
        self._read_as: tuple[Markup, Reading] | None = None
        self._known: list[_Known] = []

    def phrases(
        self,
        task: Inquiry,
        before: Analysis | None,
        edits: Sequence[Splice],
        typed: Span = NOTHING_TYPED,
    ) -> Analysis:
        """The phrase findings of ``task``; ``edits`` lead from the analysis ``before`` to it.

        ``typed``: the part of the text that someone typed since.
        """
        analysis = self._phrases(task, before, edits, typed)
        return without_combinations(analysis) if task.is_long else analysis

    def _phrases(
        self, task: Inquiry, before: Analysis | None, edits: Sequence[Splice], typed: Span
    ) -> Analysis:
        draft = self._read(task)
        inquiries = list(task.each())
        earlier: list[Analysis | None] = [] if before is None else list(before.each)
        earlier += [None] * (len(inquiries) - len(earlier))
        self._known += [_Known() for _ in inquiries[len(self._known) :]]
        first, *further = (
            known.phrases(one, draft, was, edits, typed)
            for known, one, was in zip(self._known, inquiries, earlier, strict=False)
        )
        if not further:
            return _with_circumstances(first) if first.settled else first
        of_each = [replace(one, disguises=()) for one in further]
        settled = all(one.settled for one in (first, *of_each))
        analysis = replace(first, settled=settled, further=tuple(of_each))
        return _with_circumstances(analysis) if settled else analysis

    def _read(self, task: Inquiry) -> Draft:
        if self._reader is None or self._read_as != (task.markup, task.reading):
            self._reader = DraftReader(task.markup, task.reading)
            self._read_as = task.markup, task.reading
        return self._reader.read(task.snapshot.text)


class _Known:
    """What is known of a document in one index from one version to the next."""

    def __init__(self) -> None:
        self._memory = SegmentMemory()
        self._typing = Typing()
        self._ordinary: OrdinaryWords | None = None

    def phrases(
        self,
        task: Inquiry,
        draft: Draft,
        before: Analysis | None,
        edits: Sequence[Splice],
        typed: Span,
    ) -> Analysis:
        """The phrase findings of a draft; ``edits`` lead from the analysis ``before`` to it."""
        began = time.perf_counter()
        question = task.engine.question(draft)
        begun = self._typing.begun(task.begun, question, draft, task.index, typed)
        question = asked_against(question, begun.suspects) if begun else question
        acceptance = Acceptance(task.risks, draft, task.file)
        report = with_phrases(draft, task.index, question, acceptance, self._memory.findings)
        settled = report.complete and question.ranked is None and task.background is None
        if before and before.task.index is task.index and before.report.question == question:
            combinations = carried(before.report.combinations, edits, draft)
            near = carried(before.report.near, edits, draft)
            report = replace(
                report, combinations=tuple(combinations), near=tuple(near), ranked=None
            )
        disguised, unusual = disguises(draft), self._unusual(report, task.index)
        milliseconds = 1000 * (time.perf_counter() - began)
        return Analysis(
            task,
            report,
            acceptance,
            settled,
            milliseconds,
            disguises=disguised,
            unusual=unusual,
            begun=begun,
        )

    def _unusual(self, report: Report, index: Index) -> frozenset[int]:
        k = report.question.k
        if self._ordinary is None or not self._ordinary.are_for(index, k):
            self._ordinary = OrdinaryWords(index, k)
        return self._ordinary.unusual(report.draft, report.phrases)


def with_combinations(analysis: Analysis, stop: Stop) -> Analysis:
    """The analysis with the combination findings of its version, and what a searcher who ranks
    finds; in the further indexes as well. Raises StoppedError once ``stop`` is true."""
    first, *further = (_with_combinations(one, stop) for one in analysis.each)
    return _with_circumstances(replace(first, further=tuple(further)))


def settled(analysis: Analysis, stop: Stop) -> Analysis:
    """The analysis with all that is found and accepted, also of combinations still to be sought.
    Raises StoppedError once ``stop`` is true."""
    return analysis if analysis.settled else with_combinations(analysis, stop)


def with_suspects(
    analysis: Analysis, known: tuple[Begun, ...] | None = None
) -> tuple[Analysis, tuple[Begun, ...]]:
    """A settled analysis as it holds from now on, as work on the document begins, and whom it is
    protected against in each of its indexes, where that is not ``known``. Raises UserError when an
    index is damaged."""
    begun = known or tuple(map(_begun, analysis.each))
    first, *further = map(_judged_by, analysis.each, begun)
    return replace(first, further=tuple(further)), begun


def _begun(analysis: Analysis) -> Begun:
    missing = any(doubt.kind is DoubtKind.MISSING for doubt in analysis.doubts)
    return Begun.of(analysis.report, analysis.task.index, missing)


def _judged_by(analysis: Analysis, begun: Begun) -> Analysis:
    if analysis.source is not None:
        return analysis
    question = asked_against(begun.question, begun.suspects)
    return replace(analysis, report=replace(analysis.report, question=question), begun=begun)


def _with_combinations(analysis: Analysis, stop: Stop) -> Analysis:
    began = time.perf_counter()
    report, acceptance = analysis.report, analysis.acceptance
    late = within(COMBINATION_SECONDS, stop)
    report = check_combinations(report, analysis.task.index, late, acceptance)
    report = with_near(report, analysis.task.index, late, acceptance)
    report = with_ranking(report, analysis.task.index, acceptance, stop)
    report = with_overview(report, analysis.task.index, stop)
    task = analysis.task
    rulings = None if task.background is None else task.background.rulings(late)
    if rulings is not None and not late():
        report = with_guessable(report, task.engine.attacker(rulings), acceptance, stop)
    milliseconds = analysis.milliseconds + 1000 * (time.perf_counter() - began)
    return replace(analysis, report=report, settled=True, milliseconds=milliseconds)


def with_followed_combinations(analysis: Analysis, before: Analysis, stop: Stop) -> Analysis | None:
    """The analysis of a long text with combinations that follow from those of a version ``before``,
    not yet settled: sooner than a search of the whole. None where only that tells."""
    report, task = analysis.report, analysis.task
    asked_alike = before.task.index is task.index and before.report.question == report.question
    if len(report.draft.forms) < FOLLOWED or not asked_alike or task.risks or before.task.risks:
        return None
    began = time.perf_counter()
    earlier = Searched(before.draft, before.report.phrases, before.report.combinations)
    found = followed(
        earlier,
        report.draft,
        report.phrases,
        report.combinations,
        task.index,
        report.question,
        stop,
    )
    if found is None:
        return None
    milliseconds = analysis.milliseconds + 1000 * (time.perf_counter() - began)
    return replace(analysis, report=replace(report, combinations=found), milliseconds=milliseconds)


def without_combinations(analysis: Analysis) -> Analysis:
    """The analysis as far as it goes when combinations cannot be had."""
    first, *further = (
        replace(
            one, report=replace(one.report, combinations=(), near=(), complete=False), settled=True
        )
        for one in analysis.each
    )
    return _with_circumstances(replace(first, further=tuple(further)))


def _with_circumstances(analysis: Analysis) -> Analysis:
    """The analysis with its circumstances, and those of the further ones, seen together."""
    held = together([_circumstances(one) for one in analysis.each])
    first, *further = (
        replace(one, circumstances=seen) for one, seen in zip(analysis.each, held, strict=True)
    )
    return replace(first, further=tuple(further))


def _circumstances(analysis: Analysis) -> Circumstances:
    task = analysis.task
    settled, missing = task.settled, task.background and task.background.problem
    settled = replace(
        settled,
        ignored=(*settled.ignored, *([missing] if missing else [])),
        narrowed=(*settled.narrowed, *judged_by_suspects(analysis.report, task.index)),
    )
    engine = replace(task.engine, settled=settled)
    held = checked_report(engine, analysis.report, analysis.acceptance).circumstances
    if analysis.begun is None or analysis.begun.missing:
        return held
    doubts = tuple(one for one in held.doubts if one.kind is not DoubtKind.MISSING)
    return replace(held, doubts=doubts)  # it was there, and has been reworded since
