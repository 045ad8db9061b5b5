"""Where a sentence stays but for a few words, each that comes must say what was said."""

import pytest

from unlinkable.draft import DEFAULT_MASKS
from unlinkable.fidelity.changes.unanswered import unanswered
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.language import ENGLISH, LANGUAGES

MILLER = "The miller {} the sacks of his late brother at the quay before the flood came."


def words(before: str, after: str) -> list[str]:
    return list(unanswered(sense(before, ENGLISH), sense(after, ENGLISH), set(), ENGLISH))


@pytest.mark.parametrize(
    ("verb", "other", "answered"),
    [
        ("bought", "purchased", True),
        ("bought", "buys", True),
        ("bought", "acquired", True),  # more general
        ("bought", "burned", False),
        ("bought", "sold", False),
        ("bought", "got", True),  # says little
        ("took", "weighed", True),  # says what a verb that says little and its noun said
        ("took", "qwertied", False),
        ("asked for", "instructed", True),  # of the same kind
        ("did not buy", "refused to buy", True),  # judged as negations
        ("may use", "is entitled to use", True),  # says what the modal verb said
        ("may use", "is inclined to use", False),
        ("must use", "is under an obligation to use", True),
        ("bought all", "bought the entirety of", True),  # a quantifier of the same kind
        ("bought some", "bought the entirety of", False),
        ("showed", "qwertied", False),
    ],
)
def test_a_word_that_comes_says_what_a_word_said_that_went(
    verb: str, other: str, answered: bool
) -> None:
    assert (words(MILLER.format(verb), MILLER.format(other)) == []) == answered


def test_which_person_or_thing_it_was_is_not_judged_here() -> None:
    before = MILLER.format("bought")
    assert words(before, before.replace("sacks", "goats")) == []
    assert words(before, before.replace("flood", "verdict")) == ["verdict"]


def test_it_is_not_enough_that_it_is_like_a_word_that_stays() -> None:
    before = MILLER.format("bought")
    assert words(before, before.replace("sacks", "sacks and bags")) == ["bags"]
    assert words(before, before.replace("sacks", "bags")) == []


@pytest.mark.parametrize(
    ("word", "supports"), [("lying", True), ("placed", True), ("seized", False), ("burned", False)]
)
def test_a_word_that_holds_others_together_needs_no_answer(word: str, supports: bool) -> None:
    before = MILLER.format("bought")
    assert (words(before, before.replace("at the quay", f"{word} at the quay")) == []) == supports


def test_a_word_with_a_negative_prefix_answers_the_one_without() -> None:
    before = "The council held that the miller was not eligible for the post at the weir."
    after = "The council held that the miller was ineligible for the post at the weir."
    assert words(before, after) == words(after, before) == []


def test_what_the_table_of_the_language_knows_answers_too() -> None:
    before = "The council turned down the plan of the miller for a second wheel at the weir."
    assert words(before, before.replace("turned down", "rejected")) == []
    assert words(before, before.replace("turned down", "published")) == ["published"]


def test_names_are_left_to_those_who_know_names() -> None:
    before = sense(MILLER.format("bought"), ENGLISH)
    after = sense(MILLER.format("bought").replace("quay", "quay of Lillevik"), ENGLISH)
    assert list(unanswered(before, after, {"lillevik"}, ENGLISH)) == []
    assert list(unanswered(before, after, set(), ENGLISH)) == ["lillevik"]


def test_a_sentence_written_anew_is_left_to_the_other_checks() -> None:
    before = MILLER.format("bought")
    after = "Sacks that had been his late brother’s were burned by the miller, and then it rained."
    assert words(before, after) == []


def test_only_a_language_with_a_thesaurus_is_judged() -> None:
    german = next(language for language in LANGUAGES if language.code == "de")
    before = "Der Müller kaufte gestern die Säcke seines Bruders am alten Kai."
    after = before.replace("kaufte", "stahl")
    assert list(unanswered(sense(before, german), sense(after, german), set(), german)) == []


def test_the_reason_names_the_word_and_the_tables_of_wordings_count() -> None:
    def reasons(before: str, after: str) -> tuple[str, ...]:
        return unfaithful(before, after, (), DEFAULT_MASKS, ENGLISH)

    before = MILLER.format("bought")
    said = "“burned” is not known to say what was said before."
    assert reasons(before, MILLER.format("burned")) == (said,)
    adverb = "The miller then painted the gate of the yard by the quay."
    assert words(adverb, adverb.replace("then", "subsequently")) == ["subsequently"]
    assert reasons(adverb, adverb.replace("then", "subsequently")) == ()


@pytest.mark.parametrize(
    ("verb", "other", "refused"),
    [
        ("submitted", "furnished", False),
        ("furnished", "submitted", False),  # as the tables have it the other way round
        ("furnished", "destroyed", True),
    ],
)
def test_words_that_the_tables_of_wordings_exchange_answer_each_other(
    verb: str, other: str, refused: bool
) -> None:
    before, after = MILLER.format(verb), MILLER.format(other)
    assert bool(unfaithful(before, after, (), DEFAULT_MASKS, ENGLISH)) == refused


DEED = "The deed of the mill, which the registrar had sealed in the spring, was produced by him."


@pytest.mark.parametrize(
    ("after", "new"),
    [
        ("In the spring the registrar had sealed the deed of the mill that he produced.", []),
        (
            "He produced the deed of the mill that the registrar had revoked in the spring.",
            ["revoked"],
        ),
        ("It was in the hearing that he produced the deed of the mill, sealed in the spring.", []),
    ],
)
def test_in_a_sentence_written_anew_words_that_have_an_opposite_are_judged(
    after: str, new: list[str]
) -> None:
    assert words(DEED, after) == new


def test_of_a_sentence_with_other_words_throughout_nothing_is_said() -> None:
    assert (
        words(DEED, "Nobody has ever revoked what a clerk had written about that old house.") == []
    )


def test_an_outcome_may_be_said_otherwise() -> None:
    before = "The appeal of the miller to the council of the county was allowed in the spring."
    assert (
        words(before, "In the spring the miller succeeded on appeal to the county council.") == []
    )
