"""DP-MLM: the mechanism against its formula, and its loop on models that are known."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable.lab.evaluation.tiny_bert import PIECES, write_tiny_bert
from unlinkable.draft import Reading
from unlinkable.lab.evaluation.dp_mlm import HIGH, LOW, DpMlm, EncoderModel, distribution
from unlinkable.lab.evaluation.method import RawDraft
from unlinkable.stopping import StoppedError, never
from unlinkable_index.errors import UserError

LOGITS = st.lists(st.floats(-50, 50), min_size=4, max_size=4).map(np.array)


@given(LOGITS, LOGITS, st.sampled_from((0.5, 10.0, 100.0)))
def test_two_inputs_differ_by_a_factor_of_at_most_e_to_the_epsilon(
    some: np.ndarray, others: np.ndarray, epsilon: float
) -> None:
    one, other = distribution(some, epsilon), distribution(others, epsilon)
    assert one.sum() == pytest.approx(1)
    assert (one <= other * math.exp(epsilon) * (1 + 1e-9)).all()


def test_the_probabilities_are_those_of_the_formula() -> None:
    logits = [-100.0, 0.0, 4.0, 99.0]
    cut = [LOW, 0.0, 4.0, HIGH]
    weights = [math.exp(10 * u / (2 * (HIGH - LOW))) for u in cut]
    expected = [weight / sum(weights) for weight in weights]
    assert distribution(np.array(logits), 10) == pytest.approx(expected)


class Sure:
    """A model that is sure of one word, and notes what it was asked."""

    name = "sure"
    window = 4

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def logits(self, whole: str, before: str, after: str) -> np.ndarray:
        self.asked.append((whole, before, after))
        return np.array([HIGH, LOW])

    def piece(self, number: int) -> str:
        return ("bees", "wasps")[number]


def made(model: Sure, text: str, protects: bool = True, epsilon: float = 1e6) -> str:
    method = DpMlm(model, epsilon, Reading(), protects_masks=protects)
    return method.make(RawDraft("a", text), 0, never).text


def test_words_with_a_meaning_are_drawn_and_all_else_stays() -> None:
    text = "The [REDACTED] Miller kept the honey, in Spring."
    assert made(Sure(), text) == "Bees [REDACTED] Bees bees the bees, in Bees."
    assert "[Bees]" in made(Sure(), text, protects=False)


def test_the_model_sees_the_text_around_a_word_only() -> None:
    model = Sure()
    made(model, "one two three four five six seven")
    whole, before, after = model.asked[0]
    assert (before, after) == ("", " two three")
    assert whole == "one two three"


def test_a_small_epsilon_draws_as_by_lot_and_the_same_each_time() -> None:
    text = "honey " * 400
    drawn = made(Sure(), text, epsilon=0.001)
    assert drawn == made(Sure(), text, epsilon=0.001)
    assert 140 < drawn.count("wasps") < 260  # 200, six standard deviations to either side


def test_it_stops_when_told_to() -> None:
    with pytest.raises(StoppedError):
        DpMlm(Sure(), 10, Reading(), True).make(RawDraft("a", "honey"), 0, lambda: True)


def test_an_encoder_fills_in_a_mask_as_its_weights_say(tmp_path: Path) -> None:
    weights = write_tiny_bert(tmp_path, fills_in=True)
    model = EncoderModel(tmp_path)
    logits = model.logits("the miller kept bees", "the miller ", " bees")
    assert logits.shape == (len(PIECES),)
    again = model.logits("the miller kept bees", "the judge ", " bees")
    assert not np.allclose(logits, again)
    weights_bias = weights["cls.predictions.bias"]
    assert np.isfinite(logits - weights_bias).all()
    assert model.piece(PIECES.index("miller")) == "miller"


def test_a_model_that_fills_in_nothing_is_refused(tmp_path: Path) -> None:
    write_tiny_bert(tmp_path)
    with pytest.raises(UserError, match="does not fill in words"):
        EncoderModel(tmp_path).logits("the miller", "the ", "")
