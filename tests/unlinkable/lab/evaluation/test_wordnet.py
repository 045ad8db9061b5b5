"""Paraphrase by WordNet, on a WordNet of a few words written for the test."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable.lab.evaluation.conftest import DRAFTS, Done
from tests.unlinkable.lab.evaluation.tiny_bert import write_tiny_bert
from unlinkable.draft import Reading, read_draft
from unlinkable.lab.evaluation.linkage import LinkageLevel, linkage
from unlinkable.lab.evaluation.method import RawDraft, pair
from unlinkable.lab.evaluation.wordnet import (
    InformedParaphrase,
    Paraphrase,
    SynonymChooser,
    WordNetLexicon,
    levenshtein,
    phrases,
)
from unlinkable.stopping import never
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

SYNONYMS = {"n": [("mill", "plant"), ("hive", "colony")], "v": [("repair", "mend")]}


def lmf() -> str:
    """A WordNet in the format of the Global WordNet Association."""
    entries, synsets = [], []
    for kind, pairs in SYNONYMS.items():
        for number, words in enumerate(pairs):
            synset = f"t-{kind}{number}"
            entries += [
                f'<LexicalEntry id="t-{word}">'
                f'<Lemma writtenForm="{word}" partOfSpeech="{kind}"/>'
                f'<Sense id="t-{word}-1" synset="{synset}"/></LexicalEntry>'
                for word in words
            ]
            synsets.append(f'<Synset id="{synset}" ili="" partOfSpeech="{kind}"/>')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE LexicalResource SYSTEM '
        '"http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">\n'
        '<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<Lexicon id="t" label="Test" language="en" email="a@b.c" license="none" version="1">'
        f"{''.join(entries)}{''.join(synsets)}</Lexicon></LexicalResource>"
    )


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> WordNetLexicon:
    """The small WordNet, loaded."""
    folder = tmp_path_factory.mktemp("wordnet")
    (folder / "small.xml").write_text(lmf(), "utf-8")
    return WordNetLexicon(folder / "small.xml", folder / "cache")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("mill", {"plant"}),
        ("hives", {"colonies"}),
        ("repaired", {"mended"}),
        ("Mill", {"Plant"}),
        ("oldest", {""}),  # an adjective may go
        ("the", set()),
    ],
)
def test_synonyms_are_of_the_same_part_and_form(
    words: WordNetLexicon, word: str, expected: set[str]
) -> None:
    assert set(words.candidates(word)) == expected


@pytest.mark.parametrize(
    ("some", "other", "edits"),
    [("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2)],
)
def test_the_distance_is_the_fewest_edits(some: str, other: str, edits: int) -> None:
    assert levenshtein(some, other) == levenshtein(other, some) == edits


class Alike:
    """Finds all texts alike."""

    name = "alike"
    longest = 9

    def pieces(self, text: str) -> list[int]:
        return [len(text)]

    def vector(self, pieces: list[int]) -> np.ndarray:
        assert pieces
        return np.ones(1, dtype=np.float32)

    def vectors(self, texts: Sequence[list[int]]) -> np.ndarray:
        return np.array([self.vector(text) for text in texts])


class Random(Alike):
    """Finds each text as near to others as chance has it, and counts what it was asked."""

    name = "random"
    asked = 0

    def pieces(self, text: str) -> list[int]:
        return [*text.encode()]

    def vector(self, pieces: list[int]) -> np.ndarray:
        self.asked += 1
        made = np.random.default_rng(pieces).normal(size=3) + 1
        vector: np.ndarray = made / np.linalg.norm(made)
        return vector


class Many:
    """A lexicon that offers much for each word."""

    name = "many"

    def candidates(self, word: str) -> tuple[str, ...]:
        random = np.random.default_rng([*word.encode()])
        offers = (random.integers(97, 123, random.integers(1, 9)) for _ in range(30))
        return ("", *("".join(map(chr, offer)) for offer in offers))


@pytest.mark.parametrize(
    "phrase", ["the mill", "old grey mills", "a b c", "oak", "of owls at night"]
)
def test_the_best_candidate_is_the_best_of_all_though_not_all_are_asked(phrase: str) -> None:
    """Against a twin that asks of every candidate how near it is."""
    model, lexicon = Random(), Many()

    def near(text: str) -> float:
        vectors = model.vectors([model.pieces(one) for one in (phrase, text)])
        return max(0.0, float(vectors[0] @ vectors[1]))

    def worth(text: str) -> float:
        far, alike = levenshtein(phrase, text) / max(len(phrase), len(text)), near(text)
        return 2 * far * alike / (far + alike) if far + alike else 0.0

    offers, words = [], phrase.split()
    for at, word in enumerate(words):
        for offer in lexicon.candidates(word):
            offers.append(" ".join([*words[:at], *([offer] if offer else []), *words[at + 1 :]]))
            if not offer and at == len(words) - 1:
                offers[-1] += " " if at else ""
    expected = max(offers, key=worth)
    model.asked = 0
    chosen = SynonymChooser(lexicon, model).best(phrase)  # type: ignore[arg-type]
    assert chosen is not None
    assert worth(chosen) == pytest.approx(worth(expected), abs=1e-9)
    assert chosen == expected


def test_phrases_lie_between_punctuation_masks_and_function_words() -> None:
    text = "The old mill, sold in [REDACTED] grey May 2011 by an old widow. He left"
    draft = read_draft(text)
    found = [text[start:end] for start, end in phrases(draft)]
    assert found == ["The old mill", "sold", "grey May 2011", "old widow", "He left"]


def test_as_published_it_knows_nothing_of_what_is_rare(words: WordNetLexicon) -> None:
    method = Paraphrase(SynonymChooser(words, Alike()), Reading())
    raw = RawDraft("x", "The mill of [REDACTED] was sold to the mill of the hives.")
    made = method.make(raw, 0, never)
    assert made.text == "The plant of [REDACTED] was sold to the plant of the colonies."


def test_words_of_rare_phrases_are_replaced_and_others_stay(
    words: WordNetLexicon, folder: Path
) -> None:
    with Index.open(folder / "i") as index:
        method = InformedParaphrase(SynonymChooser(words, Alike()), index, 2, Reading())
        source = index.document_number("bees")
        assert source is not None
        raw = RawDraft("bees", DRAFTS["bees"])
        made = method.make(raw, source, never)
        assert "plant" in made.text
        assert "The court heard the parties" in made.text
        found = linkage(pair(raw, made.text, source, Reading()), index, 2, LinkageLevel(1))
        assert 0 < found["left 1"].part < found["left 1"].whole


def test_a_file_that_is_no_wordnet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text("<html/>", "utf-8")
    with pytest.raises(UserError, match="cannot be read"):
        WordNetLexicon(tmp_path / "x.xml", tmp_path / "cache")


def test_from_the_command_line(
    evaluate: Callable[..., Done], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    (folder / "small.xml").write_text(lmf(), "utf-8")
    write_tiny_bert(folder / "tiny", fills_in=True)
    done = evaluate("--baseline", "wordnet", "--baseline", "wordnet-informed",
                    "--wordnet", "small.xml", "--similarity", "tiny",
                    "--baseline", "dp-mlm:10", "--masked-model", "tiny")  # fmt: skip
    assert done.status == 0
    assert "wordnet: as published, told nothing of what is rare: a synonym of sm" in done.out
    assert "wordnet-informed: a synonym of small.xml" in done.out
    assert "dp-mlm, epsilon 10: tiny, epsilon 10 a word, masks stay" in done.out


def test_baselines_without_what_they_need_are_left_out_by_name(
    evaluate: Callable[..., Done],
) -> None:
    done = evaluate("--baseline", "wordnet", "--baseline", "dp-mlm:10")
    assert done.status == 0
    assert "Left out: wordnet: no WordNet was named" in done.out
    assert "Left out: dp-mlm:10: no model that fills in words was named" in done.out
