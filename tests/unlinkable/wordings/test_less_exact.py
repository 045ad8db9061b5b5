"""What says less than it did: broader nouns, attributes, manner, names of places of courts."""

import pytest

from unlinkable.draft import Span
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.language import LANGUAGES as KNOWN
from unlinkable.wordings import Effect, Harm, wordings_of
from unlinkable.wordings.saying_less import broader_nouns
from unlinkable_index.words import find_words

ENGLISH = next(one for one in KNOWN if one.name == "English")


def less(text: str) -> list[str]:
    wordings = wordings_of("English")
    assert wordings is not None
    found = [one for one in wordings.alternatives(text) if one.harm is Harm.LESS_EXACT]
    assert all(one.derivation.effect is Effect.SAYS_LESS for one in found)
    return [one.applied(text) for one in found]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He sold a lorry in May.", "He sold a vehicle in May."),
        ("He had a barn. He slept in the barn.", "He had a barn. He slept in the building."),
        ("He sold barns. This barn was old.", "He sold barns. This building was old."),
        ("He met his aunt and left.", "He met his relative and left."),
        ("They saw an actor.", "They saw an artist."),
        ("They saw a helicopter.", "They saw an aircraft."),
        ("They saw an orchard.", "They saw a piece of land."),
        ("He spoke with several policemen.", "He spoke with several police officers."),
        ("The miller’s dog was lost.", "The miller’s animal was lost."),
        (
            "He had a lorry. He did not sell the lorry.",
            "He had a lorry. He did not sell the vehicle.",
        ),
        ("They built a wooden fence.", "They built a fence."),
        ("They read the lengthy opinion.", "They read the opinion."),
        ("He paid an additional amount.", "He paid an amount."),
        ("It was severely damaged.", "It was damaged."),
        ("They asked the Oakham District Court.", "They asked the District Court."),
        ("They asked the Oakham Court of Appeal.", "They asked the Court of Appeal."),
        ("The Oakham Town Council met.", "The Town Council met."),
    ],
)
def test_less_is_said_and_it_follows(before: str, after: str) -> None:
    assert after in less(before)


@pytest.mark.parametrize(
    "text",
    [
        "He did not sell a lorry.",  # he may have sold a car
        "He sold no lorries.",
        "A lorry was not sold.",
        "A lorry may be sold.",
        "If he sold a lorry, he was paid.",
        "All of his lorries were sold.",
        "He refused to sell a lorry.",
        "The same lorry came.",
        "He slept in the barn.",  # which building?
        "He drove by car.",
        "He came to lorry the corn.",
        "He liked the lorry park.",  # part of a compound
        "He liked the lorry-park.",
        "A lorry hit a van.",  # either is a vehicle
        "He sold a lorry. The vehicle was old.",
        "He sold a flock of cows. He kept a dog.",
        "They had a list of rights.",
        "He said “a lorry came” twice.",
        "He saw Lorry and left.",
        "It was not severely damaged.",
        "It was very severely damaged.",
        "They did not build a wooden fence.",
        "They built a wooden fence and a stone fence.",  # which of them?
        "They met in the local court.",
        "They asked for medical help.",
        "They asked the Court of Appeal.",
        "They asked the District Court.",
        "They asked the Oakham Court.",  # which court?
        "They asked the Oakham District Court and the Ashmere District Court.",
        "They asked the [REDACTED] District Court.",
        "They asked the UN High Commissioner.",
        "They asked Oakham District Court.",
    ],
)
def test_nothing_less_is_said_where_it_would_not_follow_or_could_be_another(text: str) -> None:
    assert less(text) == []


def test_no_broader_noun_is_of_the_opposite_sense() -> None:
    def sides(text: str) -> dict[str, str]:
        found = ENGLISH.law.poles.find(find_words(text).forms)
        return {one.value.axis: one.value.side for one in found}

    for narrower, noun in broader_nouns().items():
        old, new = sides(narrower), sides(noun.broader)
        assert all(old[axis] == new[axis] for axis in old.keys() & new.keys()), narrower


def test_no_noun_has_two_broader_ones_nor_is_a_broader_one_itself() -> None:
    nouns = broader_nouns()
    assert not {noun.broader for noun in nouns.values()} & nouns.keys()


def test_checks_let_pass_what_is_less_exact_where_it_is_flagged() -> None:
    before = "They asked the Oakham District Court in May."
    after = "They asked the District Court in May."
    at = before.index("Oakham")
    assert unfaithful(before, after, (), (), ENGLISH)
    assert not unfaithful(before, after, (Span(at, at + 6),), (), ENGLISH)


def test_a_person_is_told_that_it_says_less() -> None:
    wordings = wordings_of("English")
    assert wordings is not None
    reasons = {one.reason for one in wordings.alternatives("He sold an old lorry in May.")}
    assert "“vehicle” says less than “lorry”" in reasons
    assert "without “old” it says less" in reasons
