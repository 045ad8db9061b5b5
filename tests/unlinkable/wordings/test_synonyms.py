"""Synonyms that somebody gives in a file."""

from pathlib import Path

import pytest

from unlinkable.wordings.synonyms import read_synonyms, synonyms_in
from unlinkable_index.errors import UserError

FILE = "# of our office\n\nhelp: assistance, aid\nask for leave: seek leave\n"


def test_each_stands_for_its_word_as_it_is_written() -> None:
    found = synonyms_in(FILE, "ours.txt").alternatives("Help came. They had no help, “no help”.")
    made = [(one.span.start, one.replacement) for one in found]
    assert made == [(0, "Assistance"), (0, "Aid"), (23, "assistance"), (23, "aid")]


def test_a_phrase_stands_for_a_phrase() -> None:
    (one,) = synonyms_in(FILE, "ours.txt").alternatives("They ask for leave.")
    assert one.applied("They ask for leave.") == "They seek leave."


@pytest.mark.parametrize("line", ["help", "help:", "help: ,", ": aid"])
def test_a_line_that_says_nothing_is_named(line: str) -> None:
    with pytest.raises(UserError, match=r"ours\.txt:2: write a word, a colon"):
        synonyms_in(f"# of our office\n{line}", "ours.txt")


def test_a_file_is_read_again_once_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_text("help: aid", "utf-8")
    assert [e.instead for e in read_synonyms(path).entries] == [("aid",)]
    assert read_synonyms(path) is read_synonyms(path)
    path.write_text("help: assistance, aid", "utf-8")
    assert [e.instead for e in read_synonyms(path).entries] == [("assistance", "aid")]


def test_a_file_that_is_not_there_or_no_text_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_synonyms(tmp_path / "none.txt")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="UTF-8"):
        read_synonyms(tmp_path / "bad.txt")
