"""An index of stems: drafts are read by the same stems, and nothing else is different."""

import json
from pathlib import Path

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.writing import write_texts
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.errors import UserError
from unlinkable_index.growing import add_to_index
from unlinkable_index.opening import open_index
from unlinkable_index.phrase_hashes import name_of_stems, stems_named

ENGLISH = Options(processes=1, stems=(name_of_stems("english"),))
RULINGS = {
    "one": "The miller was convicted of burning two barns near the river.",
    "two": "The miller was acquitted. Nobody burned barns; the river rose.",
    "three": "A miller near a river is convicted of nothing.",
}


def indexed(folder: Path, texts: dict[str, str], options: Options) -> Path:
    source, out = folder / "rulings.jsonl", folder / "rulings.unlinkable"
    write_texts(source, texts)
    build_index([source], out, options)
    return out


def found(path: Path, text: str, max_terms: int = 2) -> list[tuple[str, int, tuple[str, ...]]]:
    """The findings in a draft: kind, first word, and documents."""
    question = Question(max_terms=max_terms, ranked=None)
    with open_index(path) as index:
        report = check(read_draft(text, Markup.PLAIN, Reading()), index, question)
        return [
            (type(one).__name__, one.first_word, tuple(index.document(d).id for d in one.documents))
            for one in (*report.phrases, *report.combinations)
        ]


def test_another_inflection_leads_to_the_original_by_stems_and_not_without(tmp_path: Path) -> None:
    for name in ("plain", "stems"):
        (tmp_path / name).mkdir()
    plain = indexed(tmp_path / "plain", RULINGS, Options(processes=1))
    stems = indexed(tmp_path / "stems", RULINGS, ENGLISH)
    draft = "It convicts millers of burnings; two barn."
    assert ("Finding", 3, ("one",)) in found(stems, draft)
    assert all(first != 3 for _, first, _ in found(plain, draft))
    with open_index(plain) as one, open_index(stems) as other:
        assert one.fingerprint != other.fingerprint
        assert other.header.stems == ENGLISH.stems


WORDS = ["court", "courts", "rule", "ruled", "ruling", "burn", "burning", "mill", "mills", "fair"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), min_size=2, max_size=4)


@examples(12)
@given(texts=TEXTS, draft=st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
def test_an_index_of_stems_is_that_of_the_texts_with_every_word_stemmed(
    texts: list[list[str]], draft: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    stemmer = Stemmer.Stemmer("english")

    def stemmed(words: list[str]) -> str:
        return " ".join(map(stemmer.stemWord, words))

    one, other = tmp_path_factory.mktemp("stems"), tmp_path_factory.mktemp("twin")
    as_written = {str(n): " ".join(words) for n, words in enumerate(texts)}
    by_hand = {str(n): stemmed(words) for n, words in enumerate(texts)}
    stems = indexed(one, as_written, ENGLISH)
    twin = indexed(other, by_hand, Options(processes=1))
    assert found(stems, " ".join(draft)) == found(twin, stemmed(draft))


def test_rulings_are_added_by_the_same_stems(tmp_path: Path) -> None:
    options = Options(processes=1, stems=ENGLISH.stems, keep=Keep.WORDS)
    path = indexed(tmp_path, RULINGS, options)
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "four", "text": "Ferrymen were drowning."}), "utf-8")
    add_to_index([more], path, options=Options(processes=1))
    with open_index(path) as index:
        assert index.header.stems == ENGLISH.stems
    kinds = {(kind, where) for kind, _, where in found(path, "The ferryman drowned.")}
    assert ("Finding", ("four",)) in kinds


def test_stems_of_another_version_or_language_are_refused_in_a_sentence() -> None:
    with pytest.raises(UserError, match="holds stems"):
        stems_named("english 0.1")
    with pytest.raises(UserError, match="no stems for 'klingon'; there are for"):
        name_of_stems("klingon")
