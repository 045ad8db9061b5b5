"""Numbers, and words with a bracket in them, are masked whole: cases made by hand."""

import numpy as np
import pytest

from unlinkable.draft import Markup, read_draft
from unlinkable.rewriting.masking.masking import masks_of
from unlinkable.rewriting.masking.masks_in_text import with_whole_words


@pytest.mark.parametrize(
    ("text", "masked", "expected"),
    [
        ("He paid 2,000,500 euros.", ["000"], "He paid [REDACTED] euros."),
        ("It was 12.50 then.", ["50"], "It was [REDACTED] then."),
        ("Under Article 6, 13 more.", ["13"], "Under Article 6, [REDACTED] more."),
        ("Rules 22 and 24.", ["24"], "Rules 22 and [REDACTED]."),
        ("It ended in 1999. 12 stayed.", ["12"], "It ended in 1999. [REDACTED] stayed."),
        ("CHF 1’000 went.", ["1"], "CHF [REDACTED] went."),
        ("Nos. 123/04 and 9/4/2004.", ["123"], "Nos. [REDACTED] and 9/4/2004."),
        ("Nos. 123/04 and 9/4/2004.", ["2004"], "Nos. 123/04 and [REDACTED]."),
        ("Of 2003/88/EC and 5/6 of it.", ["88"], "Of [REDACTED]/EC and 5/6 of it."),
        ("He said “... [t]he court”.", ["t"], "He said “... [REDACTED] court”."),
        ("Before a [c]ourt.", ["ourt"], "Before a [REDACTED]."),
        ("Two person(s) came.", ["person"], "Two [REDACTED] came."),
        ("[The court] finds.", ["court"], "[The [REDACTED]] finds."),
        ("The (first) one.", ["first"], "The ([REDACTED]) one."),
        ("Under 6(a) it is.", ["6"], "Under [REDACTED](a) it is."),
        ("Words only.", ["only"], "Words [REDACTED]."),
    ],
)
def test_it_is_masked_whole_and_nothing_else(text: str, masked: list[str], expected: str) -> None:
    draft = read_draft(text)
    words = np.array([draft.forms.index(form) for form in masked])
    whole = with_whole_words(draft, words)
    shown = text
    for edit in reversed(masks_of(draft, whole.tolist(), "[REDACTED]", Markup.PLAIN)):
        shown = shown[: edit.start] + edit.after + shown[edit.end :]
    assert shown == expected
