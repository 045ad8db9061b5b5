"""Drafts from raw rulings by the real Presidio, with patterns in place of a trained pipeline."""

import json
import socket
from pathlib import Path

import pytest

pytest.importorskip("presidio_analyzer")

from tests.unlinkable_index.writing import write_texts

from unlinkable.cli import main

RULINGS = {
    "case/1": "Anna Berg of Millbrook wrote to anna@example.org on 03/05/2011. She won.",
    ".hidden": "The court heard Anna Berg.",
}
PATTERNS = [
    {"label": "PERSON", "pattern": "Anna Berg"},
    {"label": "GPE", "pattern": [{"lower": "millbrook"}]},
]


@pytest.fixture(autouse=True)
def without_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every attempt to reach the network fails, and is noted."""
    tried: list[object] = []

    def refuse(*arguments: object, **_: object) -> None:
        tried.append(arguments)
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tried


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with rulings and patterns."""
    monkeypatch.chdir(tmp_path)
    write_texts(tmp_path / "c.jsonl", RULINGS)
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, PATTERNS)), "utf-8")
    return tmp_path


def deidentify(*arguments: str) -> int:
    """Run the command over the rulings."""
    return main(["deidentify", "c.jsonl", "-o", "drafts", "-q", *arguments])


def test_names_places_addresses_and_dates_are_masked_and_all_else_stays(
    folder: Path, without_network: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert deidentify("--patterns", "p.jsonl") == 0
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("drafts: 2 drafts with 5 masks")
    draft = (folder / "drafts" / "case%2F1.txt").read_text("utf-8")
    assert draft == "[REDACTED] of [REDACTED] wrote to [REDACTED] on [REDACTED]. She won."
    hidden = (folder / "drafts" / "%2Ehidden.txt").read_text("utf-8")
    assert hidden == "The court heard [REDACTED]."
    assert without_network == []


def test_only_what_is_asked_for_is_masked_and_by_the_mask_asked_for(folder: Path) -> None:
    asked = ("--entity", "PERSON", "--mask", "[NAME]")
    assert deidentify("--patterns", "p.jsonl", *asked) == 0
    draft = (folder / "drafts" / "case%2F1.txt").read_text("utf-8")
    assert draft == RULINGS["case/1"].replace("Anna Berg", "[NAME]")


def test_a_pipeline_that_is_not_there_is_refused_and_not_downloaded(
    folder: Path, without_network: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert deidentify("--pipeline", "en_core_web_none") == 2
    assert "is not installed, and nothing is downloaded" in capsys.readouterr().err
    assert without_network == []
    assert not (folder / "drafts").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no names can be found without a spaCy pipeline"),
        (("--patterns", "none.jsonl"), "cannot be read"),
        (("--patterns", "c.jsonl"), 'c.jsonl, line 1: a pattern is an object with "label"'),
        (("--patterns", "p.jsonl", "--entity", "PLANET"), "'PLANET'"),
        (("--patterns", "p.jsonl", "--every", "0"), "1 or more"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert folder.is_dir()
    assert deidentify(*arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "Anna" not in told


def test_drafts_that_are_there_are_written_over_only_when_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deidentify("--patterns", "p.jsonl") == 0
    assert deidentify("--patterns", "p.jsonl") == 2
    assert "--force" in capsys.readouterr().err
    assert deidentify("--patterns", "p.jsonl", "--force") == 0
    assert len(list((folder / "drafts").iterdir())) == 2


def test_numbers_of_cases_are_masked_whatever_the_pipeline(folder: Path) -> None:
    rulings = {"a": "Application no. 36110/97 and 36111/97, half (1/2) of Directive 95/46/EC."}
    write_texts(folder / "c.jsonl", rulings)
    assert deidentify("--patterns", "p.jsonl") == 0
    draft = (folder / "drafts" / "a.txt").read_text("utf-8")
    assert draft == ("Application no. [REDACTED] and [REDACTED], half (1/2) of Directive 95/46/EC.")


def test_titles_go_with_the_names_that_they_stand_at(folder: Path) -> None:
    """A pipeline that tells proper nouns, as trained ones do: here every word with a capital."""
    import spacy
    from spacy.language import Language
    from spacy.tokens import Doc

    @Language.component("capitals")
    def capitals(doc: Doc) -> Doc:
        for word in doc:
            word.pos_ = "PROPN" if word.text[0].isupper() else "NOUN"
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("capitals")
    nlp.to_disk(folder / "pipeline")
    text = "the lawyer Mr Anna Berg QC, Judge. then Anna Berg\nMillbrook"
    write_texts(folder / "c.jsonl", {"a": text})
    assert deidentify("--pipeline", str(folder / "pipeline"), "--patterns", "p.jsonl") == 0
    draft = (folder / "drafts" / "a.txt").read_text("utf-8")
    assert draft == "the lawyer [REDACTED], Judge. then [REDACTED]\n[REDACTED]"
