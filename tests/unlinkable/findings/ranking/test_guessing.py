"""What other rulings tell of a gap is what a count of all rulings says, or more, and never less."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.ranking.conftest import MadeIndex
from unlinkable.draft import read_draft
from unlinkable.findings import guessing
from unlinkable.findings.guessing import Gaps, Guesser, covers, gaps_of
from unlinkable.stopping import StoppedError

FORMULA = ["the", "case", "began", "in", "an", "application", "against", "the", "town"]
OTHERS = [
    [*FORMULA, "by", "a", "miller"],
    ["now", *FORMULA, "and", "its", "mayor"],
    [*FORMULA, "of", "its", "mayor"],
    ["the", "weather", "was", "fine", "in", "the", "town", "that", "day"],
]
OWN = [*FORMULA, "by", "seven", "beekeepers", "who", "kept", "their", "bees", "in", "an", "attic"]


def one_gap(first: int, stop: int) -> Gaps:
    return Gaps(np.array([first]), np.array([stop]))


def share(
    guesser: Guesser, first: int, stop: int, masked: Sequence[int] = (), words: int = len(OWN)
) -> float:
    marked = np.zeros(words, dtype=bool)
    marked[list(masked)] = True
    (found,) = guesser.shares(one_gap(first, stop), marked).tolist()
    return float(found)


@pytest.fixture
def guesser(made_index: MadeIndex) -> Guesser:
    index = made_index([*OTHERS, OWN])
    return Guesser(read_draft(" ".join(OWN)), index, {len(OTHERS)})


def test_a_word_of_a_formula_is_told_and_one_of_the_case_is_not(guesser: Guesser) -> None:
    assert share(guesser, 2, 3) == pytest.approx(1)  # began
    assert share(guesser, 2, 4) == pytest.approx(1)
    assert share(guesser, 10, 11) == 0  # beekeepers
    gaps = Gaps(np.array([2, 10]), np.array([3, 11]))
    told = guesser.told(gaps, np.zeros(len(OWN), dtype=bool))
    assert told.tolist() == [True, False]


def test_a_long_run_of_a_formula_is_told_as_well(guesser: Guesser) -> None:
    """Longer than any phrase of the index, with what is read beside it."""
    assert share(guesser, 1, len(FORMULA) - 1) == pytest.approx(1)


def test_words_that_are_told_however_they_are_covered_get_a_cover_that_nobody_looks_for(
    made_index: MadeIndex,
) -> None:
    sister = [f"w{number}" for number in range(30)]
    index = made_index([sister, [*sister, "too"]])
    guesser = Guesser(read_draft(" ".join(sister)), index, {0})
    nothing, costs = np.zeros(30, dtype=bool), np.ones(30)
    found = covers(guesser, costs, nothing, Gaps(*np.empty((2, 0), dtype=np.int64)))
    inside = slice(10, 20)
    assert set((found.stops - found.firsts)[inside].tolist()) == {guessing.LONGEST + 1}
    assert not guesser.told(Gaps(found.firsts[inside], found.stops[inside]), nothing).any()


def test_others_that_have_the_same_words_far_apart_hardly_count(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "SHARPNESS", 0)  # every vote weighs the same
    apart = ["was", *(f"w{number}" for number in range(200)), "for", "fraud"]
    close = ["was", "tried", "for", "murder", "and", "for", "fraud"]
    draft = "she was indicted for fraud"
    one = ["he", "was", "indicted", "for", "fraud"]
    asked = {
        name: share(
            Guesser(read_draft(draft), made_index([one, other, draft.split()]), {2}), 2, 3, words=5
        )
        for name, other in (("apart", apart), ("close", close))
    }
    assert asked["apart"] > 0.9 > asked["close"] > 0


def test_large_collections_are_asked_otherwise_and_say_the_same(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, draft = made_index([*OTHERS, OWN]), read_draft(" ".join(OWN))
    small = Guesser(draft, index, {len(OTHERS)})
    monkeypatch.setattr(guessing, "_SMALL", 0)
    large = Guesser(draft, index, {len(OTHERS)})
    gaps = Gaps(np.arange(len(OWN)), np.arange(len(OWN)) + 1)
    nothing = np.zeros(len(OWN), dtype=bool)
    assert large.shares(gaps, nothing) == pytest.approx(small.shares(gaps, nothing), abs=1e-4)


def test_the_original_itself_tells_only_when_it_is_no_suspect(made_index: MadeIndex) -> None:
    index = made_index([*OTHERS, OWN])
    trusting = Guesser(read_draft(" ".join(OWN)), index, set())
    assert share(trusting, 10, 11) > 0


def test_no_neighbourhood_goes_over_another_mask_or_any_other_text(made_index: MadeIndex) -> None:
    index = made_index([*OTHERS, OWN])
    draft = read_draft("The [X1] case [REDACTED] began [REDACTED] in an application")
    guesser = Guesser(draft, index, {len(OTHERS)})
    assert share(guesser, draft.forms.index("began"), 4, words=len(draft.forms)) == 0
    whole = Guesser(read_draft(" ".join(OWN)), index, {len(OTHERS)})
    everything_else = [word for word in range(len(OWN)) if word != 2]
    assert share(whole, 2, 3, everything_else) == 0


def test_neighbouring_masked_words_are_one_gap_but_not_over_a_mask() -> None:
    masked = np.array([True, True, False, True, True])
    gaps = gaps_of(masked, np.array([0, 0, 0, 0, 1]))
    assert (gaps.firsts.tolist(), gaps.stops.tolist()) == ([0, 3, 4], [2, 4, 5])
    assert len(gaps_of(np.zeros(0, dtype=bool), np.zeros(0, dtype=np.int64))) == 0


def test_a_word_that_is_told_alone_is_covered_by_a_run_that_is_not(guesser: Guesser) -> None:
    costs, nothing = np.ones(len(OWN)), np.zeros(len(OWN), dtype=bool)
    found = covers(guesser, costs, nothing, Gaps(*np.empty((2, 0), dtype=np.int64)))
    assert (found.firsts[10], found.stops[10]) == (10, 11)
    assert found.costs[2] > found.costs[10]
    for word in range(len(OWN)):
        first, stop = int(found.firsts[word]), int(found.stops[word])
        assert first <= word < stop
        gaps = one_gap(first, stop)
        if stop - first > 1:
            assert not guesser.told(gaps, nothing).any()
    banned = covers(guesser, costs, nothing, one_gap(10, 11))
    assert banned.stops[10] - banned.firsts[10] > 1


def contains(text: Sequence[str], run: Sequence[str]) -> bool:
    return any(list(text[at : at + len(run)]) == list(run) for at in range(len(text)))


def near(text: Sequence[str], before: Sequence[str], after: Sequence[str]) -> float:
    """How likely a text has the words close together, as if they were strewn about in it."""
    if not before or not after:
        return 1
    times = min(map(text.count, before)) * min(map(text.count, after))
    return min(1, times * guessing.BETWEEN / len(text))


def counted(texts: Sequence[Sequence[str]], draft: Sequence[str], first: int, stop: int) -> float:
    """The share by the texts themselves, every voter alike."""
    most = 0.0
    if stop - first > guessing.LONGEST:
        return most
    for left, right in guessing.NEIGHBOURHOODS:
        if left > first or right > len(draft) - stop:
            continue
        if (not left and right < guessing.ALONE and first) or (
            not right and left < guessing.ALONE and stop < len(draft)
        ):
            continue
        before, after = draft[first - left : first], draft[stop : stop + right]
        voters = [t for t in texts if contains(t, before) and contains(t, after)]
        votes = [t for t in texts if contains(t, draft[first - left : stop + right])]
        if votes:
            others = sum(near(t, before, after) for t in voters if t not in votes)
            most = max(most, len(votes) / (len(votes) + others))
    return most


@examples(50)
@given(
    texts=st.lists(
        st.lists(st.sampled_from("abcd"), min_size=3, max_size=14), min_size=2, max_size=6
    ),
    draft=st.lists(st.sampled_from("abcd"), min_size=3, max_size=11),
)
def test_shares_are_never_lower_than_a_count_of_the_texts(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch, texts: list[list[str]], draft: list[str]
) -> None:
    monkeypatch.setattr(guessing, "SHARPNESS", 0)
    different = [list(text) for text in dict.fromkeys(map(tuple, [*texts, draft]))]
    index = made_index(different)
    suspect = different.index(draft)
    guesser = Guesser(read_draft(" ".join(draft)), index, {suspect})
    others = [text for text in different if text != draft and set(text) & set(draft)]
    for first in range(len(draft)):
        for stop in range(first + 1, min(len(draft), first + 9) + 1):
            found = share(guesser, first, stop, words=len(draft))
            assert found >= counted(others, draft, first, stop) - 1e-6
            assert found <= 1 + 1e-6


def test_votes_are_the_same_however_few_runs_of_words_are_asked_for_at_once(
    made_index: MadeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = made_index([*OTHERS, OWN])
    draft = read_draft(" ".join(OWN))
    at_once = Guesser(draft, index, {len(OTHERS)})
    monkeypatch.setattr(guessing, "_AT_ONCE", 3)
    one_after_another = Guesser(draft, index, {len(OTHERS)})
    for first in range(len(OWN)):
        for stop in range(first + 1, len(OWN) + 1):
            assert share(at_once, first, stop) == share(one_after_another, first, stop)


@pytest.mark.parametrize("asked", range(3))
def test_who_no_longer_waits_for_the_votes_is_heard(made_index: MadeIndex, asked: int) -> None:
    index = made_index([*OTHERS, OWN])
    answers = iter([False] * asked + [True] * 100)
    with pytest.raises(StoppedError):
        Guesser(read_draft(" ".join(OWN)), index, {len(OTHERS)}, stop=lambda: next(answers))
