"""The benchmark's guesser of texts votes as a person would count."""

import pytest

from tests.benchmarks.guesser import MASK, Guesser, words_and_masks

OWN = "the old mill burned down in the night of the storm and nobody was hurt"


def guesser() -> Guesser:
    return Guesser(
        [
            OWN,
            "the old mill fell down in the night of the storm and all were sorry",
            "the old mill fell down in the night and the storm was over",
            "the old barn stood in the rain of the storm",
            "quite another matter altogether",
        ]
    )


def test_what_stands_between_the_same_words_elsewhere_is_guessed_and_the_original_is_left_out() -> (
    None
):
    words, _ = words_and_masks("The old mill ___ down in the night.", [(13, 16)])
    assert words[3] == MASK
    (with_original,) = guesser().guesses(words, None)
    assert with_original is not None
    assert with_original.words in {("burned",), ("fell",)}
    assert with_original.share < 1
    (guess,) = guesser().guesses(words, 0)
    assert guess is not None
    assert (guess.words, guess.share, guess.rulings) == (("fell",), 1, 2)


def test_whether_words_stand_in_a_text_one_after_the_other() -> None:
    texts = Guesser(["the old mill fell down", "the mill"])
    assert texts.has(0, ["mill", "fell"])
    assert texts.has(1, ["mill"])
    assert not texts.has(0, ["old", "fell"])
    assert not texts.has(1, ["mill", "fell"])
    assert not texts.has(1, ["barn"])


def test_a_mask_may_hide_several_words() -> None:
    words, _ = words_and_masks("the old mill # the night", [(13, 14)])
    (guess,) = guesser().guesses(words, 0)
    assert guess is not None
    assert guess.words == ("fell", "down", "in")
    assert guess.rulings == 2


def test_where_no_longer_neighbourhood_is_known_a_shorter_one_votes() -> None:
    words = ["sheep", "and", "goats", "in", "the", MASK, "of", "pigs"]
    (guess,) = guesser().guesses(words, 0)
    assert guess is not None
    assert guess.words in {("night",), ("rain",)}  # in the … of: in two rulings
    assert guess.share == pytest.approx(0.5, abs=0.3)


def test_of_what_no_ruling_knows_there_is_no_guess() -> None:
    assert guesser().guesses(["zebras", MASK, "giraffes"], 0) == [None]


def test_masks_without_a_word_between_them_are_one() -> None:
    words, runs = words_and_masks("a [x] [y] b [z]", [(2, 5), (6, 9), (12, 15)])
    assert words == ["a", MASK, "b", MASK]
    assert runs == [0, 0, 1]
