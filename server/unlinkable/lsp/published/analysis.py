"""What is found in one version of one document, and how little of it has to be found anew.

Runs in worker threads on snapshots only. Knows drafts and findings; must know nothing of the
protocol or of what is shown.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unlinkable.attack.guessable import with_guessable
from unlinkable.draft import (
    Disguise,
    Draft,
    DraftReader,
    Markup,
    Reading,
    Span,
    disguises,
)
from unlinkable.draft.kinds import kind_of_document
from unlinkable.findings.circumstances import Circumstances, together
from unlinkable.findings.combinations.following import Searched, followed
from unlinkable.findings.doubts import Doubt, DoubtKind
from unlinkable.findings.ordinary_words import OrdinaryWords
from unlinkable.findings.report import Finding, Report, with_phrases, with_ranking
from unlinkable.findings.report import with_combinations as check_combinations
from unlinkable.interpretation import (
    circumstances_of,
    question_of,
    reading_of,
    source_of,
    told_of_source,
)
from unlinkable.lsp.published.carrying import carried
from unlinkable.lsp.published.segment_memory import SegmentMemory
from unlinkable.lsp.text.documents import Snapshot, Splice
from unlinkable.lsp.text.uris import file_of, shows_file
from unlinkable.lsp.workspace.background import Background
from unlinkable.rewriting.remaining import Remaining
from unlinkable.risks.acceptance import Acceptance, Accepted, AcceptedRisks
from unlinkable.settings import Settings, Settled
from unlinkable.stopping import Stop, within
from unlinkable_index.index import Index

FOLLOWED = 3_000
"""From so many words on, combinations follow a change before the whole is searched again."""
COMBINATION_SECONDS = 30.0
"""How long combinations are sought; a draft that takes longer is shown as not fully searched."""


@dataclass(frozen=True)
class Inquiry:
    """What is asked of one version of a document."""

    snapshot: Snapshot
    settled: Settled
    index: Index
    risks: AcceptedRisks
    """What was accepted where the document lies."""
    counts_left: bool = False
    """Whether it is to be counted what is left to do."""
    hears_draft: bool = True
    """Whether the draft may name its source itself."""
    background: Background | None = None
    """Other rulings, from which its masks may be guessed."""
    others: tuple[Index, ...] = ()
    """The further indexes, against which the document is checked as well."""
    among_several: bool = False
    """Whether what is said of this one must name its index."""

    def each(self) -> "Iterator[Inquiry]":
        """This one, and the same of each of the further indexes by itself; what other rulings tell
        is asked once."""
        several = bool(self.others)
        yield replace(self, among_several=several)
        for one in self.others:
            others = (self.index, *(other for other in self.others if other is not one))
            yield replace(self, index=one, others=others, background=None, among_several=several)

    @property
    def settings(self) -> Settings:
        """The settings that hold where the document lies."""
        return self.settled.settings

    @property
    def file(self) -> Path | None:
        """The file of the document; None when it lies in no file."""
        return file_of(self.snapshot.uri)

    @property
    def markup(self) -> Markup:
        """How the document is marked up. Raises UserError where its kind is not known."""
        if shows_file(self.snapshot.uri):
            return Markup.DOCUMENT
        settings = self.settings
        return kind_of_document(
            self.snapshot.language, self.file, settings.markdown, settings.plain_text
        )

    @property
    def reading(self) -> Reading:
        """How the document is cut into segments."""
        return reading_of(self.settings)


@dataclass(frozen=True)
class Analysis:
    """What was found in one version of a document, and what of it is accepted.

    - ``settled``: until then, combinations are still to be sought, and those of the ``report`` are
      of earlier versions, their terms all still standing;
    - ``milliseconds``: the time all this took;
    - ``circumstances``: these come with what is settled.
    """

    task: Inquiry
    report: Report
    acceptance: Acceptance
    settled: bool
    milliseconds: float
    circumstances: Circumstances | None = None
    left: Remaining | None = None
    """What is left to do, where that was counted."""
    disguises: tuple[Disguise, ...] = ()
    """The words that are not written as they are seen."""
    unusual: frozenset[int] = frozenset()
    """The first words (their numbers) of the phrases that an unusual word makes rare."""
    further: "tuple[Analysis, ...]" = ()
    """What was found in each of the further indexes."""

    @property
    def each(self) -> "tuple[Analysis, ...]":
        """This one, and those of the further indexes."""
        return (self, *self.further)

    @property
    def clean(self) -> bool:
        """Whether nothing was found or accepted, and nothing speaks against relying on that, but
        perhaps that the folder has the check find less: this is shown apart."""
        found = self.report.accepted or not self.report.clean
        here = self.settled and not found and not self.doubts
        return here and all(one.clean for one in self.further)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What speaks against relying on the result, whatever the settings."""
        doubts = self.circumstances.doubts if self.circumstances else ()
        return tuple(doubt for doubt in doubts if doubt.kind is not DoubtKind.NARROWED)

    @property
    def snapshot(self) -> Snapshot:
        """The version this is about."""
        return self.task.snapshot

    @property
    def draft(self) -> Draft:
        """The version as it was read."""
        return self.report.draft

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings that remain, phrases first."""
        return self.report.findings

    @property
    def accepted(self) -> Accepted:
        """The findings that someone answers for, each with who and why."""
        return self.acceptance.of(self.report.accepted)

    def at(self, start: int, end: int) -> tuple[Finding, ...]:
        """The findings that overlap or touch a span, phrases first."""
        return tuple(f for f in self.findings if f.start <= end and f.end >= start)

    def text(self, span: Span | Finding) -> str:
        """The text of a span or a finding."""
        return self.snapshot.text[span.start : span.end]


class Analyst:
    """Analyses the versions of one document, one after the other, from one thread at a time.

    Blocks and segments that stood in the version before are neither read nor searched again.
    """

    def __init__(self) -> None:
        self._reader: DraftReader | None = None
        self._read_as: tuple[Markup, Reading] | None = None
        self._known: list[_Known] = []

    def phrases(self, task: Inquiry, before: Analysis | None, edits: Sequence[Splice]) -> Analysis:
        """The phrase findings of ``task``; ``edits`` lead from the analysis ``before`` to it."""
        draft = self._read(task)
        inquiries = list(task.each())
        earlier: list[Analysis | None] = [] if before is None else list(before.each)
        earlier += [None] * (len(inquiries) - len(earlier))
        self._known += [_Known() for _ in inquiries[len(self._known) :]]
        first, *further = (
            known.phrases(one, draft, was, edits)
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
        self._ordinary: OrdinaryWords | None = None

    def phrases(
        self, task: Inquiry, draft: Draft, before: Analysis | None, edits: Sequence[Splice]
    ) -> Analysis:
        """The phrase findings of a draft; ``edits`` lead from the analysis ``before`` to it."""
        began = time.perf_counter()
        source = source_of(task.settings, task.index, draft, task.hears_draft, task.others)
        question = question_of(task.settings, task.index, source)
        acceptance = Acceptance(task.risks, draft, task.file)
        report = with_phrases(draft, task.index, question, acceptance, self._memory.findings)
        settled = report.complete and question.ranked is None and task.background is None
        if before and before.task.index is task.index and before.report.question == question:
            combinations = carried(before.report.combinations, edits, draft)
            report = replace(report, combinations=tuple(combinations), ranked=None)
        disguised, unusual = disguises(draft), self._unusual(report, task.index)
        milliseconds = 1000 * (time.perf_counter() - began)
        return Analysis(
            task, report, acceptance, settled, milliseconds, disguises=disguised, unusual=unusual
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


def _with_combinations(analysis: Analysis, stop: Stop) -> Analysis:
    began = time.perf_counter()
    report, acceptance = analysis.report, analysis.acceptance
    late = within(COMBINATION_SECONDS, stop)
    report = check_combinations(report, analysis.task.index, late, acceptance)
    report = with_ranking(report, analysis.task.index, acceptance, stop)
    task = analysis.task
    rulings = None if task.background is None else task.background.rulings(late)
    if rulings is not None and not late():
        report = with_guessable(report, task.index, task.reading, rulings, acceptance)
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
        replace(one, report=replace(one.report, combinations=(), complete=False), settled=True)
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
    task, accepted = analysis.task, analysis.accepted
    settled, missing = task.settled, task.background and task.background.problem
    said = told_of_source(task.settings, task.index, analysis.draft, task.hears_draft, task.others)
    settled = replace(settled, ignored=(*settled.ignored, *said, *([missing] if missing else [])))
    return circumstances_of(analysis.report, task.index, task.reading, settled, accepted)
