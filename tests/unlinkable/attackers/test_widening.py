"""A mask is made as wide as it must be for rulings to agree on nothing, and no wider."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.attackers.remedies import UNSURE, least_beside
from unlinkable.attackers.votes import Counting, Voter, Voters
from unlinkable.draft import Span, read_draft
from unlinkable.draft.draft import Gap, gaps

MASK = "[REDACTED]"
SAID = "The hives had stood behind a chapel since the flood of that year."
RULINGS = ["He sat behind a chapel since noon.", "They met behind a chapel since spring."]


def voters(texts: list[str]) -> Voters:
    return Voters([Voter(str(n), text, 1.0 - n / 10) for n, text in enumerate(texts)])


def agreed(voting: Voters, gap: Gap) -> bool:
    found = [voting.guesses(gap, how)[:1] for how in Counting]
    return any(guess.share >= UNSURE for best in found for guess in best)


def slowly(words: list[str], at: int, costs: list[float], voting: Voters) -> float | None:
    """The least cost, by writing the masks and reading the text anew."""
    masked = [number for number, word in enumerate(words) if word == MASK]
    lowest = max((n + 1 for n in masked if n < at), default=0)
    highest = min((n for n in masked if n > at), default=len(words))
    found = []
    for left, right in product(range(6), repeat=2):
        start, stop = at - left, at + 1 + right
        if (left or right) and start >= lowest and stop <= highest:
            text = " ".join([*words[:start], MASK, *words[stop:]])
            place = len(" ".join([*words[:start], ""])) if start else 0
            (gap,) = [
                gap for gap in gaps(read_draft(text)) if place in [m.start for m in gap.masks]
            ]
            cost = sum(costs[start:at]) + sum(costs[at + 1 : stop])
            if not agreed(voting, gap):
                found.append(cost)
    return min(found, default=None)


def test_the_words_that_tell_it_are_masked_with_it() -> None:
    draft = read_draft(SAID.replace("chapel", MASK))
    (gap,) = gaps(draft)
    voting = voters(RULINGS)
    assert agreed(voting, gap)
    words = least_beside(draft, gap, voting, np.ones(len(draft.forms)))
    assert words is not None
    assert [draft.forms[word] for word in words] == ["since"]


def test_dear_words_stay_and_where_a_few_will_not_do_none_are_masked() -> None:
    draft = read_draft(SAID.replace("chapel", MASK))
    (gap,) = gaps(draft)
    costs = np.ones(len(draft.forms))
    costs[gap.at] = np.inf
    words = least_beside(draft, gap, voters(RULINGS), costs)
    assert words is not None
    assert [draft.forms[word] for word in words] == ["behind", "a"]
    same = voters([SAID] * 3)
    assert least_beside(draft, gap, same, np.ones(len(draft.forms)), most=3) is None


def test_beside_a_gap_that_is_reached_the_words_behind_it_count() -> None:
    """Two gaps that become one are guessed by what stands around both."""
    draft = read_draft(f"the hives had {MASK} behind {MASK} since the flood")
    first, _ = gaps(draft)
    said = ["the hives had stood behind a chapel since the flood"] * 2
    costs = np.full(len(draft.forms), np.inf)
    costs[draft.forms.index("behind")] = 1.0
    assert least_beside(draft, first, voters(said), costs) is None
    assert least_beside(draft, first, voters(["the hives had stood behind"]), costs) is not None


letters = st.lists(st.sampled_from("abc"), min_size=2, max_size=12)


@given(
    st.lists(letters, min_size=1, max_size=3),
    st.lists(st.sampled_from(["a", "b", "c", MASK]), min_size=1, max_size=8),
    st.data(),
)
def test_as_by_writing_every_wider_mask(
    texts: list[list[str]], words: list[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(words) - 1))
    words[at] = MASK
    costs = [float(data.draw(st.integers(1, 9))) for _ in words]
    draft, voting = read_draft(" ".join(words)), voters([" ".join(text) for text in texts])
    start = len(" ".join([*words[:at], ""])) if at else 0
    (gap,) = [gap for gap in gaps(draft) if start in [mask.start for mask in gap.masks]]
    if len(gap.masks) > 1:
        return
    readable = [cost for word, cost in zip(words, costs, strict=True) if word != MASK]
    found = least_beside(draft, gap, voting, np.array(readable, dtype=np.float64))
    expected = slowly(words, at, costs, voting)
    assert (found is None) == (expected is None)
    if found is not None:
        assert sum(readable[found.start : found.stop]) == pytest.approx(expected)
        assert Span(found.start, found.stop).start <= gap.at <= found.stop
