"""Words and phrases of a table, and where they stand in a text.

Knows the notation of the tables: entries between commas; a part that begins with a hyphen is an
ending of the word before it, from its bar on if it has one ("grant -s -ed", "den|y -ies to");
"…" stands for up to twelve other words ("weist … ab"). Knows no language.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from unlinkable_index.words import find_words

Value = TypeVar("Value")
_BAR, _ENDING, _GAP = "|", "-", "…"
_LONGEST_GAP = 12


class FoundPhrase(NamedTuple, Generic[Value]):
    """One phrase that was found: the numbers of its words, ascending, and what it stands for."""

    words: tuple[int, ...]
    value: Value


class _Phrase(NamedTuple):
    """``rest``: the forms behind the first one; those behind a gap in ``after_gap``."""

    rest: tuple[str, ...]
    after_gap: tuple[str, ...]


class _Beginning(NamedTuple, Generic[Value]):
    """The phrases that begin with one form, the longest first, those with a gap last.

    ``by_second``: those that may stand before each second form; ``others``: before any other.
    """

    by_second: dict[str, list[tuple[_Phrase, list[Value]]]]
    others: list[tuple[_Phrase, list[Value]]]

    def before(self, second: str) -> list[tuple[_Phrase, list[Value]]]:
        """Those that may stand where ``second`` follows."""
        return self.by_second.get(second, self.others)


class Phrases(Generic[Value]):
    """What some phrases stand for. They are only expanded when first asked for."""

    def __init__(
        self,
        written: Iterable[tuple[Value, str]] = (),
        axis: Callable[[Value], Hashable] = lambda _: None,
    ) -> None:
        """``written``: values, each with the entries that stand for it, in the notation above;
        gone through once, when first asked.
        ``axis``: only phrases whose values have the same one hide each other.
        """
        self._written = written
        self._axis = axis

    @cached_property
    def entries(self) -> tuple[tuple[str, Value], ...]:
        """Every phrase written out, and its value, in the order of the table."""
        return tuple(
            (phrase, value) for value, entries in self._written for phrase in written_out(entries)
        )

    def __getitem__(self, phrase: str) -> Value:
        """What ``phrase``, written as in a text, stands for. Raises KeyError when nothing."""
        forms = find_words(phrase).forms
        for found in self.find(forms):
            if len(found.words) == len(forms):
                return found.value
        raise KeyError(phrase)

    def find(self, forms: Sequence[str]) -> Iterator[FoundPhrase[Value]]:
        """Where phrases stand among word forms, from left to right.

        Of phrases that begin with the same word the longest counts, and no other begins inside it
        (but inside its gap), unless on another axis. One with several values is given for each.
        """
        known, axis = self._by_first_form, self._axis
        if known.keys().isdisjoint(forms):
            return
        free: dict[Hashable, int] = {}
        for first, form in enumerate(forms):
            if form not in known:
                continue
            second = forms[first + 1] if first + 1 < len(forms) else ""
            for phrase, values in known[form].before(second):
                words = _match(forms, first, phrase)
                if words:
                    shown = [value for value in values if free.get(axis(value), 0) <= first]
                    free.update({axis(value): first + 1 + len(phrase.rest) for value in shown})
                    yield from (FoundPhrase(words, value) for value in shown)

    @cached_property
    def _by_first_form(self) -> dict[str, "_Beginning[Value]"]:
        """The phrases that begin with a form."""
        known: dict[str, dict[_Phrase, list[Value]]] = {}
        entries = tuple(dict.fromkeys(self.entries))
        parts = [part for written, _ in entries for part in written.partition(_GAP)]
        forms = _forms_of(parts)
        for (_, value), before, after in zip(entries, forms[::3], forms[2::3], strict=True):
            phrase = _Phrase(before[1:], after)
            values = known.setdefault(before[0], {}).setdefault(phrase, [])
            if value not in values:  # "muß" has the form of "muss"
                values.append(value)
        return {form: _beginning(phrases) for form, phrases in known.items()}


def _beginning(phrases: dict[_Phrase, list[Value]]) -> _Beginning[Value]:
    """The phrases that begin with the same form, by their second one."""
    ordered = sorted(phrases.items(), key=lambda one: (len(one[0].after_gap), -len(one[0].rest)))
    seconds = {phrase.rest[0] for phrase, _ in ordered if phrase.rest}
    return _Beginning(
        {
            second: [one for one in ordered if one[0].rest[:1] in ((), (second,))]
            for second in seconds
        },
        [one for one in ordered if not one[0].rest],
    )


def _forms_of(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """The word forms of each text, found in all of them at once, which is quicker."""
    words = find_words("\n".join(texts))
    ends = np.cumsum([len(text) + 1 for text in texts])
    forms: list[list[str]] = [[] for _ in texts]
    for number, form in zip(np.searchsorted(ends, words.starts, "right"), words.forms, strict=True):
        forms[number].append(form)
    return [tuple(found) for found in forms]


def _match(forms: Sequence[str], first: int, phrase: _Phrase) -> tuple[int, ...]:
    """The numbers of the words of ``phrase`` where it begins at ``first``; none if it does not."""
    end = first + 1 + len(phrase.rest)
    if phrase.rest and tuple(forms[first + 1 : end]) != phrase.rest:
        return ()
    if not phrase.after_gap:
        return tuple(range(first, end))
    length = len(phrase.after_gap)
    for start in range(end, min(end + _LONGEST_GAP, len(forms) - length) + 1):
        if tuple(forms[start : start + length]) == phrase.after_gap:
            return (*range(first, end), *range(start, start + length))
    return ()


def written_out(entries: str) -> list[str]:
    """The entries of a table with all their endings, in order.

    Raises ValueError when an ending stands before its word.
    """
    return [
        phrase
        for entry in entries.split(",")
        for phrase in (_with_endings(entry.split()) if _ENDING in entry else _as_it_is(entry))
    ]


def _as_it_is(entry: str) -> list[str]:
    words = " ".join(entry.split()).replace(_BAR, "")
    return [words] if words else []


def _with_endings(parts: Sequence[str]) -> Iterator[str]:
    words = [part for part in parts if not part.startswith(_ENDING)]
    endings = [part[1:] for part in parts if part.startswith(_ENDING)]
    if words:
        yield " ".join(words).replace(_BAR, "")
    if endings:
        first = next(number for number, part in enumerate(parts) if part.startswith(_ENDING))
        if not first:
            raise ValueError(f"the ending -{endings[0]} stands behind no word")
        stem = parts[first - 1].partition(_BAR)[0]
        for ending in endings:
            inflected = (*words[: first - 1], stem + ending, *words[first:])
            yield " ".join(inflected).replace(_BAR, "")
