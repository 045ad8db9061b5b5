"""Which words of a draft are written otherwise than they are seen, and where they stand."""

from unlinkable.draft import read_draft
from unlinkable.draft.disguises import DisguiseKind, disguises


def test_a_word_in_letters_of_two_scripts_is_told_by_itself() -> None:
    draft = read_draft("The \u0441ourt sat in the hall.")
    (found,) = disguises(draft)
    assert (found.kind, found.read_as) == (DisguiseKind.LOOK_ALIKE, "court")
    assert draft.text[found.span.start : found.span.end] == "\u0441ourt"


def test_a_word_that_looks_like_one_of_another_script_is_told_by_itself() -> None:
    draft = read_draft("He held an \u0430\u0441\u0435 in the hall.")
    (found,) = disguises(draft)
    assert (found.kind, found.read_as) == (DisguiseKind.LOOK_ALIKE, "ace")
    assert draft.text[found.span.start : found.span.end] == "\u0430\u0441\u0435"
