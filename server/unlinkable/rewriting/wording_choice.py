"""Which wordings to take, chosen together with the words that are then left to mask: one hitting
set. Must never know edits."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from unlinkable.draft import Forms, Span
from unlinkable.findings.clauses import Clause, Clauses, Items
from unlinkable.findings.costs import masking_costs
from unlinkable.findings.hitting_set import cheapest_hitting_set
from unlinkable.rewriting.masking.mask_choice import mask_items
from unlinkable.rewriting.masking.masks_in_text import Flags, Pieces, draft_pieces
from unlinkable.rewriting.masking.readable import NearWords, TermClauses, window_clauses
from unlinkable.rewriting.task import Task, standing_phrases
from unlinkable.rewriting.wordings_usable import Usable, places_of_words
from unlinkable.stopping import Stop
from unlinkable.wordings import Harm
from unlinkable_index.index import Index

COSTS = MappingProxyType(
    {
        Harm.REPLACED: 0.6,
        Harm.REORDERED: 0.7,
        Harm.LENGTHENED: 1.0,
        Harm.DROPPED: 0.8,
        Harm.LESS_EXACT: 1.2,
        Harm.TO_BE_JUDGED: 1.25,
    }
)
"""What a wording costs a reader, and whoever has to read it over. To mask an adjective costs 1, and
the gap besides."""
_THROUGHOUT, _MANY = 0.05, 3
"""How much less a wording costs for each other place that can have the same, and up to how many."""
_ROUNDS = 100  # of freeing a part and solving anew
_TERM_ROUNDS = 3  # of looking for combinations that are left


@dataclass(frozen=True)
class Chosen:
    """The ``wordings`` to take, in order, and the words to mask (numbers, rising) beside them."""

    wordings: tuple[Usable, ...]
    masked: tuple[int, ...]


class WordingChoice:
    """What can be chosen in one draft, or in the span ``asked`` of it."""

    def __init__(self, task: Task, index: Index, asked: Span, stop: Stop) -> None:
        """Raises StoppedError, and UserError when the index is damaged."""
        question = task.question
        self._stop, self._forms = stop, task.draft.forms
        self._pieces = draft_pieces(task.draft)
        self._items = mask_items(task, self._pieces, asked, masking_costs(task.draft, index))
        self._phrases = [
            range(one.first_word, one.first_word + one.words)
            for one in standing_phrases(task, index)
        ]
        self._windows = list(window_clauses(NearWords(task, index), self._pieces))
        self._terms = None
        if question.max_terms > 1 and question.term_words == 1:
            self._terms = TermClauses(task, index, self._pieces, stop)

    def of(self, wordings: Sequence[Usable]) -> Chosen:
        """What breaks all that leads back at the least cost, with any of some ``wordings``."""
        if not len(self._pieces):
            return Chosen((), ())
        offer = Offer(self._pieces, self._forms, wordings)
        items = offer.with_wordings(self._items)
        clauses = Clauses()
        clauses.add(map(offer.of_phrase, self._phrases))
        clauses.add(map(offer.widened, self._windows))
        masked = np.zeros(len(items.costs), dtype=bool)
        for number in range(_TERM_ROUNDS):
            rounds = _ROUNDS if number else 0
            masked = cheapest_hitting_set(items, clauses, masked, rounds, stop=self._stop)
            gone = offer.words_gone(masked)
            new = self._terms.standing(gone) if self._terms is not None else ()
            if not clauses.add(map(offer.widened, new)) and number:
                break
        return offer.chosen(masked)


class Offer:
    """Wordings as items behind the pieces of a draft, and what each of them breaks."""

    def __init__(self, pieces: Pieces, forms: Forms, wordings: Sequence[Usable]) -> None:
        self._pieces, self._forms, self._wordings = pieces, forms, wordings
        self._first = len(pieces)
        self._removing: dict[int, list[int]] = {}  # by piece, the wordings without its words
        for number, one in enumerate(wordings):
            for piece in pieces.of(range(one.first, one.stop)):
                words = range(int(pieces.firsts[piece]), int(pieces.lasts[piece]) + 1)
                inside = one.first <= words.start and words.stop <= one.stop
                if inside and not {forms[word] for word in words}.intersection(one.forms):
                    self._removing.setdefault(piece, []).append(self._first + number)

    def with_wordings(self, items: Items) -> Items:
        """The pieces with the wordings behind them."""
        count = len(self._wordings)

        def longer(of_pieces: Flags, of_wordings: bool) -> Flags:
            return np.append(of_pieces, np.full(count, of_wordings))

        last = len(self._pieces) - 1
        firsts = [min(one.first, len(self._forms) - 1) for one in self._wordings]
        places = self._pieces.of_word[firsts] if firsts else np.empty(0, dtype=np.int64)
        return replace(
            items,
            costs=np.append(items.costs, [_cost(one) for one in self._wordings]),
            joins=longer(items.joins, False),
            beside_mask=longer(items.beside_mask, True),
            sentences=np.append(items.sentences, items.sentences[places]),
            open=longer(items.open, True),
            places=np.append(np.arange(last + 1), places),
            excludes=tuple(self._excludes()),
        )

    def of_phrase(self, words: range) -> Clause:
        """A phrase is broken by a mask, and by a wording that changes anything within it."""
        first, last = places_of_words(words[0], words[-1])
        breaking = (
            (self._first + number,)
            for number, one in enumerate(self._wordings)
            if one.reach[0] <= last and first <= one.reach[1]
        )
        return Clause((*((piece,) for piece in self._pieces.of(words)), *breaking))

    def widened(self, clause: Clause) -> Clause:
        """A clause with the wordings that take words away which would else be masked."""
        more: list[tuple[int, ...]] = []
        for unit in clause.units:
            if len(unit) == 1:
                more += [(wording,) for wording in self._removing.get(unit[0], ())]
            elif any(piece in self._removing for piece in unit):
                mixed = {self._removing.get(piece, [piece])[0] for piece in unit}
                more.append(tuple(sorted(mixed)))
        return replace(clause, units=(*clause.units, *more))

    def words_gone(self, masked: Flags) -> Flags:
        """Which words are masked or replaced (bool, one a word)."""
        gone = self._pieces.words(masked[: self._first])
        for piece, wordings in self._removing.items():
            if masked[wordings].any():
                first, last = int(self._pieces.firsts[piece]), int(self._pieces.lasts[piece])
                gone[first : last + 1] = True
        return gone

    def chosen(self, masked: Flags) -> Chosen:
        """The items of a choice by what they are."""
        words = np.flatnonzero(self._pieces.words(masked[: self._first]))
        taken = [
            one for one, is_so in zip(self._wordings, masked[self._first :], strict=True) if is_so
        ]
        taken.sort(key=lambda one: one.place)
        return Chosen(tuple(_apart(taken, set(words.tolist()))), tuple(words.tolist()))

    def _excludes(self) -> Iterator[tuple[int, int]]:
        """A wording excludes masks on its words, and wordings that don't go with it."""
        for number, one in enumerate(self._wordings):
            for piece in self._pieces.of(range(one.first, one.stop)):
                yield piece, self._first + number
        ordered = sorted(
            range(len(self._wordings)), key=lambda number: self._wordings[number].place
        )
        for at, number in enumerate(ordered):
            one = self._wordings[number]
            for other in ordered[at + 1 :]:
                if self._wordings[other].substitute.context.start > one.substitute.context.end:
                    break
                if not one.goes_with(self._wordings[other]):
                    yield self._first + number, self._first + other


def _cost(one: Usable) -> float:
    """What a wording costs: a little less where other places of the draft can have the same."""
    return COSTS[one.substitute.harm] - _THROUGHOUT * min(one.others, _MANY)


def _apart(taken: Sequence[Usable], masked: Set[int]) -> Iterator[Usable]:
    """Of wordings those with no mask on their words that go with those before them: all of them,
    but where the search found no way out."""
    kept: list[Usable] = []
    for one in taken:
        free = masked.isdisjoint(range(one.first, one.stop))
        if free and all(one.goes_with(other) for other in kept):
            kept.append(one)
            yield one
