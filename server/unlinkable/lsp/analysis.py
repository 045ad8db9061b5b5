"""What is found in one version of one document, and how little of it has to be found anew.

Runs in worker threads on snapshots only. Knows drafts and findings; must know nothing of the
protocol or of what is shown.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import DEFAULT_MASKS, Draft, DraftReader, Markup, Reading, Span
from unlinkable.findings.combinations import CombinationFinding, combination_findings
from unlinkable.findings.phrases import PhraseFinding, minimal_rare, phrase_findings
from unlinkable.findings.question import Question, Stop, source_number
from unlinkable.findings.report import Finding
from unlinkable.lsp.documents import Edit, Snapshot, file_of, moved
from unlinkable.reporting.accepting import Accepted, apart, without_accepted
from unlinkable.settings import Settings
from unlinkable.settings.accepted import AcceptedRisks
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

Search = Callable[[Draft, Index, int, int | None], list[PhraseFinding]]


@dataclass(frozen=True)
class Task:
    """What is asked of one version of a document."""

    snapshot: Snapshot
    settings: Settings
    index: Index
    risks: AcceptedRisks
    """What was accepted where the document lies."""

    @property
    def file(self) -> Path | None:
        """The file of the document; None when it lies in no file."""
        return file_of(self.snapshot.uri)

    @property
    def markup(self) -> Markup:
        """How the document is marked up, by its language id."""
        marked_up = self.snapshot.language in self.settings.markdown
        return Markup.MARKDOWN if marked_up else Markup.PLAIN

    @property
    def reading(self) -> Reading:
        """How the document is cut into segments."""
        return Reading(
            masks=DEFAULT_MASKS if self.settings.masks is None else self.settings.masks,
            cross_sentences=self.settings.cross_sentences,
            sentences=self.settings.sentences,
        )


@dataclass(frozen=True)
class Analysis:
    """The findings in one version of a document: those that remain, and those accepted.

    Until ``settled``, combinations are still to be sought, and ``combinations`` are those of
    earlier versions whose terms all still stand. ``complete`` says whether the search, once
    settled, went through everything. ``milliseconds`` is the time all this took.
    """

    task: Task
    draft: Draft
    question: Question
    phrases: tuple[PhraseFinding, ...]
    combinations: tuple[CombinationFinding, ...]
    accepted: Accepted
    settled: bool
    complete: bool
    milliseconds: float

    @property
    def snapshot(self) -> Snapshot:
        """The version this is about."""
        return self.task.snapshot

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings that remain, phrases first."""
        return self.phrases + self.combinations

    def forms_at(self, span: Span) -> tuple[str, ...]:
        """The forms of the words that begin within a span."""
        first, last = np.searchsorted(self.draft.starts, span)
        return self.draft.forms[first:last]

    def at(self, start: int, end: int) -> tuple[Finding, ...]:
        """The findings that overlap or touch a span, phrases first."""
        return tuple(f for f in self.findings if f.start <= end and f.end >= start)

    def text(self, span: Span | Finding) -> str:
        """The text of a span or a finding."""
        return self.snapshot.text[span.start : span.end]


class Analyst:
    """Analyses the versions of one document, one after the other, from one thread at a time.

    Phrases lie within a segment, so the findings of a segment follow from its words alone: those of
    segments seen in the version before are remembered.
    """

    def __init__(self) -> None:
        self._reader: DraftReader | None = None
        self._read_as: tuple[Markup, Reading] | None = None
        self._memory = _Memory()

    def phrases(self, task: Task, before: Analysis | None, edits: Sequence[Edit]) -> Analysis:
        """The phrase findings of ``task``; ``edits`` lead from the analysis ``before`` to it."""
        began = time.perf_counter()
        draft = self._read(task)
        question = _question(task, draft)
        phrases, accepted = self._memory.findings(draft, task, question)
        carried: tuple[CombinationFinding, ...] = ()
        if before and before.task.index is task.index and before.question == question:
            carried = tuple(_carried(before.combinations, edits, draft))
        return Analysis(
            task,
            draft,
            question,
            tuple(phrases),
            carried,
            accepted,
            settled=question.max_terms == 1,
            complete=question.max_terms == 1,
            milliseconds=1000 * (time.perf_counter() - began),
        )

    def _read(self, task: Task) -> Draft:
        if self._reader is None or self._read_as != (task.markup, task.reading):
            self._reader = DraftReader(task.markup, task.reading)
            self._read_as = task.markup, task.reading
        return self._reader.read(task.snapshot.text)


def with_combinations(analysis: Analysis, stop: Stop) -> Analysis:
    """The analysis with the combination findings of its version."""
    began = time.perf_counter()
    task, draft = analysis.task, analysis.draft
    settled = [f for f, _ in analysis.accepted if isinstance(f, PhraseFinding)]
    phrases = [*analysis.phrases, *settled]
    found = combination_findings(draft, task.index, analysis.question, phrases, stop)
    combinations, accepted = without_accepted(draft, found.findings, task.risks, task.file)
    return replace(
        analysis,
        combinations=tuple(combinations),
        accepted=(*analysis.accepted, *accepted),
        settled=True,
        complete=found.complete,
        milliseconds=analysis.milliseconds + 1000 * (time.perf_counter() - began),
    )


