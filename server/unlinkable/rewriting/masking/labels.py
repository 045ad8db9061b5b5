"""Masks that say what kind of thing they hide: a date, a number, a name, a court.

Told by the tables that a language has, and by capitals; of what these do not tell, nothing is
guessed. A label leaves a guesser fewer words to choose from, so a mask gets one only where none of
the nearest rulings has the hidden words between the same words, and where rulings that are at hand
do not agree on them among the words of that kind. Knows drafts and guessers; must know nothing of
why words are masked.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Forms, Markup, Span
from unlinkable.fidelity.substance import Sort, substance
from unlinkable.findings.guessing import Gaps
from unlinkable.language import Language
from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.masking.guessers import Guessers
from unlinkable.rewriting.masking.masks_in_text import is_mask
from unlinkable.rewriting.task import Task
from unlinkable_index.words import find_words

_OF_MASKS = re.compile(
    r"(?P<opens>[\[<(])(?P<word>[^\W\d_]+(?:[ _][^\W\d_]+)*)"
    r"(?:(?P<part>[ _-]?)(?P<number>\d{1,4}))?(?P<closes>[\])>])"
)


class Labelling(Enum):
    """Which masks get labels: none, those of the kinds that the draft's own masks have labels for,
    or all whose kind is told."""

    OFF = "off"
    DRAFT = "draft"
    ON = "on"


class LabelKind(Enum):
    """What a mask hides; the value is how its label calls it."""

    DATE = "DATE"
    NUMBER = "NUMBER"
    COURT = "COURT"
    PERSON = "PERSON"
    NAME = "NAME"


_CALLED = {
    "DATE": LabelKind.DATE,
    "DATE_TIME": LabelKind.DATE,
    "NUMBER": LabelKind.NUMBER,
    "COURT": LabelKind.COURT,
    "PER": LabelKind.PERSON,
    "PERSON": LabelKind.PERSON,
    "NAME": LabelKind.NAME,
}
"""What labels are called in drafts."""
_WIDER = {LabelKind.COURT: LabelKind.NAME, LabelKind.PERSON: LabelKind.NAME}
"""What a kind is as well, for drafts that have no label of its own."""


@dataclass
class _Label:
    """How a kind is labelled in a draft. ``part``: what stands before a number, where labels have
    one; then ``last`` is the highest that was given, and ``given`` by the words that have it."""

    opens: str
    word: str
    closes: str
    part: str | None = None
    last: int = 0
    given: dict[tuple[str, ...], int] = field(default_factory=dict)

    def take(self, part: str, number: int, stands_for: Iterable[Forms]) -> None:
        """Note a number that was given, and to which words, as far as it is known."""
        self.part = part
        self.last = max(self.last, number)
        for forms in stands_for:
            self.given.setdefault(forms, number)

    def of(self, forms: tuple[str, ...]) -> str:
        """The label of some words; the same words have the same number throughout."""
        if self.part is not None and forms not in self.given:
            self.last += 1
            self.given[forms] = self.last
        return self.numbered(self.given.get(forms, 0))

    def numbered(self, number: int) -> str:
        """The label with a number, where labels of this kind have one."""
        numbered = "" if self.part is None else f"{self.part}{number}"
        return f"{self.opens}{self.word}{numbered}{self.closes}"


class Labels:
    """The labels of the masks that are set in one draft."""

    def __init__(
        self,
        task: Task,
        labelling: Labelling,
        guessers: Guessers,
        masked: NDArray[np.bool_],
        set_besides: Sequence[Edit] = (),
    ) -> None:
        """``masked`` (one a word): all words that are masked. ``set_besides``: masks that are set
        together with these."""
        self._draft = task.draft
        self._guessers = guessers
        self._masked = masked
        self._labels: dict[LabelKind, _Label] = {}
        if labelling is not Labelling.OFF and guessers.model is None:
            self._labels = {
                kind: label
                for kind, label in _labels(task, labelling, set_besides).items()
                if is_mask(label.numbered(1), task.reading.masks)
                and (label.opens == "[" or task.markup in (Markup.PLAIN, Markup.DOCUMENT))
            }

    def of(self, words: range) -> str | None:
        """The label of a mask for consecutive words; None where it gets none."""
        if not self._labels:
            return None
        kind = kind_of(self._draft, words)
        while kind is not None and kind not in self._labels:
            kind = _WIDER.get(kind)
        if kind is None or self._easier(words, kind):
            return None
        return self._labels[kind].of(self._draft.forms[words.start : words.stop])

    def _easier(self, words: range, kind: LabelKind) -> bool:
        """Whether guessing may become easier than it may be."""
        beside = [words.start - 1, words.stop]
        runs, guessers = self._guessers.index.runs, self._guessers
        inside = [n for n in beside if 0 <= n < len(runs) and runs[n] == runs[words.start]]
        if any(self._masked[number] for number in inside):
            return True  # the gap goes on, and hides more than these words
        gap = Gaps(np.array([words.start]), np.array([words.stop]))
        if guessers.index.shares(gap, self._masked).any():
            return True
        language = self._draft.language

        def fits(text: str) -> bool:
            return _may_be(text, kind, language)

        rulings = guessers.rulings
        return rulings is not None and bool(rulings.told_among(gap, self._masked, fits).any())


def kind_of(draft: Draft, words: range) -> LabelKind | None:
    """What consecutive words are, all together; None where the tables do not tell."""
    span, language = draft.span_of(words), draft.language
    sentence = draft.sentences_at(span)
    elements = substance(draft.text[sentence.start : sentence.end], (), language).elements

    def places(sort: Sort) -> Iterator[range]:
        for one in elements:
            if one.sort is sort:
                place = Span(one.start + sentence.start, one.end + sentence.start)
                yield draft.words_in(place)

    dates = list(places(Sort.DATE))
    if words in dates:
        return LabelKind.DATE
    if any(one.start < words.stop and words.start < one.stop for one in dates):
        return None  # a part of a date
    forms = draft.forms[words.start : words.stop]
    if all(form.isdigit() for form in forms):
        return LabelKind.NUMBER
    names = {word for one in places(Sort.NAME) for word in one}
    joining = {n for n in words if draft.forms[n] in language.function_words}
    if not {words[0], words[-1]} <= names or not set(words) <= names | joining:
        return None
    if any(True for _ in language.names.courts.find(forms)):
        return LabelKind.COURT
    before = draft.forms[words.start - 1] if words.start else ""
    return LabelKind.PERSON if before in language.names.titles else LabelKind.NAME


def _may_be(text: str, kind: LabelKind, language: Language) -> bool:
    """Whether words of another ruling may be of a kind; rather not where that is unsure, so that
    what is left has the larger share of the votes."""
    words = find_words(text)
    forms = words.forms
    if kind is LabelKind.NUMBER:
        return all(form.isdigit() for form in forms)
    if kind is LabelKind.DATE:
        return any(True for _ in language.quantities.months.find(forms))
    capital = [text[int(start)].isupper() for start in words.starts]
    small = [form in language.function_words for form in forms]
    return any(capital) and all(c or s for c, s in zip(capital, small, strict=True))


def _labels(
    task: Task, labelling: Labelling, set_besides: Sequence[Edit]
) -> dict[LabelKind, _Label]:
    """How each kind is labelled, as far as it is, and which numbers were given."""
    labels: dict[LabelKind, _Label] = {}
    stand_for: defaultdict[str, set[Forms]] = defaultdict(set)
    for edit in set_besides:
        stand_for[edit.after].add(find_words(edit.before).forms)
    for mask, forms in task.hidden:
        stand_for[mask].add(forms)
    written = [task.draft.text[start:end] for start, end in task.draft.masks]
    for mask in (*written, *(edit.after for edit in set_besides)):
        found = _OF_MASKS.fullmatch(mask)
        kind = _CALLED.get(found["word"].upper().replace(" ", "_")) if found else None
        if found is None or kind is None:
            continue
        label = labels.setdefault(kind, _Label(found["opens"], found["word"], found["closes"]))
        if found["number"] is not None:
            label.take(found["part"], int(found["number"]), stand_for[mask])
    if labelling is Labelling.ON:
        for kind in (LabelKind.DATE, LabelKind.NUMBER, LabelKind.COURT, LabelKind.NAME):
            labels.setdefault(kind, _Label("[", kind.value, "]"))
    return labels
