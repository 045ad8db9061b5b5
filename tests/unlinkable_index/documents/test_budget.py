"""Files are read by a process of its own, which is ended where one takes more than its budget."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.unlinkable_index.documents.docx_files import docx, paragraph
from tests.unlinkable_index.documents.odt_files import odt, p
from tests.unlinkable_index.documents.pdf_files import pdf
from unlinkable_index import documents
from unlinkable_index.documents import budget, reader, reader_process
from unlinkable_index.documents.opened import OpenedDocument
from unlinkable_index.documents.reader_process import ReaderProcess
from unlinkable_index.errors import UserError

PATH = Path("a.docx")
DATA = docx(paragraph("word") + paragraph("and more"))
SPIN = "any(iter(int, 1))"
SWELL = "kept = bytearray(1_000_000_000)"


@pytest.fixture
def process() -> ReaderProcess:
    """A process that reads files, to be started."""
    return ReaderProcess()


def hostile(monkeypatch: pytest.MonkeyPatch, folder: Path, what: str, seconds: int = 1) -> None:
    """Have files that hold "Hostile" do something to the process that reads them."""
    code = (
        "from unlinkable_index import documents\n"
        "from unlinkable_index.documents import budget, reader_worker\n"
        f"budget.SECONDS = {seconds}\n"
        "read = documents.reader\n"
        "def reader(suffix):\n"
        "    def hostile(data, path):\n"
        f"        if data == b'Hostile': {what}\n"
        "        return read(suffix)(data, path)\n"
        "    return hostile\n"
        "documents.reader = reader\n"
        "reader_worker.main()\n"
    )
    script = folder / "worker.py"
    script.write_text(code, "utf-8")
    monkeypatch.setattr(reader_process, "_WORKER", (sys.executable, "-P", str(script)))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.docx", DATA),
        ("a.odt", odt(p("word") + "<text:list><text:list-item><text:p>x</text:p></text:list-item>"
                      "</text:list>")),
        ("a.html", b"<p>a<br>b<table><tr><td>c</table>"),
        ("a.eml", b"Subject: \xff\n\nx"),
        ("a.xml", b"<r><p>x</p></r>"),
        ("a.pdf", pdf([["A line.", "Another."], ["A third."]])),
        ("a.md", b"# A\n\nb[^1]\n\n[^1]: c\n" * 5),
        ("a.txt", b"text"),
    ],
)  # fmt: skip
def test_what_is_read_and_where_it_stands_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes
) -> None:
    monkeypatch.setattr(documents, "_LARGEST_READ_HERE", 0)
    path = tmp_path / name
    path.write_bytes(data)
    found, expected = documents.read_file(path), reader(path.suffix)(data, path)
    assert found.text == expected.text
    assert found.starts == expected.starts
    assert [one.place for one in found.paragraphs] == [one.place for one in expected.paragraphs]
    assert [one.goes_on for one in found.paragraphs] == [one.goes_on for one in expected.paragraphs]


def test_a_document_is_written_likewise(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(DATA)
    written = OpenedDocument.read(path).written([])
    assert reader(".docx")(written.data, path).text == "word\n\nand more"


def test_why_a_file_is_refused_comes_back(process: ReaderProcess) -> None:
    with pytest.raises(UserError, match=r"^a\.docx: not read: the file is damaged"):
        process.read(b"Confidential", PATH)


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of other systems differ")
@pytest.mark.parametrize(
    ("what", "why"),
    [
        (SPIN, "it takes more than 10 seconds of processor time; save it anew, or split it"),
        (SWELL, "it takes more than 500 MB of memory; save it anew, or split it"),
        ("import os; os.abort()", "the program that reads it broke off"),
        ("raise RuntimeError('Hostile')", "the program that reads it broke off"),
        ("print('chatter')", "the file is damaged"),
    ],
)
def test_what_takes_too_much_is_named_and_the_next_file_is_read(
    process: ReaderProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str, why: str
) -> None:
    hostile(monkeypatch, tmp_path, what)
    assert process.read(DATA, PATH).text == "word\n\nand more"
    with pytest.raises(UserError) as caught:
        process.read(b"Hostile", PATH)
    assert str(caught.value).startswith(f"a.docx: not read: {why}")
    assert "Hostile" not in str(caught.value)
    assert process.read(DATA, PATH).text == "word\n\nand more"
    process.close()


def test_a_process_reads_file_after_file_and_one_that_ended_is_replaced(
    process: ReaderProcess,
) -> None:
    used = []
    for _ in range(3):
        process.read(DATA, PATH)
        used.append(process.pid)
    assert len(set(used)) == 1
    assert used[0] is not None
    os.kill(used[0], signal.SIGTERM)
    with pytest.raises(UserError):  # it was killed with a file in hand
        process.read(DATA, PATH)
    assert process.read(DATA, PATH).text
    assert process.pid not in (None, used[0])
    process.close()
    assert process.pid is None


def test_what_the_starting_process_took_does_not_count() -> None:
    held = bytearray(300_000_000)
    process = ReaderProcess()
    process.read(DATA, PATH)
    used = process.pid
    process.read(DATA, PATH)
    assert process.pid == used
    process.close()
    assert len(held) == 300_000_000


def test_a_process_that_was_idle_for_long_ends_and_is_started_again(
    process: ReaderProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "worker.py"
    script.write_text(
        "from unlinkable_index.documents import reader_worker\n"
        "reader_worker._IDLE = 0.3\n"
        "reader_worker.main()\n",
        "utf-8",
    )
    monkeypatch.setattr(reader_process, "_WORKER", (sys.executable, "-P", str(script)))
    assert process.read(DATA, PATH).text
    before = process.pid
    time.sleep(2)
    assert process.read(DATA, PATH).text
    assert process.pid != before
    process.close()


def test_the_process_imports_nothing_of_the_folder_it_is_asked_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("lxml", "msgpack", "zipfile", "select", "unlinkable_index"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(9)", "utf-8")
    (tmp_path / "a.docx").write_bytes(DATA)
    monkeypatch.chdir(tmp_path)
    process = ReaderProcess()
    assert process.read(DATA, Path("a.docx")).text == "word\n\nand more"
    process.close()


def test_the_process_ends_with_the_one_that_asked(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(DATA)
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from unlinkable_index.documents.reader_process import shared_reader\n"
        "shared_reader().read(Path(sys.argv[1]).read_bytes(), Path(sys.argv[1]))\n"
        "print(shared_reader().pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "a.docx"], capture_output=True, check=False
    )
    number = int(told.stdout)
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("it is still there")


def test_texts_of_ordinary_size_need_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_process, "_WORKER", ("false",))
    for name in ("a.txt", "a.md", "a.tex"):
        (tmp_path / name).write_text("Text.", "utf-8")
        assert documents.read_file(tmp_path / name).text == "Text."


def test_the_budget_is_what_is_promised() -> None:
    assert (budget.SECONDS, budget.MEMORY) == (10, 500_000_000)
