"""References to the law and to files: where they stand, and to what.

"Article 6 § 1", "§ 823 Abs. 1", "artikkel 8", "annet ledd". Knows the words of the tables and how
numbers are written behind them. Knows nothing of drafts.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.language.language import Language
from unlinkable.language.phrases import Phrases
from unlinkable.language.table import LANGUAGES


class Worded(Protocol):
    """A text whose words have been found: offsets (int32, one a word) and forms."""

    @property
    def starts(self) -> NDArray[np.int32]: ...
    @property
    def ends(self) -> NDArray[np.int32]: ...
    @property
    def forms(self) -> tuple[str, ...]: ...


class Reference(NamedTuple):
    """A reference to the law.

    - ``kind``: of what, as the tables call it ("article"; "§" for the sign);
    - ``numbers``: as written, without spaces;
    - ``start``, ``end``: offsets of all of it.
    """

    kind: str
    numbers: str
    start: int
    end: int


class _Head(NamedTuple):
    kind: str
    language: Language


_NUMBER = r"\d+\w*(?:[./]\d+)*(?:\s*§{1,2}\s*\d+\w*)?(?:\s?\(\w{1,3}\))*"
_BEFORE = re.compile(r"[.º°]?\s*\Z")
_SIGN = re.compile("§{1,2}")


def find_references(text: str, words: Worded, language: Language) -> list[Reference]:
    """The references in ``text``, in order; none overlaps another.

    The words of every language count, since texts name the laws of other countries, but for
    those that mean something else in ``language``, that of the text.
    """
    found = [*_headed(text, words, language), *_numbered_before(text, words, language)]
    found += _signed(text, language)
    kept: list[Reference] = []
    for reference in sorted(found, key=lambda reference: (reference.start, -reference.end)):
        if not kept or reference.start >= kept[-1].end:
            kept.append(reference)
    return kept


def _headed(text: str, words: Worded, language: Language) -> Iterator[Reference]:
    for found in _heads(language).find(words.forms):
        start, end = int(words.starts[found.words[0]]), int(words.ends[found.words[-1]])
        numbers = _numbers(found.value.language).match(text, end)
        if numbers:
            yield _reference(found.value.kind, numbers, start)


def _signed(text: str, language: Language) -> Iterator[Reference]:
    sign = _SIGN.search(text)
    while sign:
        numbers = _numbers(language).match(text, sign.end())
        if numbers:
            yield _reference("§", numbers, sign.start())
        sign = _SIGN.search(text, (numbers or sign).end())  # each number is read once


def _reference(kind: str, numbers: re.Match[str], start: int) -> Reference:
    return Reference(kind, "".join(numbers[1].lower().split()), start, numbers.end())


def _numbered_before(text: str, words: Worded, language: Language) -> Iterator[Reference]:
    """References whose number stands before: "3. ledd", "annet ledd"."""
    counted = {found.words: found.value for found in language.references.ordinals.find(words.forms)}
    for found in language.references.numbered_before.find(words.forms):
        number = found.words[0] - 1
        if number < 0:
            continue
        start = int(words.starts[number])
        between = text[words.ends[number] : words.starts[found.words[0]]]
        value = counted.get((number,), words.forms[number])
        if _BEFORE.match(between) and str(value)[0].isdigit():
            end = int(words.ends[found.words[-1]])
            yield Reference(found.value, str(value), start, end)


@cache
def _heads(language: Language) -> Phrases[_Head]:
    """What introduces references in a text of ``language``."""
    others = [other for other in LANGUAGES if other is not language]
    mine = [(_Head(kind, language), entry) for entry, kind in language.references.kinds.entries]
    theirs = [
        (_Head(kind, other), entry)
        for other in others
        for entry, kind in other.references.kinds.entries
        if entry.casefold() not in language.function_words
    ]
    known: dict[str, tuple[_Head, str]] = {}
    for head, entry in [*mine, *theirs]:
        known.setdefault(entry.casefold(), (head, entry))
    return Phrases(known.values())


@cache
def _numbers(language: Language) -> re.Pattern[str]:
    """What follows the word that introduces a reference, from its full stop on."""
    languages = (language,) if language.references.joining else LANGUAGES
    words = (re.escape(word) for one in languages for word in one.references.joining)
    joining = "|".join(sorted(words, key=len, reverse=True))
    between = (
        rf"\s*(?:,\s*(?:(?:{joining})\s)?|;|[-–/]|§{{1,2}}|(?:{joining})\s)\s*(?:§{{1,2}}\s*)?"
    )
    return re.compile(
        rf"[.º°]?\s*(?:§{{1,2}}\s*)?({_NUMBER}(?:{between}{_NUMBER})*)", re.IGNORECASE
    )
