"""A draft that was checked, with all that a report on it may tell: where things stand in it, and
its passages with what is to change in each. Knows findings by what all kinds have in common;
must know nothing of the form of a report."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from unlinkable.draft import Draft, Lines, Reading, Span
from unlinkable.findings.circumstances import Circumstances, DoubtKind
from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.report import Report
from unlinkable.printing import plain
from unlinkable.risks import AcceptedRisk
from unlinkable_index.documents.shared.visible_text import Part, Place, VisibleText
from unlinkable_index.index import Document, Index

Found = TypeVar("Found", bound=AnyFinding)


class PassagePiece(NamedTuple, Generic[Found]):
    """A run of a passage's text; ``finding`` when it is a mark of one."""

    text: str
    finding: Found | None


@dataclass(frozen=True)
class PassageShown(Generic[Found]):
    """A sentence with findings.

    - ``findings``: those that have a mark in it, or stand there without any, in order;
    - ``marks``: where words are marked, each with its finding, in order; none overlap.
    """

    span: Span
    findings: tuple[Found, ...]
    marks: tuple[tuple[Span, Found], ...]

    @property
    def start(self) -> int:
        """Where the first mark stands; without any, the passage."""
        return self.marks[0][0].start if self.marks else self.span.start

    def pieces(self, text: str) -> Iterator[PassagePiece[Found]]:
        """The passage of ``text``, cut at marks; those of one finding are one where only blanks
        stand between them."""
        at = self.span.start
        for span, finding in _joined(self.marks, text):
            yield PassagePiece(text[at : span.start], None)
            yield PassagePiece(text[span.start : span.end], finding)
            at = span.end
        yield PassagePiece(text[at : self.span.end], None)

    def alike(self, key: Callable[[Found], object]) -> list[list[Found]]:
        """The findings, those with the same ``key`` together."""
        groups: dict[object, list[Found]] = {}
        for finding in self.findings:
            groups.setdefault(key(finding), []).append(finding)
        return list(groups.values())


def passages(draft: Draft, findings: Iterable[Found]) -> Iterator[PassageShown[Found]]:
    """The passages of a draft that hold ``findings``, in order. What several kinds of findings
    mark is marked for one of which any word will do, if there is one."""
    sentences = draft.sentences
    starts = [sentence.start for sentence in sentences]
    placed = [
        (span, finding)
        for finding in findings
        for span in finding.marks or (Span(finding.span.start, finding.span.start),)
    ]
    placed.sort(key=lambda one: (one[0].start, -one[0].end, not one[1].any_word))
    by_sentence = groupby(placed, key=lambda one: bisect_right(starts, one[0].start) - 1)
    for number, group in by_sentence:
        found = list(group)
        span = sentences[number] if number >= 0 else Span(0, found[0][0].end)
        span = Span(span.start, max(span.end, *(mark.end for mark, _ in found)))
        yield PassageShown(
            span, tuple({id(one): one for _, one in found}.values()), tuple(_apart(found))
        )


def _apart(placed: list[tuple[Span, Found]]) -> list[tuple[Span, Found]]:
    """Those of some marks, in order, that overlap none taken before: of which any word will do
    first."""
    first = placed[0][0].start
    taken = bytearray(max(span.end for span, _ in placed) - first)
    chosen = []
    for span, finding in sorted(placed, key=lambda one: not one[1].any_word):
        start, end = span.start - first, span.end - first
        if start < end and taken.find(1, start, end) < 0:
            taken[start:end] = b"\x01" * (end - start)
            chosen.append((span, finding))
    return sorted(chosen, key=lambda one: one[0])


def _joined(marks: Iterable[tuple[Span, Found]], text: str) -> list[tuple[Span, Found]]:
    joined: list[tuple[Span, Found]] = []
    for span, finding in marks:
        if joined and joined[-1][1] is finding and text[joined[-1][0].end : span.start].isspace():
            joined[-1] = (Span(joined[-1][0].start, span.end), finding)
        else:
            joined.append((span, finding))
    return joined


class Where:
    """The places of one draft, all offsets in code points of its text."""

    def __init__(self, text: str, seen: VisibleText | None) -> None:
        """``seen``: what was read of the file, where it is a document."""
        self._lines = Lines(text)
        self._seen = seen

    def place(self, offset: int) -> Place | None:
        """The place in a document; None in a text."""
        return None if self._seen is None else self._seen.place_at(offset)

    def briefly(self, offset: int) -> str:
        """As in "12:3"."""
        place = self.place(offset)
        return "{}:{}".format(*self._lines.place(offset)) if place is None else str(place)

    def in_file(self, name: str, offset: int) -> str:
        """As in "a.txt:12:3", which terminals open at a click."""
        between = ":" if self._seen is None else ", "
        return f"{plain(name)}{between}{self.briefly(offset)}"

    def in_words(self, offset: int) -> str:
        """As in "line 12, column 3"."""
        place = self.place(offset)
        if place is not None:
            return str(place)
        return "line {}, column {}".format(*self._lines.place(offset))


def as_json(place: Place) -> dict[str, Any]:
    """A place as JSON values; what it has not is left out."""
    told: dict[str, Any] = {"text": str(place), "part": place.part.value}
    if place.part is not Part.BODY:
        told["number"] = place.number
    if place.cell is not None:
        told["cell"] = place.cell._asdict()
    told |= {"paragraph": place.paragraph, "page": place.page, "line": place.line}
    told["attachment"] = place.attachment
    return {name: value for name, value in told.items() if value is not None}


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
    it tells. ``among``: whether there are reports on the same draft by other indexes.
    """

    name: str
    report: Report
    index: Index
    reading: Reading
    circumstances: Circumstances
    accepted: tuple[tuple[AnyFinding, AcceptedRisk], ...] = ()
    seen: VisibleText | None = field(default=None, repr=False, compare=False)
    before: ProtectedBefore | None = None
    among: bool = False
    _known: dict[int, Document] = field(default_factory=dict, repr=False, compare=False)

    @property
    def called(self) -> str:
        """What people are told of it by: its name, and that of the index where there are others."""
        return f"{self.name} in {self.index.path.name}" if self.among else self.name

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
        return sum(number in one.documents for one in self.report.everything)

    def ranked_first(self) -> Document | None:
        """The document that is spoken of where searchers who rank are asked about."""
        ranked = self.report.ranked
        if ranked is None or ranked.recognition is None:
            return None
        return self.document(ranked.recognition.document)

    def document(self, number: int) -> Document:
        """A document, read once: most findings of a draft lead to the same one."""
        if number not in self._known:
            self._known[number] = self.index.document(number)
        return self._known[number]
