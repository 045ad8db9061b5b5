"""What a draft is: words, and segments that no phrase crosses."""

from unlinkable.draft import Markup, Reading, read_draft


def segments(text: str, markup: Markup = Markup.PLAIN, reading: Reading | None = None) -> list[str]:
    """The forms of every segment, joined with spaces."""
    draft = read_draft(text, markup, reading)
    found: list[list[str]] = [[] for _ in range(int(draft.segments.max(initial=-1)) + 1)]
    for form, segment in zip(draft.forms, draft.segments.tolist(), strict=True):
        found[segment].append(form)
    return [" ".join(forms) for forms in found]


def test_a_mask_parts_two_segments_and_has_no_words() -> None:
    assert segments("Mr [REDACTED] lives in <PERSON_1> today") == ["mr", "lives in", "today"]


def test_a_sentence_end_parts_two_segments_unless_sentences_may_be_crossed() -> None:
    text = "The applicant left. The court stayed."
    assert segments(text) == ["the applicant left", "the court stayed"]
    crossing = Reading(cross_sentences=True)
    assert segments(text, reading=crossing) == ["the applicant left the court stayed"]
