"""What is masked as a whole: compounds, numbers and dates."""

import pytest

from unlinkable.draft import read_draft
from unlinkable.rewriting.masking.masks_in_text import draft_pieces


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("a time-limit passed", ["a", "time-limit", "passed"]),
        ("he and/or she paid", ["he", "and/or", "she", "paid"]),
        ("paid 2,000.50 then", ["paid", "2,000.50", "then"]),
        ("on 29 June 1993 he", ["on", "29 June 1993", "he"]),
        (
            "There were ten men. 5 of them left.",
            ["There", "were", "ten", "men", "5", "of", "them", "left"],
        ),
        (
            "He paid the sum. 12 June 1993 came.",
            ["He", "paid", "the", "sum", "12 June 1993", "came"],
        ),
    ],
)
def test_what_is_whole_is_one_piece(text: str, whole: list[str]) -> None:
    draft = read_draft(text)
    pieces = draft_pieces(draft)
    found = [
        text[int(draft.starts[first]) : int(draft.ends[last])]
        for first, last in zip(pieces.firsts.tolist(), pieces.lasts.tolist(), strict=True)
    ]
    assert found == whole
