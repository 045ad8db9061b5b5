"""Synonyms from a WordNet of a few words, written for the test in the format of Princeton's."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from unlinkable.wordings.synonyms import WordNet, read_synonyms
from unlinkable_index.documents.shared.rendering import Span
from unlinkable_index.errors import UserError

SYNSETS: dict[str, list[list[str]]] = {
    "noun": [["mill", "plant", "grinding_mill"], ["mill", "works"], ["city", "town", "Rome"]],
    "verb": [["repair", "mend", "fix_up"], ["give", "hand", "yield"], ["speak", "talk"]],
    "adj": [["old", "aged(p)", "elderly"], ["quick", "agile"]],
    "adv": [["soon", "shortly"]],
}
IRREGULAR = {"noun": ["men man"], "verb": ["gave give", "given give", "spoke speak"]}
LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
HEADER = "  1 This software and database is being provided to you\n"


def write_wordnet(folder: Path, of_verbs: Sequence[list[str]] = ()) -> Path:
    """The files of the folder dict, as wndb(5WN) says; with synsets of more verbs."""
    folder.mkdir()
    for sort, synsets in {**SYNSETS, "verb": [*SYNSETS["verb"], *of_verbs]}.items():
        data, senses = HEADER, {}
        for words in synsets:
            offset = f"{len(data):08}"
            listed = " ".join(f"{word} 0" for word in words)
            data += f"{offset} 03 {LETTERS[sort]} {len(words):02x} {listed} 000 | a gloss  \n"
            for word in words:
                senses.setdefault(word.partition("(")[0].lower(), []).append(offset)
        index = HEADER + "".join(
            f"{word} {LETTERS[sort]} {len(of)} 1 @ {len(of)} 0 {' '.join(of)}  \n"
            for word, of in sorted(senses.items())
        )
        (folder / f"data.{sort}").write_text(data, "ascii")
        (folder / f"index.{sort}").write_text(index, "ascii")
        lines = IRREGULAR.get(sort, [])
        (folder / f"{sort}.exc").write_text("".join(f"{line}\n" for line in lines), "ascii")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_wordnet(tmp_path_factory.mktemp("wordnet") / "dict")


def results(folder: Path, text: str, protected: Iterable[Span] = ()) -> list[str]:
    found = WordNet(folder).alternatives(text, protected=protected)
    return [one.applied(text) for one in found]


@pytest.mark.parametrize(
    ("before", "afters"),
    [
        ("The mill fell.", ["The plant fell.", "The works fell."]),
        ("Two mills fell.", ["Two plants fell."]),  # the plural of "works" is not sure
        ("A town fell.", ["A city fell."]),
        ("Two cities fell.", ["Two towns fell."]),
        ("They mended it.", ["They repaired it."]),
        ("They were mending it.", ["They were repairing it."]),
        ("He repairs it.", ["He mends it."]),
        ("They handed it over.", ["They gave it over.", "They yielded it over."]),
        ("It was handed over.", ["It was given over.", "It was yielded over."]),
        ("They gave it.", ["They handed it.", "They yielded it."]),
        ("He saw an old man.", ["He saw an aged man.", "He saw an elderly man."]),
        ("He saw a quick man.", ["He saw an agile man."]),
        ("Soon it fell.", ["Shortly it fell."]),
        ("Rome fell.", []),
        ("The TOWN fell.", []),
        ("He said “the town fell”.", []),
        ("The gate fell.", []),
    ],
)
def test_synonyms_stand_in_the_form_of_the_word(
    folder: Path, before: str, afters: list[str]
) -> None:
    assert results(folder, before) == afters


def test_protected_places_and_terms_stay(folder: Path) -> None:
    text = "The town fell, and the town burnt."
    assert len(results(folder, text)) == 2
    assert len(results(folder, text, [Span(0, 10)])) == 1
    assert list(WordNet(folder).alternatives(text, terms=["the town"])) == []
    last = Span(text.rindex("town"), text.rindex("town") + 1)
    assert [one.span.start for one in WordNet(folder).alternatives(text, last)] == [last.start]


def test_every_word_of_the_index_is_found(folder: Path) -> None:
    for synsets in SYNSETS.values():
        for words in synsets:
            for word in words:
                if word.isalpha() and word.islower():
                    assert results(folder, f"See the {word} there."), word


def test_the_setting_names_a_file_or_the_folder(folder: Path) -> None:
    found = read_synonyms(folder)
    assert found.language == "English"
    assert read_synonyms(folder) is found


def test_a_folder_that_is_no_wordnet_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"name the folder dict of WordNet"):
        read_synonyms(tmp_path)


@pytest.mark.parametrize("damage", [b"", b"00000000 03 n zz\n", "é\n".encode()])
def test_a_damaged_file_is_said_so_without_words_of_the_text(tmp_path: Path, damage: bytes) -> None:
    folder = write_wordnet(tmp_path / "dict")
    (folder / "data.noun").write_bytes(damage)
    with pytest.raises(UserError, match="this WordNet is damaged") as error:
        results(folder, "The mill fell.")
    assert "mill" not in str(error.value)
