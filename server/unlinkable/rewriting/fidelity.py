"""Whether a rewriting says the same: nothing of substance lost, nothing invented.

Whatever `substance` finds outside the flagged phrases must still be there; whatever stands in the
new text must have been there before. Inside a flagged phrase things may be dropped or said with
less precision, never replaced by others. Knows nothing of indexes and models.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from unlinkable.draft import Span
from unlinkable.rewriting.languages import language_of
from unlinkable.rewriting.substance import Element, Sort, Substance, less_exact, substance
from unlinkable_index.words import find_words


def unfaithful(
    before: str, after: str, flagged: Sequence[Span], masks: tuple[str, ...]
) -> tuple[str, ...]:
    """Every reason why ``after`` does not say what ``before`` says; none when it does.

    ``flagged``: spans of ``before`` that were to be removed. ``masks``: regular expressions.
    """
    language = language_of(find_words(before).forms)
    old, new = substance(before, masks, language), substance(after, masks, language)
    reasons: list[str] = []
    for sort in Sort:
        mine = [element for element in old.elements if element.sort is sort]
        free = [e for e in mine if sort is not Sort.MASK and _touches(e, flagged)]
        theirs = [element for element in new.elements if element.sort is sort]
        if sort is Sort.NAME:
            reasons += _names(mine, free, theirs, old, new)
            continue
        kept = Counter(e.value for e in mine) - Counter(e.value for e in free)
        reasons += _missing(sort, kept - Counter(e.value for e in theirs), mine)
        allowed = Counter(e.value for e in mine) + _said_with_less(sort, free, theirs)
        if sort is Sort.NUMBER:
            allowed += Counter(_numbers_in_dates(old, flagged))
        reasons += _invented(sort, Counter(e.value for e in theirs) - allowed, theirs)
    return tuple(reasons)


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


def _names(
    mine: Sequence[Element],
    free: Sequence[Element],
    theirs: Sequence[Element],
    old: Substance,
    new: Substance,
) -> list[str]:
    """Names are compared as sets: a second mention may become a pronoun. A word that begins a
    sentence may or may not be a name, so it is neither demanded nor refused there."""
    still = {element.value for element in theirs} | new.perhaps_names
    gone = {e.value for e in mine if e not in free} - still
    lowered = {form for word in old.perhaps_names for form in (word, word.lower())}
    known = {element.value for element in mine} | lowered
    invented = {element.value for element in theirs} - known
    return [f"The name {name} is missing." for name in sorted(gone)] + [
        f"The name {name} was not there before." for name in sorted(invented)
    ]


def _missing(sort: Sort, gone: Counter[str], mine: Sequence[Element]) -> list[str]:
    return [
        f"{_said(sort, _shown(value, mine))} is missing{_times(count)}."
        for value, count in sorted(gone.items())
    ]


def _invented(sort: Sort, extra: Counter[str], theirs: Sequence[Element]) -> list[str]:
    return [
        f"{_said(sort, _shown(value, theirs))} was not there before{_times(count)}."
        for value, count in sorted(extra.items())
    ]


def _shown(value: str, elements: Sequence[Element]) -> str:
    return next(element.shown for element in elements if element.value == value)


def _said(sort: Sort, shown: str) -> str:
    article = "A" if sort in (Sort.NEGATION, Sort.MASK) else "The"
    return f"{article} {sort.value} ({shown})"


def _times(count: int) -> str:
    return "" if count == 1 else f" ({count} times)"
