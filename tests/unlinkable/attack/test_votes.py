"""What other rulings say between the same words, against a voter without arrays."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.attack.votes import Voter, Voters
from unlinkable.draft import Span, read_draft
from unlinkable.draft.gaps import Gap, gaps
from unlinkable.findings.guessing import LONGEST


def voters(*texts: str) -> Voters:
    return Voters([Voter(f"r{number}", text, 1.0) for number, text in enumerate(texts)])


def guessed(draft: str, *texts: str) -> list[tuple[str, float, int]]:
    (gap,) = gaps(read_draft(draft))
    found = voters(*texts).guesses(gap)
    return [(one.text, round(one.share, 3), len(one.voters)) for one in found]


def test_what_all_say_is_guessed() -> None:
    said = "The case originated in an application against the State."
    assert guessed("The case [REDACTED] in an application", said, said, said) == [
        ("originated", 1.0, 3)
    ]


def test_the_more_words_are_the_same_the_more_a_vote_weighs() -> None:
    near, far = "the case was heard in camera by the court", "it was seen in camera and elsewhere"
    best = guessed("the case was [REDACTED] in camera by", far, near)[0]
    assert best[0] == "heard"
    assert best[1] > 0.9


def test_a_text_that_says_several_things_gives_each_a_part_of_its_vote() -> None:
    told = guessed("on [REDACTED] the", "on monday the and on tuesday the", "on monday the")
    assert told == [("monday", 0.75, 2), ("tuesday", 0.25, 1)]


def test_what_is_masked_in_a_ruling_says_nothing() -> None:
    assert guessed("born in [REDACTED] and lives", "born in [REDACTED] and lives") == []


def test_without_a_word_on_either_side_nothing_is_guessed() -> None:
    assert guessed("[REDACTED] lives", "he lives") == []
    assert guessed("he [REDACTED]", "he lives") == []
    assert voters().guesses(Gap(1, (Span(0, 1),), ("a",), ("b",))) == ()


def test_words_do_not_run_from_one_ruling_into_the_next() -> None:
    assert guessed("a [REDACTED] c", "x a b", "c y") == []


def slowly(gap: Gap, texts: list[str]) -> dict[tuple[str, ...], float]:
    """The votes for each wording, by looking at every place of every text."""
    votes: dict[tuple[str, ...], float] = defaultdict(float)
    for text in texts:
        words = text.split()
        places = []
        for first in range(1, len(words)):
            if not gap.left or words[first - 1] != gap.left[-1]:
                continue
            ends = range(first + 1, min(first + LONGEST, len(words) - 1) + 1)
            end = next((end for end in ends if gap.right and words[end] == gap.right[0]), None)
            if end is None:
                continue
            same = 0
            for step, word in enumerate(reversed(gap.left), start=1):
                if first - step < 0 or words[first - step] != word:
                    break
                same += 1
            for step, word in enumerate(gap.right):
                if end + step >= len(words) or words[end + step] != word:
                    break
                same += 1
            places.append((same, tuple(words[first:end])))
        best = [said for same, said in places if same == max(places)[0]]
        for said in best:
            votes[said] += 4.0 ** max(places)[0] / len(best)
    return votes


texts = st.lists(
    st.lists(st.sampled_from("abcd"), max_size=12).map(" ".join), min_size=1, max_size=4
)
beside = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4).map(tuple)


@given(texts, beside, beside)
def test_votes_are_those_of_a_voter_without_arrays(
    rulings: list[str], left: tuple[str, ...], right: tuple[str, ...]
) -> None:
    gap = Gap(0, (Span(0, 1),), left, right[:3])
    expected = slowly(gap, rulings)
    whole = sum(expected.values())
    found = voters(*rulings).guesses(gap)
    assert bool(found) == bool(expected)
    for guess in found:
        assert abs(guess.share - expected[guess.forms] / whole) < 1e-9
    if len(expected) <= len(found):
        assert {guess.forms for guess in found} == set(expected)
