"""What leads back by words near each other: windows of a sentence, and words around a gap.

Of each window, and of each gap phrase, one word is a finding, as cheap to change as can be found;
the others are its witnesses. What stands in phrase and combination findings is expected to go with
them. Needs an index with positions. Knows nothing of editors or models.
"""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.clauses import Clause, Clauses, Items
from unlinkable.findings.costs import GAP as COST_OF_A_GAP
from unlinkable.findings.costs import Costs, word_costs
from unlinkable.findings.finding import GAP, WINDOW, Finding, Kind
from unlinkable.findings.hitting_set import cheapest_hitting_set
from unlinkable.findings.near.extracts import AskedOf, Occurrences
from unlinkable.findings.near.gaps import GapPhrases, GapSearch, KnownGapPhrases
from unlinkable.findings.near.windows import MOST_WORDS, KnownWindows, WindowSearch
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import first_ranked
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index
from unlinkable_index.positions import Positions

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
_ALONE = 2  # the k at which a phrase that leads back leads to one document
_REMEMBERED = 8  # questions, of each index
_MOST_GAP_PHRASES = 200_000  # that are remembered
_ROUNDS = 20  # of looking for a cheaper choice


def counted_documents(draft: Draft, index: Index, question: Question) -> frozenset[int]:
    """The documents that words near each other may lead to: those that the draft may be made from.

    The source, or the suspects that the question names; else the documents that a phrase of the
    draft leads to alone, and the one that the whole draft ranks first. By chance words of any
    sentence stand near each other in some other ruling, which leads nobody to the original; and
    phrases that two or more originals have lead to hundreds by chance, so that where ``k`` is above
    2 only the likeliest suspects count.

    Raises UserError when the index is damaged.
    """
    likely = frozenset(question.sources)
    known = likely if likely and question.k > _ALONE else likely.union(question.against)
    if known:
        return known
    rare = minimal_rare(draft, index, _ALONE)
    first = first_ranked(draft, index)
    led_to = {document for phrase in rare for document in phrase.documents}
    return frozenset(led_to if first is None else led_to | {first})


def asks_near(question: Question) -> bool:
    """Whether words near each other are asked about: they are words together."""
    return question.within > 0 and question.max_terms > 1


class _Known:
    """What is known of an index: where words stand, and of windows and gap phrases before one k."""

    def __init__(self, positions: Positions, k: int) -> None:
        self.lock = Lock()
        self.occurrences = Occurrences(positions)
        self.windows = KnownWindows(k)
        self.gaps: KnownGapPhrases = {}


class NearSearch:
    """Looks for windows and gap phrases of drafts that lead to documents that are counted."""

    def __init__(
        self, index: Index, positions: Positions, question: Question, counted: frozenset[int]
    ) -> None:
        asked = question.k, question.within
        of_index = _known.setdefault(index, {})
        known = of_index.pop(asked, None) or _Known(positions, question.k)
        of_index[asked] = known  # those asked about last stay
        while len(of_index) > _REMEMBERED:
            del of_index[next(iter(of_index))]
        if len(known.gaps) > _MOST_GAP_PHRASES:
            known.gaps.clear()
        self._lock = known.lock
        of = AskedOf(positions, index.hasher, question.k, counted, known.occurrences)
        most = min(question.max_terms, MOST_WORDS)
        self._windows = WindowSearch(of, most, question.within, known.windows)
        self._gaps = GapSearch(of, question.gap_words, known=known.gaps)

    def windows(self, draft: Draft, masked: Flags | None = None) -> tuple[Numbers, Numbers]:
        """The windows that lead back (n × 3: words of the draft, rising, -1 behind), and the
        documents that have each (n × k - 1, -1 behind). ``masked`` (a word each): what is as good
        as gone. Raises UserError when the index is damaged."""
        with self._lock:
            found = self._windows.leading(draft, masked)
        return found.words, found.documents[found.sets]

    def gaps(self, draft: Draft, masked: Flags | None = None) -> GapPhrases:
        """The gap phrases that lead back; ``masked`` words are as good as masked. Raises UserError
        when the index is damaged."""
        with self._lock:
            return self._gaps.leading(draft, masked)


