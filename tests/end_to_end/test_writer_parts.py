"""The parts of the extension for LibreOffice that know nothing of it: they need no Writer."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.end_to_end.toolchain import REPOSITORY

PARTS = str(REPOSITORY / "editors/libreoffice/pythonpath")


@pytest.fixture(autouse=True)
def path() -> Iterator[None]:
    """The modules of the extension, which LibreOffice puts on the path."""
    sys.path.insert(0, PARTS)
    yield
    sys.path.remove(PARTS)


def underline(start: int, end: int, *ways: Any) -> dict[str, Any]:
    """An underline as the server tells it."""
    told = {"kind": "mask", "title": "", "ends": True}
    return {"start": start, "end": end, "id": "p1", "ways": [{**told, **way} for way in ways]}


def edit(start: int, end: int, text: str, name: str = "p1") -> dict[str, Any]:
    """An edit as the server tells it."""
    return {"id": name, "start": start, "end": end, "text": text}


def test_suggestions_replace_what_is_underlined_widened_to_the_wordings() -> None:
    from unlinkable_writer.suggestions import of

    text = "\U0001f600 He kept bees on the roof."
    line = underline(
        11,
        15,
        {"edits": [edit(11, 15, "[REDACTED]"), edit(23, 27, "[REDACTED]"), edit(0, 2, "x", "p2")]},
        {"kind": "reword", "edits": [edit(6, 15, "raised insects")]},
        {"kind": "reword", "edits": [edit(6, 10, "held"), edit(0, 2, "x", "p2")]},
    )
    found = of(text, line)
    assert text.encode("utf-16-le")[2 * found.start : 2 * found.end].decode("utf-16-le") == (
        "kept bees"
    )
    assert found.texts == ["kept [REDACTED]", "raised insects"]


def test_paragraphs_keep_their_ids_whatever_is_put_in_taken_out_or_changed() -> None:
    from unlinkable_writer.drafts import Draft, Paragraph

    def paragraphs(texts: str) -> list[Any]:
        return [Paragraph(text, "body") for text in texts]

    draft = Draft("file:///a.odt")
    first = draft.change(paragraphs("abc"))
    assert first is not None
    a, b, c = draft.order
    assert draft.change(paragraphs("abc")) is None
    changed = draft.change(paragraphs("aBc"))
    assert changed is not None
    assert (draft.order, [block["text"] for block in changed["blocks"]]) == ([a, b, c], ["B"])
    draft.change(paragraphs("axBc"))
    assert (draft.order[0], len(draft.order), draft.order[-1]) == (a, 4, c)
    draft.change(paragraphs("c"))
    assert draft.order == [c]


def test_what_was_known_of_a_paragraph_is_not_shown_once_it_reads_otherwise() -> None:
    from unlinkable_writer.drafts import Drafts, Paragraph

    drafts = Drafts()
    asked = drafts.change("file:///a.odt", [Paragraph("old", "body")])
    assert asked is not None
    (block,) = asked["blocks"]
    line = {"start": 0, "end": 3, "ways": []}
    known = {"id": block["id"], "underlines": [line], "passages": []}
    answer = {"uri": "file:///a.odt", "answer": 1, "whole": True, "blocks": [known]}
    assert drafts.answered(asked, answer)
    assert drafts.underlines("1", "old") == [{**line, "id": block["id"]}]
    again = drafts.change("file:///a.odt", [Paragraph("new", "body")])
    assert again is not None
    drafts.answered(asked, answer)  # which comes late
    assert drafts.underlines("1", "new") == []
    assert drafts.underlines("1", "old") is None
    drafts.answered(again, {**answer, "answer": 2, "whole": False, "blocks": []})
    assert drafts.underlines("1", "new") == [{**line, "id": block["id"]}]


def known_drafts() -> tuple[Any, str]:
    """A document of two paragraphs with one passage, whose mask lies in both, and all answered."""
    from unlinkable_writer.drafts import Drafts, Paragraph

    drafts, uri = Drafts(), "file:///a.odt"
    asked = drafts.change(uri, [Paragraph("It was on", "body"), Paragraph("Monday", "body")])
    first, second = (block["id"] for block in asked["blocks"])
    edits = [edit(7, 9, "[REDACTED]", first), edit(0, 6, "[REDACTED]", second)]
    way = {"kind": "mask", "title": "", "ends": True, "edits": edits}
    passage = {"start": 7, "lead": 1.0, "words": "on Monday", "ways": [way]}
    block = {"id": first, "underlines": [], "passages": [passage]}
    answer = {"uri": uri, "answer": 1, "whole": True, "blocks": [block], "message": "Clean."}
    drafts.answered(asked, answer)
    return drafts, uri


def test_no_replacement_is_made_where_another_of_its_paragraphs_has_changed() -> None:
    from unlinkable_writer.drafts import Paragraph, UnfitError
    from unlinkable_writer.suggestions import take

    drafts, uri = known_drafts()
    (place,) = drafts.left(uri)
    assert len(place.passage["ways"]) == 1
    now = [Paragraph("It was on", "body"), Paragraph("A bright Monday", "body")]
    assert drafts.change(uri, now) is not None
    (place,) = drafts.left(uri)
    assert place.passage["ways"] == []
    with pytest.raises(UnfitError, match="changed"):
        take(None, place, 0)


@pytest.fixture
def no_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module that knows LibreOffice is another one, which knows nothing."""
    monkeypatch.setitem(sys.modules, "unlinkable_writer.texts", ModuleType("texts"))


