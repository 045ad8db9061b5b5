"""Phrases are written out and found as their notation says."""

from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.language.phrases import Phrases, written_out


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("not, no one,\nin the absence of", ["not", "no one", "in the absence of"]),
        ("grant -s -ed", ["grant", "grants", "granted"]),
        ("den|y -ies -ied", ["deny", "denies", "denied"]),
        ("refus|e -es -ed to", ["refuse to", "refuses to", "refused to"]),
        ("hot air balloon -s", ["hot air balloon", "hot air balloons"]),
        ("weist … ab", ["weist … ab"]),
        ("", []),
        (" , ", []),
        ("pre-trial", ["pre-trial"]),
    ],
)
def test_endings_are_put_on_the_word_before_them(entries, expected):
    assert written_out(entries) == expected


def test_an_ending_without_a_word_is_refused():
    with pytest.raises(ValueError, match="-ed"):
        written_out("grant, -ed")


def found(phrases: Phrases[str], text: str) -> list[tuple[tuple[int, ...], str]]:
    return [tuple(one) for one in phrases.find(text.split())]


def test_the_longest_phrase_counts_and_none_begins_inside_it():
    phrases = Phrases([("a", "no"), ("b", "no longer"), ("c", "longer")])
    assert found(phrases, "no longer or no") == [((0, 1), "b"), ((3,), "a")]


def test_phrases_on_different_axes_do_not_hide_each_other():
    phrases = Phrases(
        [("1a", "with"), ("2b", "with reasons"), ("2c", "reasons")], axis=itemgetter(0)
    )
    assert found(phrases, "with reasons") == [((0, 1), "2b"), ((0,), "1a")]


def test_other_words_may_stand_in_a_gap_but_not_too_many():
    phrases = Phrases([("refused", "weist … ab"), ("with", "mit")])
    assert found(phrases, "es weist die klage mit kosten ab") == [
        ((1, 6), "refused"),
        ((4,), "with"),
    ]
    assert found(phrases, "weist ab") == [((0, 1), "refused")]
    assert found(phrases, "weist " + "x " * 12 + "ab") == [((0, 13), "refused")]
    assert found(phrases, "weist " + "x " * 13 + "ab") == []
    assert found(phrases, "weist") == []


def test_a_phrase_of_several_values_is_given_once_for_each():
    phrases = Phrases([("a", "deny, deny"), ("b", "deny")])
    assert found(phrases, "deny") == [((0,), "a"), ((0,), "b")]


def test_what_a_phrase_stands_for():
    phrases = Phrases([("negation", "isn’t, no"), ("other", "no one")])
    assert phrases["isn't"] == "negation"
    assert phrases["No one"] == "other"
    with pytest.raises(KeyError):
        phrases["one"]


WORDS = st.sampled_from("abc")
PHRASE = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@given(st.dictionaries(PHRASE, st.integers(0, 3), max_size=8), st.lists(WORDS, max_size=12))
def test_phrases_are_found_as_by_a_slow_search(values, forms):
    expected, place = [], 0
    while place < len(forms):
        for length in (3, 2, 1):
            phrase = " ".join(forms[place : place + length])
            if place + length <= len(forms) and phrase in values:
                expected.append((tuple(range(place, place + length)), values[phrase]))
                place += length - 1
                break
        place += 1
    phrases = Phrases((value, phrase) for phrase, value in values.items())
    assert [tuple(one) for one in phrases.find(forms)] == expected
