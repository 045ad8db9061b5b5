"""The substance of a passage: what a rewriting must leave as it is, found and named.

Masks, quotations, dates, references to articles, numbers, negations, modal verbs and names, each
with its place and a value under which two mentions are the same ("12 March 2004" and "March 12,
2004"). Knows nothing of rewriting; `fidelity` compares.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from unlinkable.draft.masks import Masks
from unlinkable.fidelity.languages import ENGLISH, OTHER, Language, language_of
from unlinkable_index.words import find_words


class Sort(Enum):
    """What an element is; the value is how a message to people names it."""

    MASK = "mask"
    QUOTATION = "quotation"
    DATE = "date"
    REFERENCE = "reference"
    NUMBER = "number"
    NEGATION = "negation"
    MODAL = "modal verb"
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
    """All elements of a text, and the capitalised words that may or may not be names, because
    they begin a sentence."""

    elements: tuple[Element, ...]
    perhaps_names: frozenset[str]


_QUOTATIONS = re.compile(
    r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|(?<!\w)\"([^\"]+)\"|(?<!\w)‘([^‘]+?)’(?!\w)"
)
_NUMBER = re.compile(r"\d+(?:[.,:/–-]\d+)*")
_SENTENCE_START = re.compile(r"(?:^|[.?!:…]\W*\s|\n)[^\w\[]*$")
_PART = r"\d+[a-z]?(?:[./]\d+)*(?:\s*§§?\s*\d+)?(?:\s*\(\w{1,3}\))*"
_REFERENCE = re.compile(
    r"(?P<head>\b(?:articles?|arts?\.|artikkel|artikel[ns]?|artykuł\w*|sections?|rules?|rule|"
    r"paragraphs?|paragraf\w*|regel|ust\.|pkt|abs\.|nr|nos?\.)|§§?)"
    rf"\s*(?P<parts>{_PART}(?:(?:\s*,\s*|\s*(?:,\s*)?\b(?:and|or|und|oder|et|ou|i|oraz|lub|og|eller|"
    rf"to|bis|do|til)\s+){_PART})*)",
    re.IGNORECASE,
)
_HEADS = {"art": "article", "sec": "section", "rul": "rule", "par": "paragraph", "reg": "rule"}
_TITLES = frozenset(["herr", "herrn", "frau", "dr", "prof", "richter", "richterin", "rechtsanwalt"])


def substance(text: str, masks: tuple[str, ...], language: Language | None = None) -> Substance:
    """Everything in ``text`` that a rewriting must leave; ``masks`` are regular expressions."""
    if language is None:
        language = language_of(find_words(text).forms)
    found: list[Element] = []
    rest = text
    for elements in (
        _masks(rest, masks),
        _dates(rest, language),
        _references(rest),
        _numbers(rest),
    ):
        taken = _disjoint(elements)
        found += taken
        rest = _blanked(rest, taken)
    found += _quotations(text)
    words, perhaps = _words(rest, text, language)
    return Substance(tuple(sorted(found + words, key=lambda element: element.start)), perhaps)


def _disjoint(elements: Iterable[Element]) -> list[Element]:
    """The leftmost of elements that overlap."""
    kept: list[Element] = []
    for element in sorted(elements, key=lambda e: (e.start, -e.end)):
        if not kept or element.start >= kept[-1].end:
            kept.append(element)
    return kept


def _blanked(text: str, elements: list[Element]) -> str:
    for element in elements:
        width = element.end - element.start
        text = text[: element.start] + " " * width + text[element.end :]
    return text


def _masks(text: str, patterns: tuple[str, ...]) -> Iterator[Element]:
    for start, end in Masks(patterns).find(text):
        yield Element(Sort.MASK, text[start:end], text[start:end], start, end)


def _quotations(text: str) -> Iterator[Element]:
    for match in _QUOTATIONS.finditer(text):
        inside = next(group for group in match.groups() if group is not None)
        value = " ".join(inside.split()).strip(" .,;")
        yield Element(Sort.QUOTATION, value, match[0], *match.span())


def _dates(text: str, language: Language) -> Iterator[Element]:
    months = language.months or ENGLISH.months
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
        text = _blanked(text, taken)


def date_value(day: str | None, month: int, year: str | None) -> str:
    """The value of a date: year-month-day, with 0 for what is not said."""
    return f"{year or 0}-{month}-{int(day or 0)}"


def less_exact(value: str) -> tuple[str, ...]:
    """The values of dates that say the same with less: without the day, or without the year."""
    year, month, day = value.split("-")
    return tuple({f"{year}-{month}-0", f"0-{month}-{day}", f"0-{month}-0"} - {value})


def _references(text: str) -> Iterator[Element]:
    for match in _REFERENCE.finditer(text):
        head = match["head"].lower().strip(".")
        head = _HEADS.get(head[:3], head)
        parts = re.sub(r"\s+", "", match["parts"].lower())
        yield Element(Sort.REFERENCE, f"{head} {parts}", match[0], *match.span())


def _numbers(text: str) -> Iterator[Element]:
    for match in _NUMBER.finditer(text):
        yield Element(Sort.NUMBER, match[0], match[0], *match.span())


def _words(text: str, whole: str, language: Language) -> tuple[list[Element], frozenset[str]]:
    """Numerals, negations, modal verbs and names among the words of ``text``."""
    words = find_words(text)
    found: list[Element] = []
    perhaps: set[str] = set()
    shown = [text[start:end] for start, end in zip(words.starts, words.ends, strict=True)]
    capital = [word[0].isupper() for word in shown]
    for number, form in enumerate(words.forms):
        start, end = int(words.starts[number]), int(words.ends[number])
        word = shown[number]
        begins = capital[number] and _SENTENCE_START.search(whole[max(0, start - 60) : start])

        def add(sort: Sort, value: str, at: tuple[str, int, int] = (word, start, end)) -> None:
            found.append(Element(sort, value, *at))

        following = words.forms[number + 1] if number + 1 < len(shown) else ""
        if form in language.numerals:
            add(Sort.NUMBER, str(language.numerals[form]))
        elif _is_negation(form, following, text[max(0, start - 2) : start], language):
            add(Sort.NEGATION, "negation")
            if form == "cannot":
                add(Sort.MODAL, "can")
        elif form in language.modals and (not capital[number] or begins):
            add(Sort.MODAL, language.modals[form])
        elif capital[number] and form != "i":
            if begins:
                perhaps.add(word)
            elif not language.nouns_capitalised or _is_name(number, shown, capital):
                add(Sort.NAME, word)
    return found, frozenset(perhaps)


def _is_negation(form: str, following: str, preceding: str, language: Language) -> bool:
    if form in language.negations:
        return True
    if language is not ENGLISH and language is not OTHER:
        return False
    if form == "t":  # did|n't
        return preceding in ("n'", "n’")
    return following == "to" and (form.startswith("fail") or form in ("unable", "refused"))


def _is_name(number: int, shown: list[str], capital: list[bool]) -> bool:
    """Whether a capitalised word is a name where all nouns are: by title, capitals, or company."""
    word = shown[number]
    if len(word) > 1 and word.isupper():
        return True
    after = number + 1 < len(shown) and capital[number + 1]
    before = number > 0 and capital[number - 1]
    titled = number > 0 and shown[number - 1].lower() in _TITLES
    return titled or ((after or before) and word.lower() not in _TITLES)
