"""Paragraphs of what is seen: read apart they make up the draft that is read in one."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.properties import examples
from tests.unlinkable.draft.latex_texts import ALL, LATEX
from tests.unlinkable.draft.segments import CROSSING, same
from tests.unlinkable.draft.test_latex import phrases

from unlinkable.draft import Draft, DraftReader, Markup, Reading, read_draft
from unlinkable.draft import reader as reading_module
from unlinkable.draft.block import rendered
from unlinkable.draft.reader import DraftParagraph, in_paragraphs

PIECES = {
    LATEX: [r"\emph{bread}", r"\footnote{He", "}", "{", r"\footnote{It was. So.}", "% baker\n",
            "\\section{Facts}", "\\begin{quote}", "\\end{quote}", r"\unknown[at]{fish}", "~", "[",
            "]", "\\\\", r"\begin{verbatim}", r"\end{verbatim}", r"\censor{x}"],
}  # fmt: skip
COMMON = [
    *("The", "case", "market.", "Mr.", "Art.", "exam-\nple", "2014", "12. The", "and", "b"),
    *(" ", " ", "\n", "\n\n", "\n\n", "\n \n", "\r\n\r\n", "\u00ad", "[REDACTED]", "\u2028\u2028"),
]
NOWHERE = np.empty(0, dtype=np.int32)
languages = st.sampled_from(ALL)
readings = st.sampled_from([Reading(), CROSSING])


def texts(markup: Markup) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*COMMON, *PIECES[markup]]), max_size=25).map("".join)


def in_one(text: str, markup: Markup, reading: Reading) -> Draft:
    """The twin: the whole is read as one paragraph."""

    def whole(rendering: object) -> list[DraftParagraph]:
        return [DraftParagraph(0, rendering)]  # type: ignore[arg-type]

    with patch.object(reading_module, "in_paragraphs", whole):
        return read_draft(text, markup, reading)


NO_SENTENCES = {"sentence_starts": NOWHERE, "sentence_ends": NOWHERE}
"""Marks between two sentences may belong to either, and so are looked at apart."""


def words_of_sentences(draft: Draft) -> list[range]:
    return [words for words in map(draft.words_in, draft.sentences) if words]


@examples(400)
@given(languages.flatmap(lambda one: st.tuples(st.just(one), texts(one))), readings)
@example((LATEX, "Two.\\footnote{It was. So.}\n\nThe \\emph{bread}"), CROSSING)
def test_paragraphs_read_apart_are_the_whole(drawn: tuple[Markup, str], reading: Reading) -> None:
    markup, text = drawn
    apart, whole = read_draft(text, markup, reading), in_one(text, markup, reading)
    assert same(replace(apart, **NO_SENTENCES), replace(whole, **NO_SENTENCES))
    assert words_of_sentences(apart) == words_of_sentences(whole)
    for words in (1, 2, 3):
        assert phrases(apart, words) == phrases(whole, words)
    assert apart.includes == whole.includes


@given(
    languages.flatmap(
        lambda one: st.tuples(
            st.just(one),
            texts(one),
            st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9), texts(one)), max_size=4),
        )
    ),
    readings,
)
def test_versions_read_one_after_the_other_are_as_if_read_anew(
    drawn: tuple[Markup, str, list[tuple[int, int, str]]], reading: Reading
) -> None:
    markup, text, changes = drawn
    reader = DraftReader(markup, reading)
    assert same(reader.read(text), read_draft(text, markup, reading))
    for at, removed, added in changes:
        text = text[:at] + added + text[at + removed :]
        assert same(reader.read(text), read_draft(text, markup, reading))


@given(languages.flatmap(lambda one: st.tuples(st.just(one), texts(one))))
def test_paragraphs_are_all_that_is_seen(drawn: tuple[Markup, str]) -> None:
    markup, text = drawn
    whole = rendered(text, markup, Reading(), frozenset())
    parts = in_paragraphs(whole)
    assert "".join(part.rendering.text for part in parts) == whole.text
    assert [part.origin for part in parts] == sorted(part.origin for part in parts)


@pytest.mark.parametrize("markup", ALL)
def test_prose_is_parted(markup: Markup) -> None:
    text = "\n\n".join(f"Paragraph {number} is here." for number in range(5))
    assert len(in_paragraphs(rendered(text, markup, Reading(), frozenset()))) == 5
