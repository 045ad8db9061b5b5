"""A rewriting told in the words of the passage, where both are known to say the same.

"By virtue of Article 5" for "according to Article 5" is no change, whatever else the words may
mean: where one phrase of a line of the table went and another came, the one that went is put back
before anything is compared. Knows texts and the table of equivalents; nothing of what turns.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from unlinkable.draft import Span, touch, touches
from unlinkable.fidelity.surplus import surplus
from unlinkable.language import Language
from unlinkable_index.words import find_words

_APART = re.compile(r"[^\w\s.'’-]")  # what no phrase goes on over


class _Equivalent(NamedTuple):
    """A phrase in a text: the line of the table, its word forms, and where it stands."""

    line: int
    forms: tuple[str, ...]
    place: Span


class Equivalents:
    """Those in ``passage``, a text in ``language``."""

    def __init__(self, passage: str, language: Language) -> None:
        self._passage = passage
        self._language = language
        self._mine = _found(passage, language)

    def put_back(self, after: str, fixed: Sequence[Span]) -> str:
        """``after`` with each phrase that came for one that says the same replaced by that one.
        ``fixed``: spans of ``after`` that nothing touches."""
        theirs = [e for e in _found(after, self._language) if not touches(e.place, fixed)]
        went = defaultdict(list)
        for one in _only(self._mine, theirs):
            went[one.line].append(one)
        new = _only(theirs, self._mine)
        pairs = [(went[one.line].pop(0), one) for one in new if went[one.line]]
        pairs.sort(key=lambda pair: -len(pair[1].forms))
        taken: list[tuple[Span, str]] = []
        for old, one in pairs:
            if not any(touch(one.place, place) for place, _ in taken):
                taken.append((one.place, self._passage[old.place.start : old.place.end]))
        for place, words in sorted(taken, reverse=True):
            first = after[place.start]
            words = (words[0].upper() if first.isupper() else words[0].lower()) + words[1:]
            after = after[: place.start] + words + after[place.end :]
        return after


def _found(text: str, language: Language) -> list[_Equivalent]:
    words = find_words(text)
    found = []
    for line, numbers in ((one.value, one.words) for one in language.equivalents.find(words.forms)):
        place = Span(int(words.starts[numbers[0]]), int(words.ends[numbers[-1]]))
        if not _APART.search(text, *place):
            found.append(_Equivalent(line, words.forms[numbers[0] : numbers[-1] + 1], place))
    return found


def _only(some: Sequence[_Equivalent], others: Sequence[_Equivalent]) -> list[_Equivalent]:
    return surplus(some, Counter(one[:2] for one in others), lambda one: one[:2])
