"""Every entry of the tables does to its example what the example says, word for word."""

import re
from importlib import resources
from pathlib import Path

import pytest

from unlinkable.wordings import LANGUAGES, Entry, Wordings, wordings_of
from unlinkable.wordings.tables import example_sides, read_classes

ENTRIES = {"English": 3_000, "German": 650, "Norwegian": 300, "Polish": 350}
"""At most: what is said for more of them is measured first."""
UNREAD = {"Norwegian", "Polish"}


def tables() -> list[tuple[str, str]]:
    return sorted(
        {
            (language, entry.place.split(":")[0])
            for language in LANGUAGES
            if (wordings := wordings_of(language))
            for entry in wordings.entries
        }
    )


def wordings(language: str) -> Wordings:
    found = wordings_of(language)
    assert found is not None
    return found


def entries(language: str, table: str) -> list[Entry]:
    return [e for e in wordings(language).entries if e.place.startswith(f"{table}:")]


@pytest.mark.parametrize(("language", "table"), tables())
def test_an_entry_turns_its_example_into_each_of_the_sentences_that_it_promises(
    language: str, table: str
) -> None:
    for entry in entries(language, table):
        before, *afters = example_sides(entry.example)
        made = {
            one.applied(before)
            for one in wordings(language).alternatives(before)
            if one.derivation.place == entry.place
        }
        assert not set(afters) - made, f"{entry.place}: {before} became {made}"


@pytest.mark.parametrize(("language", "table"), tables())
def test_an_example_promises_nothing_that_reads_badly(language: str, table: str) -> None:
    for entry in entries(language, table):
        for sentence in example_sides(entry.example):
            assert sentence[0].isupper(), entry.place
            assert sentence[-1] in ".:?!", entry.place
            assert not {"  ", " ,", " .", ",,"} & {
                sentence[i : i + 2] for i in range(len(sentence))
            }


@pytest.mark.parametrize("language", ENTRIES)
def test_there_are_no_more_entries_than_pay(language: str) -> None:
    assert ENTRIES[language] / 3 < len(wordings(language).entries) <= ENTRIES[language]


def test_no_class_of_words_serves_one_entry_alone() -> None:
    folder = resources.files("unlinkable.wordings")
    tables = [path.read_text("utf-8") for path in sorted(Path(str(folder)).glob("english/*/*.txt"))]
    lines = [line for table in tables for line in table.splitlines()]
    code = [path.read_text("utf-8") for path in sorted(Path(str(folder)).rglob("*.py"))]
    defined = folder.joinpath("english/classes.words").read_text("utf-8").splitlines()
    for name in read_classes("\n".join(defined)):
        word = re.compile(rf"\b{name}\b")
        named = any(f'"{name}"' in module for module in code)
        within = any(word.search(line.partition(":")[2]) for line in defined)
        uses = sum(2 if line.startswith("##") else 1 for line in lines if word.search(line))
        assert named or within or uses > 1, name


HEAVY = (
    "the said",
    "aforesaid",
    "proceeded to",
    "and also",
    "made the decision",
    "making use of",
    "certain of",
    "the fact that",
    "in the event that",
)


def test_no_wording_is_heavier_than_what_it_stands_for() -> None:
    for entry in wordings("English").entries:
        for new in entry.instead:
            assert not [h for h in HEAVY if h in new and h not in entry.stands], entry.place
            assert "in question" not in new.split(" NUMBER")[0] or "in question" in entry.stands


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_that_no_native_speaker_has_read_say_so(language: str) -> None:
    assert all(entry.read is (language not in UNREAD) for entry in wordings(language).entries)
    for entry in wordings(language).entries[:5]:
        for one in wordings(language).alternatives(example_sides(entry.example)[0]):
            assert one.derivation.read is (language not in UNREAD)


def test_a_language_without_tables_has_no_wordings() -> None:
    assert wordings_of("Basque") is None
