"""What is read off the original, against what was taken out of it."""

from hypothesis import given
from hypothesis import strategies as st

from unlinkable.attackers.reading_off import is_original, read_off
from unlinkable.draft import Span, read_draft
from unlinkable.draft.draft import gaps
from unlinkable.draft.masks import known_masks

ORIGINAL = (
    "The claimant, Rosalind Achterberg, kept bees behind the rectory of Little Wold. On 4 May 2011 "
    "she wrote to Mr Pell of the parish council. The council answered on 9 June 2011 that bees "
    "were not its concern."
)
DRAFT = (
    "The claimant, [REDACTED], kept bees behind the rectory of [REDACTED]. On [REDACTED] she wrote "
    "to [REDACTED] of the parish council. The council answered on [REDACTED] that bees were not "
    "its concern."
)


def test_every_mask_is_read_off_word_for_word() -> None:
    draft = read_draft(DRAFT)
    read = [one and (one.text, one.exact) for one in read_off(draft, gaps(draft), ORIGINAL)]
    assert read == [
        ("Rosalind Achterberg", True),
        ("Little Wold", True),
        ("4 May 2011", True),
        ("Mr Pell", True),
        ("9 June 2011", True),
    ]


def test_where_words_were_changed_the_mask_is_among_what_is_read() -> None:
    draft = read_draft(DRAFT.replace("she wrote to", "a letter went to"))
    read = read_off(draft, gaps(draft), ORIGINAL)
    assert read[2] is not None
    assert not read[2].exact
    assert "4 May 2011" in read[2].text


def test_masks_side_by_side_make_one_gap() -> None:
    draft = read_draft(DRAFT.replace("The claimant, [REDACTED]", "The claimant, [REDACTED] [...]"))
    found = gaps(draft)
    assert [len(gap.masks) for gap in found] == [2, 1, 1, 1, 1]
    read = read_off(draft, found, ORIGINAL)
    assert read[0] is not None
    assert (read[0].text, read[0].parted) == ("Rosalind Achterberg", False)


def test_marks_between_masks_tell_what_stands_at_which() -> None:
    original = "He lived in Mill Lane, Wold and was heard."
    draft = read_draft("He lived in [REDACTED], [REDACTED] and was heard.")
    (read,) = read_off(draft, gaps(draft), original)
    assert read is not None
    assert (read.at(0), read.at(1)) == ("Mill Lane", "Wold")
    (read,) = read_off(draft, gaps(draft), original.replace("Mill", "Old, Mill"))
    assert read is not None
    assert not read.parted


def test_nothing_is_read_off_another_ruling() -> None:
    draft = read_draft(DRAFT)
    other = "The council of Upper Wold sold the mill to Rosalind Pell, who kept it. " * 3
    assert read_off(draft, gaps(draft), other) == (None,) * 5
    assert not is_original(draft, gaps(draft), other)
    assert is_original(draft, gaps(draft), ORIGINAL)


def test_nothing_is_read_off_by_a_word_or_two() -> None:
    draft = read_draft("[REDACTED] and [REDACTED]")
    assert read_off(draft, gaps(draft), "The mill and the barn.") == (None, None)


def test_what_masks_hide_is_known_where_there_is_one_way() -> None:
    masks = read_draft(DRAFT).masks
    known = known_masks(DRAFT, masks, ORIGINAL)
    assert [span and ORIGINAL[span.start : span.end] for span in known] == [
        "Rosalind Achterberg",
        "Little Wold",
        "4 May 2011",
        "Mr Pell",
        "9 June 2011",
    ]
    assert known_masks("_ a _", [Span(0, 1), Span(4, 5)], "x a y a z") == (None, None)
    assert known_masks("b _", [Span(2, 3)], "a x") == (None,)
    assert known_masks("no mask", [], "another text") == ()


@given(st.data())
def test_known_masks_are_never_wrong(data: st.DataObject) -> None:
    """Whatever is cut out, what is said to be known is what was cut out."""
    original = data.draw(st.text("ab ", min_size=3, max_size=30))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(original)), min_size=2, max_size=6)))
    text, masks, hidden, at = "", [], [], 0
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        text += original[at:start]
        masks.append(Span(len(text), len(text) + 1))
        hidden.append(Span(start, end))
        text += "_"
        at = end
    text += original[at:]
    for known, was in zip(known_masks(text, masks, original), hidden, strict=True):
        assert known is None or known == was
