"""Where the words of a draft stand in another text, against the best that can be had."""

from collections import Counter
from functools import cache

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.properties import examples
from unlinkable.attackers.reading_off import UNMATCHED, aligned


def fewest_left_over(words: tuple[str, ...], gaps: frozenset[int], others: tuple[str, ...]) -> int:
    """The fewest words of either text that must be left over, those in gaps not counted, by trying
    everything."""

    @cache
    def cost(at: int, other: int) -> int:
        if at == len(words) and other == len(others):
            return 0
        ways = []
        if at < len(words):
            ways.append(cost(at + 1, other) + 1)
        if other < len(others):
            ways.append(cost(at, other + 1) + (at not in gaps))
        if at < len(words) and other < len(others) and words[at] == others[other]:
            ways.append(cost(at + 1, other + 1))
        return min(ways)

    return cost(0, 0)


def left_over(
    words: tuple[str, ...], gaps: frozenset[int], others: tuple[str, ...], matched: list[int]
) -> int:
    count = matched.count(UNMATCHED)
    at = 0
    bounds = [*((n, m) for n, m in enumerate(matched) if m != UNMATCHED), (len(words), len(others))]
    before = -1
    for number, place in bounds:
        between = range(before + 1, number + 1)  # places before words since the last match
        if not any(gap in gaps for gap in between):
            count += place - at
        at, before = place + 1, number
    return count


words = st.lists(st.sampled_from("abc"), max_size=8).map(tuple)


@given(words, st.frozensets(st.integers(0, 8)), words)
def test_words_match_in_order(
    mine: tuple[str, ...], gaps: frozenset[int], others: tuple[str, ...]
) -> None:
    matched = aligned(mine, gaps, others).tolist()
    found = [place for place in matched if place != UNMATCHED]
    assert found == sorted(set(found))
    assert all(mine[n] == others[m] for n, m in enumerate(matched) if m != UNMATCHED)


@examples(200)
@given(st.data())
def test_a_draft_that_only_has_gaps_is_held_to_its_original(data: st.DataObject) -> None:
    """Of an original in which no word stands twice, all that was left in stands where it stood."""
    others = data.draw(st.lists(st.integers(0, 99), unique=True, min_size=4, max_size=40))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(others)), min_size=2, max_size=6)))
    taken: set[int] = set()
    for first, end in zip(cuts[::2], cuts[1::2], strict=False):
        taken |= set(range(first, end))
    mine: list[str] = []
    gaps = set()
    for number, word in enumerate(others):
        if number in taken:
            gaps.add(len(mine))
        else:
            mine.append(str(word))
    matched = aligned(mine, gaps, [str(word) for word in others]).tolist()
    assert matched == [number for number in range(len(others)) if number not in taken]


def held_by_no_run(mine: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether no run of words stands once in both texts."""

    def once(text: tuple[str, ...], run: int) -> set[tuple[str, ...]]:
        runs = Counter(text[at : at + run] for at in range(len(text) - run + 1))
        return {one for one, count in runs.items() if count == 1}

    return not any(once(mine, run) & once(others, run) for run in (1, 2, 4, 8))


pairs = st.lists(st.sampled_from(["aa", "bb", "abab", "a", "b"]), max_size=5).map("".join)


@settings(suppress_health_check=list(HealthCheck))
@given(pairs.map(tuple), st.frozensets(st.integers(0, 8)), pairs.map(tuple))
def test_where_no_run_holds_two_texts_together_the_fewest_words_are_left_over(
    mine: tuple[str, ...], gaps: frozenset[int], others: tuple[str, ...]
) -> None:
    assume(mine and others and held_by_no_run(mine, others))
    matched = aligned(mine, gaps, others).tolist()
    assert left_over(mine, gaps, others, matched) == fewest_left_over(mine, gaps, others)


def test_texts_that_have_nothing_in_common_are_not_aligned() -> None:
    assert aligned("abc", {1}, "xyz").tolist() == [UNMATCHED] * 3
    assert aligned("", set(), "xy").tolist() == []
    assert aligned("ab", {0, 2}, "").tolist() == [UNMATCHED] * 2
