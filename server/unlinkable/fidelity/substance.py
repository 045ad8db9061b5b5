"""The substance of a passage: masks, quotations, dates, references and names, each with its place
and a value under which two mentions are the same; also where all nouns have capitals. Numbers
are read by `quantities`. Must know nothing of rewriting."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from unlinkable.draft.draft import blanked
from unlinkable.draft.masks import Masks
from unlinkable.fidelity.quantities import Quantity, quantities
from unlinkable.fidelity.sense import BLANK_BEFORE
from unlinkable.language import (
    ENGLISH,
    OTHER,
    Language,
    Phrases,
    Reference,
    detect,
    find_references,
)
from unlinkable_index.words import find_words


def names_among_nouns(
    shown: Sequence[str],
    forms: Sequence[str],
    capital: Sequence[bool],
    first: Sequence[bool],
    language: Language,
) -> frozenset[int]:
    """The numbers of the words that are names. ``shown``, ``forms``: the words as they stand and in
    small letters; ``capital``, ``first``: which have a capital, and which begin a sentence."""
    names, law, quantities = language.names, language.law, language.quantities
    persons = {w for one in law.poles.find(forms) if one.value.is_of_persons for w in one.words}
    sure = _found(forms, quantities.weekdays, names.places)
    nouns = _found(forms, quantities.quantifiers, language.references.kinds, law.terms, law.poles)
    plain = names.plain_nouns | language.grammar.light_words
    nouns |= {word for word, form in enumerate(forms) if form in plain}
    small = _found(forms, language.negation.words, law.modals)
    small |= {word for word, form in enumerate(forms) if form in _beginning(language)}
    beside = [
        here and (word in persons or word not in nouns) and not (begins and word in small)
        for word, (here, begins) in enumerate(zip(capital, first, strict=True))
    ]

    def is_name(word: int) -> bool:
        if word in sure or (len(shown[word]) > 1 and shown[word].isupper()):
            return True
        title = word > 0 and shown[word - 1][0].isupper() and forms[word - 1] in names.titles
        if word in nouns:
            return title and word - 1 not in nouns
        near = (word > 0 and beside[word - 1]) or (word + 1 < len(beside) and beside[word + 1])
        return title or (near and forms[word] not in names.titles)

    return frozenset(word for word in range(len(forms)) if capital[word] and is_name(word))


def _found(forms: Sequence[str], *tables: Phrases[Any]) -> set[int]:
    return {word for table in tables for one in table.find(forms) for word in one.words}


def _beginning(language: Language) -> frozenset[str]:
    return language.function_words | language.grammar.conjunctions | language.sentences.starters


class Sort(Enum):
    """What an element is; the value is how a message to people names it."""

    MASK = "mask"
    QUOTATION = "quotation"
    DATE = "date"
    REFERENCE = "reference"
    NAME = "name"


class Element(NamedTuple):
    """One piece of substance. ``value`` is the same for two ways to write the same thing."""

    sort: Sort
    value: str
    shown: str
    start: int
    end: int


@dataclass(frozen=True)
class Substance:
    """All elements of a text, its numbers apart, and the capitalised words that may or may not be
    names, because they begin a sentence. ``rest``: the text with blanks for masks, dates and
    references."""

    elements: tuple[Element, ...]
    quantities: tuple[Quantity, ...]
    perhaps_names: frozenset[str]
    rest: str


_QUOTATIONS = re.compile(
    r"“([^“”]+)(?:”|“(?!\w))|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|(?<!\w)\"([^\"]+)\"|(?<!\w)‘([^‘]+?)’(?!\w)"
)
_PARAGRAPH = "paragraph"
_BESIDE, _OF = re.compile(r",?\s*"), re.compile(r",?\s+of\s+(?:the\s+)?")
_SENTENCE_START = re.compile(r"(?:^|[.?!:…]\W*\s|\n)[^\w\[]*$")


def substance(text: str, masks: tuple[str, ...], language: Language | None = None) -> Substance:
    """Everything in ``text`` that a rewriting must leave; ``masks`` are regular expressions."""
    if language is None:
        language = detect(find_words(text).forms)
    found, rest = _set_apart(text, masks, language)
    found += _quotations(text)
    names, perhaps = _names(rest, text, language)
    ordered = tuple(sorted(found + names, key=lambda element: element.start))
    return Substance(ordered, tuple(quantities(rest, language)), perhaps, rest)


def in_rows(elements: Iterable[Element]) -> list[list[Element]]:
    """``elements``, in the order of the text, with those together that only a space parts."""
    rows: list[list[Element]] = []
    for element in elements:
        if not rows or element.start != rows[-1][-1].end + 1:
            rows.append([])
        rows[-1].append(element)
    return rows


def references_in(text: str, language: Language) -> list[Element]:
    """The references to the law in ``text``, which are elements of its `substance`."""
    found, _ = _set_apart(text, (), language)
    return [element for element in found if element.sort is Sort.REFERENCE]


def _set_apart(text: str, masks: tuple[str, ...], language: Language) -> tuple[list[Element], str]:
    """Masks, dates and references, and the text with blanks for them."""
    found: list[Element] = []
    rest = text
    finders: tuple[Callable[[str], Iterator[Element]], ...] = (
        lambda text: _masks(text, masks),
        lambda text: _dates(text, language),
        lambda text: _references(text, language),
    )
    for find in finders:
        taken = _disjoint(find(rest))
        found += taken
        rest = blanked(rest, taken)
    return found, rest


def _disjoint(elements: Iterable[Element]) -> list[Element]:
    """The leftmost of elements that overlap."""
    kept: list[Element] = []
    for element in sorted(elements, key=lambda e: (e.start, -e.end)):
        if not kept or element.start >= kept[-1].end:
            kept.append(element)
    return kept


def _masks(text: str, patterns: tuple[str, ...]) -> Iterator[Element]:
    for start, end in Masks(patterns).find(text):
        yield Element(Sort.MASK, text[start:end], text[start:end], start, end)


def _quotations(text: str) -> Iterator[Element]:
    for match in _QUOTATIONS.finditer(text):
        inside = next(group for group in match.groups() if group is not None)
        value = " ".join(inside.split()).strip(" .,;")
        yield Element(Sort.QUOTATION, value, match[0], *match.span())


def _dates(text: str, language: Language) -> Iterator[Element]:
    known = ENGLISH if language is OTHER else language
    months = {name.casefold(): month for name, month in known.quantities.months.entries}
    names = "|".join(sorted(map(re.escape, months), key=len, reverse=True))
    day = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?"
    for pattern in (
        rf"\b{day}\s+(?:of\s+|de\s+)?(?P<month>{names})\b\.?(?:,?\s+(?P<year>\d{{4}})\b)?",
        rf"\b(?P<month>{names})\b\.?\s+{day}\b(?:,?\s+(?P<year>\d{{4}})\b)?",
        rf"\b(?P<month>{names})\b\.?,?\s+(?P<year>\d{{4}})\b",
    ):
        taken: list[Element] = []
        for match in re.finditer(pattern, text, re.IGNORECASE):
            parts = match.groupdict()
            if parts["month"] == "may":  # the verb
                continue
            value = date_value(parts.get("day"), months[parts["month"].lower()], parts.get("year"))
            taken.append(Element(Sort.DATE, value, match[0], *match.span()))
        yield from taken
        text = blanked(text, taken)


def date_value(day: str | None, month: int, year: str | None) -> str:
    """The value of a date: year-month-day, with 0 for what is not said."""
    return f"{year or 0}-{month}-{int(day or 0)}"


def _references(text: str, language: Language) -> Iterator[Element]:
    found = find_references(text, find_words(text), language)
    for kind, numbers, start, end in _with_paragraphs(text, found):
        yield Element(Sort.REFERENCE, f"{kind} {numbers}", text[start:end], start, end)


def _with_paragraphs(text: str, found: Iterable[Reference]) -> Iterator[Reference]:
    """With one for an article and the paragraph that it names beside it: "Rule 59, paragraph 3" and
    "paragraph 3 of Rule 59" are "Rule 59 § 3"."""
    last: Reference | None = None
    for one in found:
        if last is not None:
            between = text[last.end : one.start]
            behind = one.kind == _PARAGRAPH != last.kind and _BESIDE.fullmatch(between)
            ahead = last.kind == _PARAGRAPH != one.kind and _OF.fullmatch(between)
            if behind or ahead:
                head, part = (last, one) if behind else (one, last)
                last = Reference(head.kind, f"{head.numbers}§{part.numbers}", last.start, one.end)
                continue
            yield last
        last = one
    if last is not None:
        yield last


def _names(text: str, whole: str, language: Language) -> tuple[list[Element], frozenset[str]]:
    """The names among the words of ``text``, and the words that may be names."""
    words = find_words(text)
    listed = {
        found.words[0]
        for phrases in (
            language.quantities.numbers,
            language.negation.words,
            language.quantities.units,
        )
        for found in phrases.find(words.forms)
    }
    found: list[Element] = []
    perhaps: set[str] = set()
    shown = [text[start:end] for start, end in zip(words.starts, words.ends, strict=True)]
    small = language.function_words | language.grammar.light_words
    first = [
        _SENTENCE_START.search(whole[max(0, start - 60) : start]) is not None
        or (form in small and BLANK_BEFORE.search(text[max(0, start - 60) : start]) is not None)
        for form, start in zip(words.forms, words.starts.tolist(), strict=True)
    ]
    capital = [
        word[0].isupper() and not (begins and form in language.function_words)
        for word, begins, form in zip(shown, first, words.forms, strict=True)
    ]
    names = (
        names_among_nouns(shown, words.forms, capital, first, language)
        if language.names.capitalised_nouns
        else range(len(shown))
    )
    for number, word in enumerate(shown):
        start = int(words.starts[number])
        if number in listed or not capital[number] or word == "I":
            continue
        if first[number]:
            perhaps.add(word)
        elif number in names:
            found.append(Element(Sort.NAME, word, word, start, start + len(word)))
    return found, frozenset(perhaps)
