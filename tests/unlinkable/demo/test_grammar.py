"""The grammar behind the invented rulings."""

import random

import pytest

from unlinkable.demo.grammar import Deck, Expansion, capitalised


def expansion(symbols: dict[str, object], **known: object) -> Expansion:
    return Expansion(symbols, Deck(random.Random(7)), known)


def test_a_choice_is_one_of_its_alternatives() -> None:
    assert expansion({}).expand("a [red|green] door") in ("a red door", "a green door")


def test_choices_may_be_nested_and_empty() -> None:
    texts = {expansion_of_seed(seed, "x[ a[b|c]|]") for seed in range(30)}
    assert texts == {"x", "x ab", "x ac"}


def expansion_of_seed(seed: int, template: str) -> str:
    return Expansion({}, Deck(random.Random(seed)), {}).expand(template)


def test_a_symbol_keeps_what_was_dealt_within_one_text() -> None:
    text = expansion({"animal": ["a goat", "a heron", "an eel"]}).expand("{animal}, {animal}")
    first, second = text.split(", ")
    assert first == second


def test_fields_of_a_table_belong_together() -> None:
    knives = [{"long": "a bread knife", "short": "knife"}, {"long": "a long saw", "short": "saw"}]
    text = expansion({"thing": knives}).expand("{thing.long}: {thing.short}")
    assert text in ("a bread knife: knife", "a long saw: saw")


def test_a_capital_in_the_symbol_is_a_capital_in_the_text() -> None:
    assert expansion({}, who={"he": "she"}).expand("{who.He} and {who.he}") == "She and she"
    assert capitalised("‹anna›") == "‹Anna›"


def test_a_name_may_depend_on_another_symbol() -> None:
    symbols = {"outcome": "won", "costs": {"won": "none", "lost": "all"}}
    assert expansion(symbols).expand("{costs.{outcome}}") == "none"


def test_every_alternative_is_dealt_before_one_comes_again() -> None:
    deck = Deck(random.Random(1))
    alternatives = ["a", "b", "c", "d"]
    dealt = [deck.deal(alternatives) for _ in range(8)]
    assert sorted(dealt[:4]) == sorted(dealt[4:]) == alternatives


def test_an_unknown_symbol_is_an_error() -> None:
    with pytest.raises(KeyError):
        expansion({}).expand("{nobody}")
