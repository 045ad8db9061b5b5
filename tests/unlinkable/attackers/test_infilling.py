"""Masks filled in by readers whose answers are known: orders, votes, context, time, levels."""

import math
from collections.abc import Callable, Sequence

import pytest

from unlinkable.attackers.infilling import (
    Chunks,
    Cutting,
    Infilling,
    Order,
    Prediction,
    Reader,
    Way,
    entropy,
    in_order,
    voted,
)
from unlinkable.draft import read_draft
from unlinkable.stopping import StoppedError

TEXT = "Anna met [REDACTED] in [REDACTED] on [REDACTED] at noon."


def nothing(_: str) -> Sequence[str]:
    return ()


class Scripted:
    """A reader that gives one answer after the other, and notes what it was asked."""

    def __init__(self, *answers: str, sure: float = 0.9) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, str]] = []
        self.sure = sure

    def __call__(self, _: Sequence[str], before: str, after: str, __: int) -> Prediction | None:
        self.asked.append((before, after))
        answer = self.answers.pop(0)
        return Prediction(answer, (math.log(self.sure),)) if answer else None


def test_what_is_filled_in_stands_around_the_masks_that_follow() -> None:
    reader = Scripted("Boris", "Caen", "Monday")
    filled = Infilling(read_draft(TEXT), nothing, reader).filled([0, 1, 2])
    assert {mask: one.text for mask, one in filled.items()} == {0: "Boris", 1: "Caen", 2: "Monday"}
    assert reader.asked == [
        ("Anna met ", " in [...] on [...] at noon."),
        ("Anna met Boris in ", " on [...] at noon."),
        ("Anna met Boris in Caen on ", " at noon."),
    ]


def test_from_the_bottom() -> None:
    reader = Scripted("Monday", "Caen", "Boris")
    Infilling(read_draft(TEXT), nothing, reader, Way((Order.BOTTOM,))).filled([0, 1, 2])
    assert reader.asked[-1] == ("Anna met ", " in Caen on Monday at noon.")


def test_what_is_not_known_stays_a_mask() -> None:
    reader = Scripted("", "Caen")
    filled = Infilling(read_draft(TEXT), nothing, reader, Way(other_mask="anon")).filled([0, 1])
    assert set(filled) == {1}
    assert reader.asked[1] == ("Anna met anon in ", " on anon at noon.")


def test_the_text_around_is_cut_at_spaces() -> None:
    reader = Scripted("x")
    Infilling(read_draft(TEXT), nothing, reader, Way(window=13)).filled([1])
    assert reader.asked == [("[...] in ", " on [...] at")]


def surest_last(sureness: dict[str, float]) -> Reader:
    """A reader that is as sure of a mask as the word before it says."""

    def read(_: Sequence[str], before: str, __: str, ___: int) -> Prediction:
        word = before.split()[-1]
        return Prediction(word.upper(), (math.log(sureness[word]),))

    return read


@pytest.mark.parametrize("order", [Order.ENTROPY, Order.DYNAMIC])
def test_the_surest_masks_come_first(order: Order) -> None:
    asked: list[str] = []
    inner = surest_last({"met": 0.5, "in": 0.99, "on": 0.9})

    def reader(rulings: Sequence[str], before: str, after: str, seed: int) -> Prediction | None:
        asked.append(before.split()[-1])
        return inner(rulings, before, after, seed)

    Infilling(read_draft(TEXT), nothing, reader, Way((order,))).filled([0, 1, 2])
    if order is Order.ENTROPY:
        assert asked == ["met", "in", "on", "in", "on", "met"]
    else:
        assert asked == ["met", "in", "on", "in", "met", "on", "on", "met", "met"]


def test_orders_go_through_every_mask_once() -> None:
    unsure: Callable[[int], float] = {3: 0.3, 5: 0.1, 7: 0.2}.__getitem__
    found = {order: list(in_order([3, 5, 7], order, unsure, 1)) for order in Order}
    assert found[Order.TOP] == [3, 5, 7]
    assert found[Order.BOTTOM] == [7, 5, 3]
    assert found[Order.ENTROPY] == found[Order.DYNAMIC] == [5, 7, 3]
    assert sorted(found[Order.RANDOM]) == [3, 5, 7]
    assert list(in_order([3, 5, 7], Order.RANDOM, unsure, 1)) == found[Order.RANDOM]


def test_entropy_is_that_of_the_probabilities_of_the_tokens() -> None:
    assert entropy([math.log(0.5), math.log(0.25)]) == pytest.approx(
        -0.5 * math.log(0.5) - 0.25 * math.log(0.25)
    )
    assert entropy([]) == 0


def test_what_most_probability_says_is_agreed() -> None:
    assert voted([("a", 0.4), ("b", 0.5), ("a", 0.2)]) == ("a", pytest.approx(0.6 / 1.1))
    assert voted([]) is None


def test_several_runs_vote() -> None:
    reader = Scripted("Caen", "Lille", "Caen", sure=0.5)
    filled = Infilling(read_draft(TEXT), nothing, reader, Way(runs=3)).filled([1])
    assert filled[1].text == "Caen"
    assert filled[1].share == pytest.approx(2 / 3)
    assert filled[1].probability == pytest.approx(0.5)


def test_what_was_found_when_time_is_up_stands() -> None:
    def reader(_: Sequence[str], before: str, __: str, ___: int) -> Prediction | None:
        if before.endswith("in "):
            raise StoppedError
        return Prediction("Boris", (0.0,))

    filled = Infilling(read_draft(TEXT), nothing, reader).filled([0, 1, 2])
    assert set(filled) == {0}
    assert Infilling(read_draft(TEXT), nothing, reader).filled([0, 1], lambda: True) == {}


def test_texts_are_cut_at_full_stops() -> None:
    cutting = Cutting(characters=12)
    assert cutting.chunks("One two. Three four five six") == ["One two.", "Three four", "five six"]
    assert cutting.chunks("") == []
    whole = "A b c. D e f. G h i j k l m n."
    assert "".join(cutting.chunks(whole)).replace(" ", "") == whole.replace(" ", "")


def test_as_published_some_chunks_are_lost() -> None:
    text = "no full stop anywhere at all. end"
    assert Cutting(10).chunks(text)[0] == "no full st"
    assert "no full st" not in Cutting(10, as_published=True).chunks(text)
    assert Cutting(10, as_published=True).chunks("short") == ["short"]


def test_the_parts_that_share_rare_words_come_first() -> None:
    chunks = Chunks(["The owl hooted. The mill burnt. The owl slept."], Cutting(16))
    assert len(chunks) == 3
    assert chunks.nearest("a mill that burnt", 2)[0] == "The mill burnt."
    assert chunks.nearest("nothing", 5) == ()