def _question(task: Task, draft: Draft) -> Question:
    settings, index = task.settings, task.index
    if settings.term_words > index.max_words:
        raise UserError(
            f"term_words is {settings.term_words}, but the longest phrase of the index has"
            f" {index.max_words} words: choose a smaller one."
        )
    source = source_number(index, settings.source or draft.source)
    return Question(settings.k, settings.max_terms, settings.term_words, source)


@dataclass
class _Memory:
    """The rare phrases of the segments of the last draft, by the forms of their words.

    Findings are kept relative to their segment's first word. Where risks were accepted all minimal
    rare phrases are kept, since an accepted one hides none that shares words with it.
    """

    asked: tuple[Index, Question, Search] | None = None
    segments: dict[tuple[str, ...], tuple[PhraseFinding, ...]] = field(default_factory=dict)

    def findings(
        self, draft: Draft, task: Task, question: Question
    ) -> tuple[list[PhraseFinding], Accepted]:
        """The phrase findings that remain in the draft, and those accepted."""
        search = minimal_rare if task.risks else phrase_findings
        if self.asked != (task.index, question, search):
            self.asked, self.segments = (task.index, question, search), {}
        found = self._all(draft, self.asked)
        if not task.risks:
            return found, ()
        left, accepted = without_accepted(draft, found, task.risks, task.file)
        return apart(left), tuple(accepted)

    def _all(self, draft: Draft, asked: tuple[Index, Question, Search]) -> list[PhraseFinding]:
        bounds = _bounds(draft)
        keys = [draft.forms[start:end] for start, end in bounds]
        unknown = [
            bound for key, bound in zip(keys, bounds, strict=True) if key not in self.segments
        ]
        known = self.segments | (_found(draft, unknown, *asked) if unknown else {})
        self.segments = {key: known[key] for key in keys}
        starts, ends = draft.starts.tolist(), draft.ends.tolist()
        return [
            PhraseFinding(
                starts[first + finding.first_word],
                ends[first + finding.first_word + finding.words - 1],
                first + finding.first_word,
                finding.words,
                finding.df,
                finding.documents,
            )
            for key, (first, _) in zip(keys, bounds, strict=True)
            for finding in self.segments[key]
        ]


def _bounds(draft: Draft) -> list[tuple[int, int]]:
    """The first word of every segment, and the first after it."""
    if not len(draft.segments):
        return []
    cuts = np.flatnonzero(np.diff(draft.segments)) + 1
    edges = [0, *cuts.tolist(), len(draft.segments)]
    return list(itertools.pairwise(edges))


def _found(
    draft: Draft,
    bounds: Sequence[tuple[int, int]],
    index: Index,
    question: Question,
    search: Search,
) -> dict[tuple[str, ...], tuple[PhraseFinding, ...]]:
    """The findings of the segments at ``bounds``, by their words."""
    words = np.concatenate([np.arange(start, end) for start, end in bounds])
    part = replace(
        draft,
        starts=draft.starts[words],
        ends=draft.ends[words],
        forms=tuple(draft.forms[word] for word in words.tolist()),
        segments=draft.segments[words],
    )
    found: dict[int, list[PhraseFinding]] = {}
    firsts = np.cumsum([0] + [end - start for start, end in bounds])
    for finding in search(part, index, question.k, question.source):
        segment = int(np.searchsorted(firsts, finding.first_word, side="right")) - 1
        relative = replace(finding, first_word=finding.first_word - int(firsts[segment]))
        found.setdefault(segment, []).append(relative)
    return {
        draft.forms[start:end]: tuple(found.get(number, ()))
        for number, (start, end) in enumerate(bounds)
    }


def _carried(
    findings: Sequence[CombinationFinding], edits: Sequence[Edit], draft: Draft
) -> Iterator[CombinationFinding]:
    """The findings whose terms all still stand, where they stand now.

    What such terms lead to depends on the index alone, so these stay true whatever was changed
    elsewhere; whether they are still the cheapest choice is for the next search to say.
    """
    spans = [span for f in findings for span in ((f.start, f.end), *f.others)]
    if not spans:
        return
    before = np.array(spans, dtype=np.int64)
    places, untouched = moved(before, edits)
    first_words, stand = _words_at(draft, places)
    own = np.cumsum([0, *(1 + len(finding.others) for finding in findings[:-1])])
    standing = np.logical_and.reduceat(stand & untouched, own).tolist()
    unmoved = np.logical_and.reduceat((places == before).all(axis=1), own).tolist()
    now = list(itertools.starmap(Span, places.tolist()))
    for number, (finding, at, first_word) in enumerate(
        zip(findings, own.tolist(), first_words[own].tolist(), strict=True)
    ):
        if not standing[number]:
            continue
        if unmoved[number] and first_word == finding.first_word:
            yield finding
            continue
        yield CombinationFinding(
            now[at].start,
            now[at].end,
            first_word,
            finding.words,
            finding.df,
            finding.joint_df,
            finding.documents,
            tuple(now[at + 1 : at + 1 + len(finding.others)]),
        )


def _words_at(
    draft: Draft, places: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The first word at each place (start, end), and whether whole words stand there."""
    if not len(draft.starts):
        return np.zeros(len(places), dtype=np.int64), np.zeros(len(places), dtype=bool)
    most = len(draft.starts) - 1
    first = np.minimum(np.searchsorted(draft.starts, places[:, 0]), most)
    last = np.minimum(np.searchsorted(draft.ends, places[:, 1]), most)
    return first, (draft.starts[first] == places[:, 0]) & (draft.ends[last] == places[:, 1])
