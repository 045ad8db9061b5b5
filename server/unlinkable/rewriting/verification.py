"""The checks of a new wording for one passage: while it is written (what can be found, what it
adds) and at the end, on the whole draft as it would be. Knows drafts, findings and fidelity;
must never know where a wording comes from, nor tokens."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unlinkable.draft import Draft, DraftReader, Forms, Span, outline, overlapping, touch
from unlinkable.fidelity.fidelity import Fidelity, unfaithful
from unlinkable.fidelity.kind_of_text import another_kind, first_addition, other_end
from unlinkable.model.decoding.written_text import Fault, Judge
from unlinkable.model.prompt import MARKS
from unlinkable.rewriting.passage_request import PassageRequest
from unlinkable.rewriting.task import KnownWords, Task, combination_spans, rare_phrases
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

_SETTLED = 3  # words that must follow: no date, reference or mask has more behind its first part
_OPEN = re.compile(r"\[[^\]]*$|\([^)]*$|<[^>]*$")
_PATIENCE = 24  # faults for one passage; a model that insists is refused in the end


class Additions:
    """Judges the new text of one passage."""

    def __init__(self, request: PassageRequest) -> None:
        task = self._task = request.task
        self._before = request.before
        masks, language = task.reading.masks, task.draft.language
        flagged, places = request.flagged_inside, task.places
        self._fidelity = Fidelity(self._before, flagged, masks, language, places, request.new_masks)
        self._marks = [mark for mark in MARKS if mark not in self._before]
        self._patience = _PATIENCE

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """The first addition that is settled (see `Judge`): what it begins with is to blame, the
        word where it is one that says too much. At once the marks of phrases that the model was
        shown, at the end also another end than there was."""
        marks = [place for mark in self._marks if (place := text.find(mark)) >= 0]
        if marks:
            return _blaming(text, min(marks))
        if not self._patience:
            return None
        until = len(text) if ended else _settled(text)
        added = [addition for addition in self._added(text) if addition[0] <= until]
        if not added and ended and other_end(self._before, text):
            added = [(len(text), Fault(len(text), len(text)))]
        if not added:
            return None
        self._patience -= 1
        return min(fault for _, fault in added)

    def _added(self, text: str) -> Iterator[tuple[int, Fault]]:
        """Where additions end, and what is to blame for them."""
        task = self._task
        addition = first_addition(self._before, text, task.markup, task.reading)
        if addition is not None:
            yield addition + 1, _blaming(text, addition)
        for element in self._fidelity.invented(text):
            is_word = text[element.start].isalnum()
            why = "was not there before"
            blamed = Fault(element.start, element.start, why=why) if is_word else None
            yield element.end, blamed or _blaming(text, element.start)


@dataclass(frozen=True)
class Judges:
    """Several judges, of whom each may object."""

    judges: tuple[Judge, ...]

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """The fault of the first that finds one (see `Judge`)."""
        faults = (judge(text, ended) for judge in self.judges)
        return next((fault for fault in faults if fault is not None), None)


def _blaming(text: str, place: int) -> Fault:
    """What stands at a place, with the space before it, is to blame, and not the word there."""
    if text[place - 1 : place] == " ":  # which belongs to the token of the word
        place -= 1
    return Fault(place, place - 1)


def _settled(text: str) -> int:
    """How far all that begins in ``text`` has come to its end."""
    starts = find_words(text).starts
    until = int(starts[-_SETTLED]) if len(starts) > _SETTLED else 0
    opened = _OPEN.search(text)
    return min(until, opened.start()) if opened else until


@dataclass(frozen=True)
class Verdict:
    """Why a candidate is refused; ``text`` is the draft as it would be."""

    reasons: tuple[str, ...]
    text: str


class Verifier:
    """Checks candidates for one passage."""

    def __init__(self, request: PassageRequest, index: Index) -> None:
        self._request = request
        self._task = request.task
        self._index = index
        self._reader = DraftReader(self._task.markup, self._task.reading)
        self._inflections = request.inflections
        known = rare_phrases(self._task.draft, index, self._task.question)
        self._known = {found.span for found in known}
        k, listed = self._task.question.k, request.larger_places
        self._words = KnownWords(self._task.draft, index, k, listed)

    def verdict(self, after: str) -> Verdict:
        """What speaks against ``after`` in place of the passage."""
        task, passage, before = self._task, self._request.passage, self._request.before
        text = task.draft.text[: passage.start] + after + task.draft.text[passage.end :]
        inside = self._request.flagged_inside
        masks, language = task.reading.masks, task.draft.language
        reasons = another_kind(before, after, task.markup, task.reading)
        new_masks = self._request.new_masks
        reasons += unfaithful(before, after, inside, masks, language, task.places, new_masks)
        reasons += self._still_linkable(text, after)
        return Verdict(reasons, text)

    def combination_spans(self, text: str, stop: Stop) -> list[Span]:
        """Where the combination findings of the draft would stand."""
        draft = self._reader.read(text)
        return combination_spans(draft, self._index, self._task.question, stop)

    def _leads_no_more(self, phrase: Forms, draft: Draft, words: range) -> bool:
        """Whether a term of a combination no longer leads back at its places among ``words``, as
        another term of it is gone, and none has come in its place."""
        if phrase not in self._terms:
            return False
        left = combination_spans(draft, self._index, self._task.question, never)
        places = [draft.span_of(place) for place in draft.places_of(phrase, words)]
        led = any(overlapping(left, place) for place in places)
        return not led and len(left) < len(self._combinations)

    @cached_property
    def _combinations(self) -> list[Span]:
        """Where the combination findings of the draft stand."""
        return combination_spans(self._task.draft, self._index, self._task.question, never)

    @cached_property
    def _terms(self) -> frozenset[Forms]:
        """What must go as a term of a combination."""
        asked = set(self._request.target.must_go)
        found = asked.intersection(self._combinations) - self._known
        return frozenset(map(self._task.draft.forms_in, found))

    def _still_linkable(self, text: str, after: str) -> tuple[str, ...]:
        draft = self._reader.read(text)
        passage = self._request.passage
        shift = len(after) - len(self._request.before)
        new = Span(passage.start, passage.start + len(after))
        reasons = []
        for finding in rare_phrases(draft, self._index, self._task.question):
            outside = finding.end <= new.start or finding.start >= new.end
            back = shift if finding.start >= new.end else 0
            if not outside or (finding.start - back, finding.end - back) not in self._known:
                shown = draft.text[finding.start : finding.end]
                many = "one original" if finding.df == 1 else f"{finding.df} originals"
                reasons.append(f"“{shown}” leads to {many}.")
        words = draft.words_in(new)
        unknown = self._words.unknown(draft.forms[word] for word in words)
        reasons += [
            f"“{word}” is no word of the draft, and too few originals have it." for word in unknown
        ]
        stay = {phrase for phrase in self._request.must_go if any(draft.places_of(phrase, words))}
        stay = {phrase for phrase in stay if not self._leads_no_more(phrase, draft, words)}
        reasons += [f"“{' '.join(phrase)}” is still there." for phrase in sorted(stay)]
        for phrase, place in self._inflections.places(draft, words):
            start, end = draft.span_of(place)
            reasons.append(f"“{draft.text[start:end]}” is “{' '.join(phrase)}” with other endings.")
        return tuple(reasons)


class Watch:
    """Judges the new text of one passage, in its place in the draft. What the request wants to go
    must not come back even where it is not rare, and no word that is none may come."""

    def __init__(self, request: PassageRequest, index: Index) -> None:
        task, passage = request.task, request.passage
        self._index = index
        self._question = task.question
        self._forbidden = request.must_go
        self._inflections = request.inflections
        self._words = KnownWords(task.draft, index, task.question.k, request.larger_places)
        self._reach = index.max_words - 1
        self._reader = DraftReader(task.markup, task.reading)
        around = _surroundings(task, passage, self._reach)
        text = task.draft.text
        self._before = text[around.start : passage.start]
        self._after = text[passage.end : around.end]

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """The first of the phrases that must not stand; None where all is well (see `Judge`)."""
        draft = self._reader.read(self._before + text + (self._after if ended else ""))
        place = Span(len(self._before), len(self._before) + len(text))
        words = draft.words_in(place)
        if not words:
            return Fault(0, 0) if ended else None
        first, last = words.start, words.stop - 1
        begin, end = max(0, first - self._reach), last + 1
        if ended:
            end = min(end + self._reach, len(draft.forms))
        part = draft.part(np.arange(begin, end))
        found = [(start + begin, end + begin, why) for start, end, why in self._faults(part)]
        faults = [(end, start, why) for start, end, why in found if start <= last and end >= first]
        if not faults:
            return None
        end, start, why = min(faults)
        begins, ends = (
            max(0, int(draft.starts[word]) - place.start)
            for word in (max(start, first), min(end, last))
        )
        return Fault(begins, ends, first <= start and end <= last, why)

    def _faults(self, part: Draft) -> Iterator[tuple[int, int, str]]:
        """The first and last words of what must not stand, and why they must not."""
        for finding in rare_phrases(part, self._index, self._question):
            yield finding.first_word, finding.first_word + finding.words - 1, "leads to an original"
        unknown = set(self._words.unknown(part.forms))
        for word, form in enumerate(part.forms):
            if form in unknown:
                yield word, word, "is no word that other originals have"
        for phrase in self._forbidden:
            for words in part.places_of(phrase):
                yield words[0], words[-1], "is what was to go"
        for phrase, words in self._inflections.places(part, range(len(part.forms))):
            yield words[0], words[-1], f"is “{' '.join(phrase)}” with other endings"


def _surroundings(task: Task, passage: Span, reach: int) -> Span:
    """The blocks that hold the passage and ``reach`` words on either side of it: what lies beyond
    can change neither how the passage is read nor a phrase in it."""
    draft = task.draft
    words = draft.words_in(passage)
    first, last = max(0, words.start - reach), min(len(draft.forms), words.stop + reach) - 1
    start = min(passage.start, int(draft.starts[first])) if draft.forms else passage.start
    end = max(passage.end, int(draft.ends[last])) if draft.forms else passage.end
    blocks = outline(draft.text, task.markup).blocks
    touched = [block for block in blocks if touch(block, Span(start, end))]
    return Span(touched[0].start, touched[-1].end) if touched else passage
