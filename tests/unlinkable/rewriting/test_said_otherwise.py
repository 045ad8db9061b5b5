"""What a thesaurus offers in place of words, by pairs that somebody who knows English takes."""

import pytest

from unlinkable.language import ENGLISH, LANGUAGES, OTHER
from unlinkable.rewriting.infilling import said_otherwise


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("buildings", "edifices"),
        ("stopped", "halted"),
        ("An attempt", "An effort"),
        ("a house", "a home"),
        ("an endeavour", "a try"),
        ("Shortly", "Soon"),
        ("brings", "adds"),
    ],
)
def test_a_word_is_said_by_a_synonym_in_its_form_and_with_its_article(
    text: str, other: str
) -> None:
    assert other in said_otherwise(text, ENGLISH)


@pytest.mark.parametrize(("before", "shown"), [("was", False), ("has", False), ("she", True)])
def test_behind_an_auxiliary_a_verb_is_a_participle(before: str, shown: bool) -> None:
    offered = said_otherwise("carried", ENGLISH, before)
    assert "borne" in offered
    assert ("bore" in offered) == shown


@pytest.mark.parametrize("text", ["", "the", "of the", "big house", "xyzzy", "children"])
def test_nothing_is_offered_where_no_word_or_several_say_something(text: str) -> None:
    assert said_otherwise(text, ENGLISH) == ()


@pytest.mark.parametrize("word", ["admitted", "guilty", "increase", "lawful"])
def test_no_opposite_is_offered(word: str) -> None:
    opposites = {"admitted": "rejected", "guilty": "innocent", "increase": "decrease"}
    assert opposites.get(word, "unlawful") not in said_otherwise(word, ENGLISH)


def test_of_other_languages_nothing_is_known() -> None:
    others = [language for language in (*LANGUAGES, OTHER) if language is not ENGLISH]
    assert [said_otherwise("a house", language) for language in others] == [()] * len(others)
