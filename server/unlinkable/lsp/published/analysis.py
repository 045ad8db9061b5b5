"""What is asked of one version of one document, what was found in it, and whom it is protected
against since work on it began. Knows drafts and findings; must know nothing of the protocol or
of what is shown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from unlinkable.draft import Disguise, Draft, Markup, Reading, Span
from unlinkable.draft.kinds import kind_of_document
from unlinkable.engine.engine import Engine
from unlinkable.engine.question import reading_of
from unlinkable.findings.circumstances import Circumstances, Doubt, DoubtKind
from unlinkable.findings.finding import Finding
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.report import Report
from unlinkable.lsp.documents import PARAGRAPHS, Snapshot, file_of, shows_file
from unlinkable.lsp.indexes import Background
from unlinkable.printing import counted
from unlinkable.rewriting.remaining import Remaining
from unlinkable.rewriting.task import Suspects, suspects_of
from unlinkable.risks.acceptance import Acceptance, Accepted, AcceptedRisks
from unlinkable.settings import Settings, Settled
from unlinkable_index.index import Index

_MOST_TYPED = 0.5  # of the words of a document; more, and it is another text


@dataclass(frozen=True)
class Begun:
    """Work on a document begun, against one index, whose ``fingerprint`` this is.

    - ``question``: what was asked when it began; where something else is asked, this does not hold;
    - ``suspects``: whom it was protected against then;
    - ``missing``: whether its original seemed to be missing from the index then.
    """

    fingerprint: str
    question: Question
    suspects: Suspects
    missing: bool

    @classmethod
    def of(cls, found: Report, index: Index, missing: bool) -> "Begun":
        """``found``: what leads back as work begins. Raises UserError when the index is damaged."""
        asked = replace(found.question, suspects=(), against=frozenset())
        return cls(index.fingerprint, asked, suspects_of(found, index), missing)


class Typing:
    """What was typed into a document since work on it began, in one index."""

    def __init__(self) -> None:
        self._begun: Begun | None = None
        self._led_to: frozenset[int] = frozenset()
        self._another_text = False

    def begun(
        self, known: Iterable[Begun], question: Question, draft: Draft, index: Index, part: Span
    ) -> Begun | None:
        """What is ``known`` of the work on a draft, with what the ``part`` of it typed since the
        last version leads to as further suspects; None where everything counts. Raises UserError
        when the index is damaged."""
        now = index.fingerprint, question
        of_this = (one for one in known if (one.fingerprint, one.question) == now)
        begun = next(of_this, None)
        if begun is not self._begun:
            self._begun, self._led_to, self._another_text = begun, frozenset(), False
        if begun is None or question.source is not None:
            return None
        typed = len(draft.words_in(part)) if part.start < part.end else 0
        self._another_text |= typed > _MOST_TYPED * len(draft.forms)
        if self._another_text:
            return None
        self._led_to |= _led_to(draft, index, question.k, part)
        suspects = replace(begun.suspects, documents=begun.suspects.documents | self._led_to)
        return replace(begun, suspects=suspects)


NOTHING_TYPED = Span(-1, -1)


def _led_to(draft: Draft, index: Index, k: int, part: Span) -> frozenset[int]:
    """The documents that rare phrases lead to which touch a part of a draft."""
    if part == NOTHING_TYPED:
        return frozenset()
    words = draft.words_in(part)
    around = range(
        max(0, words.start - index.max_words), min(len(draft.forms), words.stop + index.max_words)
    )
    rare = minimal_rare(draft.part(np.arange(around.start, around.stop)), index, k)
    touching = (one for one in rare if one.start <= part.end and part.start <= one.end)
    return frozenset(document for one in touching for document in one.documents)


def judged_by_suspects(found: Report, index: Index) -> list[Narrowing]:
    """What is to be said where phrases do not count since they lead to no suspect."""
    question = found.question
    if not question.against or question.source is not None:
        return []
    rare = minimal_rare(found.draft, index, question.k)
    count = sum(question.against.isdisjoint(one.documents) for one in rare)
    where = (
        "the originals that this text led to when work on it began; by chance,"
        f" {counted(count, 'phrase')} of new wording lead elsewhere"
    )
    return [Narrowing("suspects", len(question.against), where, Origin.USER)] if count else []


LONGEST = 500_000
"""Characters of the longest text in which more than phrases is looked for: some 250 pages."""


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
    begun: tuple[Begun, ...] = ()
    """Whom the document is protected against since work on it began."""

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
        if shows_file(self.snapshot.uri) or self.snapshot.language == PARAGRAPHS:
            return Markup.DOCUMENT
        settings = self.settings
        return kind_of_document(
            self.snapshot.language,
            self.file,
            settings.reading.markdown,
            settings.reading.plain_text,
        )

    @property
    def reading(self) -> Reading:
        """How the document is cut into segments."""
        return reading_of(self.settings)

    @property
    def is_long(self) -> bool:
        """Whether nothing but phrases is looked for, and nothing counted that is left to do."""
        return len(self.snapshot.text) > LONGEST

    @property
    def engine(self) -> Engine:
        """What makes the questions about the document."""
        return Engine(self.settled, self.index, self.reading, self.hears_draft, self.others)


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
    gone_before: tuple[Span, ...] = ()
    """Where, by what was last counted, words should go, as far as no edit has touched them."""
    disguises: tuple[Disguise, ...] = ()
    """The words that are not written as they are seen."""
    unusual: frozenset[int] = frozenset()
    """The first words (their numbers) of the phrases that an unusual word makes rare."""
    begun: Begun | None = None
    """Whom the draft is protected against since work on it began; None where everything counts."""
    further: "tuple[Analysis, ...]" = ()
    """What was found in each of the further indexes."""

    @property
    def each(self) -> "tuple[Analysis, ...]":
        """This one, and those of the further indexes."""
        return (self, *self.further)

    @property
    def going(self) -> tuple[Span, ...]:
        """Where words should go, in order, as far as that is known."""
        if self.left is None:
            return self.gone_before
        return tuple(mask.span for mask in self.left.masks)

    @property
    def source(self) -> int | None:
        """The number of the document that the draft was made from, where that is known."""
        return self.report.question.source

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
