"""Which wordings are taken and which words masked, held against trying everything."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unlinkable.draft import Span
from unlinkable.findings.clauses import Clause, Clauses, Items
from unlinkable.findings.hitting_set import cheapest_hitting_set
from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.masking.masks_in_text import Pieces
from unlinkable.rewriting.wording_choice import COSTS, Chosen, Offer
from unlinkable.rewriting.wordings_usable import Usable
from unlinkable.wordings import Substitute
from unlinkable.wordings.tables import Derivation, Effect

WORDS = 9
ROUNDS = 80
EFFECTS = list(Effect)


def usable(first: int, stop: int, effect: Effect) -> Usable:
    """A wording of the words from ``first`` up to ``stop`` of a text, word n of which stands at the
    characters 2 n up to 2 n + 1; its context are the words beside it."""
    span = Span(2 * first, max(2 * stop - 1, 2 * first))
    context = Span(max(0, span.start - 2), span.end + 2)
    derivation = Derivation("kind", "before", "after", effect, "place", read=True)
    substitute = Substitute(span, "x", derivation, context)
    return Usable(substitute, Edit(*span, "", "x"), first, stop, ("x",))


phrases = st.lists(
    st.tuples(st.integers(0, WORDS - 1), st.integers(1, 4)).map(
        lambda pair: range(pair[0], min(WORDS, pair[0] + pair[1]))
    ),
    max_size=6,
)
wordings = st.lists(
    st.builds(
        lambda first, count, effect: usable(first, min(WORDS, first + count), effect),
        st.integers(1, WORDS - 1),
        st.integers(0, 3),
        st.sampled_from(EFFECTS),
    ),
    max_size=5,
    unique_by=lambda one: (one.first, one.stop, one.substitute.harm),
)
penalties = st.lists(st.sampled_from([1.0, 1.5, 3.0]), min_size=WORDS, max_size=WORDS)
GAP = 1.2


def breaks(phrase: range, taken: tuple[Usable, ...], masked: tuple[int, ...]) -> bool:
    """Whether a word of the phrase is masked or changed, or one is put in between two of them."""
    return any(
        word in masked or any(one.first <= word < one.stop for one in taken) for word in phrase
    ) or any(one.first == one.stop and phrase[0] < one.first <= phrase[-1] for one in taken)


def items(weights: list[float]) -> Items:
    """A word an item, in sentences of three, with no gaps yet."""
    nothing = np.zeros(WORDS, dtype=bool)
    return Items(
        costs=np.array(weights),
        joins=nothing,
        beside_mask=nothing,
        sentences=np.arange(WORDS) // 3,
        gaps=np.zeros(WORDS // 3, dtype=np.int64),
        open=~nothing,
        gap=GAP,
        crowd=0.0,
    )


def chosen(wanted: list[range], offered: list[Usable], weights: list[float]) -> Chosen:
    offer = Offer(Pieces(np.arange(WORDS)), tuple("abcdefghi"), offered)
    clauses = Clauses()
    clauses.add(map(offer.of_phrase, wanted))
    with_wordings = offer.with_wordings(items(weights))
    begun = np.zeros(WORDS + len(offered), dtype=bool)
    return offer.chosen(cheapest_hitting_set(with_wordings, clauses, begun, ROUNDS))


def cost(taken: tuple[Usable, ...], masked: tuple[int, ...], weights: list[float]) -> float:
    return sum(weights[word] + GAP for word in masked) + sum(
        COSTS[one.substitute.harm] for one in taken
    )


def by_trying_everything(wanted: list[range], offered: list[Usable], weights: list[float]) -> float:
    """The least cost of any wordings that go together with any words masked beside them."""
    costs = []
    for count in range(len(offered) + 1):
        for taken in combinations(offered, count):
            if any(not one.goes_with(other) for one, other in combinations(taken, 2)):
                continue
            changed = {word for one in taken for word in range(one.first, one.stop)}
            free = [word for word in range(WORDS) if word not in changed]
            for number in range(len(free) + 1):
                costs += [
                    cost(taken, masked, weights)
                    for masked in combinations(free, number)
                    if all(breaks(phrase, taken, masked) for phrase in wanted)
                ]
    return min(costs)


@settings(deadline=None)
@given(phrases, wordings, penalties)
@example(
    [range(4), range(7, 8)],
    [usable(2, 5, Effect.REPLACES), usable(5, 8, Effect.LENGTHENS)],
    [1.0] * 7 + [3.0, 1.0],
)
def test_no_other_choice_breaks_every_phrase_at_less_cost(
    wanted: list[range], offered: list[Usable], weights: list[float]
) -> None:
    choice = chosen(wanted, offered, weights)
    assert all(breaks(phrase, choice.wordings, choice.masked) for phrase in wanted)
    for one, other in combinations(choice.wordings, 2):
        assert one.goes_with(other)
    changed = {word for one in choice.wordings for word in range(one.first, one.stop)}
    assert changed.isdisjoint(choice.masked)
    found = cost(choice.wordings, choice.masked, weights)
    assert found == pytest.approx(by_trying_everything(wanted, offered, weights))


def test_a_wording_is_taken_before_a_mask() -> None:
    choice = chosen([range(2, 5)], [usable(3, 4, Effect.DROPS)], [1.0] * WORDS)
    assert (len(choice.wordings), choice.masked) == (1, ())


def test_one_mask_is_set_before_less_is_said_at_two_places() -> None:
    wanted, offered = (
        [range(3, 5), range(4, 6)],
        [usable(w, w + 1, Effect.SAYS_LESS) for w in (3, 5)],
    )
    assert chosen(wanted, offered, [1.0] * WORDS).masked == (4,)


def test_what_is_replaced_is_taken_before_what_is_dropped() -> None:
    drops, replaces = usable(2, 3, Effect.DROPS), usable(4, 5, Effect.REPLACES)
    assert chosen([range(2, 5)], [drops, replaces], [1.0] * WORDS).wordings == (replaces,)


def test_what_says_less_is_taken_after_all_that_says_the_same_and_before_a_mask() -> None:
    less = usable(4, 5, Effect.SAYS_LESS)
    same = usable(2, 3, Effect.DROPS)
    assert chosen([range(2, 5)], [same, less], [1.0] * WORDS).wordings == (same,)
    assert chosen([range(2, 5)], [less], [1.0] * WORDS).wordings == (less,)


def test_a_wording_that_breaks_nothing_is_not_taken() -> None:
    assert chosen([range(2)], [usable(4, 5, Effect.REPLACES)], [1.0] * WORDS).wordings == ()


def test_words_put_in_between_break_a_phrase_and_words_put_in_before_it_do_not() -> None:
    between, before = usable(3, 3, Effect.REPLACES), usable(2, 2, Effect.REPLACES)
    assert chosen([range(2, 5)], [between], [1.0] * WORDS).wordings == (between,)
    assert chosen([range(2, 5)], [before], [1.0] * WORDS).wordings == ()


def test_wordings_at_all_places_of_a_term_break_what_it_links() -> None:
    offered = [usable(word, word + 1, Effect.REPLACES) for word in (1, 7)]
    offer = Offer(Pieces(np.arange(WORDS)), tuple("abcdefgbi"), offered)
    widened = offer.widened(Clause(((1, 7), (4,))))
    assert set(widened.units) == {(1, 7), (4,), (WORDS, WORDS + 1)}
