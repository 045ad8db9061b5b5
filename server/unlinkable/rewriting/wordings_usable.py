"""The alternatives of the tables that a draft can use, each put in by itself: none brings up what
leads back, the larger places among them, and those that other rulings must have between the same
neighbours. Must never know the choice among them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms, Span, overlapping
from unlinkable.findings.phrases import rare_phrases
from unlinkable.findings.question import Question
from unlinkable.rewriting.edits import Edit, trimmed
from unlinkable.rewriting.task import KnownWords, Task
from unlinkable.wordings import Harm, Substitute, wordings_of
from unlinkable.wordings.synonyms import Alternatives
from unlinkable.wordings.tables import Derivation, Effect
from unlinkable_index.documents.shared.rendering import blank_lines
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

_PLACES = "places"


def larger_places(task: Task, spans: Sequence[Span], terms: Sequence[str]) -> Iterator[Substitute]:
    """For each place that a span touches, all that it lies in, the nearest first. A place with a
    word of ``terms``, one that is masked or that somebody answers for stays."""
    draft = task.draft
    stay = {form for term in terms for form in find_words(term).forms}
    kept = (*draft.masks, *task.accepted_spans)
    for words, names in task.places.of(draft.forms):
        span = draft.span_of(words)
        shown = draft.text[span.start : span.end]
        named = shown[0].isupper() and stay.isdisjoint(draft.forms[words.start : words.stop])
        if named and overlapping(spans, span) and not overlapping(kept, span):
            for name in names:
                said = Derivation(_PLACES, shown, name, Effect.LIES_IN, _PLACES, read=True)
                yield Substitute(span, name, said, span)


class WordChange(Protocol):
    """The words of a draft from ``first`` up to ``stop`` become ``forms``; where both are one,
    words are only put in before that word."""

    @property
    def first(self) -> int: ...
    @property
    def stop(self) -> int: ...
    @property
    def forms(self) -> tuple[str, ...]: ...


def neighbours(change: WordChange, draft: Draft, most: int) -> tuple[Forms, Forms]:
    """The words ahead of a change and behind it in its run of words, up to ``most`` of each."""
    first, stop = change.first, change.stop
    place = min(first, len(draft.segments) - 1) if first < stop else first - 1
    segment = draft.segments[max(0, place)]
    left, right = np.searchsorted(draft.segments, (segment, segment + 1)).tolist()
    ahead = draft.forms[max(left, first - most) : first]
    return ahead, draft.forms[stop : max(stop, min(right, stop + most))]


ENOUGH = 5
"""So many rulings must have the new words between the same neighbours."""


def usual(changes: Sequence[WordChange], draft: Draft, index: Index) -> NDArray[np.bool_]:
    """Which of ``changes`` rulings have with the word on either side, or with two on one side where
    a sentence, or a mask, leaves none on the other. What stands in the very rulings of a part of it
    counts as nowhere: the index does not tell them apart.

    Raises UserError when the index is damaged.
    """
    found = np.zeros(len(changes), dtype=bool)
    phrases = [_between_neighbours(one, draft) for one in changes]
    words = index.hasher.words([form for phrase in phrases for form in phrase])
    lengths = np.array([len(phrase) for phrase in phrases], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    for length in np.unique(lengths).tolist():
        if length <= index.max_words:
            which = np.flatnonzero(lengths == length)
            keys = index.hasher.phrases(words, length)[starts[which]]
            found[which] = index.df(index.lookup(keys)) >= ENOUGH
    return found


def _between_neighbours(one: WordChange, draft: Draft) -> Forms:
    """The new words with those beside them."""
    ahead, behind = neighbours(one, draft, 2)
    if ahead and behind:
        ahead, behind = ahead[-1:], behind[:1]
    return (*ahead, *one.forms, *behind)


@dataclass(frozen=True)
class Tables:
    """The tables of wordings as an office uses them.

    - ``terms``: words and sequences of words that stay as they are, beside those of each language;
    - ``synonyms``: what a person may judge beside the tables;
    - ``less_exact``: whether wordings that say less than what stands there are taken, too;
    - ``take_synonyms``: whether ``synonyms`` are taken, too, though nobody has judged them;
    - ``replaced``: words that were said otherwise before: no wording brings them back.
    """

    terms: tuple[str, ...] = ()
    synonyms: Alternatives | None = None
    less_exact: bool = False
    take_synonyms: bool = False
    replaced: frozenset[Forms] = frozenset()

    def allow(self, wording: "Usable") -> bool:
        """Whether a wording is as exact as is asked, and none that was replaced; larger places are
        asked for by their list."""
        exact = self.less_exact or not wording.says_less or wording.is_larger_place
        return exact and wording.forms not in self.replaced


@dataclass(frozen=True)
class Usable:
    """A substitute in a draft: its words from ``first`` up to ``stop`` become ``forms``.

    Words of it that stay as they are do not count; where ``first`` is ``stop``, words are only put
    in before that word. ``others``: how many more places of the draft could have this replacement
    for the same wording.
    """

    substitute: Substitute
    edit: Edit
    first: int
    stop: int
    forms: tuple[str, ...]
    others: int = 0

    @property
    def place(self) -> Span:
        """Where it stands in the draft."""
        return self.edit.span

    @property
    def reach(self) -> tuple[int, int]:
        """The first and last place that it changes, as in `places_of_words`."""
        if self.first == self.stop:
            return 2 * self.first - 1, 2 * self.first - 1
        return places_of_words(self.first, self.stop - 1)

    @property
    def is_larger_place(self) -> bool:
        """Whether it names the larger place that a place lies in."""
        return self.substitute.derivation.kind == _PLACES

    @property
    def says_less(self) -> bool:
        """Whether it is less exact than what it stands for."""
        return self.substitute.harm is Harm.LESS_EXACT

    @property
    def is_exact(self) -> bool:
        """Whether it surely says the same, and no less."""
        return self.substitute.harm < Harm.LESS_EXACT

    def goes_with(self, other: "Usable") -> bool:
        """Whether both may be taken."""
        return self.substitute.goes_with(other.substitute)


def places_of_words(first: int, last: int) -> tuple[int, int]:
    """The first and last place of consecutive words: word n is place 2 n, and what stands before it
    2 n - 1."""
    return 2 * first, 2 * last


def usable(task: Task, index: Index, spans: Sequence[Span], tables: Tables) -> list[Usable]:
    """The alternatives that change something of ``spans``, in the order of the text.

    Raises UserError when the index is damaged.
    """
    wordings = wordings_of(task.draft.language.name)
    larger = larger_places(task, spans, tables.terms)
    found = _usable(task, index, spans, wordings, tables, larger)
    if tables.take_synonyms:
        found = sorted(
            [*found, *to_be_judged(task, index, spans, tables)], key=lambda one: one.place
        )
    return found


def to_be_judged(task: Task, index: Index, spans: Sequence[Span], tables: Tables) -> list[Usable]:
    """The same of the synonyms: whether they say the same, nobody knows yet."""
    synonyms = tables.synonyms
    if synonyms is None or synonyms.language not in (None, task.draft.language.name):
        return []
    return _usable(task, index, spans, synonyms, tables)


def _usable(
    task: Task,
    index: Index,
    spans: Sequence[Span],
    wordings: Alternatives | None,
    tables: Tables,
    more: Iterable[Substitute] = (),
) -> list[Usable]:
    draft = task.draft
    flagged = np.zeros(2 * len(draft.forms) + 1, dtype=bool)
    touched = [words for span in spans if (words := draft.words_in(span))]
    if not touched:
        return []
    for words in touched:
        first, last = places_of_words(words[0], words[-1])
        flagged[first : last + 1] = True
    around = _paragraphs(draft.text, min(spans).start, max(span.end for span in spans))
    stay = (*draft.masks, *task.accepted_spans)
    found = () if wordings is None else _within(draft.text, around, wordings, stay, tables)
    placed = filter(None, (_placed(draft, one) for one in chain(found, more)))
    allowed = (one for one in placed if tables.allow(one))
    touching = [one for one in allowed if flagged[one.reach[0] : one.reach[1] + 1].any()]
    safe = _leading_nowhere(touching, draft, index, task.question)
    return list(_counted(_where_usual(safe, draft, index)))


def _paragraphs(text: str, start: int, end: int) -> Span:
    """The whole paragraphs around a part of a text: quotations end with them."""
    blank = blank_lines(text)
    first = max((line.end for line in blank if line.end <= start), default=0)
    last = min((line.start for line in blank if line.start >= end), default=len(text))
    return Span(first, last)


def _within(
    text: str, part: Span, wordings: Alternatives, stay: Iterable[Span], tables: Tables
) -> Iterator[Substitute]:
    """The alternatives in a part of a text, in offsets of the text."""

    def moved(span: Span, by: int) -> Span:
        return Span(span.start + by, span.end + by)

    kept = [moved(span, -part.start) for span in overlapping(stay, part)]
    inside = text[part.start : part.end]
    for one in wordings.alternatives(inside, protected=kept, terms=tables.terms):
        yield replace(one, span=moved(one.span, part.start), context=moved(one.context, part.start))


def _placed(draft: Draft, substitute: Substitute) -> Usable | None:
    """The substitute on the words of the draft; None where these are others than those of its
    text, and where it changes none."""
    words = draft.words_in(substitute.span)
    if not words or draft.segments[words[0]] != draft.segments[words[-1]]:
        return None
    whole = draft.span_of(words)
    start, end = min(substitute.span.start, whole.start), max(substitute.span.end, whole.end)
    text, span = draft.text, substitute.span
    before = text[start:end]
    after = text[start : span.start] + substitute.replacement + text[span.end : end]
    old, new = draft.forms[words.start : words.stop], find_words(after).forms
    if find_words(before).forms != old:
        return None
    ahead, behind = trimmed(old, new)
    if ahead + behind == len(old) == len(new):
        return None
    forms = new[ahead : len(new) - behind]
    edit = Edit(start, end, before, after)
    return Usable(substitute, edit, words.start + ahead, words.stop - behind, forms)


def _leading_nowhere(
    candidates: Sequence[Usable], draft: Draft, index: Index, question: Question
) -> list[Usable]:
    """Those that bring up no word that too few originals have, and no phrase that leads back."""
    if not candidates:
        return []
    around = index.max_words - 1
    forms: list[str] = []
    numbers: list[int] = []
    begins = np.empty(len(candidates), dtype=np.int64)
    for number, one in enumerate(candidates):
        ahead, behind = neighbours(one, draft, around)
        begins[number] = len(forms) + len(ahead)
        forms += (*ahead, *one.forms, *behind)
        numbers += [number] * (len(ahead) + len(one.forms) + len(behind))
    ends = begins + np.array([len(one.forms) for one in candidates])
    runs = np.array(numbers, dtype=np.int32)
    rare = rare_phrases(index, index.hasher.words(forms), runs, question.k, question.source)
    of = runs[rare.first_words] if len(rare) else np.empty(0, dtype=np.int32)
    new = (rare.first_words < ends[of]) & (rare.first_words + rare.lengths > begins[of])
    leading = {
        int(number)
        for number, posting in zip(of[new], rare.postings[new].tolist(), strict=True)
        if _counts(index, posting, question)
    }
    listed = [form for one in candidates if one.is_larger_place for form in one.forms]
    known = KnownWords(draft, index, question.k, listed)
    unknown = set(known.unknown(form for one in candidates for form in one.forms))
    return [
        one
        for number, one in enumerate(candidates)
        if number not in leading and unknown.isdisjoint(one.forms)
    ]


def _where_usual(candidates: Sequence[Usable], draft: Draft, index: Index) -> list[Usable]:
    """Those that hold anywhere, and those that other rulings have so."""
    asked = [one for one in candidates if one.substitute.usual]
    unusual = {
        one for one, found in zip(asked, usual(asked, draft, index), strict=True) if not found
    }
    return [one for one in candidates if one not in unusual]


def _counts(index: Index, posting: int, question: Question) -> bool:
    if question.source is not None or not question.against:
        return True
    return not question.against.isdisjoint(index.documents_of(posting))


def _counted(found: Sequence[Usable]) -> Iterator[Usable]:
    """Each with the number of other places that could have the same."""
    changes = [(one.edit.before.casefold(), one.edit.after.casefold()) for one in found]
    counts = Counter(changes)
    for one, change in zip(found, changes, strict=True):
        yield replace(one, others=counts[change] - 1)
