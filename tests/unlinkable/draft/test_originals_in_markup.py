"""Originals in Markdown and LaTeX are read by the code that reads drafts: the same words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unlinkable.draft.latex_texts import LATEX
from tests.unlinkable.draft.latex_texts import texts as latex_texts

from unlinkable.draft import Markup, Reading, read_draft
from unlinkable_index import documents
from unlinkable_index.collection import Collection
from unlinkable_index.words import find_words

UNMASKED = Reading(masks=())
PARTS = ["b**at**tery", "of the", "*court*\n", "\n\n", "# Facts\n\n", "- one\n- two\n\n", " ",
         "[this](http://x.org/a) ", "`code` ", "a<!-- b -->c ", "| a | b |\n|---|---|\n| c | d |\n",
         "> said\n\n", "&eacute;t&eacute; "]  # fmt: skip


def read_as_original(text: str, ending: str) -> tuple[str, ...]:
    seen = documents.reader(ending)(text.encode(), Path(f"a{ending}"))
    return tuple(find_words(seen.text).forms)


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_an_original_in_markdown_has_the_words_of_the_draft(text: str) -> None:
    draft = read_draft(text, Markup.MARKDOWN, UNMASKED)
    assert read_as_original(text, ".md") == draft.forms


@given(st.data())
def test_an_original_in_latex_has_the_words_of_the_draft_its_notes_behind(
    data: st.DataObject,
) -> None:
    text, _ = data.draw(latex_texts(LATEX))
    draft = read_draft(text, LATEX, UNMASKED)
    assert sorted(read_as_original(text, ".tex")) == sorted(draft.forms)


def test_a_note_of_latex_stands_apart_and_its_sentence_goes_on() -> None:
    seen = documents.reader(".tex")(
        rb"He left\footnote{See page four.} the house. \censor{Mr X} came.", Path("a.tex")
    )
    assert [[one.text for one in flow] for flow in seen.flows] == [
        ["He left the house. █"],
        ["came."],
        ["See page four."],
    ]
    assert str(seen.place_at(len(seen.text) - 1)) == "footnote 1"


@pytest.mark.parametrize(
    ("name", "text", "seen"),
    [
        ("a.md", "---\ntitle: X\n---\nThe b**at**tery", "The battery"),
        ("a.markdown", "The *court*", "The court"),
        ("a.tex", r"the rob\emph{be}ry", "the robbery"),
        ("a.text", "as *it* is\n", "as *it* is\n"),
    ],
)
def test_a_folder_of_originals_holds_what_readers_see(
    tmp_path: Path, name: str, text: str, seen: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [record.text for record in Collection([tmp_path])] == [seen]
