"""Other ways to read the words of a draft than those that hold for originals too.

A word in letters that look like those of another script may have been meant as a word of that
script; a number behind a word may be the mark of a note, where the draft has such a note. Knows
nothing of blocks or segments.
"""

import re
from typing import NamedTuple

from unlinkable_index.words import Words
from unlinkable_index.words.look_alikes import has_look_alikes, looks_like
from unlinkable_index.words.readings import Other

_DIGITS = frozenset("0123456789")
_NOTED = re.compile(r"([^\W\d_]{3,})([0-9]{1,3})")
_MAY_BE_NOTED = re.compile(r"[0-9](?<=[^\W\d_]{3}[0-9])")  # digits are few: found first
_NOTE = re.compile(
    r"^[ \t>]*+(?:\[\^?|\(|<sup>|\*)?([0-9]{1,3})(?![0-9])"  # a line that begins with its number
    r"|\[\^([0-9]{1,3})\]|<sup>[ \t]*+([0-9]{1,3})[ \t]*+</sup>",
    re.MULTILINE,
)


class Noted(NamedTuple):
    """A word with a ``number`` behind it, and how it is read where that is the mark of a note."""

    number: int
    without_mark: Other[str]


def other_words(words: Words) -> tuple[Other[str], ...]:
    """The other ways to read ``words``, in their order, marks of notes left out."""
    if all(map(str.isascii, words.forms)):
        return words.others
    looking = [
        Other.of_one(word, (other,))
        for word, form in enumerate(words.forms)
        if not form.isascii() and has_look_alikes(form)
        for other in looks_like(form)
        if other != form
    ]
    return tuple(sorted([*words.others, *looking])) if looking else words.others


def noted_words(text: str, forms: tuple[str, ...]) -> tuple[Noted, ...]:
    """The words of ``text`` that end with a number of one to three digits."""
    if not _MAY_BE_NOTED.search(text):
        return ()
    return tuple(
        Noted(int(match[2]), Other.of_one(word, (match[1],)))
        for word, form in enumerate(forms)
        if form[-1:] in _DIGITS and (match := _NOTED.fullmatch(form))
    )


def note_numbers(text: str) -> frozenset[int]:
    """The numbers that something in ``text`` has that may be a note."""
    found = (match[1] or match[2] or match[3] for match in _NOTE.finditer(text))
    return frozenset(map(int, found))
