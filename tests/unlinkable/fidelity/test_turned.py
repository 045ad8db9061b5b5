"""What is turned without an opposite word: another time, a part of several, an order for a deed."""

import pytest

from unlinkable.draft import Span
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.fidelity.turned.turned import turned
from unlinkable.language import ENGLISH


def reasons(before: str, after: str) -> list[str]:
    everything = [Span(0, len(before))]
    mine, theirs = sense(before, ENGLISH), sense(after, ENGLISH)
    return turned(mine, theirs, everything, ENGLISH.thesaurus)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (
            "At the time of the flood he kept the weir.",
            "He kept the weir after the flood had come.",
            False,
        ),
        (
            "Prior to the flood the mill was let.",
            "The mill was let following the flood.",
            False,
        ),
        ("Prior to the flood the mill was let.", "The mill was let before the flood.", True),
        ("He sold the mill pending the trial.", "He sold the mill during the trial.", True),
        ("He left when the trial ended.", "He left after the trial ended.", True),
        (
            "He was not told of the sale until the trial.",
            "He was told of the sale only after the trial.",
            True,
        ),
        ("The claim was still pending.", "After its end the claim was sent on.", False),
    ],
)
def test_when_something_was_seen_from_what_is_named(before: str, after: str, same: bool) -> None:
    assert (reasons(before, after) == []) == same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The drovers sued the miller.", "One of the drovers sued the miller.", False),
        ("Most of the drovers were heard.", "The drovers were heard.", False),
        ("A drover fell ill.", "One of the drovers fell ill.", True),
        ("A fault of the miller was found.", "One of the miller's faults was found.", True),
        ("A few of the drovers were heard.", "Some of the drovers were heard.", True),
    ],
)
def test_a_part_of_several(before: str, after: str, same: bool) -> None:
    assert (not any("of" in why for why in reasons(before, after))) == same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The miller produced the deeds.", "The miller was ordered to produce the deeds.", False),
        ("The miller was asked to produce the deeds.", "The miller produced the deeds.", False),
        ("The board ordered a survey.", "The board was asked to order a survey.", False),
        ("The miller had to produce it.", "The miller was ordered to produce it.", True),
        ("The board asked him to pay.", "He was requested by the board to pay.", True),
        ("The prize was given to the miller.", "The prize was allowed to the miller.", True),
    ],
)
def test_what_is_done_and_what_somebody_is_to_do(before: str, after: str, same: bool) -> None:
    assert (not any(" to”" in why for why in reasons(before, after))) == same


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("The miller paid the toll.", "Although the miller paid the toll, he said so.", "Although"),
        ("The miller came on Monday.", "Even the miller came on Monday.", "Even"),
        ("The miller paid toll and rent.", "The miller paid toll or rent.", "or"),
        ("The miller paid the toll.", "The miller got the toll back.", "back"),
        ("The miller works at the weir.", "The miller used to work at the weir.", "used to"),
        ("The miller did it with a drover.", "The miller did it alone.", "alone"),
        ("The miller fell.", "The miller nearly fell.", "nearly"),
        ("The miller paid though he was poor.", "The miller paid although he was poor.", ""),
        ("Despite the rain he came.", "Although it rained, he came.", ""),
        ("He asked for leave, which was refused.", "He asked, but leave was refused.", ""),
        ("The sacks were returned to her.", "She got the sacks back.", ""),
        ("He formerly worked there.", "He used to work there.", ""),
        ("Only the miller was heard.", "The miller alone was heard.", ""),
        ("He was married for nineteen years.", "He was married for nearly twenty years.", ""),
    ],
)
def test_small_words_that_say_much(before: str, after: str, shown: str) -> None:
    found = [why for why in reasons(before, after) if "not there" in why and f"“{shown}”" in why]
    assert bool(found) == bool(shown)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (
            "After efforts to find the deed of the mill in the county archive had failed, he left.",
            "As no effort had been made to find the deed, he left.",
            False,
        ),
        ("No survey had been made.", "A survey had not been made.", True),
        ("He was not found at fault.", "No fault of his was found.", True),
    ],
)
def test_what_a_negation_denies_is_affirmed_by_another_word(
    before: str, after: str, same: bool
) -> None:
    found = any("belongs to other words" in why for why in reasons(before, after))
    assert found != same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The drover was detained.", "The drover was released from detention.", False),
        (
            "His plea was upheld, the other rejected.",
            "His plea was allowed, the other rejected.",
            True,
        ),
        ("He was detained and later freed.", "After detention he was released.", True),
    ],
)
def test_an_opposite_that_came_beside_what_stays(before: str, after: str, same: bool) -> None:
    assert (reasons(before, after) == []) == same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The board heard the miller.", "The board excused the miller from being heard.", False),
        ("The miller filed his claim.", "The miller has yet to file his claim.", False),
        ("He was set free from prison.", "He was released from prison.", True),
        ("He did not pay the toll until May.", "He paid the toll only in May.", True),
        ("He did not pay the toll.", "He paid the toll only in May.", False),
    ],
)
def test_negations_said_by_other_words(before: str, after: str, same: bool) -> None:
    found = [why for why in reasons(before, after) if "negation" in why or "became" in why]
    assert (found == []) == same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The miller brought a claim for rent.", "The miller won his claim for rent.", False),
        ("The miller brought a claim for rent.", "The claim for rent succeeded.", False),
        ("The claim for rent was allowed.", "The claim for rent succeeded.", True),
        ("The board permitted him to leave.", "The board allowed him to leave.", True),
        ("The drover emptied the mill.", "The drover was suspected of emptying it.", False),
        ("The drover was said to have emptied it.", "It is alleged that he emptied it.", True),
    ],
)
def test_an_outcome_or_a_suspicion_of_which_nothing_was_said(
    before: str, after: str, same: bool
) -> None:
    found = [why for why in reasons(before, after) if "was not there" in why]
    assert (found == []) == same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The survey led to the sale.", "The survey followed the sale.", True),
        (
            "The talks leading to the sale were short.",
            "The talks after the sale were short.",
            False,
        ),
        ("It came after the sale.", "It was the result of the sale.", True),
        ("The board, before which he stood, met later.", "The board met later.", True),
    ],
)
def test_what_came_of_what(before: str, after: str, same: bool) -> None:
    assert (not any("Whether it was" in why for why in reasons(before, after))) == same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("The board kept to its view.", "The board departed from its view.", False),
        ("The board abolished the toll.", "The board did away with the toll.", True),
        ("The board did not allow it.", "The board was opposed to it.", True),
        ("He asked many drovers.", "He asked a single drover.", False),
        ("He asked many drovers.", "He asked numerous drovers.", True),
        ("He was struck from the list.", "He was in danger of being struck from it.", False),
        ("The board decided to sell it.", "The board decided against selling it.", False),
        ("All were heard.", "All save those from the weir were heard.", False),
        ("All but the drover were heard.", "All were heard except the drover.", True),
        ("He held it from early spring.", "He held it from late spring.", False),
        ("They were invited to reply.", "They were required to reply.", False),
        ("They were invited to reply.", "They were asked to reply.", True),
        ("She was appointed as bailiff.", "She was removed as bailiff.", False),
        ("He did not dispute it.", "He was not permitted to contest it.", False),
        ("She was told of the sale.", "She was told so to see whether it was a sale.", False),
        ("He came of his own motion or theirs.", "Either he was called or he came so.", True),
        ("He applied for the post.", "He got away with the post.", False),
    ],
)
def test_what_comes_to_deny_limit_or_except(before: str, after: str, same: bool) -> None:
    assert (reasons(before, after) == []) == same