_known: WeakKeyDictionary[Index, dict[tuple[int, int], _Known]] = WeakKeyDictionary()


def near_search(draft: Draft, index: Index, question: Question) -> NearSearch | None:
    """Looks for words near each other that lead to `counted_documents` of a draft, and knows what
    was found in others before; None where that is not asked, or the index can't tell.

    Raises UserError when the index is damaged.
    """
    if index.positions is None or not asks_near(question):
        return None
    counted = counted_documents(draft, index, question)
    return NearSearch(index, index.positions, question, counted)


def near_findings(
    draft: Draft, index: Index, question: Question, besides: Sequence[Finding], stop: Stop = never
) -> list[Finding]:
    """The words of a draft to change so that no window and no gap phrase leads back, in the order
    of the text.

    ``besides``: findings whose words are changed anyway. Raises UserError when the index is
    damaged.
    """
    search = near_search(draft, index, question)
    if search is None:
        return []
    gone = np.zeros(len(draft.forms), dtype=bool)
    for one in besides:
        gone[one.first_word : one.first_word + one.words] = True
    windows, of_windows = search.windows(draft, gone)
    found = search.gaps(draft)
    whole = ~(gone[found.words] & (found.words >= 0)).any(axis=1)
    gaps, of_gaps = found.words[whole], found.documents[whole]
    costs = word_costs(draft, index)
    df = index.df(index.lookup(index.hasher.phrases(index.hasher.words(draft.forms), 1)))
    every = [
        *_findings(draft, _Found(WINDOW, windows, of_windows, question.within), costs, df, stop),
        *_findings(draft, _Found(GAP, gaps, of_gaps), costs, df, stop),
    ]
    return sorted(every, key=lambda one: (one.start, one.kind.name))


class _Found(NamedTuple):
    """Windows or gap phrases that lead back, the words of one a row (-1 behind), and the documents
    that have each."""

    kind: Kind
    rows: Numbers
    documents: Numbers
    within: int | None = None


def _findings(
    draft: Draft, found: _Found, costs: Costs, df: Numbers, stop: Stop
) -> Iterator[Finding]:
    """A finding for each word chosen, with the smallest of the rows that it is in."""
    if not len(found.rows):
        return
    words = [tuple(word for word in row if word >= 0) for row in found.rows.tolist()]
    chosen = few_of(words, costs, stop)
    of_word: dict[int, int] = {}
    for number, row in sorted(enumerate(words), key=lambda pair: len(pair[1])):
        for word in row:
            if chosen[word]:
                of_word.setdefault(word, number)
    for word, number in of_word.items():
        others = (draft.span_of(range(one, one + 1)) for one in words[number] if one != word)
        span = draft.span_of(range(word, word + 1))
        led_to = tuple(one for one in found.documents[number].tolist() if one >= 0)
        count = int(df[word])
        yield Finding(found.kind, *span, word, 1, count, led_to, tuple(others), found.within)


def few_of(rows: Sequence[Sequence[int]], costs: Costs, stop: Stop) -> Flags:
    """Words, as cheap as can be found, of which each row has one."""
    count = len(costs)
    nothing = np.zeros(count, dtype=bool)
    clauses = Clauses()
    clauses.add(Clause(tuple((word,) for word in row)) for row in rows)
    items = Items(
        costs=costs,
        joins=np.ones(count, dtype=bool),
        beside_mask=nothing,
        sentences=np.zeros(count, dtype=np.int64),
        gaps=np.zeros(1, dtype=np.int64),
        open=~nothing,
        gap=COST_OF_A_GAP,
        crowd=0.0,
    )
    return cheapest_hitting_set(items, clauses, nothing, _ROUNDS, stop=stop)
