"""The published loop on scripted answers: what it asks, how often, and what is left."""

import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.unlinkable.lab.evaluation.conftest import DRAFTS
from unlinkable.draft import Reading
from unlinkable.findings.question import Question
from unlinkable.lab.evaluation.method import RawDraft
from unlinkable.lab.evaluation.rewriting import (
    PASSES_WITHOUT_SPANS,
    SENTENCES,
    TEMPERATURE,
    PublishedLoop,
)
from unlinkable.model.author import Candidate, ModelOptions, Writing
from unlinkable.model.process.process import Cost
from unlinkable.stopping import never
from unlinkable_index.index import Index


@dataclass
class Scripted:
    """A model whose answers are those of ``says``, of what it was asked."""

    says: Callable[[dict[str, object]], str | None]
    options: ModelOptions = field(default_factory=lambda: ModelOptions(Path("scripted.gguf")))
    cost: Cost = field(default_factory=Cost)
    asked: list[dict[str, object]] = field(default_factory=list)

    def candidates(self, writing: Writing, stop: object) -> Generator[Candidate, None, None]:
        del stop
        assert [sampling.temperature for sampling in writing.samplings] == [TEMPERATURE]
        request = json.loads(writing.request.asked.content)
        self.asked.append(request)
        self.cost.generated += 5
        self.cost.processed += 25
        text = self.says(request)
        yield Candidate(text, None if text else "no end", 0.0, 5, 0)


@pytest.fixture
def index(folder: Path) -> Iterator[Index]:
    """The small index."""
    with Index.open(folder / "i") as opened:
        yield opened


def made(index: Index, model: Scripted, question: Question | None):
    loop = PublishedLoop("loop", model, index, question, Reading())  # type: ignore[arg-type]
    source = index.document_number("bees")
    assert source is not None
    return loop.make(RawDraft("bees", DRAFTS["bees"]), source, never)


def without_spans_of(request: dict[str, object]) -> str:
    """The text with every span that was told out of it."""
    text = str(request["text"])
    for span in request["spans"]:  # type: ignore[attr-defined]
        text = text.replace(span, "something")
    return text


def test_a_model_that_does_what_it_is_told_ends_the_loop(index: Index) -> None:
    model = Scripted(without_spans_of)
    found = made(index, model, Question(max_terms=1))
    assert "hives" not in found.text
    assert found.text.startswith("The court heard the parties in [REDACTED].")
    assert all(request["spans"] for request in model.asked)
    assert (found.tokens_read, found.tokens_written) == (
        20 * len(model.asked),
        5 * len(model.asked),
    )


def test_a_model_that_changes_nothing_is_asked_ten_times(index: Index) -> None:
    model = Scripted(lambda request: str(request["text"]))
    found = made(index, model, Question(max_terms=1))
    assert found.text == DRAFTS["bees"]
    assert len(model.asked) % 10 == 0


def test_a_chunk_that_the_model_does_not_finish_stays(index: Index) -> None:
    assert made(index, Scripted(lambda _: None), Question(max_terms=1)).text == DRAFTS["bees"]


def test_with_combinations_more_is_told_than_with_phrases(index: Index) -> None:
    one, three = Scripted(without_spans_of), Scripted(without_spans_of)
    made(index, one, Question(max_terms=1))
    made(index, three, Question(max_terms=3))
    assert len(three.asked) >= len(one.asked)


def test_without_spans_every_chunk_is_written_anew_each_time(index: Index) -> None:
    model = Scripted(lambda request: str(request["text"]))
    made(index, model, None)
    sentences = 4
    assert len(model.asked) == PASSES_WITHOUT_SPANS * -(-sentences // SENTENCES)
    assert not any("spans" in request for request in model.asked)
