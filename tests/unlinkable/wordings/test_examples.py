"""Every entry of the tables does to its example what the example says, word for word."""

import pytest

from unlinkable.wordings import LANGUAGES, Entry, Wordings, wordings_of
from unlinkable.wordings.tables import example_sides

ENTRIES = {"English": 800, "German": 300, "Norwegian": 150, "Polish": 150}
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
def test_there_are_as_many_entries_as_the_documentation_says(language: str) -> None:
    assert len({(e.place, e.stands) for e in wordings(language).entries}) >= ENTRIES[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_that_no_native_speaker_has_read_say_so(language: str) -> None:
    assert all(entry.read is (language not in UNREAD) for entry in wordings(language).entries)
    for entry in wordings(language).entries[:5]:
        for one in wordings(language).alternatives(example_sides(entry.example)[0]):
            assert one.derivation.read is (language not in UNREAD)


def test_a_language_without_tables_has_no_wordings() -> None:
    assert wordings_of("Basque") is None
