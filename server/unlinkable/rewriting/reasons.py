"""Why places of a draft were changed: what led back there and where to, in sentences for people,
and what each mask hides, so that it is set down to a searcher. Knows findings; must never know
how they are solved, nor how masks were chosen."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Span
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.combinations.terms import draft_terms
from unlinkable.findings.finding import COMBINATION, GAP, RANKING, WINDOW, Finding, Kind
from unlinkable.findings.near.near import near_search
from unlinkable.findings.report import Report as Findings
from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.masking.readable import LinkingTerms, RankedPassages, Words, words_of_row
from unlinkable.rewriting.task import Task, rare_phrases, standing_phrases
from unlinkable.stopping import Stop
from unlinkable_index.index import Index


class Hidden(NamedTuple):
    """What a mask hides in a ``text``: of which ``kind``, in which ``documents`` it is found, and
    the finding itself, but of passages."""

    text: str
    kind: Kind
    documents: tuple[int, ...]
    finding: Finding | None = None

    def quoted(self, span: Span) -> str:
        """Words of the text, in quotation marks."""
        return f"“{self.text[span.start : span.end]}”"


class HiddenFindings:
    """What the masks of one draft hide. ``masked``: the words of the task's draft that cannot be
    read. Raises UserError when the index is damaged, and StoppedError once ``stop`` is true."""

    def __init__(self, task: Task, index: Index, masked: Words, stop: Stop) -> None:
        draft, question = task.draft, task.question
        self._draft = draft
        self._masked = masked
        self._within = question.within
        self._phrases: dict[int, list[Finding]] = {}  # by each of their words
        for one in standing_phrases(task, index):
            for word in range(one.first_word, one.first_word + one.words):
                self._phrases.setdefault(word, []).append(one)
        self._terms = draft_terms(draft, index, question, (), stop)
        self._linking = LinkingTerms(self._terms, question, stop)
        self._sets = self._linking.readable(~masked)
        self._near = near_search(draft, index, question)
        self._windows: dict[int, list[tuple[list[int], list[int]]]] = {}  # likewise
        if self._near:
            windows, documents = self._near.windows(draft)
            for row, led_to in zip(_rows(windows), documents.tolist(), strict=True):
                for word in row:
                    self._windows.setdefault(word, []).append((row, led_to))
        self._gaps = _rows(self._near.gaps(draft, masked).words) if self._near else []
        self._passages = RankedPassages(task, index)

    def of(self, words: Sequence[int]) -> Hidden | None:
        """What leads back once these masked words are read again, a phrase first; None where that
        is nothing, as other masks hide the same."""
        readable = ~self._masked
        readable[list(words)] = True
        found = self._phrase(words, readable) or self._window(words, readable)
        found = found or self._combination(words, readable) or self._gap(words, readable)
        if found is not None:
            return Hidden(self._draft.text, found.kind, found.documents, found)
        if self._passages.lead(~readable, range(min(words), max(words) + 1)):
            return Hidden(self._draft.text, RANKING, tuple(self._passages.sources))
        return None

    def words_of(self, words: Sequence[int], otherwise: str) -> Counter[str]:
        """How many of the words of a mask each searcher costs: a word is shown again if nothing
        leads back then, and so is set down to who is asked about besides, ``otherwise``."""
        counts: Counter[str] = Counter()
        shown: list[int] = []
        for word in words:
            hidden = self.of([*shown, word])
            if hidden is None:
                shown.append(word)
            counts[hidden.kind.searcher if hidden else otherwise] += 1
        return counts

    def _phrase(self, words: Sequence[int], readable: Words) -> Finding | None:
        for one in (one for word in words for one in self._phrases.get(word, ())):
            if readable[one.first_word : one.first_word + one.words].all():
                return one
        return None

    def _window(self, words: Sequence[int], readable: Words) -> Finding | None:
        for word in words:
            for row, documents in self._windows.get(word, ()):
                if readable[row].all():
                    return self._near_others(WINDOW, word, row, documents)
        return None

    def _gap(self, words: Sequence[int], readable: Words) -> Finding | None:
        if self._near is None:
            return None
        found = self._near.gaps(self._draft, ~readable)
        for number, row in enumerate(_rows(found.words)):
            if row not in self._gaps:
                word = next((word for word in row if word in words), row[0])
                return self._near_others(GAP, word, row, found.documents[number].tolist())
        return None

    def _near_others(
        self, kind: Kind, word: int, row: Sequence[int], documents: Sequence[int]
    ) -> Finding:
        """A word of a window or a gap phrase, with its other words."""
        within = self._within if kind is WINDOW else None
        others = [one for one in row if one != word]
        return self._finding(kind, word, others, [one for one in documents if one >= 0], within)

    def _combination(self, words: Sequence[int], readable: Words) -> Finding | None:
        sets = self._linking.readable(readable)
        found = self._linking.linking(sets & ~self._sets, sets)
        if found is None:
            return None
        stands = {
            number: next(
                word
                for word in self._terms.first_words[self._terms.place_sets == number].tolist()
                if readable[word]
            )
            for number in found
        }
        word = next((one for one in stands.values() if one in words), stands[found[0]])
        others = [one for one in stands.values() if one != word]
        return self._finding(COMBINATION, word, others, self._linking.documents(found).tolist())

    def _finding(
        self,
        kind: Kind,
        word: int,
        others: Iterable[int],
        documents: Iterable[int],
        within: int | None = None,
    ) -> Finding:
        start, end = self._draft.span_of(range(word, word + 1))
        spans = tuple(self._draft.span_of(range(one, one + 1)) for one in others)
        return Finding(kind, start, end, word, 1, 0, tuple(documents), spans, within)


def _rows(rows: NDArray[np.int64]) -> list[list[int]]:
    return [words_of_row(row) for row in rows.tolist()]


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
        place = edit.span
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
