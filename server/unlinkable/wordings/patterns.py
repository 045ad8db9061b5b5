"""Entries made ready to be held against a text: one pattern for each form that may stand there.

Knows the grammar that comes with the form of a verb, and nothing of any one draft.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from unlinkable.wordings.entries import Condition, Entry, Neighbour
from unlinkable.wordings.inflection import Form, Forms, plural, verb_forms
from unlinkable.wordings.tables import SORTS, Classes

VERBS = "verbs"
WITHOUT_OBJECT = "verbs without an object"
NOUNS = "nouns of either number"
"""The kinds whose entries are inflected; the others stand as they are written."""

COMMA, APOSTROPHE = ",", "’"
CLASS_NAME = re.compile(r"\b[A-Z]{2,}\b")
"""The name of a class in an entry."""
_MARKS = re.compile(f"([{COMMA}{APOSTROPHE}])")


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words of an entry as they stand in a text.

    ``words`` as they are written, or the name of a class in capitals; ``marks[i]`` is the comma or
    apostrophe before word i, the last one what stands behind, each empty for none. Each of
    ``instead`` is what may stand there.
    """

    words: tuple[str, ...]
    marks: tuple[str, ...]
    instead: tuple[str, ...]
    conditions: tuple[Condition, ...]
    entry: Entry


def is_class(word: str, classes: Classes) -> bool:
    """Whether a word of an entry stands for any word of a class."""
    return word in SORTS or word in classes


class PatternMaker:
    """Makes patterns of entries; ``classes`` are those of the language."""

    def __init__(self, classes: Classes) -> None:
        def after(*names: str, sorts: str = "", refused: bool = False) -> Condition:
            words = frozenset(word for name in names for word in classes.get(name, {name}))
            return Condition(Neighbour.AHEAD, words, frozenset(sorts.split()), refused)

        self._verbal = (after("NOUNAHEAD", refused=True),)
        self._not_bare = (after("INFINITIVE", "and", "or", refused=True),)
        self._ahead: dict[Form, tuple[Condition, ...]] = {
            Form.BASE: (after("INFINITIVE"),),
            Form.PRESENT: (after("he", "she", "it", "who"),),
            Form.PAST: (after("SUBJ"),),
            Form.PARTICIPLE: (after("BE", "HAVE"),),
            Form.ING: (after("DET", refused=True),),
        }
        self._without_object = {
            Form.PAST: (
                after("SUBJ", sorts="NAME MASK WORD"),
                after("also", sorts="*ly *ed", refused=True),
            ),
            Form.PARTICIPLE: (after("HAVE"),),
        }

    def patterns(self, entry: Entry) -> Iterator[Pattern]:
        """The patterns of one entry: several where it is a verb or a noun that is inflected, or
        where it holds among other neighbours, too."""
        if entry.elsewhere:
            yield from self.patterns(replace(entry, elsewhere=False))
            yield from self.patterns(entry.among_others)
            return
        if entry.kind.startswith(VERBS):
            yield from self._of_a_verb(entry)
        elif entry.kind.startswith(NOUNS):
            several = tuple(plural(noun) for noun in entry.instead)
            yield _pattern(entry.stands, entry.instead, entry.conditions, entry)
            yield _pattern(plural(entry.stands), several, entry.conditions, entry)
        else:
            yield _pattern(entry.stands, entry.instead, entry.conditions, entry)

    def _of_a_verb(self, entry: Entry) -> Iterator[Pattern]:
        """A form that could be another one, or a noun, only where its neighbour says which."""
        stands = verb_forms(entry.stands)
        instead = [verb_forms(verb) for verb in entry.instead]
        for form in (Form.BASE, Form.PRESENT, Form.ING):
            yield self._in_form(entry, stands, form, instead)
        if stands.past != stands.participle:
            for form in (Form.PAST, Form.PARTICIPLE):
                if _form(stands, form) == stands.base:
                    yield self._in_form(entry, stands, form, instead)
                else:
                    there = tuple(_form(verb, form) for verb in instead)
                    conditions = (*self._verbal, *entry.conditions)
                    yield _pattern(_form(stands, form), there, conditions, entry)
            return
        alike = tuple(verb.past for verb in instead if verb.past == verb.participle)
        if alike:
            verbal = (*self._verbal, *self._not_bare) if _may_be_bare(stands) else self._verbal
            yield _pattern(stands.past, alike, (*verbal, *entry.conditions), entry)
        apart = [verb for verb in instead if verb.past != verb.participle]
        if apart:
            yield self._in_form(entry, stands, Form.PAST, apart)
            yield self._in_form(entry, stands, Form.PARTICIPLE, apart)

    def _in_form(self, entry: Entry, stands: Forms, form: Form, instead: list[Forms]) -> Pattern:
        ahead = self._ahead[form]
        if entry.kind == WITHOUT_OBJECT:
            ahead = self._without_object.get(form, ahead)
        past = form in (Form.PAST, Form.PARTICIPLE) or (form is Form.BASE and _may_be_bare(stands))
        if not past and any(c.side is Neighbour.AHEAD and not c.refused for c in entry.conditions):
            ahead = ()
        there = tuple(_form(verb, form) for verb in instead)
        return _pattern(_form(stands, form), there, (*ahead, *entry.conditions), entry)


def _may_be_bare(verb: Forms) -> bool:
    """Whether a past form of a verb looks like its bare form: put, set, become."""
    return verb.base in (verb.past, verb.participle)


def _form(verb: Forms, form: Form) -> str:
    shown: str = getattr(verb, form.value)
    return shown


def _pattern(
    stands: str, instead: tuple[str, ...], conditions: tuple[Condition, ...], entry: Entry
) -> Pattern:
    words: list[str] = []
    marks = [""]
    for word in _MARKS.sub(r" \1 ", stands).split():
        if word in (COMMA, APOSTROPHE):
            marks[-1] = word
        else:
            words.append(word)
            marks.append("")
    return Pattern(tuple(words), tuple(marks), instead, conditions, entry)