@pytest.mark.usefixtures("no_writer")
def test_what_was_said_of_an_older_text_is_not_said_of_the_newer_one() -> None:
    from unlinkable_writer.drafts import Paragraph, UnfitError
    from unlinkable_writer.office import CHECKING, Host, Office

    office = Office(Host(), lambda _: None)
    office.drafts, uri = known_drafts()
    assert office.state(uri) == "Clean."
    (place,) = office.drafts.left(uri)
    now = [Paragraph("New", "body"), Paragraph("It was on", "body"), Paragraph("Monday", "body")]
    office.drafts.change(uri, now)
    assert office.state(uri) == CHECKING
    with pytest.raises(UnfitError, match="changed"):
        office.accept(place, "known")
    office.close()


@pytest.mark.usefixtures("no_writer")
def test_a_change_that_got_no_answer_is_sent_whole_again() -> None:
    from unlinkable_writer.drafts import Paragraph
    from unlinkable_writer.office import Host, Office

    office = Office(Host(), lambda _: None)
    office.drafts, uri = known_drafts()
    now = [Paragraph("It was on", "body"), Paragraph("Tuesday", "body")]
    asked = office.drafts.change(uri, now)
    assert len(asked["blocks"]) == 1
    office._answered(asked, None)
    assert len(office.drafts.change(uri, now)["blocks"]) == 2
    office.close()


@pytest.mark.parametrize(
    ("uri", "lies"),
    [
        ("file:///home/u/trusted/a.odt", True),
        ("file:///home/u/trusted/case/a.odt", True),
        ("file:///home/u/trusted.odt", False),
        ("file:///home/u/trusted2/a.odt", False),
        ("file:///home/u/trusted/../sent/a.odt", False),
        ("file:///home/u/trusted/%2e%2e/sent/a.odt", False),
        ("file:///home/u/trusted/.%2E/sent/a.odt", False),
        ("file:///home/u/trusted/..%5Csent/a.odt", False),
    ],
)
def test_a_path_that_leads_up_again_is_not_trusted(uri: str, lies: bool) -> None:
    from unlinkable_writer.search import lies_in

    assert lies_in(uri, "file:///home/u/trusted") is lies
    assert lies_in(uri, "file:///home/u/trusted/") is lies


def test_a_program_that_is_no_server_ends_and_answers_nobody(tmp_path: Path) -> None:
    from unlinkable_writer.server import Server

    program = tmp_path / "unlinkable"
    program.write_text("#!/bin/sh\necho nonsense; echo; echo more\n", "utf-8")
    program.chmod(0o755)
    ended, answers = threading.Event(), []
    server = Server(str(program), False, lambda *_: None, lambda _: ended.set())
    server.ask("unlinkable/blocks", {}, answers.append)
    server.begin()
    assert ended.wait(30)
    assert answers == [None]
    server.stop()


def test_a_program_is_only_believed_by_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unlinkable_writer.search import find_program

    program = tmp_path / "bin/unlinkable"
    program.parent.mkdir()
    program.write_text("", "utf-8")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert find_program("bin/unlinkable") is None
    assert find_program(str(tmp_path / "nowhere")) is None
    assert find_program(str(program)) == str(program)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    assert find_program("") == str(program)


def test_the_newest_program_that_the_extension_for_vs_code_brings_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unlinkable_writer.search import find_program

    older, program = (
        tmp_path / f".vscode/extensions/unlinkable.unlinkable-{version}/dist/program/bin/unlinkable"
        for version in ("0.9.1-linux-x64", "0.10.0-linux-x64")
    )
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_program("") is None
    for newest in (older, program):
        newest.parent.mkdir(parents=True)
        newest.write_text("", "utf-8")
        newest.chmod(0o755)
        assert find_program("") == str(newest)
