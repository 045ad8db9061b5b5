"""Which token comes next, beside the softmax and the sampling rule written out in plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.model.decoding.tokens import RankedTokens, Sampling

logits_and_allowed = st.lists(
    st.tuples(st.sampled_from([-30.0, -9.0, -2.0, 0.0, 0.5, 1.0, 3.0, 8.0]), st.booleans()),
    min_size=1,
    max_size=30,
).filter(lambda drawn: any(allowed for _, allowed in drawn))


def ranked_of(drawn: list[tuple[float, bool]], near: float) -> RankedTokens:
    logits = np.array([logit for logit, _ in drawn], dtype=np.float32)
    return RankedTokens.of(logits, np.array([allowed for _, allowed in drawn]), near)


@given(logits_and_allowed, st.sampled_from([10.0, np.inf]), st.sets(st.integers(0, 29)))
def test_the_allowed_tokens_that_are_near_come_likeliest_first(
    drawn: list[tuple[float, bool]], near: float, tried: set[int]
) -> None:
    ranked = ranked_of(drawn, near)
    total = sum(math.exp(logit) for logit, _ in drawn)
    highest = max(logit for logit, allowed in drawn if allowed)
    by_token = {
        token: math.log(math.exp(logit) / total)
        for token, (logit, allowed) in enumerate(drawn)
        if allowed and logit > highest - near
    }
    assert ranked.tokens.tolist() == sorted(by_token, key=lambda token: (-by_token[token], token))
    expected = [by_token[token] for token in ranked.tokens.tolist()]
    assert ranked.log_probabilities.tolist() == pytest.approx(expected, abs=1e-5)
    others = [value for token, value in by_token.items() if token not in tried]
    assert ranked.best_without(tried) == pytest.approx(max(others, default=-np.inf), abs=1e-5)


def test_of_very_many_near_tokens_fewer_are_ranked_and_never_all_are_lost() -> None:
    logits = np.linspace(0, 9, 20_000, dtype=np.float32)
    ranked = RankedTokens.of(logits, np.ones(20_000, dtype=bool), 10.0)
    assert 1 <= len(ranked.tokens) <= 4096
    assert ranked.tokens.tolist() == list(range(19_999, 19_999 - len(ranked.tokens), -1))
    assert len(RankedTokens.of(logits, np.ones(20_000, dtype=bool), np.inf).tokens) == 20_000
    alike = np.zeros(20_000, dtype=np.float32)
    assert len(RankedTokens.of(alike, np.ones(20_000, dtype=bool), 10.0).tokens) == 20_000


@given(logits_and_allowed, st.sets(st.integers(0, 29)))
def test_at_no_temperature_it_is_the_likeliest_that_is_not_forbidden(
    drawn: list[tuple[float, bool]], forbidden: set[int]
) -> None:
    ranked = ranked_of(drawn, np.inf)
    chosen = Sampling().chosen(ranked, forbidden, np.random.default_rng(0))
    left = [token for token in ranked.tokens.tolist() if token not in forbidden]
    if not left:
        assert chosen is None
    else:
        place = ranked.tokens.tolist().index(left[0])
        assert chosen == (left[0], float(ranked.log_probabilities[place]))


@pytest.mark.parametrize(
    ("temperature", "top_k", "top_p", "forbidden", "shares"),
    [
        (1.0, 20, 1.0, (), [0.4, 0.3, 0.2, 0.1]),
        (1.0, 2, 1.0, (), [4 / 7, 3 / 7, 0, 0]),
        (1.0, 20, 0.6, (), [4 / 7, 3 / 7, 0, 0]),
        (1.0, 20, 0.75, (), [4 / 9, 3 / 9, 2 / 9, 0]),
        (1.0, 20, 0.3, (), [1, 0, 0, 0]),
        (1.0, 2, 1.0, (0,), [0, 0.6, 0.4, 0]),
        (0.5, 20, 1.0, (), [16 / 30, 9 / 30, 4 / 30, 1 / 30]),
    ],
)
def test_tokens_are_drawn_as_often_as_the_rule_says(
    temperature: float, top_k: int, top_p: float, forbidden: tuple[int, ...], shares: list[float]
) -> None:
    logits = np.log(np.array([0.4, 0.3, 0.2, 0.1], dtype=np.float32))
    ranked = RankedTokens.of(logits, np.ones(4, dtype=bool), np.inf)
    sampling = Sampling(temperature=temperature, top_k=top_k, top_p=top_p)
    random = np.random.default_rng(1)
    drawn = [sampling.chosen(ranked, set(forbidden), random) for _ in range(4000)]
    counts = [sum(one is not None and one[0] == token for one in drawn) for token in range(4)]
    for count, share in zip(counts, shares, strict=True):
        assert abs(count / 4000 - share) < 0.04
        assert (count == 0) == (share == 0)


def test_unless_it_is_asked_for_a_text_is_neither_planned_nor_begun_nor_drawn() -> None:
    usual = Sampling()
    assert (usual.planned, usual.begun, usual.kept, usual.temperature) == (False, "", (), 0.0)


def test_unless_said_otherwise_no_more_than_twenty_tokens_are_drawn_from() -> None:
    """As those who made the recommended model advise: top-k 20, top-p 0.8."""
    ranked = RankedTokens.of(np.zeros(30, dtype=np.float32), np.ones(30, dtype=bool), np.inf)
    random = np.random.default_rng(2)

    def different(sampling: Sampling) -> int:
        drawn = [sampling.chosen(ranked, set(), random) for _ in range(1000)]
        return len({one[0] for one in drawn if one is not None})

    assert different(Sampling(temperature=1.0, top_p=1.0)) == 20
    assert different(Sampling(temperature=1.0)) in (16, 17)  # 0.8 of them, or one more by rounding
