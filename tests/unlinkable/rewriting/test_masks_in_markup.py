"""Masks in marked-up drafts are read as masks, and leave the markup around them whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable.draft.latex_texts import ALL, LATEX, texts
from unlinkable.draft import Markup, Span, read_draft
from unlinkable.rewriting.edits import Revision
from unlinkable.rewriting.masking.masking import mask_finding_spans


def masked(text: str, part: str, markup: Markup, mask: str = "[REDACTED]") -> str:
    """The text with the words of ``part`` masked."""
    start = text.index(part)
    draft = read_draft(text, markup)
    edits = mask_finding_spans(draft, [Span(start, start + len(part))], mask, markup)
    return Revision(text).revised(edits).text


@pytest.mark.parametrize(
    ("markup", "text", "part", "result"),
    [
        (LATEX, r"\emph{b}attery here", "b}attery", r"\emph{[REDACTED]} here"),
        (LATEX, r"un\emph{link}able x", r"un\emph{link}able", r"[REDACTED] x"),
        (LATEX, r"un\emph{link able} x", r"un\emph{link", r"[REDACTED]\emph{ able} x"),
        (LATEX, r"\item Millbrook", "Millbrook", r"\item {[REDACTED]}"),
        (LATEX, "one \\\\\nMillbrook", "Millbrook", "one \\\\\n{[REDACTED]}"),
        (LATEX, r"M\"uller sang", r"M\"uller", r"[REDACTED] sang"),
    ],
)
def test_markup_around_a_mask_stays_whole(
    markup: Markup, text: str, part: str, result: str
) -> None:
    assert masked(text, part, markup) == result
    assert len(read_draft(result, markup).masks) == 1


@pytest.mark.parametrize(("markup", "mask", "written"), [(LATEX, "[PERSON_1]", r"[PERSON\_1]")])
def test_a_mask_is_written_as_the_language_has_it(markup: Markup, mask: str, written: str) -> None:
    result = masked("so Millbrook went", "Millbrook", markup, mask)
    assert result == f"so {written} went"
    draft = read_draft(result, markup)
    assert [result[start:end] for start, end in draft.masks] == [written]
    assert draft.forms == ("so", "went")


@pytest.mark.parametrize("markup", ALL)
@given(st.data())
def test_a_mask_takes_its_word_away_and_no_other(markup: Markup, data: st.DataObject) -> None:
    text, _ = data.draw(texts(markup))
    draft = read_draft(text, markup)
    word = data.draw(st.integers(0, len(draft.forms) - 1))
    span = draft.span_of(range(word, word + 1))
    edits = mask_finding_spans(draft, [span], "[REDACTED]", markup)
    result = read_draft(Revision(text).revised(edits).text, markup)
    assert result.forms == draft.forms[:word] + draft.forms[word + 1 :]
    assert len(result.masks) == 1
