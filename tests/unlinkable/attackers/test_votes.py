"""What other rulings say between the same words, against a voter without arrays."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.attackers.votes import Counting, Voter, Voters
from unlinkable.draft import Span, read_draft
from unlinkable.draft.draft import Gap, gaps
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


def test_only_few_words_count_where_that_is_asked() -> None:
    (gap,) = gaps(read_draft("he was [REDACTED] on that"))
    long, short = "he was taken by them to the town on that day", "he was ill on that day"
    asked = voters(long, long, short)
    assert asked.guesses(gap, Counting.LIKEST)[0].text == "taken by them to the town"
    assert [one.text for one in asked.guesses(gap, Counting.BACK_OFF)] == ["ill"]


def test_the_most_words_that_two_texts_have_beside_a_gap_decide() -> None:
    (gap,) = gaps(read_draft("and be detained on [REDACTED] and that he"))
    texts = "was detained on remand and left", "was detained on remand and charged"
    others = [f"relied on number {n} and that rule" for n in range(5)]
    assert voters(*texts, *others).guesses(gap, Counting.BACK_OFF)[0].text == "remand"
    once = "be detained on bail and that he"
    assert voters(*texts, *others, once).guesses(gap, Counting.BACK_OFF)[0].text == "remand"
    assert voters(*others, once, once).guesses(gap, Counting.BACK_OFF)[0].text == "bail"


def test_where_a_draft_begins_or_ends_three_words_on_one_side_tell_the_next() -> None:
    def told(draft: str, *texts: str) -> list[str]:
        (gap,) = gaps(read_draft(draft))
        assert not voters(*texts).guesses(gap)
        return [one.text for one in voters(*texts).guesses(gap, Counting.BACK_OFF)]

    said = "x originated in an application against y"
    assert told("[REDACTED] in an application", said, said) == ["originated"]
    assert told("in an application [REDACTED]", said, said) == ["against"]
    assert told("[REDACTED] in an", said, said) == []
    assert told("[REDACTED] in an application", "in an application") == []
    assert told("[REDACTED] in an application", "[REDACTED] in an application") == []


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


@given(texts, beside, beside, st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=4, max_size=4))
def test_other_weights_and_more_texts_are_other_voters(
    rulings: list[str], left: tuple[str, ...], right: tuple[str, ...], weights: list[float]
) -> None:
    """Texts of no weight might as well not be there; nothing is kept that depends on weights."""
    gap, some = Gap(0, (Span(0, 1),), left, right[:3]), rulings[: len(rulings) // 2]
    asked = voters(*some).joined_by(
        [Voter(f"r{n}", text, 1.0) for n, text in enumerate(rulings) if n >= len(some)]
    )
    named = {f"r{number}": weight for number, weight in enumerate(weights[: len(rulings)])}
    alone = [Voter(f"r{n}", text, named[f"r{n}"]) for n, text in enumerate(rulings)]
    expected = Voters([voter for voter in alone if voter.weight])
    for counting in Counting:
        asked.guesses(gap, counting)
        found = asked.weighing(named).guesses(gap, counting)
        told = [(one.forms, round(one.share, 9), one.voters) for one in found]
        same = expected.guesses(gap, counting)
        assert told == [(one.forms, round(one.share, 9), one.voters) for one in same]
