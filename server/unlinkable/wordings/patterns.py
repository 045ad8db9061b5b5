"""Entries made ready to be held against a text, one pattern for each form that may stand there, and
whether one stands at a place and may change there: by neighbours' forms, marks and classes of
function words, so that what is unclear does not match. Must know nothing of any one draft."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from unlinkable.wordings.inflection import Form, Forms, plural, verb_forms
from unlinkable.wordings.tables import SORTS, Classes, Condition, Entry, Neighbour
from unlinkable.wordings.tokens import Tokens

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


class _Seconds:
    """The patterns that begin with one word, by what their second word must be."""

    def __init__(self) -> None:
        self.anything: list[Pattern] = []  # or there is none
        self.words: dict[str, list[Pattern]] = defaultdict(list)
        self.classes: dict[str, list[Pattern]] = defaultdict(list)


class Beginnings:
    """The patterns of one language; ``classes``: its classes of words."""

    def __init__(self, patterns: Iterable[Pattern], classes: Classes) -> None:
        self._classes = classes
        self._by_first: dict[str, _Seconds] = defaultdict(_Seconds)
        for pattern in patterns:
            first, *rest = pattern.words
            for word in classes.get(first, (first,)):
                seconds = self._by_first[word]
                if not rest or rest[0] in SORTS:
                    seconds.anything.append(pattern)
                elif rest[0] in classes:
                    seconds.classes[rest[0]].append(pattern)
                else:
                    seconds.words[rest[0]].append(pattern)

    def of(self, word: str, following: str) -> Iterator[Pattern]:
        """Those that may begin with ``word`` where ``following`` comes next, empty for nothing."""
        seconds = self._by_first.get(word)
        if seconds is None:
            return
        yield from seconds.anything
        yield from seconds.words.get(following, ())
        for name, patterns in seconds.classes.items():
            if following in self._classes[name]:
                yield from patterns


_MASKS = frozenset("[<_█■]>")
_STOPS = frozenset(".;:?!…)\n")


@dataclass(frozen=True, eq=False)
class Matcher:
    """What the classes of one language say about the words of any text."""

    classes: Classes

    def end(self, pattern: Pattern, there: Tokens, at: int) -> int | None:
        """The last word of ``pattern`` where it begins at word ``at``, else None."""
        last = at + len(pattern.words) - 1
        if last >= len(there.words):
            return None
        for offset, word in enumerate(pattern.words[1:], 1):
            if there.between[at + offset] != pattern.marks[offset]:
                return None
            if not self._is(word, there, at + offset):
                return None
        if not there.between[at].endswith(pattern.marks[0]):
            return None
        if not there.between[last + 1].startswith(pattern.marks[-1]):
            return None
        if not _stands_free(there, at, last):
            return None
        for condition in pattern.conditions:
            if self._holds(condition, pattern, there, at, last) == condition.refused:
                return None
        return last

    def _is(self, word: str, there: Tokens, at: int) -> bool:
        if word in SORTS:
            return self._looks(frozenset([word]), there, at)
        if word in self.classes:
            return there.words[at] in self.classes[word]
        return there.words[at] == word

    def is_ordinary(self, there: Tokens, at: int) -> bool:
        """Whether a word begins small and is none of the language's function words."""
        word = there.words[at]
        return word[0].islower() and word not in self.classes.get("FUNCTION", ())

    def _holds(
        self, condition: Condition, pattern: Pattern, there: Tokens, first: int, last: int
    ) -> bool:
        """Whether the neighbour is one of those that ``condition`` names."""
        if condition.side is Neighbour.BEHIND:
            at = last + 1
            mark = there.between[at].removeprefix(pattern.marks[-1]).lstrip()[:1]
            if "END" in condition.sorts and (mark in _STOPS if mark else at == len(there.words)):
                return True
        else:
            at = first - 1
            marks = there.between[first].removesuffix(pattern.marks[0])
            mark = marks.rstrip(" \t")[-1:]
            if "START" in condition.sorts and there.begins_sentence(first):
                return True
        if mark and mark != "\n":
            return mark in condition.words or ("MASK" in condition.sorts and mark in _MASKS)
        if mark or not 0 <= at < len(there.words):
            return False
        return there.small[at] in condition.words or self._looks(condition.sorts, there, at)

    def _looks(self, sorts: frozenset[str], there: Tokens, at: int) -> bool:
        word = there.words[at]
        endings = tuple(sort[1:] for sort in sorts if sort.startswith("*"))
        return (
            (bool(endings) and word.endswith(endings) and len(word) > 4)
            or ("NAME" in sorts and word[0].isupper())
            or ("NUMBER" in sorts and word[0].isdigit())
            or ("WORD" in sorts and self.is_ordinary(there, at))
        )


def _stands_free(there: Tokens, first: int, last: int) -> bool:
    """Whether words are not joined to their neighbours by a hyphen, an apostrophe or markup."""
    start, end = there.starts[first], there.ends[last]
    ahead, behind = there.text[start - 1 : start], there.text[end : end + 1]
    if ahead and not ahead.isspace() and ahead not in '"“„»«‘([':
        return False
    if behind and not behind.isspace() and behind not in '"”“»«)].,;:?!…':
        return False
    inside = there.text[start:end]
    return "\n\n" not in inside and "  " not in inside
