"""A draft that was checked, with all that a report on it may tell."""

from dataclasses import dataclass, field
from functools import cached_property

from unlinkable.draft import Reading
from unlinkable.findings.circumstances import Circumstances
from unlinkable.findings.doubts.doubts import DoubtKind
from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.ranking.leading import RankingFinding
from unlinkable.findings.report import Report
from unlinkable.reporting.where import Where
from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.index import Document, Index

MOST_DOCUMENTS = 10  # that a finding lists by id


@dataclass(frozen=True)
class ProtectedBefore:
    """The name of a report, the day of its run (ISO 8601), and the id of the original that a draft
    was protected against."""

    report: str
    date: str
    source: str


@dataclass(frozen=True)
class Checked:
    """The report on the draft ``name``, under what circumstances it holds, and what was accepted
    there, by whom and why.

    The findings of ``report`` are those that remain. ``seen``: what was read of the file, where it
    is a document; None for a text. ``before``: against whom it was protected, where a report beside
    it tells.
    """

    name: str
    report: Report
    index: Index
    reading: Reading
    circumstances: Circumstances
    accepted: tuple[tuple[AnyFinding, AcceptedRisk], ...] = ()
    seen: VisibleText | None = field(default=None, repr=False, compare=False)
    before: ProtectedBefore | None = None
    _known: dict[int, Document] = field(default_factory=dict, repr=False, compare=False)

    @property
    def clean(self) -> bool:
        """Whether nothing was found, and nothing speaks against relying on that."""
        return self.report.clean and not self.circumstances.doubts

    @cached_property
    def where(self) -> Where:
        """Where things stand in the draft."""
        return Where(self.report.draft.text, self.seen)

    def source(self) -> Document | None:
        """The source that was named, if one was."""
        number = self.report.question.source
        return None if number is None else self.document(number)

    def documents(self, finding: AnyFinding) -> list[Document]:
        """The documents that a finding leads to, at most ten."""
        return [self.document(number) for number in finding.documents[:MOST_DOCUMENTS]]

    def likely_source(self) -> tuple[Document, int] | None:
        """The document that most findings lead to, and how many of them; None also where the
        original is probably not in the index."""
        missing = any(doubt.kind is DoubtKind.MISSING for doubt in self.circumstances.doubts)
        source = None if missing else self.report.likely_source
        return None if source is None else (self.document(source.document), source.findings)

    def leading_to(self, record: str) -> int:
        """How many findings lead to the document that a record is of."""
        number = self.index.document_number(record)
        found = sum(number in one.documents for one in self.report.findings)
        return found + sum(number == one.source for one in self.report.leading_passages)

    def ranked_first(self) -> Document | None:
        """The document that is spoken of where searchers who rank are asked about."""
        ranked = self.report.ranked
        if ranked is None or ranked.recognition is None:
            return None
        return self.document(ranked.recognition.document)

    def source_of(self, finding: RankingFinding) -> Document:
        """The document that a passage leads to."""
        return self.document(finding.source)

    def document(self, number: int) -> Document:
        """A document, read once: most findings of a draft lead to the same one."""
        if number not in self._known:
            self._known[number] = self.index.document(number)
        return self._known[number]
