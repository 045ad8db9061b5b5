"""Which phrases an unusual word makes rare: counted in the texts themselves."""

import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.phrases import OrdinaryWords, phrase_findings
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

COMMON = "the court heard a case and the appeal was dismissed"
ORIGINALS = 300


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Three hundred originals; the word "heifer" is in three of them, "oxen" in four."""
    texts = [f"{COMMON}. Number{n}." for n in range(ORIGINALS)]
    for n in range(4):
        texts[n] += " A heifer." * (n < 2) + " Some oxen."
    texts[9] += " Was heard the heifers oxen heifer case the appeal heard."
    return texts


@pytest.fixture(scope="module")
def index(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("ordinary")
    write_texts(folder / "texts.jsonl", texts)
    build_index([folder / "texts.jsonl"], folder / "index", Options(processes=1))
    return Index.open(folder / "index")


def test_a_phrase_is_unusual_when_one_of_its_words_is_in_one_of_a_hundred_originals_at_most(
    texts: list[str], index: Index
) -> None:
    def originals_with(form: str) -> int:
        return sum(form in text.casefold().replace(".", " ").split() for text in texts)

    draft = read_draft("Was heard the heifer case, the appeal heard.", Markup.PLAIN, Reading())
    phrases = phrase_findings(draft, index, 2)
    assert phrases
    expected = {
        phrase.first_word
        for phrase in phrases
        if any(
            originals_with(form) <= ORIGINALS / 100
            for form in draft.forms[phrase.first_word : phrase.first_word + phrase.words]
        )
    }
    ordinary = OrdinaryWords(index, 2)
    assert ordinary.unusual(draft, phrases) == expected
    assert ordinary.unusual(draft, phrases) == expected  # remembered
    assert 0 < len(expected) < len(phrases)


def test_what_k_originals_have_is_unusual_in_a_small_collection(index: Index) -> None:
    draft = read_draft("oxen", Markup.PLAIN, Reading())
    phrases = phrase_findings(draft, index, 6)
    assert OrdinaryWords(index, 2).unusual(draft, phrases) == set()
    assert OrdinaryWords(index, 6).unusual(draft, phrases) == {0}
