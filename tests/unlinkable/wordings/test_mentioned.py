"""What was mentioned may be pointed back to, and only where it is surely the same."""

import pytest

from tests.unlinkable.wordings.of_a_kind import of_a_kind
from unlinkable.wordings import Effect, wordings_of
from unlinkable.wordings.rules.mentioned import KIND


def pointed(text: str, language: str = "English") -> list[str]:
    """What may stand for a mention in ``text``, as the whole text then reads."""
    return of_a_kind(KIND, text, language)


@pytest.mark.parametrize(
    ("before", "afters"),
    [
        (
            "He sold a mill. The mill was old.",
            [
                "He sold a mill. The mill in question was old.",
                "He sold a mill. The said mill was old.",
            ],
        ),
        (
            "He read a report. He signed the report.",
            [
                "He read a report. He signed the report in question.",
                "He read a report. He signed that report.",
                "He read a report. He signed the said report.",
            ],
        ),
        (
            "He read two reports. The reports were old.",
            [
                "He read two reports. The reports in question were old.",
                "He read two reports. Those reports were old.",
                "He read two reports. The said reports were old.",
            ],
        ),
        (
            "They asked the District Court. The District Court heard him.",
            ["They asked the District Court. The said District Court heard him."],
        ),
        (
            "Criminal proceedings ended. He left after the criminal proceedings.",
            [
                "Criminal proceedings ended. He left after the criminal proceedings in question.",
                "Criminal proceedings ended. He left after those criminal proceedings.",
                "Criminal proceedings ended. He left after the said criminal proceedings.",
            ],
        ),
        (
            "The driver came. The driver’s son left.",
            ["The driver came. The said driver’s son left."],
        ),
        ("The driver came. The drivers’ sons left.", []),
        (
            "The first applicant came. The first applicant left.",
            ["The first applicant came. The said first applicant left."],
        ),
        (
            "He sold a house.\n\nHe left.\n\nThe house was old.",
            [
                "He sold a house.\n\nHe left.\n\nThat house was old.",
                "He sold a house.\n\nHe left.\n\nThe house in question was old.",
                "He sold a house.\n\nHe left.\n\nThe said house was old.",
            ],
        ),
        (
            "He signed this letter.",
            [
                "He signed the letter in question.",
                "He signed that letter.",
                "He signed the said letter.",
            ],
        ),
    ],
)
def test_what_was_mentioned_is_pointed_back_to(before: str, afters: list[str]) -> None:
    assert sorted(pointed(before)) == sorted(afters)


@pytest.mark.parametrize(
    "text",
    [
        "The mill was old.",  # not mentioned before
        "He sold a mill. The mill of his aunt was old.",  # which one is said behind
        "He sold a mill. The mill which she had was old.",
        "He sold a mill. The old mill was shut.",  # told by another word
        "He made a first offer and a second offer. The offer was late.",  # which of them?
        "He came on a day in May. The day was cold.",  # of no thing
        "He had a report. Any clerk may sign the report.",  # a rule, of any report
        "He sold a mill.\n\nThe mill was old.",  # in another paragraph, and of no class
        "He sold a house." + "\n\nHe left." * 2 + "\n\nThe house was old.",  # too many before
        "He sold a new house.\n\nHe sold an old house.\n\nThe house was shut.",  # which?
        "He saw a court. He said “the court was full”.",  # quoted
        "He hurt his head. A stone fell on the head.",
        "He gave an only reason, and the only one.",
        "He sold a mill. " + "He slept. " * 80 + "The mill was old.",  # too long ago
        "He paid for the land and a horse. They spoke of the land and horse trade.",
        "He met the owner. He said that “the owner” [the owner] was late.",
        "They asked the Supreme Court. The Constitutional Court heard him.",
    ],
)
def test_what_could_be_another_thing_stays(text: str) -> None:
    assert pointed(text) == []


def test_that_is_not_said_twice_in_a_row() -> None:
    found = pointed("He saw a court. It was likely that the court was full.")
    assert not [text for text in found if "that that" in text]
    assert "He saw a court. It was likely that the said court was full." in found


def test_more_words_do_more_harm_than_others() -> None:
    wordings = wordings_of("English")
    assert wordings is not None
    found = list(wordings.alternatives("He signed this letter."))
    effects = {one.replacement: one.derivation.effect for one in found}
    assert effects["that letter"] is Effect.REPLACES
    assert effects["the letter in question"] is Effect.LENGTHENS
    harms = {one.replacement: one.harm for one in found}
    assert harms["that letter"] < harms["the said letter"]


def test_a_language_without_classes_for_it_points_back_to_nothing() -> None:
    assert pointed("The mill was sold. The mill was old.", "Norwegian") == []
