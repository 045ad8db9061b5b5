"""Of what kind a draft is, by its name or by what an editor says; what is not known is refused."""

from pathlib import PurePath

import pytest

from unlinkable.cli.parser import KINDS
from unlinkable.draft import Markup
from unlinkable.draft.kinds import ENDINGS, NAMES, kind_of_document, kind_of_file
from unlinkable_index.errors import UserError

NOTHING_SET = (("markdown",), ())


def in_editor(language: str, path: str | None) -> Markup:
    return kind_of_document(language, None if path is None else PurePath(path), *NOTHING_SET)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.txt", Markup.PLAIN), ("A.TXT", Markup.PLAIN), ("b.v2.md", Markup.MARKDOWN)],
)
def test_the_ending_of_a_file_says_of_what_kind_it_is(name: str, kind: Markup) -> None:
    assert kind_of_file(PurePath(name)) is kind


@pytest.mark.parametrize("name", ["a.doc", "a.pages", "draft", "a.txt.gpg", ".txt", "4 K 12.23"])
def test_a_file_of_an_unknown_kind_is_refused_by_name(name: str) -> None:
    with pytest.raises(UserError, match="not checked") as caught:
        kind_of_file(PurePath(name))
    assert str(caught.value).startswith(f"{name}: ")


@pytest.mark.parametrize("name", ["a.rtf", "b.FODT", "c.doc", "d.pages"])
def test_for_a_file_of_a_word_processor_it_is_said_what_to_do(name: str) -> None:
    with pytest.raises(UserError, match="save it as DOCX, ODT or text") as caught:
        kind_of_file(PurePath(name))
    assert str(caught.value).startswith(f"{name}: not checked")
    assert kind_of_file(PurePath("a.rtf"), (".rtf",)) is Markup.PLAIN


def test_further_endings_can_be_read_as_plain_text_but_not_those_that_are_known() -> None:
    assert kind_of_file(PurePath("a.LOG"), (".log",)) is Markup.PLAIN
    assert kind_of_file(PurePath("a.md"), (".md",)) is Markup.MARKDOWN
    with pytest.raises(UserError):
        kind_of_file(PurePath("draft"), ("",))


def test_where_an_editor_knows_only_plain_text_the_ending_decides() -> None:
    for ending, kind in ENDINGS.items():
        assert in_editor("plaintext", f"draft{ending}") is kind
    with pytest.raises(UserError, match=r"draft\.doc"):
        in_editor("plaintext", "draft.doc")
    with pytest.raises(UserError, match="no ending"):
        in_editor("text", "draft")


def test_a_text_that_lies_in_no_file_is_what_the_editor_says() -> None:
    assert in_editor("plaintext", None) is Markup.PLAIN
    assert in_editor("text", None) is Markup.PLAIN
    assert in_editor("markdown", None) is Markup.MARKDOWN


def test_a_language_that_is_chosen_in_the_editor_comes_before_the_ending() -> None:
    assert in_editor("markdown", "draft.doc") is Markup.MARKDOWN
    other = kind_of_document("quarto", PurePath("a.qmd"), ("markdown", "quarto"), ())
    assert other is Markup.MARKDOWN


@pytest.mark.parametrize("language", ["python", "html", "log", ""])
def test_a_document_in_an_unknown_language_is_refused(language: str) -> None:
    with pytest.raises(UserError, match=r"draft\.txt: not checked"):
        in_editor(language, "/somewhere/draft.txt")


def test_the_command_line_offers_every_kind() -> None:
    assert tuple(NAMES) == KINDS
