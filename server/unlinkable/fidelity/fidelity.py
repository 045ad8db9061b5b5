"""Whether a rewriting says the same: nothing of substance lost, nothing invented, nothing turned.

Whatever `substance` finds outside the flagged phrases must still be there; whatever stands in the
new text must have been there before. Inside a flagged phrase numbers, dates, names and references
may be dropped or said less exactly, never replaced by others. What `sense` reads keeps its sense
everywhere. Knows nothing of indexes and models.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.changes.equivalents import Equivalents
from unlinkable.fidelity.changes.names import Names
from unlinkable.fidelity.changes.nouns import other_nouns
from unlinkable.fidelity.changes.numbers import Numbers
from unlinkable.fidelity.changes.replaced import replaced
from unlinkable.fidelity.changes.unanswered import unanswered
from unlinkable.fidelity.changes.worded import Worded
from unlinkable.fidelity.hidden import hidden
from unlinkable.fidelity.roles.exchanged import exchanged, swapped
from unlinkable.fidelity.roles.roles import redirected, reversed_roles
from unlinkable.fidelity.roles.things import parties, things
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.fidelity.substance.less_exact import said_with_less
from unlinkable.fidelity.substance.places import NOWHERE, Places
from unlinkable.fidelity.substance.substance import Element, Sort, Substance, substance
from unlinkable.fidelity.surplus import surplus
from unlinkable.fidelity.turned.turned import added, turned
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
        self._before = before
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
        self._worded = Worded(before, self._language)
        self._equivalents = Equivalents(before, self._language)
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

    def reasons(self, after: str, given: Collection[str] = ()) -> tuple[str, ...]:
        """Every reason why ``after`` does not say the same. ``given``: forms of words that somebody
        has named as synonyms, so that no thesaurus need know them."""
        after, new = self._in_its_words(after)
        alike = self._masked_like(after, new)
        return alike.reasons(after, given) if alike else self._reasons(after, new, given)

    def _reasons(self, after: str, new: Substance, given: Collection[str]) -> tuple[str, ...]:
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
        reasons += self._broken_off(after)
        its_sense = sense(new.rest, self._language)
        reasons += self._other_numbers(new, its_sense)
        reasons += self._numbers.one_of_many(new, its_sense)
        reasons += self._other_persons(its_sense)
        reasons += turned(self._sense, its_sense, self._flagged, self._language.thesaurus)
        reasons += reversed_roles(self._sense, its_sense, self._language)
        reasons += redirected(self._sense, its_sense, self._language)
        if self._language.senses_complete:
            reasons += replaced(self._sense, its_sense, self._language.thesaurus)
            reasons += self._unanswered(new, its_sense, given)
        if self._language.nouns_capitalised:
            reasons += self._other_nouns(new, its_sense, given)
        reasons += self._exchanged(after, new, its_sense)
        reasons += self._numbers.other_limits(new)
        return tuple(dict.fromkeys(reasons))

    def _masked_like(self, after: str, new: Substance) -> "Fidelity | None":
        """That of the passage with the words masked that new masks hide; None where none does."""
        theirs = [Span(e.start, e.end) for e in new.elements if e.sort is Sort.MASK]
        mine = [Span(e.start, e.end) for e in self._mine[Sort.MASK]]
        if len(theirs) <= len(mine):
            return None
        marks = (*self._sense.negations, *self._sense.modals)
        staying = {form for mark in marks for form in find_words(mark.shown).forms}
        alike = hidden(
            (self._before, mine), (after, theirs), self._flagged, staying, self._new_masks
        )
        if not alike.words:
            return None
        return Fidelity(
            alike.text,
            alike.flagged,
            self._masks,
            self._language,
            self._places,
            self._new_masks - alike.words,
        )

    def invented(self, text: str) -> list[Span]:
        """What stands in ``text``, a rewriting or its beginning, and was not there before."""
        new = substance(text, self._masks, self._language)
        elements = [
            element
            for sort in Sort
            for element in self._invented(sort, [e for e in new.elements if e.sort is sort])
        ]
        numbers = self._numbers.invented(new)
        marks = added(self._sense, sense(new.rest, self._language))
        places = [Span(element.start, element.end) for element in elements]
        places += [Span(number.start, number.end) for number in numbers]
        return places + [Span(mark.start, mark.end) for mark in marks]

    def _in_its_words(self, after: str) -> tuple[str, Substance]:
        """``after`` with the equivalents of the passage in it, and its substance."""
        new = substance(after, self._masks, self._language)
        fixed = [Span(e.start, e.end) for e in new.elements if e.sort in _VERBATIM]
        said = self._equivalents.put_back(after, fixed)
        return said, new if said == after else substance(said, self._masks, self._language)

    def _missing(self, sort: Sort, theirs: Sequence[Element], new: Substance) -> list[str]:
        mine, free = self._mine[sort], self._free[sort]
        if sort is Sort.NAME:
            gone = Counter(self._names.missing(theirs, new.perhaps_names, new.rest))
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

    def _other_persons(self, after: Sense) -> Iterator[str]:
        """Whether a part in the case that stood outside the flagged phrases has gone, and somebody
        in another part has come."""
        there = {said.word for said in after.poles}
        mine = {said.word for said in self._sense.poles}
        gone = [
            said
            for said in self._sense.poles
            if said.word.is_of_persons
            and said.word not in there
            and not touches(said, self._flagged)
        ]
        come = [said for said in after.poles if said.word.is_of_persons and said.word not in mine]
        if gone and come:
            yield f"“{gone[0].shown}” became “{come[0].shown}”."

    def _broken_off(self, after: str) -> Iterator[str]:
        """Whether the text ends with a conjunction."""
        language = self._language
        last = find_words(after).forms[-1:]
        if not language.sentences.unfinished.isdisjoint(last) and last[0] in language.conjunctions:
            yield f"It breaks off with “{last[0]}”."

    def _other_order(self, new: Substance) -> Iterator[str]:
        """Whether references that stand in both texts stand in another order."""
        theirs = [e.value for e in new.elements if e.sort is Sort.REFERENCE]
        mine = [e.value for e in self._mine[Sort.REFERENCE]]
        both = set(mine) & set(theirs)
        was = list(dict.fromkeys(value for value in mine if value in both))
        if was != list(dict.fromkeys(value for value in theirs if value in both)):
            yield "The references to the law stand in another order."

    def _exchanged(self, after: str, new: Substance, after_sense: Sense) -> Iterator[str]:
        """Whether two things, or two parties, have changed places."""
        mine, theirs = things(self._old, self._sense), things(new, after_sense)
        for one, other in exchanged(self._before, mine, after, theirs, self._language):
            yield f"“{one}” and “{other}” have changed places."
        mine = parties(self._before, self._old, self._sense, self._language)
        theirs = parties(after, new, after_sense, self._language)
        for one, other in swapped(self._before, mine, after, theirs, self._language):
            yield f"“{one}” and “{other}” have changed places."

    def _unanswered(self, new: Substance, after: Sense, given: Collection[str]) -> Iterator[str]:
        """Where a word came that is not known to say what was said before."""
        names = {element.value.casefold() for element in new.elements if element.sort is Sort.NAME}
        for word in unanswered(self._sense, after, names, self._language):
            if word not in given and not self._worded.answers(word, after.forms):
                yield f"“{word}” is not known to say what was said before."

    def _other_nouns(self, new: Substance, after: Sense, given: Collection[str]) -> Iterator[str]:
        """Where a noun came that is not known to say what was said before."""
        names = {element.value.casefold() for element in new.elements if element.sort is Sort.NAME}
        before = self._old.rest
        found = other_nouns(before, self._sense, new.rest, after, names, self._language)
        for noun in dict.fromkeys(found):
            if noun not in given and not self._worded.answers(noun, after.forms):
                yield f"“{noun}” is not known to say what was said before."


_VERBATIM = {Sort.MASK, Sort.QUOTATION, Sort.NAME}


def _later_ones(elements: Sequence[Element], first: int) -> list[Element]:
    return list(elements[first:])


def _said(sort: Sort, shown: str) -> str:
    if sort is Sort.NAME:
        return f"The name {shown}"
    return f"{'A' if sort is Sort.MASK else 'The'} {sort.value} ({shown})"


def _times(count: int) -> str:
    return "" if count == 1 else f" ({count} times)"
