"""How much of a passage must stay outside the flagged phrases."""

import pytest

from unlinkable.draft import Span
from unlinkable.fidelity.changes.kept import changed_throughout
from unlinkable.language import ENGLISH, LANGUAGES

BEFORE = "The baker complained about the noise of the mill; the council ordered repairs in spring."
FLAGGED = (Span(0, 21),)
GERMAN = next(language for language in LANGUAGES if language.code == "de")


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        (BEFORE, ""),
        ("A baker was angry; noise came from the mill, and repairing was ordered in spring.", ""),
        ("The sound of the mill; the council commanded fixing in spring.", ""),  # in other words
        ("The baker complained in spring about a dog.", "of 6 other content words 1 are kept"),
        ("Nobody knew why.", "of 6 other content words 0 are kept"),
    ],
)
def test_half_of_the_words_that_say_something_are_kept(after: str, reason: str) -> None:
    found = changed_throughout(BEFORE, after, FLAGGED, ENGLISH)
    assert reason in found
    assert bool(found) == bool(reason)


def test_of_few_words_one_is_enough() -> None:
    assert changed_throughout("The mill burned.", "The mill was on fire.", (), ENGLISH) == ""
    assert "Nothing" in changed_throughout("The mill burned.", "The dog slept.", (), ENGLISH)


def test_without_a_thesaurus_the_letters_tell() -> None:
    before = "Der Bäcker beklagte den Lärm der Mühle und die Gemeinde bestellte Reparaturen."
    assert changed_throughout(before, before, (), GERMAN) == ""
    other = "Der Konditor bemängelte die Geräusche des Sägewerks und der Ort bezahlte Arbeiten."
    assert "far more" in changed_throughout(before, other, (), GERMAN)
