"""Where a few words took the place of others, what weighed there must weigh in them."""

import pytest

from unlinkable.draft import DEFAULT_MASKS
from unlinkable.fidelity.changes.replaced import replaced
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.language import ENGLISH, LANGUAGES

FISHERMAN = "The harbour master {} the fisherman for the {} state of the nets on the quay."


def reasons(before: str, after: str) -> list[str]:
    return list(replaced(sense(before, ENGLISH), sense(after, ENGLISH), ENGLISH.thesaurus))


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("reprimanded", True),
        ("found fault with", True),
        ("knocked", True),  # a word for it, by the thesaurus
        ("photographed", False),
        ("remembered", False),
        ("zqxed", False),
    ],
)
def test_a_word_that_weighs_becomes_one_of_its_sense_or_the_sense_is_gone(
    verb: str, said: bool
) -> None:
    before = FISHERMAN.format("criticised", "sorry")
    assert (reasons(before, FISHERMAN.format(verb, "sorry")) == []) == said


def test_what_weighs_nothing_may_become_anything() -> None:
    before = FISHERMAN.format("criticised", "sorry")
    assert reasons(before, FISHERMAN.format("criticised", "shabby")) == []


def test_what_denies_may_become_a_negation_and_may_not_just_go() -> None:
    before = "The miller was refused a licence for the second wheel of his mill."
    kept = "The miller was not given a licence for the second wheel of his mill."
    gone = "The miller was promised a licence for the second wheel of his mill."
    dropped = "The miller was a licence for the second wheel of his mill."
    assert reasons(before, kept) == []
    assert reasons(before, gone) == ["“refused” is missing."]
    assert reasons(before, dropped) == ["“refused” is missing."]


@pytest.mark.parametrize(("verb", "said"), [("rejected", True), ("ignored", False)])
def test_what_a_court_decided_is_said_by_what_the_table_knows_and_by_no_other_synonym(
    verb: str, said: bool
) -> None:
    before = "The appeal of the miller was dismissed by the board on the same day."
    assert ENGLISH.thesaurus is not None
    assert ENGLISH.thesaurus.answers("ignored", "dismissed")
    assert (reasons(before, before.replace("dismissed", verb)) == []) == said


def test_what_denies_may_not_come_from_nowhere() -> None:
    before = "The ferry reached the island with twelve sheep and their owner."
    after = "The ferry reached the island with twelve illegal sheep and their owner."
    assert reasons(before, before) == []
    assert reasons(before, after) == ["“illegal” was not there before."]


def test_a_sentence_written_anew_is_left_to_the_other_checks() -> None:
    before = "The harbour master criticised the fisherman for the nets."
    after = "Of the nets it was said by him who ran the harbour that they were a disgrace."
    assert reasons(before, after) == []


def test_only_a_language_whose_senses_are_complete_is_judged_so() -> None:
    assert [language.code for language in LANGUAGES if language.senses_complete] == ["en"]
    german = next(language for language in LANGUAGES if language.code == "de")
    before = "Die Witwe wurde wegen der Netze am Kai gestern im Hafen verurteilt."
    after = "Die Witwe wurde wegen der Netze am Kai gestern im Hafen fotografiert."
    assert unfaithful(before, after, (), DEFAULT_MASKS, german) == ()
