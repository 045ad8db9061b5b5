"""The spans that are written anew: which words go (a smallest set, at what it costs to replace a
word), and what may not be written in their place, asked as it comes and at the end. Knows
drafts, the company that words keep, and findings; must never know tokens, nor models."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, DraftReader, Forms, Span, overlapping
from unlinkable.fidelity.replacement import Relation, closed, relation
from unlinkable.findings.costs import Costs, WordKind, are_function_words, in_formulae, word_kinds
from unlinkable.model.decoding.infilling import Blank
from unlinkable.model.decoding.written_text import Fault
from unlinkable.rewriting.edits import trimmed
from unlinkable.rewriting.masking.mask_choice import exact_choice
from unlinkable.rewriting.passage_request import stems
from unlinkable.rewriting.task import KnownWords, Task, leading_texts, rare_phrases
from unlinkable.stopping import Stop
from unlinkable_index.index import Index
from unlinkable_index.windows import possible_postings
from unlinkable_index.words import find_words

TERM = 0.2
"""The share of the rulings with the rarer word that have it beside the other one, from which the
two are a term. Of 40 pairs looked at, "police officers" has 0.65, "ill-treatment" 0.39, "several
counts" 0.19, "pending investigation" 0.03."""
_COMMON = 10.0  # rulings that must have a pair: a word of two rulings shows nothing
_TOGETHER = 5.0  # rulings that have two words by chance, from which they would stand side by side
_LONGEST = 3  # words of a term that are looked for: two, and a small one between


