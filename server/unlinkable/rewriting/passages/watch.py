"""The judge of words being written: whether what stands there so far, in its place, can be found.

Reads the passage so far together with the text around it exactly as a draft is read, so that a mask
or a sentence end written by the model cuts where it will cut in the end. Knows drafts and findings;
nothing of tokens.
"""

from collections.abc import Iterator

import numpy as np

from unlinkable.draft import Draft, DraftReader, Span, outline, touch
from unlinkable.model.decoding.judge import Fault
from unlinkable.rewriting.known_words import KnownWords
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.passages.passage_request import PassageRequest
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index


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
