"""An author for both methods: what a person or a model would put in place of flagged words.

He changes the fewest words that break the phrases he is given, and keeps the rest: masks,
negations, modal verbs, and numbers, dates, references and names outside the phrases. A flagged
name, number, date or reference becomes something less specific; a quotation with flagged words
becomes indirect speech; another word becomes one of the same kind. If all that is stopped, he
changes a word nearby. His sentences are possible under the rules, not good.

He does not know the index, so his new words may make a rare phrase with their neighbours:
``careless`` is the share of places where his first wording does (None: as it falls with words drawn
at random). ``unfaithful`` is the share of answers in which his first wording invents a name, a
number or a negation.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from unlinkable.draft import Span, overlapping
from unlinkable.fidelity.sense import sense
from unlinkable.fidelity.substance import Sort, substance
from unlinkable.language import detect
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, mask_finding_spans
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable_index.index import Index
from unlinkable_index.words import find_words


class Element(NamedTuple):
    """What must not become something else: its kind, and where it stands."""

    kind: str
    start: int
    end: int


_NUMBER, _CARRYING = "number", "negation or modal verb"


def _elements(text: str, masks: tuple[str, ...]) -> list[Element]:
    found, marks = substance(text, masks), sense(text, detect(find_words(text).forms))
    elements = [Element(e.sort.value, e.start, e.end) for e in found.elements]
    elements += [Element(_NUMBER, number.start, number.end) for number in found.quantities]
    carrying = (*marks.negations, *marks.modals)
    return elements + [Element(_CARRYING, mark.start, mark.end) for mark in carrying]


class Choice(NamedTuple):
    """One wording, and how little it is liked (in logits)."""

    text: str
    reluctance: float


Slot = tuple[Choice, ...]
"""What may stand at one place of a text, the best liked first. A text is a sequence of slots."""

_WHOLE = re.compile(r"\w+(?:['’-]\w+)*")
_WORDS_BY_KIND = {
    "determiner": "the this that such any each every its their one",
    "preposition": "in on at by for with from about under after before during against near of to",
    "conjunction": "and or but as since because although while where when",
    "pronoun": "he she it they who which that this these",
    "auxiliary": "was were is are had has did",
    "adverb": "then there also thereby clearly usually briefly partly again later soon largely",
    "participle": (
        "made taken held found brought placed sent kept asked used shown given considered "
        "examined described mentioned received granted ordered decided raised opened"
    ),
    "gerund": "making taking holding finding bringing placing asking using showing giving",
    "plural": (
        "matters persons places events measures documents authorities decisions periods requests "
        "things areas members groups parts reasons results questions points situations"
    ),
    "noun": (
        "matter person place event measure document authority decision period request thing area "
        "building member group part reason result question point situation procedure position "
        "office report letter claim complaint statement visit meeting course stage"
    ),
}  # fmt: skip
_KINDS = {kind: words.split() for kind, words in _WORDS_BY_KIND.items()}
_SMALL = ("determiner", "preposition", "conjunction", "pronoun", "auxiliary")
_KIND_OF = {word: kind for kind in reversed(_SMALL) for word in _KINDS[kind]}
_LESS_SPECIFIC = {
    Sort.DATE.value: (
        "that day",
        "a later day",
        "the day in question",
        "the relevant date",
        "that time",
    ),
    Sort.REFERENCE.value: (
        *("the provision concerned", "the rules in force", "that provision", "the applicable law"),
        *("the relevant text", "what applies"),
    ),
    _NUMBER: ("several", "some", "a number of", "various", "certain", "many", "a few"),
    Sort.NAME.value: (
        *("the person concerned", "that person", "a party", "the place", "the body concerned"),
        *("the office", "the institution", "the town"),
    ),
}
_BESIDE = ("then", "also", "indeed", "still", "thus", "again", "clearly", "therefore")
_INVENTED = ("Ostrander", "1987", "never", "Villeneuve", "sixteen")
_NEARBY = 8.0  # logits by which leaving a word is liked better than changing it


@dataclass
class Author:
    """Asked for the wordings of a text. Counts the places he changed, and where he was careless."""

    task: Task
    index: Index
    careless: float | None = None
    unfaithful: float = 0.0
    places: int = 0
    mistakes: int = 0
    _rare: dict[str, list[Span]] = field(default_factory=dict)

    def slots(self, text: str, attempt: int) -> list[Slot]:
        """The wordings of a whole text; another ``attempt`` prefers others."""
        chance = random.Random(f"{attempt} {text}")
        elements = _elements(text, self.task.reading.masks)
        changed: dict[Span, Slot] = {}
        places = sorted(self._places(text, elements))
        for number, place in enumerate(places):
            wordings = _wordings(text, place, elements)
            here = random.Random(f"{attempt} {text[place.start : place.end]} {place.start}")
            here.shuffle(wordings)
            around = _around(text, place, changed, places[number + 1 :])
            self._careful_or_not(around, wordings, here)
            changed[place] = tuple(Choice(word, rank) for rank, word in enumerate(wordings))
        if changed and chance.random() < self.unfaithful:
            place = chance.choice(list(changed))
            invented = Choice(chance.choice(_INVENTED), -1.0)
            changed[place] = (invented, *changed[place])
        quotations = [
            e for e in elements if e.kind == Sort.QUOTATION.value and _touched(e, changed)
        ]
        for quotation in quotations:
            changed[Span(quotation.start, quotation.start + 1)] = (Choice("", 0.0),)
            changed[Span(quotation.end - 1, quotation.end)] = (Choice("", 0.0),)
        changed |= dict(_nearby(text, elements, changed))
        return list(_slots(text, changed))

    def _places(self, text: str, elements: Sequence[Element]) -> list[Span]:
        """The fewest words that break the rare phrases, with what they are part of."""
        draft = self.task.with_text(text).draft
        edits = mask_finding_spans(draft, self._rare_in(text), "")
        spans = [span for edit in edits for span in _whole_words(text, edit.start, edit.end)]
        precise = [
            Span(e.start, e.end)
            for e in elements
            if e.kind in (Sort.DATE.value, Sort.REFERENCE.value, _NUMBER)
        ]
        grown = [next(iter(overlapping(precise, span)), span) for span in spans]
        return list(dict.fromkeys(grown))

    def _careful_or_not(
        self, around: tuple[str, str], wordings: list[str], chance: random.Random
    ) -> None:
        """Put a wording first that makes a rare phrase, or one that makes none."""
        self.places += 1
        first = self._makes_rare(around, wordings[0])
        if self.careless is not None and first != (wanted := chance.random() < self.careless):
            for number, wording in enumerate(wordings):
                if self._makes_rare(around, wording) == wanted:
                    wordings.insert(0, wordings.pop(number))
                    first = wanted
                    break
        self.mistakes += first

    def _makes_rare(self, around: tuple[str, str], wording: str) -> bool:
        before, after = around
        new = Span(len(before), len(before) + len(wording))
        return bool(overlapping(self._rare_in(before + wording + after), new))

    def _rare_in(self, text: str) -> list[Span]:
        if text not in self._rare:
            draft = self.task.with_text(text).draft
            found = rare_phrases(draft, self.index, self.task.question)
            self._rare[text] = [Span(finding.start, finding.end) for finding in found]
        return self._rare[text]


def _whole_words(text: str, start: int, end: int) -> Iterator[Span]:
    for match in _WHOLE.finditer(text):
        if match.start() < end and start < match.end():
            yield Span(*match.span())


def _around(
    text: str, place: Span, changed: dict[Span, Slot], left: Sequence[Span]
) -> tuple[str, str]:
    """What will stand on either side of ``place``: places changed as he likes it best, and masks
    where he has yet to choose."""
    edits = {span: slot[0].text for span, slot in changed.items()}
    edits |= dict.fromkeys(left, DEFAULT_MASK)
    before, after = text[: place.start], text[place.end :]
    for (start, end), wording in sorted(edits.items(), reverse=True):
        if end <= place.start:
            before = before[:start] + wording + before[end:]
        else:
            after = after[: start - place.end] + wording + after[end - place.end :]
    return before, after


def _touched(element: Element, changed: dict[Span, Slot]) -> bool:
    return bool(overlapping(changed, Span(element.start, element.end)))


def _wordings(text: str, place: Span, elements: Sequence[Element]) -> list[str]:
    """What could stand at ``place`` instead."""
    quotation = Sort.QUOTATION.value
    here = [e for e in elements if e.kind != quotation and overlapping([place], _span(e))]
    word = text[place.start : place.end]
    for element in here:
        if element.kind == _CARRYING:  # it stays, and something joins it
            return [f"{word} {other}" for other in _BESIDE] + [f"{o} {word}" for o in _BESIDE]
        if element.kind in _LESS_SPECIFIC:
            wordings = list(_LESS_SPECIFIC[element.kind])
            break
    else:
        wordings = [other for other in _KINDS[_kind(text, place)] if other != word.lower()]
    if place.start == 0 and word[0].isupper():
        wordings = [wording[0].upper() + wording[1:] for wording in wordings]
    return wordings


def _span(element: Element) -> Span:
    return Span(element.start, element.end)


def _kind(text: str, place: Span) -> str:
    word = text[place.start : place.end].lower()
    if word in _KIND_OF:
        return _KIND_OF[word]
    for ending, kind in (
        ("ly", "adverb"),
        ("ed", "participle"),
        ("ing", "gerund"),
        ("s", "plural"),
    ):
        if word.endswith(ending):
            return kind
    return "noun"


def _nearby(
    text: str, elements: Sequence[Element], changed: dict[Span, Slot]
) -> Iterator[tuple[Span, Slot]]:
    """The other ordinary words, which he would rather leave."""
    taken = [*changed, *(_span(element) for element in elements)]
    for match in _WHOLE.finditer(text):
        span = Span(*match.span())
        if match[0].islower() and not overlapping(taken, span):
            others = [Choice(w, _NEARBY + n) for n, w in enumerate(_wordings(text, span, ()))]
            yield span, (Choice(match[0], 0.0), *others)


def _slots(text: str, changed: dict[Span, Slot]) -> Iterator[Slot]:
    """Changed places and what is between them; the space before a word belongs to its token."""
    last = 0
    for (start, end), slot in sorted(changed.items()):
        between = text[last:start]
        space = " " if between.endswith(" ") and slot[0].text else ""
        yield (Choice(between[: len(between) - len(space)], 0.0),)
        yield tuple(Choice(space + wording, reluctance) for wording, reluctance in slot)
        last = end
    yield (Choice(text[last:], 0.0),)
