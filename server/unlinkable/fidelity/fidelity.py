"""Whether a rewriting says the same: nothing of substance lost, nothing invented, nothing turned.
Inside a flagged phrase numbers, dates, names and references may be dropped or said less exactly,
never replaced by others; what `sense` reads keeps its sense everywhere. Must know nothing of
indexes and models."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from fractions import Fraction

from unlinkable.draft import Span, touches
from unlinkable.fidelity.contradictions import contradictions, surplus, uninflected, unprompted
from unlinkable.fidelity.places import NOWHERE, Places
from unlinkable.fidelity.quantities import Quantity, unmatched
from unlinkable.fidelity.sense import Sense, sense
from unlinkable.fidelity.substance import Element, Sort, Substance, in_rows, substance
from unlinkable.language import Language, detect
from unlinkable_index.words import find_words


def said_with_less(sort: Sort, free: Sequence[Element], theirs: Sequence[Element]) -> Counter[str]:
    """Values allowed because they say less than what was flagged."""
    if sort is Sort.DATE:
        return Counter(value for element in free for value in _less_exact_dates(element.value))
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


def _less_exact_dates(value: str) -> tuple[str, ...]:
    """The values of dates that say the same with less: without the day, or without the year."""
    year, month, day = value.split("-")
    return tuple({f"{year}-{month}-0", f"0-{month}-{day}", f"0-{month}-0"} - {value})


class Names:
    """The names of ``passage``.

    - ``mine``: these;
    - ``flagged``: those of them that may go, and with them the others in a row with one;
    - ``larger``: words of the larger places that may come for one of them.
    """

    def __init__(
        self,
        passage: str,
        mine: Sequence[Element],
        flagged: Sequence[Element],
        larger: Set[str],
        language: Language,
    ) -> None:
        self._mine = mine
        self._flagged = {
            name for row in in_rows(mine) if not set(row).isdisjoint(flagged) for name in row
        }
        self._language = language
        words = find_words(passage)
        stands = {passage[s:e] for s, e in zip(words.starts, words.ends, strict=True)}
        known = stands | larger  # also what begins a sentence, or a reference
        self._known = set(map(self._name, known))

    def missing(self, theirs: Sequence[Element], perhaps: Set[str]) -> set[str]:
        """Those that had to stay and are neither among ``theirs`` nor ``perhaps`` there."""
        still = {self._name(element.value) for element in theirs} | set(map(self._name, perhaps))
        staying = (name.value for name in self._mine if name not in self._flagged)
        return {name for name in staying if self._name(name) not in still}

    def invented(self, theirs: Sequence[Element]) -> list[Element]:
        """Those of ``theirs`` that the passage has nothing for, each once."""
        new = [name for name in theirs if self._name(name.value) not in self._known]
        return list({name.value: name for name in reversed(new)}.values())

    def _name(self, word: str) -> str:
        """What of a name stays in all cases of the language, and for a people and its land."""
        land = next(iter(self._language.names.peoples.find((word.casefold(),))), None)
        if land is not None:
            return land.value
        return uninflected(word) if self._language.names.capitalised_nouns else word


_WHOLE = {"one", "all", "none", "most", "few"}


class Numbers:
    """Those of a passage: of its ``substance``, and what its ``sense`` says of all, both or one."""

    def __init__(self, substance: Substance, sense: Sense, flagged: Sequence[Span]) -> None:
        self._mine = substance.quantities
        self._sense = sense
        self._free = [quantity for quantity in self._mine if touches(quantity, flagged)]
        self._years = [
            Quantity(Fraction(date.value.split("-")[0]), "", "", date.shown, *date[3:])
            for date in substance.elements  # "in 2004" says less than "on 12 March 2004"
            if date.sort is Sort.DATE and touches(date, flagged)
        ]

    def missing(self, new: Substance, after: Sense) -> Counter[str]:
        """Those that had to stay and did not, as they were shown."""
        fixed = [q for q in self._mine if not q.article and q not in self._free]
        gone, _ = unmatched(fixed, new.quantities)
        both = _says_both(after)
        return Counter(q.shown for q in gone if not (both and q.amount == 2 and not q.unit))

    def invented(self, new: Substance) -> list[Quantity]:
        """Those of ``new`` that say neither what a number before says nor, of a flagged one or of
        a flagged date, the same less exactly."""
        alone, left = unmatched(new.quantities, self._mine)
        free = [q for q in left if q in self._free] + self._years
        both = _says_both(self._sense)
        return [
            q
            for q in alone
            if not any(q.holds(old) for old in free)
            and not any(q.says(old) for old in free)
            and not (both and q.amount == 2)
            and (not q.article or any(old.unit for old in free))
        ]

    def one_of_many(self, new: Substance, after: Sense) -> Iterator[str]:
        """Where "a single", "all" or "none" came in place of a number."""
        gone, _ = unmatched(self._free, new.quantities)
        many = next((q for q in gone if q.amount and q.amount != 1), None)
        for kind in after.quantifiers.keys() - self._sense.quantifiers.keys():
            if many and kind in _WHOLE:
                yield f"“{many.shown}” became “{after.quantifiers[kind]}”."

    def other_limits(self, new: Substance) -> Iterator[str]:
        """Where a number that stays was the most that it might be and is now the least."""
        for old in self._mine:
            for other in new.quantities:
                if other.says(old) and other.direction * old.direction < 0:
                    yield f"The limit ({old.shown}) lies on the other side."


def _says_both(text: Sense) -> bool:
    return "both" in text.quantifiers


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
            return list(theirs[len(mine) + self._new_masks :])
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


def _said(sort: Sort, shown: str) -> str:
    if sort is Sort.NAME:
        return f"The name {shown}"
    return f"{'A' if sort is Sort.MASK else 'The'} {sort.value} ({shown})"


def _times(count: int) -> str:
    return "" if count == 1 else f" ({count} times)"
