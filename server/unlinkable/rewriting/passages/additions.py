"""The judge of what a text being written adds: substance, sentences, markup that were not there.

What `fidelity` and `kind_of_text` would refuse of the finished text is a fault as soon as it is
settled, that is, when enough words follow that it can turn out to be nothing else ("4" may become
"4 May 2009"). What is missing shows at the end only, and is left to `verification`, as is all else
that this judge lets pass. Knows nothing of tokens and indexes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from unlinkable.fidelity.fidelity import Fidelity
from unlinkable.fidelity.kind_of_text import first_addition, other_end
from unlinkable.model.decoding.judge import Fault, Judge
from unlinkable.model.prompting.prompt import MARKS
from unlinkable.rewriting.passages.passage_request import PassageRequest
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
