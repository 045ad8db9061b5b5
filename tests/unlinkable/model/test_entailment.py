"""Entailment by a model of the user's own: tiny ones, run by the real onnxruntime."""

import json
import socket
from collections.abc import Generator
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from tests.unlinkable.model.tiny_nli import LONGEST, SURE, write_tiny_nli
from unlinkable.model.author import Candidate, ModelOptions, Writing
from unlinkable.model.authors import SecondReader
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.onnx_models import EntailmentModel
from unlinkable.model.prompt import Request
from unlinkable.stopping import OnProgress, Stop, never, unseen
from unlinkable_index.errors import UserError

WEIGHTS = {"tortured": 6.0, "hut": 1.0, "cabin": 1.5}
KEPT = "The miller was kept in the hut."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_nli(tmp_path_factory.mktemp("nli") / "tiny", WEIGHTS)


def softmax_by_hand(premise: str, hypothesis: str) -> float:
    """The probability of "entailment" as the tiny model is defined; its other scores are 0."""
    words = (premise.lower().strip(".").split(), hypothesis.lower().strip(".").split())
    said, claimed = (sum(WEIGHTS.get(word, 0.0) for word in some) for some in words)
    score = exp(SURE + said - claimed)
    return score / (score + 2)


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        (KEPT, KEPT),
        (KEPT, "The miller was tortured in the hut."),
        ("The miller was tortured in the hut.", KEPT),
        (KEPT, "The miller was kept in the cabin."),
    ],
)
def test_what_the_model_says_is_the_softmax_of_its_scores(
    folder: Path, premise: str, hypothesis: str
) -> None:
    model = EntailmentModel(folder)
    assert model.entailed(premise, hypothesis) == pytest.approx(
        softmax_by_hand(premise, hypothesis), abs=1e-6
    )
    both = min(softmax_by_hand(premise, hypothesis), softmax_by_hand(hypothesis, premise))
    assert model.both_ways(premise, hypothesis) == pytest.approx(both, abs=1e-6)


def test_what_is_added_fails_one_way_and_what_is_left_out_the_other(folder: Path) -> None:
    model = EntailmentModel(folder)
    more = "The miller was tortured in the hut."
    assert model.entailed(more, KEPT) > 0.9
    assert model.entailed(KEPT, more) < 0.1
    assert model.both_ways(KEPT, more) == model.both_ways(more, KEPT) < 0.1


def test_what_is_too_long_to_be_read_whole_is_not_said_to_follow(folder: Path) -> None:
    model = EntailmentModel(folder)
    fits = " ".join(["word"] * ((LONGEST - 3) // 2))
    assert model.both_ways(fits, fits) > 0.9
    assert model.both_ways(f"{fits} word", f"{fits} word") == 0


def test_no_connection_is_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert EntailmentModel(folder).both_ways(KEPT, KEPT) > 0.9


def test_files_in_a_folder_named_onnx_do_as_well(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx").write_bytes((folder / "model.onnx").read_bytes())
    for name in ("config.json", "tokenizer.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    assert EntailmentModel(tmp_path).both_ways(KEPT, KEPT) > 0.9


@pytest.mark.parametrize("name", ["model.onnx", "config.json", "tokenizer.json"])
def test_a_folder_without_a_file_is_told_which_one_is_missing(tmp_path: Path, name: str) -> None:
    folder = write_tiny_nli(tmp_path / "nli", WEIGHTS)
    (folder / name).unlink()
    with pytest.raises(UserError, match=rf"{name} is missing; name a folder that has them"):
        EntailmentModel(folder).load()


@pytest.mark.parametrize("name", ["model.onnx", "config.json", "tokenizer.json"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, name: str) -> None:
    folder = write_tiny_nli(tmp_path / "nli", WEIGHTS)
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UserError, match="the model is damaged; fetch it again"):
        EntailmentModel(folder).load()


def test_a_model_that_tells_something_else_is_refused(tmp_path: Path) -> None:
    folder = write_tiny_nli(tmp_path / "nli", WEIGHTS, labels=("toxic", "friendly", "neutral"))
    with pytest.raises(UserError, match="a model of another kind"):
        EntailmentModel(folder).load()


def test_a_model_that_tells_fewer_things_than_its_config_is_refused(tmp_path: Path) -> None:
    folder = write_tiny_nli(tmp_path / "nli", WEIGHTS)
    labels = {"0": "neutral", "1": "contradiction", "7": "entailment"}
    (folder / "config.json").write_text(json.dumps({"id2label": labels}), "utf-8")
    with pytest.raises(UserError, match="a model of another kind") as refused:
        EntailmentModel(folder).both_ways(KEPT, "A secret word.")
    assert "secret" not in str(refused.value)


class Author:
    """One who wrote these texts, and is as sure of each as said."""

    options = ModelOptions(Path("none.gguf"))

    def __init__(self, wrote: dict[str | None, float | None]) -> None:
        self._wrote = wrote

    def candidates(
        self, _writing: Writing, _stop: Stop, _report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        for text, agreement in self._wrote.items():
            why = "no words left" if text is None else None
            yield Candidate(text, why, -0.5, 3, 0, agreement)


def agreements(
    folder: Path, wrote: dict[str | None, float | None], least: float, passing: bool = True
) -> list[float | None]:
    writing = Writing(
        request=Request("", KEPT, "", (), {}),
        samplings=(Sampling(0.0, seed=1),),
        limits=Limits(tokens=50),
        judge=lambda _text, _ended: None,
        to_compare=lambda _: passing,
    )
    reader = SecondReader(Author(wrote), EntailmentModel(folder), least)
    assert reader.options is Author.options
    return [candidate.agreement for candidate in reader.candidates(writing, never)]


def test_the_lower_of_what_both_hold_of_a_wording_counts(folder: Path) -> None:
    same, other = "The miller was kept in his hut.", "The miller was tortured in the hut."
    sure = softmax_by_hand(KEPT, same)
    found = agreements(folder, {same: None}, 0.5)
    assert found == [pytest.approx(sure, abs=1e-6)]
    assert agreements(folder, {same: 0.7}, 0.5) == [0.7]
    assert agreements(folder, {other: 0.99}, 0.5)[0] == pytest.approx(
        softmax_by_hand(KEPT, other), abs=1e-6
    )


def test_what_fails_a_check_or_was_given_up_is_not_read(folder: Path) -> None:
    assert agreements(folder, {None: None}, 0.5) == [None]
    assert agreements(folder, {"The miller was tortured.": 0.99}, 0.5, passing=False) == [0.99]


def test_doubt_begins_below_the_least(folder: Path) -> None:
    cabin = "The miller was kept in the cabin."
    held = min(softmax_by_hand(KEPT, cabin), softmax_by_hand(cabin, KEPT))
    (easy,) = agreements(folder, {cabin: None}, held - 0.01)
    (hard,) = agreements(folder, {cabin: None}, held + 0.01)
    assert easy is not None
    assert hard is not None
    assert hard < 0.5 < easy


def test_a_candidate_stays_what_it_is_but_for_the_agreement(folder: Path) -> None:
    writing = Writing(
        Request("", KEPT, "", (), {}), (Sampling(0.0, seed=1),), Limits(tokens=50),
        lambda _text, _ended: None, lambda _: True,
    )  # fmt: skip
    author = Author({KEPT: 0.4})
    (plain,) = author.candidates(writing, never)
    (read,) = SecondReader(author, EntailmentModel(folder), 0.5).candidates(writing, never)
    assert replace(read, agreement=None) == replace(plain, agreement=None)
