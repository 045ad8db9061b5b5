"""What may not be written in place of words of a draft, asked as they come and at the end.

The draft is read with all other words that are to go masked, and so leads nowhere: whatever leads
back with the new words in it is theirs. Knows drafts and findings; nothing of tokens.
"""

import re
from collections import Counter
from functools import cached_property

from unlinkable.draft import DraftReader, Forms, Span, overlapping
from unlinkable.fidelity.replacement import Relation, relation
from unlinkable.model.decoding.infilling import Blank
from unlinkable.model.decoding.judge import Fault
from unlinkable.rewriting.edits.editing import trimmed
from unlinkable.rewriting.infilling.company import unusual
from unlinkable.rewriting.known_words import KnownWords
from unlinkable.rewriting.linkable import finding_spans, rare_phrases
from unlinkable.rewriting.passages.inflections import stems
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

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
        found = _texts_of(self.task_with(words), self._index, stop)
        return found <= self._known

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


def known_findings(task: Task, index: Index, stop: Stop) -> Counter[str]:
    """What leads back in a draft, by its words."""
    return _texts_of(task, index, stop)


def _texts_of(task: Task, index: Index, stop: Stop) -> Counter[str]:
    text = task.draft.text
    spans = finding_spans(task, index, stop)
    return Counter(text[span.start : span.end].casefold() for span in spans)
