"""Whether the model says that a wording says the same: what is asked, how its answer is read."""

import json
import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from tests.unlinkable.model.token_sources import Random
from unlinkable.model.decoding.tokens import Logits, TokenVocabulary
from unlinkable.model.decoding.weighing import OPEN_ANSWER, agreement
from unlinkable.model.prompt import Message, comparisons, fixed_part
from unlinkable.stopping import StoppedError, never

PIECES = [b"{", b'"', b"yes", b" Yes", b"y", b"no", b"NO", b"not", b"none", b"x"]
BEFORE, AFTER = "The mill burned.", "A building burned."


class Answering(Random):
    """A model with an answer to each question: the logits of its tokens."""

    def __init__(self, answers: Sequence[dict[bytes, float]]) -> None:
        super().__init__(PIECES, 0)
        self.context = [9, 9, 9]
        self.asked: list[Message] = []
        self._answers = answers

    def tokens(self, text: str) -> list[int]:
        assert text == OPEN_ANSWER
        return [0, 1]

    def follow_up(self, message: Message) -> list[int]:
        self.asked.append(message)
        return [9]

    def logits(self) -> Logits:
        assert self.context == [9, 9, 9, 9, 0, 1]  # each question by itself
        answer = self._answers[len(self.asked) - 1]
        return np.array([answer.get(piece, -50.0) for piece in PIECES], dtype=np.float32)


@pytest.mark.parametrize(
    ("answers", "probability"),
    [
        ([{b"yes": 3.0}, {b"yes": 3.0}], 1.0),
        ([{b"yes": 3.0}, {b"no": 3.0}], 0.0),
        ([{b"no": 3.0}, {b"yes": 3.0}], 0.0),
        ([{b"yes": 0.0, b"no": 0.0}, {b" Yes": 9.0}], 0.5),
        ([{b"yes": math.log(2), b"y": 0.0, b"NO": 0.0}, {b"yes": 5.0}], 0.75),
        ([{b"yes": 1.0, b"not": 20.0, b"none": 20.0}, {b"yes": 1.0}], 1.0),  # no answers at all
    ],
)
def test_the_less_certain_of_both_answers_counts(
    answers: Sequence[dict[bytes, float]], probability: float
) -> None:
    source = Answering(answers)
    said = agreement(source, comparisons(BEFORE, AFTER), never)
    assert said == pytest.approx(probability, abs=1e-4)
    assert source.context == [9, 9, 9]


def test_both_texts_are_shown_in_the_same_order_and_the_questions_differ() -> None:
    kept, nothing_added = (json.loads(message.content) for message in comparisons(BEFORE, AFTER))
    for asked in (kept, nothing_added):
        assert (asked["first"], asked["second"]) == (BEFORE, AFTER)
    assert kept["question"] != nothing_added["question"]


def test_each_question_is_shown_once_with_yes_and_once_with_no() -> None:
    shown = fixed_part(plan=False)
    answers: dict[str, set[str]] = {}
    for message, answer in pairwise(shown):
        if '"question"' in message.content and message.role == "user":
            question = json.loads(message.content)["question"]
            answers.setdefault(question, set()).add(json.loads(answer.content)["answer"])
    assert list(answers.values()) == [{"yes", "no"}] * 2


def test_it_stops_when_asked() -> None:
    with pytest.raises(StoppedError):
        agreement(Answering([]), comparisons(BEFORE, AFTER), lambda: True)


def test_tokens_that_begin_an_answer_are_found_however_they_are_written() -> None:
    vocabulary = TokenVocabulary(PIECES)
    found = [PIECES[token] for token in vocabulary.beginning(b"yes")]
    assert found == [b"yes", b" Yes", b"y"]
