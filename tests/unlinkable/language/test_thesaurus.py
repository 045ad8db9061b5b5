"""Which words are related: of a WordNet of a few words, and of the one that is shipped."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.language import ENGLISH, LANGUAGES
from unlinkable.language.thesaurus import PartOfSpeech, Thesaurus, read_files
from unlinkable.language.wordnet_building import main, relations

NOUNS = {  # a synset's words, and the number of the one that is more general
    "thing": (["thing"], None),
    "tool": (["tool"], "thing"),
    "saw": (["saw", "Sawyer_tool"], "tool"),
    "fretsaw": (["fretsaw"], "saw"),
    "drill": (["drill"], "tool"),
    "sawing": (["sawing"], "thing"),
}
VERBS = {
    "change": (["change"], None),
    "cut": (["cut"], "change"),
    "saw": (["saw"], "cut"),
    "whittle": (["whittle"], "saw"),
    "mend": (["mend", "repair"], "change"),
}
ADJECTIVES = [("open", "!shut"), ("shut", "!open"), ("ajar", "&open")]
ARTEFACTS = {"tool", "saw", "fretsaw", "drill"}
HEADER = "  1 This software and database is being provided to you\n"


def write_wordnet(folder: Path) -> Path:
    """The files of the folder dict, as wninput(5WN) says; "sawing" is derived from "to saw"."""
    folder.mkdir()
    offsets = {
        (sort, key): f"{len(HEADER) + 200 * number:08}"
        for sort, keys in (("n", NOUNS), ("v", VERBS), ("a", dict(ADJECTIVES)))
        for number, key in enumerate(keys)
    }
    for sort, name, synsets in (("n", "noun", NOUNS), ("v", "verb", VERBS)):
        lines = {}
        for key, (words, wider) in synsets.items():
            pointers = [f"@ {offsets[sort, wider]} {sort} 0000"] if wider else []
            if key == "sawing":
                pointers.append(f"+ {offsets['v', 'saw']} v 0101")
            if (sort, key) == ("v", "saw"):
                pointers.append(f"+ {offsets['n', 'sawing']} n 0101")
            lines[key] = (words, pointers)
        _write(folder, sort, name, lines, offsets)
    adjectives = {}
    for word, relation in ADJECTIVES:
        symbol, other = relation[0], relation[1:]
        numbers = "0101" if symbol == "!" else "0000"
        adjectives[word] = ([word], [f"{symbol} {offsets['a', other]} a {numbers}"])
    _write(folder, "a", "adj", adjectives, offsets)
    _write(folder, "r", "adv", {}, offsets)
    (folder / "noun.exc").write_text("sawn-off-ones saw\n", "ascii")
    return folder


def _write(
    folder: Path,
    sort: str,
    name: str,
    synsets: dict[str, tuple[list[str], list[str]]],
    offsets: dict[tuple[str, str], str],
) -> None:
    data, senses = HEADER, {}
    for key, (words, pointers) in synsets.items():
        offset = offsets[sort, key]
        listed = " ".join(f"{word} 0" for word in words)
        joined = " ".join([f"{len(pointers):03}", *pointers])
        field = "06" if sort == "n" and key in ARTEFACTS else "03"
        data += (
            f"{offset} {field} {sort} {len(words):02x} {listed} {joined} | a gloss".ljust(199)
            + "\n"
        )
        for word in words:
            senses.setdefault(word.lower(), []).append(offset)
    index = HEADER + "".join(
        f"{word} {sort} {len(of)} 0 {len(of)} 0 {' '.join(of)}  \n"
        for word, of in sorted(senses.items())
    )
    (folder / f"data.{name}").write_text(data, "ascii")
    (folder / f"index.{name}").write_text(index, "ascii")
    (folder / f"{name}.exc").write_text("", "ascii")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_wordnet(tmp_path_factory.mktemp("wordnet") / "dict")


@pytest.fixture(scope="module")
def few(folder: Path) -> Thesaurus:
    return Thesaurus(relations(read_files(folder)))


@pytest.mark.parametrize(
    ("word", "other", "answers"),
    [
        ("repairs", "mended", True),  # a sense in common
        ("tool", "fretsaw", True),  # two steps more general
        ("thing", "fretsaw", True),  # a noun may become as general as it likes
        ("fretsaws", "saws", True),  # a noun, one step more special
        ("fretsaw", "tool", False),  # two
        ("drill", "saw", False),  # of one kind, but another
        ("whittled", "cut", True),  # a verb, two steps more special
        ("whittled", "changed", False),  # three
        ("change", "sawing", True),  # as the verb that it is derived from
        ("ajar", "open", True),  # similar
        ("ajar", "shut", False),
        ("shut", "open", False),
        ("qwerty", "saw", False),
        ("qwerty", "qwerty", False),
    ],
)
def test_what_may_stand_for_what(few: Thesaurus, word: str, other: str, answers: bool) -> None:
    assert few.answers(word, other) == answers


def test_irregular_forms_and_opposites_are_known(few: Thesaurus) -> None:
    assert few.same("sawn-off-ones", "saw")
    assert few.opposite("shut", "open")
    assert few.opposite("open", "shut")
    assert not few.opposite("ajar", "open")


def test_of_the_files_only_relations_of_plain_words_are_taken(folder: Path, tmp_path: Path) -> None:
    content = relations(read_files(folder))
    assert b"gloss" not in content
    assert b"awyer" not in content
    written = tmp_path / "few.txt.gz"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["building", str(folder), str(written)])
        main()
    assert gzip.decompress(written.read_bytes()) == content


def test_each_word_is_listed_once_and_every_number_is_that_of_a_synset(folder: Path) -> None:
    counts, *lines = relations(read_files(folder)).decode().splitlines()
    things, nouns, synsets = map(int, counts.split())
    assert (things, nouns) == (len(ARTEFACTS), len(NOUNS))
    assert synsets == len(NOUNS) + len(VERBS) + len(ADJECTIVES)
    numbers = [field for line in lines for field in line.replace("|", " ").split()]
    assert all(int(number) < synsets for number in numbers if number.isdigit())
    words = [line.split()[0] for line in lines[synsets:]]
    assert words == sorted(set(words))
    assert len(list(read_files(folder)[PartOfSpeech.VERB].lemmas())) == 6


def test_english_has_a_thesaurus_and_it_is_read_once() -> None:
    assert ENGLISH.thesaurus is not None
    assert ENGLISH.thesaurus is ENGLISH.thesaurus
    assert [language.code for language in LANGUAGES if language.thesaurus] == ["en"]


@pytest.mark.parametrize(
    ("word", "other", "answers"),
    [
        ("annulled", "quashed", True),
        ("confirmed", "upheld", True),
        ("extended", "prolonged", True),
        ("requested", "asked", True),
        ("person", "ferryman", True),
        ("froze", "transferred", False),
        ("assault", "theft", False),
        ("mother", "father", False),
        ("absolved", "criticised", False),
        ("concluded", "started", False),
        ("failure", "success", False),
    ],
)
def test_of_the_words_of_rulings(word: str, other: str, answers: bool) -> None:
    assert ENGLISH.thesaurus is not None
    assert ENGLISH.thesaurus.answers(word, other) == answers


WORDS = st.sampled_from(
    [
        *("judge", "ruling", "order", "open", "shut", "detain", "free", "lease", "rent"),
        *("boat", "repaired", "older", "quickly", "qwerty"),
    ]
)


@given(WORDS, WORDS)
def test_what_is_the_same_is_so_both_ways_and_answers(word: str, other: str) -> None:
    thesaurus = ENGLISH.thesaurus
    assert thesaurus is not None
    assert thesaurus.same(word, other) == thesaurus.same(other, word)
    assert thesaurus.opposite(word, other) == thesaurus.opposite(other, word)
    if thesaurus.same(word, other):
        assert thesaurus.answers(word, other)
    assert not (thesaurus.opposite(word, other) and thesaurus.answers(word, other))


def test_synonyms_share_a_sense_of_the_part_of_speech(few: Thesaurus) -> None:
    assert few.synonyms("mend", PartOfSpeech.VERB) == ("repair",)
    assert few.synonyms("mended", PartOfSpeech.VERB) == ("repair",)
    assert few.synonyms("mend", PartOfSpeech.NOUN) == ()
    assert few.synonyms("open", PartOfSpeech.ADJECTIVE) == ()
    assert few.synonyms("unheard", PartOfSpeech.NOUN) == ()
