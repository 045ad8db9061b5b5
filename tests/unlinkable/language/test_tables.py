"""The tables are whole, and no word stands in two places that contradict each other."""

from collections import defaultdict
from fractions import Fraction
from operator import attrgetter

import pytest

from unlinkable.language import ENGLISH, LANGUAGES, Language
from unlinkable.language.phrases import Phrases
from unlinkable_index.words import find_words

EACH = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
SINGLE_VALUED = (
    *("law.modals", "law.terms", "names.courts"),
    *("quantities.months", "quantities.weekdays", "quantities.numbers", "quantities.quantifiers"),
    *("references.kinds", "references.ordinals", "references.numbered_before"),
)
LEAST_AXES = {"en": 150, "de": 60}
OTHERS_LEAST_AXES = 25


def values_by_forms(phrases: Phrases) -> dict[tuple[str, ...], set]:
    values = defaultdict(set)
    for entry, value in phrases.entries:
        values[find_words(entry).forms].add(value)
    return values


def test_the_eight_languages_have_a_table() -> None:
    assert {language.code for language in LANGUAGES} == {
        "de", "en", "es", "fr", "it", "nl", "no", "pl",
    }  # fmt: skip


@EACH
@pytest.mark.parametrize("part", SINGLE_VALUED)
def test_no_phrase_stands_for_two_things(language: Language, part: str) -> None:
    values = values_by_forms(attrgetter(part)(language))
    assert {forms: both for forms, both in values.items() if len(both) > 1} == {}


@EACH
def test_no_phrase_is_on_two_sides_of_one_axis(language: Language) -> None:
    for forms, poles in values_by_forms(language.law.poles).items():
        axes = [pole.axis for pole in poles]
        assert len(axes) == len(set(axes)), forms


@EACH
def test_an_axis_has_sides_and_those_it_has_in_english(language: Language) -> None:
    sides = defaultdict(set)
    for _, pole in language.law.poles.entries:
        sides[pole.axis].add(pole.side)
    assert all(len(of_axis) > 1 for of_axis in sides.values())
    assert len(sides) >= LEAST_AXES.get(language.code, OTHERS_LEAST_AXES)
    assert {pole for _, pole in language.law.poles.entries} <= {
        pole for _, pole in ENGLISH.law.poles.entries
    }


@EACH
def test_every_entry_has_words_and_no_notation_is_left(language: Language) -> None:
    for part in (*SINGLE_VALUED, "negation.words", "law.poles"):
        for entry, _ in attrgetter(part)(language).entries:
            assert all(find_words(half).forms for half in entry.split("…")), (part, entry)
            assert not {"|", ","} & set(entry), (part, entry)
            assert not any(word.startswith("-") for word in entry.split()), (part, entry)


@EACH
def test_abbreviations_bind_or_float_and_are_no_short_words(language: Language) -> None:
    words = language.sentences
    assert not words.binding & words.floating
    assert not words.short_words & (words.binding | words.floating)
    assert words.sure_starters <= words.starters


@EACH
def test_months_and_weekdays_are_complete(language: Language) -> None:
    assert {month for _, month in language.quantities.months.entries} == set(range(1, 13))
    assert {day for _, day in language.quantities.weekdays.entries} == set(range(1, 8))
    assert {Fraction(n) for n in (2, 3, 10, 12, 100, 1000)} <= {
        number for _, number in language.quantities.numbers.entries
    }


@EACH
def test_a_negation_is_no_modal_unless_it_is_both(language: Language) -> None:
    negations = {find_words(entry).forms for entry, _ in language.negation.words.entries}
    modals = {find_words(entry).forms for entry, _ in language.law.modals.entries}
    both = {" ".join(forms) for forms in negations & modals}
    assert all(form == "cannot" or form.endswith(" t") for form in both), both


@EACH
def test_function_words_tell_languages_apart(language: Language) -> None:
    for other in LANGUAGES:
        if other is not language:
            shared = language.function_words & other.function_words
            assert len(shared) < len(language.function_words) / 2, other.name