def in_terms(draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which words of a draft belong to a term (bool, one a word)."""
    inside = np.zeros(len(draft.forms), dtype=bool)
    levels = possible_postings(index, index.hasher.words(draft.forms), draft.segments, _LONGEST)
    if not levels:
        return inside
    small, df = are_function_words(draft, index), index.df(levels[0])
    for reach, postings in enumerate(levels[1:], 1):
        firsts = np.arange(len(postings))
        joined = ~small[firsts] & ~small[firsts + reach]
        for between in range(1, reach):
            joined &= small[firsts + between]
        together, rarer = index.df(postings), np.minimum(df[firsts], df[firsts + reach])
        found = firsts[joined & (together >= np.maximum(_COMMON, TERM * rarer))]
        inside[found] = inside[found + reach] = True
    return inside


def unusual(forms: Sequence[str], index: Index) -> bool:
    """Whether two of some words stand side by side here that never do so in the collection, where
    they would if that were usual. Raises UserError when the index is damaged."""
    segments = np.zeros(len(forms), dtype=np.int64)
    levels = possible_postings(index, index.hasher.words(forms), segments, 2)
    if len(levels) < 2:
        return False
    df = index.df(levels[0])
    expected = df[:-1] * df[1:] / max(index.documents, 1)
    return bool(((index.df(levels[1]) == 0) & (expected >= _TOGETHER)).any())


_NEVER = 60.0  # what is not given to a model at all
_FAILED = 6.0  # times as dear where nothing was found before
REPLACING = MappingProxyType(
    {
        WordKind.VERB: 1.0,
        WordKind.QUALITY: 1.0,
        WordKind.NOUN: 1.3,
        WordKind.OTHER: 1.6,
        WordKind.FINDING: 3.0,
        WordKind.PARTY: _NEVER,
        WordKind.SMALL: _NEVER,
        WordKind.CLAUSE: _NEVER,
        WordKind.NAME: _NEVER,
        WordKind.NUMBER: _NEVER,
        WordKind.REFERENCE: _NEVER,
        WordKind.OUTCOME: _NEVER,
        WordKind.MODAL: _NEVER,
        WordKind.NEGATION: _NEVER,
    }
)
"""What it costs to replace a word, where an adjective costs 1."""
_PREPOSITION = 1.5
_THROUGHOUT = 3  # places from which a thing keeps its name
_BESIDE = {"a", "an"}  # goes with the word behind it


@dataclass(frozen=True)
class FreeWords:
    """Words to go in a draft (``chosen``, numbers, rising) and the runs of them that a model may
    write anew (``spans``, in order), each in one sentence."""

    chosen: tuple[int, ...]
    spans: tuple[range, ...]


def free_words(
    task: Task, index: Index, within: Span, failed: Collection[Span], stop: Stop
) -> FreeWords:
    """The words of the span ``within`` that are to go. ``failed``: places where nothing was found
    before, which are avoided.

    Raises StoppedError, and UserError when the index is damaged.
    """
    draft = task.draft
    costs = replacing_costs(draft, index)
    for span in failed:
        words = draft.words_in(span)
        costs[words.start : words.stop] *= _FAILED
    chosen = exact_choice(task, index, within, stop, costs=costs).words.tolist()
    open_words = [word for word in chosen if costs[word] < _NEVER]
    spans = [_with_article(draft, run) for run in _runs(draft, open_words)]
    return FreeWords(tuple(chosen), tuple(run for run in spans if _is_plain(draft, run)))


def replacing_costs(draft: Draft, index: Index) -> Costs:
    """What it costs to replace each word of a draft (float64, one a word)."""
    language, kinds = draft.language, word_kinds(draft)
    costs = np.array([REPLACING[kind] for kind in kinds], dtype=np.float64)
    for word, form in enumerate(draft.forms):
        if form in language.grammar.prepositions and form not in language.grammar.times:
            costs[word] = min(costs[word], _PREPOSITION)
        if draft.text[int(draft.starts[word]) : int(draft.ends[word])].isupper():
            costs[word] = _NEVER  # a heading, its number, an abbreviation
    costs[list(closed(draft.forms, language))] = _NEVER
    costs[in_formulae(draft, index) | in_terms(draft, index)] = _NEVER
    costs[list(_named_throughout(draft, kinds))] = _NEVER
    return costs


def _named_throughout(draft: Draft, kinds: Sequence[WordKind]) -> Iterator[int]:
    """The nouns that a draft has at several places: under another name at one of them a reader
    takes it for another thing."""
    roots = stems(draft.language.code, draft.forms)
    count = Counter(roots)
    for word, root in enumerate(roots):
        if kinds[word] is WordKind.NOUN and count[root] >= _THROUGHOUT:
            yield word


def _runs(draft: Draft, words: Sequence[int]) -> Iterator[range]:
    """Words side by side, or with one small word between them, within a segment and a sentence."""
    run: range | None = None
    for word in words:
        if run is not None and _go_together(draft, run.stop - 1, word):
            run = range(run.start, word + 1)
            continue
        if run is not None:
            yield run
        run = range(word, word + 1)
    if run is not None:
        yield run


def _go_together(draft: Draft, word: int, later: int) -> bool:
    between = draft.forms[word + 1 : later]
    small = len(between) <= 1 and all(form in draft.language.function_words for form in between)
    plain = draft.text[int(draft.ends[word]) : int(draft.starts[later])]
    return small and draft.segments[word] == draft.segments[later] and _has_words_only(plain)


def _with_article(draft: Draft, run: range) -> range:
    """With an article before it whose form depends on what follows."""
    before = run.start - 1
    beside = before >= 0 and draft.forms[before] in _BESIDE and _go_together(draft, before, run[0])
    return range(before, run.stop) if beside else run


def _is_plain(draft: Draft, run: range) -> bool:
    """Whether nothing but words and blanks stands there, and no part of a compound."""
    span, text = draft.span_of(run), draft.text
    around = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    return _has_words_only(text[span.start : span.end]) and not any(
        edge and edge in "-\u2010\u2011'’*_`[]{}<>\\" for edge in around
    )


def _has_words_only(text: str) -> bool:
    return all(character.isalpha() or character in " \n" for character in text)


_JOINED, _JOINS = re.compile(r"\w[ ]$"), re.compile(r"[ ]\w")
_AROUND = 400  # characters of the draft that are read with new words, on either side

OTHER_SENSE = "It says something else."
LEADS = "With it something leads back to an original."
UNKNOWN_WORD = "It has a word that too few originals have, or one of a mask."
COPY = "It is what was to go."
UNUSUAL = "Nobody writes it so."
MOVED = "It puts words in another order."


class SpanGuard:
    """Judges what is written for one gap. ``task``: the draft with all that is to go masked;
    ``mask``: where in it the mask of this gap stands; ``known``: what leads back all the same, by
    its words."""

    def __init__(
        self, task: Task, index: Index, gap: Blank, mask: Span, known: Counter[str]
    ) -> None:
        self._task = task
        self._index = index
        self._gap = gap
        self._mask = mask
        self._known = known
        self._language = task.draft.language
        self._old = stems(self._language.code, find_words(gap.original).forms)
        self._passage = gap.before + gap.original + gap.after
        self._place = (len(gap.before), len(gap.before) + len(gap.original))
        self._words = KnownWords(task.draft, index, task.question.k)
        masks = [task.draft.text[start:end] for start, end in task.draft.masks]
        self._of_masks = {form for one in masks for form in find_words(one).forms}
        self._reader = DraftReader(task.markup, task.reading)

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """As `Judge` says; what is at fault is never told apart."""
        gap = self._gap
        end = len(text) - len(gap.after) if ended else len(text)
        return Fault(0, 0) if self.why_not(text[len(gap.before) : end], ended=ended) else None

    def why_not(self, words: str, *, ended: bool) -> str:
        """Why some words may not stand there, or not be gone on with; '' where they may."""
        forms = find_words(words).forms
        written = stems(self._language.code, forms)
        copied = written == self._old or not Counter(self._old) - Counter(written)
        if copied and (ended or len(self._old) == 1):
            return COPY
        if not self._of_masks.isdisjoint(forms) or self._words.unknown(forms):
            return UNKNOWN_WORD
        if ended and self.relation(words) is Relation.OTHER:
            return OTHER_SENSE
        if ended and self._moves(forms):
            return MOVED
        if ended and (self._has_seam(words) or self._is_unusual(forms)):
            return UNUSUAL
        return LEADS if self._leads(words, ended) else ""

    def _moves(self, forms: Forms) -> bool:
        """Whether a word that says something by itself stays, and changes its place among others:
        who does what, and when, is told by order, and of such words no model tells the sense."""
        old = find_words(self._gap.original).forms
        ahead, behind = trimmed(old, forms)
        gone, come = (some[ahead : len(some) - behind] for some in (old, forms))
        return not set(gone).intersection(come) <= self._language.function_words

    def _has_seam(self, words: str) -> bool:
        """Whether some words begin small where those they replace are capital, or the other way
        round, or repeat the word beside them."""
        old, (left, right) = self._gap.original, self._beside
        forms = find_words(words).forms
        alike = words[:1].isupper() == old[:1].isupper()
        return not alike or forms[:1] == left or forms[-1:] == right

    def _is_unusual(self, forms: Forms) -> bool:
        left, right = self._beside
        return unusual((*left, *forms, *right), self._index)

    @cached_property
    def _beside(self) -> tuple[Forms, Forms]:
        """The words beside the gap, one or none on either side, where nothing but a blank lies
        between."""
        gap = self._gap
        left = find_words(gap.before).forms[-1:] if _JOINED.search(gap.before[-2:]) else ()
        right = find_words(gap.after).forms[:1] if _JOINS.match(gap.after) else ()
        return left, right

    def relation(self, words: str) -> Relation:
        """How the passage with these words is related to the passage as it is."""
        return relation(self._passage, self._place, words, self._language)

    def leads_nowhere(self, words: str, stop: Stop) -> bool:
        """Whether nothing more leads back with these words in the draft."""
        return leading_texts(self.task_with(words), self._index, stop) <= self._known

    def task_with(self, words: str) -> Task:
        """The draft with these words in place of the mask."""
        text, mask = self._task.draft.text, self._mask
        return self._task.with_text(text[: mask.start] + words + text[mask.end :])

    def _leads(self, words: str, ended: bool) -> bool:
        """Whether a rare phrase has some of these words; what stands behind them counts once they
        are ``ended``."""
        text, mask = self._task.draft.text, self._mask
        start, end = max(0, mask.start - _AROUND), min(len(text), mask.end + _AROUND)
        before = text[start : mask.start]
        draft = self._reader.read(before + words + (text[mask.end : end] if ended else ""))
        found = rare_phrases(draft, self._index, self._task.question)
        place = Span(len(before), len(before) + len(words))
        return bool(overlapping([one.span for one in found], place))
