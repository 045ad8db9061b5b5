"""Documents where texts usually stand: added to an index, compared, made into drafts, checked and
protected against several indexes."""

import json
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.unlinkable.cli.conftest import Run
from tests.unlinkable_index.documents import odt_files
from tests.unlinkable_index.documents.docx_files import NOT_SHOWN, docx, paragraph
from tests.unlinkable_index.documents.odt_files import odt
from unlinkable_index.documents import read_file

ONE = ("--processes", "1", "-q")
HIDDEN = NOT_SHOWN["deleted"]


def write(path: Path, sentences: Iterable[str]) -> None:
    """A document of these paragraphs, with something deleted behind them."""
    path.parent.mkdir(exist_ok=True)
    if path.suffix == ".odt":
        path.write_bytes(odt("".join(map(odt_files.p, sentences))))
    else:
        path.write_bytes(docx("".join(map(paragraph, sentences)) + HIDDEN))


def test_documents_are_added_to_an_index_and_found(run: Run, folder: Path) -> None:
    assert run("index", "c.jsonl", "-o", "i.unlinkable", "--keep", *ONE).status == 0
    write(folder / "week/new.docx", ["The zebra sold."])
    write(folder / "week/newer.odt", ["The gnu bought."])
    asked = ("-i", "i.unlinkable", *ONE[:2])
    assert "i.unlinkable: 2 new" in run("add", "week", *asked).err
    write(folder / "draft.docx", ["The zebra met the gnu."])
    done = run("check", "draft.docx", "-i", "i.unlinkable", "--max-terms", "1", "--format", "json")
    found = json.loads(done.out)["findings"]
    assert [(one["text"], one["documents"]) for one in found] == [
        ("zebra", ["new.docx"]), ("gnu", ["newer.odt"]),
    ]  # fmt: skip
    # what is deleted in a document is no part of it, so that nothing is new without it
    write(folder / "week/newer.odt", ["The gnu bought."])
    (folder / "week/new.docx").write_bytes(docx(paragraph("The zebra sold.")))
    assert "0 new, 2 there already" in run("add", "week", *asked).err


def test_near_copies_are_found_whatever_kind_of_file_they_lie_in(run: Run, folder: Path) -> None:
    text = "The court held that the baker of Millbrook had sold bread at the night market late."
    (folder / "o").mkdir()
    (folder / "o/plain.txt").write_text(f"{text} He paid the tax.", "utf-8")
    write(folder / "o/copy.docx", [text, "He paid the tax."])
    write(folder / "o/again.odt", [text, "He paid the tax then."])
    write(folder / "o/other.docx", ["The miller sold fish early in the morning to the baker."])
    assert run("near-copies", "o", "-o", "groups.txt", *ONE).status == 0
    told = (folder / "groups.txt").read_text("utf-8")
    assert all(name in told for name in ("plain.txt", "copy.docx", "again.odt"))
    assert "other.docx" not in told


class _Detector:
    """Finds one name, in place of Presidio."""

    def __init__(self, *_: object) -> None: ...

    def find(self, text: str) -> list[object]:
        from unlinkable.draft import Span

        start = text.index("Millbrook")
        return [Span(start, start + len("Millbrook"))]


def test_drafts_are_made_of_what_is_visible_of_documents(run: Run, folder: Path) -> None:
    pytest.importorskip("presidio_analyzer")
    write(folder / "raw/a.docx", ["The baker of Millbrook paid."])
    with patch("unlinkable.lab.deidentification.Detector", _Detector):
        done = run("deidentify", "raw", "-o", "drafts", "--patterns", "none", "-q")
    assert done.status == 0, done.err
    assert [path.name for path in (folder / "drafts").iterdir()] == ["a.docx.txt"]
    draft = (folder / "drafts/a.docx.txt").read_text("utf-8")
    assert draft == "The baker of [REDACTED] paid."


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_a_document_is_checked_and_protected_against_each_of_several_indexes(
    run: Run, folder: Path, kind: str
) -> None:
    assert run("index", "c.jsonl", "-o", "a.unlinkable", *ONE).status == 0
    write(folder / "b/zebra.docx", ["The zebra sold bread at the night market."])
    write(folder / "b/gnu.docx", ["A gnu sold bread at the night market."])
    assert run("index", "b", "-o", "b.unlinkable", *ONE).status == 0
    both = ("-i", "a.unlinkable", "-i", "b.unlinkable", "--max-terms", "1")
    name, out = f"draft.{kind}", f"out.{kind}"
    write(folder / name, ["The baker of Millbrook met a zebra.", "He paid the tax."])
    done = run("check", name, *both, "--format", "json")
    found = {
        report["index"]["file"]: {one["text"] for one in report["findings"]}
        for report in map(json.loads, done.out.splitlines())
    }
    assert done.status == 1
    assert "Millbrook" in found["a.unlinkable"]
    assert "zebra" in found["b.unlinkable"]
    done = run("protect", name, "-o", out, *both, "--rewriter", "mask")
    assert done.status in (0, 3), done.err
    text = read_file(folder / out).text
    assert "Millbrook" not in text
    assert "zebra" not in text
    assert "He paid the tax." in text
    assert run("check", out, *both).status in (0, 3)


@pytest.mark.parametrize("name", ["draft.rtf", "draft.fodt", "draft.doc"])
def test_other_files_of_word_processors_are_refused_with_what_to_do(
    run: Run, folder: Path, name: str
) -> None:
    assert run("index", "c.jsonl", "-o", "i.unlinkable", *ONE).status == 0
    (folder / name).write_bytes(b"{\\rtf1 Confidential}")
    for command in (("check",), ("protect", "-o", "out.docx")):
        done = run(command[0], name, "-i", "i.unlinkable", *command[1:])
        assert (done.status, done.out) == (2, "")
        assert f"{name}: not checked" in done.err
        assert "save it as DOCX, ODT or text" in done.err
        assert "Confidential" not in done.err
    assert not (folder / "out.docx").exists()
