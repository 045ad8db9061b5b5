"""Whether a rewriting says the same: nothing of substance lost, nothing invented, nothing turned.

Whatever `substance` finds outside the flagged phrases must still be there; whatever stands in the
new text must have been there before. Inside a flagged phrase numbers, dates, names and references
may be dropped or said less exactly, never replaced by others. What `sense` reads keeps its sense
everywhere. Knows nothing of indexes and models.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.contradictions.contradictions import contradictions, unprompted
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.fidelity.substance.less_exact import said_with_less
from unlinkable.fidelity.substance.names import Names
from unlinkable.fidelity.substance.numbers import Numbers
from unlinkable.fidelity.substance.places import NOWHERE, Places
from unlinkable.fidelity.substance.substance import Element, Sort, Substance, substance
from unlinkable.fidelity.surplus import surplus
from unlinkable.language import Language, detect
from unlinkable_index.words import find_words


def unfaithful(
    before: str,
    after: str,
    flagged: Sequence[Span],
    masks: tuple[str, ...],
    language: Language | None = None,
    places: Places = NOWHERE,
    new_masks: int | None = None,
) -> tuple[str, ...]:
    """Every reason why ``after`` does not say what ``before`` says; none when it does.

    - ``flagged``: spans of ``before`` that were to be removed;
    - ``masks``: regular expressions;
    - ``language``: that of the draft; without it, the one that ``before`` seems to be in;
    - ``places``: of which a flagged one may become one that it lies in;
    - ``new_masks``: how many may come; None: one for each of the ``flagged``.
    """
    return Fidelity(before, flagged, masks, language, places, new_masks).reasons(after)


class Fidelity:
    """What a passage says, to compare rewritings of it with. Arguments as for `unfaithful`."""

    def __init__(
        self,
        before: str,
        flagged: Sequence[Span],
        masks: tuple[str, ...],
        language: Language | None = None,
        places: Places = NOWHERE,
        new_masks: int | None = None,
    ) -> None:
        self._masks = masks
        self._new_masks = len(flagged) if new_masks is None else new_masks
        self._flagged = flagged
        self._places = places
        words = find_words(before)
        larger = {
            word
            for found, names in places.of(words.forms)
            if touches(Span(words.starts[found[0]], words.ends[found[-1]]), flagged)
            for name in names
            for word in name.split()
        }
        self._language = language or detect(words.forms)
        self._old = substance(before, masks, self._language)
        self._sense = sense(self._old.rest, self._language)
        self._mine = {sort: [e for e in self._old.elements if e.sort is sort] for sort in Sort}
        self._free = {  # those that may change
            sort: [e for e in mine if sort is not Sort.MASK and touches(e, flagged)]
            for sort, mine in self._mine.items()
        }
        names, free_names = self._mine[Sort.NAME], self._free[Sort.NAME]
        self._names = Names(before, names, free_names, larger, self._language)
        self._numbers = Numbers(self._old, self._sense, flagged)

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
        reasons += self._other_order(new)
        its_sense = sense(new.rest, self._language)
        reasons += self._other_numbers(new, its_sense)
        thesaurus = self._language.thesaurus
        reasons += contradictions(self._sense, its_sense, self._flagged, thesaurus)
        return tuple(dict.fromkeys(reasons))

    def invented(self, text: str) -> list[Span]:
        """What stands in ``text``, a rewriting or its beginning, and was not there before."""
        new = substance(text, self._masks, self._language)
        elements = [
            element
            for sort in Sort
            for element in self._invented(sort, [e for e in new.elements if e.sort is sort])
        ]
        numbers = self._numbers.invented(new)
        marks = unprompted(self._sense, sense(new.rest, self._language))
        places = [Span(element.start, element.end) for element in elements]
        places += [Span(number.start, number.end) for number in numbers]
        return places + [Span(mark.start, mark.end) for mark in marks]

    def _missing(self, sort: Sort, theirs: Sequence[Element], new: Substance) -> list[str]:
        mine, free = self._mine[sort], self._free[sort]
        if sort is Sort.NAME:
            gone = Counter(self._names.missing(theirs, new.perhaps_names))
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
        if sort is Sort.NAME:
            return self._names.invented(theirs)
        allowed = Counter(e.value for e in mine) + said_with_less(sort, free, theirs)
        if sort is Sort.MASK:  # in place of a flagged phrase that no words can stand for
            return _later_ones(theirs, len(mine) + self._new_masks)
        return surplus(theirs, allowed, lambda element: element.value)

    def _other_numbers(self, new: Substance, after: Sense) -> Iterator[str]:
        for shown, count in self._numbers.missing(new, after).items():
            yield f"The number ({shown}) is missing{_times(count)}."
        for shown, count in Counter(q.shown for q in self._numbers.invented(new)).items():
            yield f"The number ({shown}) was not there before{_times(count)}."
        yield from self._numbers.one_of_many(new, after)
        yield from self._numbers.other_limits(new)

    def _other_order(self, new: Substance) -> Iterator[str]:
        """Whether references that stand in both texts stand in another order."""
        theirs = [e.value for e in new.elements if e.sort is Sort.REFERENCE]
        mine = [e.value for e in self._mine[Sort.REFERENCE]]
        both = set(mine) & set(theirs)
        was = list(dict.fromkeys(value for value in mine if value in both))
        if was != list(dict.fromkeys(value for value in theirs if value in both)):
            yield "The references to the law stand in another order."


def _later_ones(elements: Sequence[Element], first: int) -> list[Element]:
    return list(elements[first:])


def _said(sort: Sort, shown: str) -> str:
    if sort is Sort.NAME:
        return f"The name {shown}"
    return f"{'A' if sort is Sort.MASK else 'The'} {sort.value} ({shown})"


def _times(count: int) -> str:
    return "" if count == 1 else f" ({count} times)"
