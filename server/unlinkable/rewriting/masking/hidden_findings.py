"""What each mask hides: what leads back as soon as its words can be read again, and no others.

So a mask is set down to the searcher who is kept out by it, and a report names what it hides. Knows
all that leads back in one draft; must know nothing of how masks were chosen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Span
from unlinkable.findings.combinations.terms import draft_terms
from unlinkable.findings.finding import COMBINATION, GAP, RANKING, WINDOW, Finding, Kind
from unlinkable.findings.near.near import near_search
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.masking.near_words import words_of_row
from unlinkable.rewriting.masking.readable import LinkingTerms, RankedPassages, Words
from unlinkable.rewriting.task import Task
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
        for one in rare_phrases(draft, index, question):
            if not task.accepts(one):
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
