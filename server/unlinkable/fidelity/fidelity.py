"""Whether a rewriting says the same: nothing of substance lost, nothing invented.

Whatever `substance` finds outside the flagged phrases must still be there; whatever stands in the
new text must have been there before. Inside a flagged phrase things may be dropped or said with
less precision, never replaced by others. Knows nothing of indexes and models.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from unlinkable.draft import Span
from unlinkable.fidelity.substance import Element, Sort, Substance, less_exact, substance
from unlinkable.language import Language, detect
from unlinkable_index.words import find_words


def unfaithful(
    before: str,
    after: str,
    flagged: Sequence[Span],
    masks: tuple[str, ...],
    language: Language | None = None,
) -> tuple[str, ...]:
    """Every reason why ``after`` does not say what ``before`` says; none when it does.

    - ``flagged``: spans of ``before`` that were to be removed;
    - ``masks``: regular expressions;
    - ``language``: that of the draft; without it, the one that ``before`` seems to be in.
    """
    return Fidelity(before, flagged, masks, language).reasons(after)


class Fidelity:
    """What a passage says, to compare rewritings of it with. Arguments as for `unfaithful`."""

    def __init__(
        self,
        before: str,
        flagged: Sequence[Span],
        masks: tuple[str, ...],
        language: Language | None = None,
    ) -> None:
        self._masks = masks
        self._flagged = flagged
        words = find_words(before)
        self._words = {before[s:e] for s, e in zip(words.starts, words.ends, strict=True)}
        self._language = language or detect(words.forms)
        self._old = substance(before, masks, self._language)
        self._mine = {sort: [e for e in self._old.elements if e.sort is sort] for sort in Sort}
        self._free = {  # those that may change
            sort: [e for e in mine if sort is not Sort.MASK and _touches(e, flagged)]
            for sort, mine in self._mine.items()
        }

    def reasons(self, after: str) -> tuple[str, ...]:
        """Every reason why ``after`` does not say the same."""
        new = substance(after, self._masks, self._language)
        reasons: list[str] = []
        for sort in Sort:
            theirs = [element for element in new.elements if element.sort is sort]
            reasons += self._missing(sort, theirs, new)
            counted = Counter(element.value for element in self._invented(sort, theirs))
            shown = {element.value: element.shown for element in reversed(theirs)}
            reasons += [
                f"{_said(sort, shown[value])} was not there before{_times(count)}."
                for value, count in sorted(counted.items())
            ]
        return tuple(reasons)

    def invented(self, text: str) -> list[Element]:
        """What stands in ``text``, a rewriting or its beginning, and was not there before."""
        new = substance(text, self._masks, self._language)
        return [
            element
            for sort in Sort
            for element in self._invented(sort, [e for e in new.elements if e.sort is sort])
        ]

    def _missing(self, sort: Sort, theirs: Sequence[Element], new: Substance) -> list[str]:
        mine, free = self._mine[sort], self._free[sort]
        if sort is Sort.NAME:  # compared as sets: a second mention may become a pronoun
            still = {element.value for element in theirs} | new.perhaps_names
            gone = Counter({e.value for e in mine if e not in free} - still)
        else:
            gone = Counter(e.value for e in mine) - Counter(e.value for e in free)
            gone -= Counter(e.value for e in theirs)
        shown = {element.value: element.shown for element in reversed(mine)}
        return [
            f"{_said(sort, shown[value])} is missing{_times(count)}."
            for value, count in sorted(gone.items())
        ]

    def _invented(self, sort: Sort, theirs: Sequence[Element]) -> list[Element]:
        """Those of ``theirs`` for which there is nothing before, in their order."""
        mine, free = self._mine[sort], self._free[sort]
        if sort is Sort.NAME:  # also what begins a sentence there, or stands in a reference
            once = {e.value: e for e in reversed(theirs) if e.value not in self._words}
            return list(once.values())
        allowed = Counter(e.value for e in mine) + _said_with_less(sort, free, theirs)
        if sort is Sort.NUMBER:
            allowed += Counter(_numbers_in_dates(self._old, self._flagged))
        invented = []
        for element in theirs:
            allowed[element.value] -= 1
            if allowed[element.value] < 0:
                invented.append(element)
        return invented


def _touches(element: Element, spans: Iterable[Span]) -> bool:
    return any(element.start < span.end and span.start < element.end for span in spans)


def _said_with_less(sort: Sort, free: Sequence[Element], theirs: Sequence[Element]) -> Counter[str]:
    """Values allowed because they say less than what was flagged."""
    if sort is Sort.DATE:
        return Counter(value for element in free for value in less_exact(element.value))
    if sort is Sort.QUOTATION:  # a part of a quotation is still a quotation
        parts = {e.value for e in theirs if any(e.value in whole.value for whole in free)}
        return Counter(parts - {element.value for element in free})
    if sort is Sort.REFERENCE:  # "Article 6" says less than "Article 6 § 1"
        parts = {e.value for e in theirs if any(_less_of(e.value, whole.value) for whole in free)}
        return Counter(parts - {element.value for element in free})
    return Counter()


def _less_of(part: str, whole: str) -> bool:
    """Whether one reference names some of what another one names."""
    head, _, numbers = part.partition(" ")
    other_head, _, all_numbers = whole.partition(" ")
    return (
        head == other_head
        and re.search(rf"(?<!\d){re.escape(numbers)}(?!\d)", all_numbers) is not None
    )


def _numbers_in_dates(old: Substance, flagged: Sequence[Span]) -> list[str]:
    """The years of flagged dates: "in 2004" says less than "on 12 March 2004"."""
    dates = [e for e in old.elements if e.sort is Sort.DATE and _touches(e, flagged)]
    return [element.value.split("-")[0] for element in dates]


def _said(sort: Sort, shown: str) -> str:
    if sort is Sort.NAME:
        return f"The name {shown}"
    article = "A" if sort in (Sort.NEGATION, Sort.MASK) else "The"
    return f"{article} {sort.value} ({shown})"


def _times(count: int) -> str:
    return "" if count == 1 else f" ({count} times)"
