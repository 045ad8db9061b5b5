"""Why places of a draft were changed: what led back there, and where to, in sentences for people.

Knows findings; nothing of how they are solved.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from unlinkable.draft import Span
from unlinkable.findings.finding import COMBINATION, Finding
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.report import Report as Findings
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.masking.hidden_findings import Hidden
from unlinkable_index.index import Index

_MOST_NAMED = 3  # originals that a reason names
Some = TypeVar("Some")


class InOrder(Generic[Some]):
    """Things that stand at places of a text, found again by place."""

    def __init__(self, placed: Iterable[tuple[Span, Some]]) -> None:
        self._placed = sorted(placed, key=lambda pair: pair[0])
        self._starts = [span.start for span, _ in self._placed]
        self._reach = list(accumulate((span.end for span, _ in self._placed), max))

    def overlapping(self, within: Span) -> list[Some]:
        """What shares a character with ``within``, in order."""
        first = bisect_right(self._reach, within.start)
        last = bisect_left(self._starts, within.end)
        return [thing for span, thing in self._placed[first:last] if span.end > within.start]


class Reasons:
    """What was found in a draft and not accepted, as reasons for changing its words."""

    def __init__(self, found: Findings, index: Index) -> None:
        self._text = found.draft.text
        self._index = index
        accepted = set(found.accepted)
        rare = rare_phrases(found.draft, index, found.question)
        self._phrases = InOrder((phrase.span, phrase) for phrase in rare if phrase not in accepted)
        self._names: dict[tuple[int, ...], str] = {}  # most findings lead to the same original
        self._terms = InOrder((one.span, one) for one in (*found.combinations, *found.near))
        self._unit = found.question.ranked or Unit.SENTENCE
        self._leading = InOrder((one.passage.span, one) for one in found.leading_passages)

    def why(self, edit: Edit, hidden: Sequence[Hidden] = ()) -> tuple[str, ...]:
        """The reasons for an edit: at least one. ``hidden``: what its masks hide."""
        place = Span(edit.start, edit.end)
        return (
            self._exact(place)
            or tuple(dict.fromkeys(map(self._hidden, hidden)))
            or self._leads(place)
            or ("It led back once its neighbours were changed.",)
        )

    def of(self, place: Span) -> tuple[str, ...]:
        """The reasons for a change at ``place``; none where nothing was found there at first."""
        return self._exact(place) or self._leads(place)

    def _exact(self, place: Span) -> tuple[str, ...]:
        together: dict[tuple[int, ...], list[str]] = {}
        for phrase in self._phrases.overlapping(place):
            together.setdefault(phrase.documents, []).append(self._quoted(phrase))
        said = [
            f"{', '.join(quoted)}: {'each ' if len(quoted) > 1 else ''}only in {self._named(where)}"
            for where, quoted in together.items()
        ]
        said += [self._said(one, self._quoted) for one in self._terms.overlapping(place)]
        return tuple(f"{reason}." for reason in said)

    def _leads(self, place: Span) -> tuple[str, ...]:
        """That passages led; a word with a finding of its own had to go in any case."""
        leading = self._leading.overlapping(place)
        return tuple(self._led(one.passage.unit, (one.source,)) for one in leading)

    def _led(self, unit: Unit, sources: tuple[int, ...]) -> str:
        return f"Its {unit.value} led whoever ranks the originals to {self._named(sources)}."

    def _hidden(self, one: Hidden) -> str:
        """What a mask hides, in a sentence."""
        if one.finding is None:
            return self._led(self._unit, one.documents)
        return f"{self._said(one.finding, one.quoted)}."

    def _said(self, finding: Finding, quoted: Callable[[Span], str]) -> str:
        """What a finding leads back with, and where to."""
        if finding.kind is not COMBINATION:
            return finding.sentence(quoted, self._named)
        others = " and ".join(map(quoted, finding.others))
        where = self._named(finding.documents)
        return f"{quoted(finding.span)} together with {others}: only in {where}"

    def _quoted(self, span: Span | Finding) -> str:
        return f"“{self._text[span.start : span.end]}”"

    def _named(self, documents: tuple[int, ...]) -> str:
        if documents not in self._names:
            self._names[documents] = self._ids(documents)
        return self._names[documents]

    def _ids(self, documents: tuple[int, ...]) -> str:
        ids = [self._index.document(number).id for number in documents[:_MOST_NAMED]]
        more = len(documents) - len(ids)
        return " and ".join(ids) + (f" and {more} more" if more else "")
