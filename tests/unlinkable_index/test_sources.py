"""Sources as archives have them: of each kind the index is, to the byte, that of the .jsonl."""

import bz2
import csv
import gzip
import io
import json
import lzma
import sqlite3
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Built, Options
from unlinkable_index.collection import Collection, GivenRecords
from unlinkable_index.collection.record import USUAL_SOURCES, SourceOptions, TextAs, Unreadable
from unlinkable_index.collection.source_file import STANDARD_INPUT
from unlinkable_index.errors import UserError

Records = list[dict[str, Any]]
SECRET = "Confidentia"
WORDS = "Der Müller, „alt“, said: “no”;\nthe court (§ 5)\theard\r\nhim|twice 上訴 𝔘"
RECORDS: Records = [
    {"id": str(n), "text": f"{WORDS} ruling {n} of {n % 3}", "title": f"No. {n}; x"}
    | ({"group": f"case {n // 2}"} if n % 4 < 2 else {})
    for n in range(40)
]
SKIPPING = SourceOptions(unreadable=Unreadable.LEFT_OUT)


def built(source: Path, options: SourceOptions = USUAL_SOURCES) -> tuple[bytes, Built]:
    """The bytes of the index of a source, and what is said of it."""
    out = Path(f"{source.absolute()}.unlinkable" if source != STANDARD_INPUT else "i.unlinkable")
    result = build_index([source], out, Options(processes=1, sources=options))
    return out.read_bytes(), result


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The index of the records, from a .jsonl file."""
    path = tmp_path_factory.mktemp("wanted")
    return built(write_jsonl(path / "c.jsonl", RECORDS))[0]


def ndjson(records: Records) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()


def array(records: Records) -> bytes:
    return json.dumps(records, ensure_ascii=False, indent=1).encode()


def table(delimiter: str, encoding: str = "utf-8") -> Callable[[Records], bytes]:
    def written(records: Records) -> bytes:
        text = io.StringIO(newline="")
        rows = csv.DictWriter(text, ["id", "group", "text", "title"], delimiter=delimiter)
        rows.writeheader()
        rows.writerows(records)
        return text.getvalue().encode(encoding)

    return written


def parquet(records: Records) -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    names = ("id", "text", "group", "title")
    columns = {name: [one.get(name) for one in records] for name in names}
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), out, row_group_size=7)
    return out.getvalue()


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def tarred(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in members.items():
            part = tarfile.TarInfo(name)
            part.size = len(content)
            archive.addfile(part, io.BytesIO(content))
    return out.getvalue()


def halves(write: Callable[[Records], bytes], ending: str) -> dict[str, bytes]:
    """Two files, which follow each other by name."""
    return {f"a/1{ending}": write(RECORDS[:17]), f"b{ending}": write(RECORDS[17:])}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("c.ndjson", lambda: ndjson(RECORDS)),
        ("c.jsonl.bz2", lambda: bz2.compress(ndjson(RECORDS))),
        ("c.jsonl", lambda: ndjson(RECORDS).decode().encode("utf-16")),
        ("c.jsonl", lambda: ndjson(RECORDS).decode().encode("utf-32")),
        ("c.jsonl", lambda: ndjson(RECORDS).decode().encode("utf-8-sig")),
        ("c.json", lambda: array(RECORDS)),
        ("c.json", lambda: array(RECORDS).decode().encode("utf-16")),
        ("c.json", lambda: ndjson(RECORDS)),
        ("c.JSON.GZ", lambda: gzip.compress(json.dumps(RECORDS).encode())),
        ("c.csv", lambda: table(",")(RECORDS)),
        ("c.csv", lambda: table(";")(RECORDS)),
        ("c.csv", lambda: table("\t", "utf-16")(RECORDS)),
        ("c.csv.xz", lambda: lzma.compress(table("|", "utf-8-sig")(RECORDS))),
        ("c.tsv", lambda: table("\t")(RECORDS)),
        ("c.zip", lambda: zipped(halves(ndjson, ".jsonl"))),
        ("c.zip", lambda: zipped(halves(table(","), ".csv"))),
        ("c.zip", lambda: zipped({"c.jsonl.gz": gzip.compress(ndjson(RECORDS))})),
        ("c.tar", lambda: tarred(halves(array, ".json"))),
        ("c.tar.xz", lambda: lzma.compress(tarred(halves(ndjson, ".jsonl")))),
        ("c.tgz", lambda: gzip.compress(tarred(halves(table(";"), ".csv")))),
        ("c.tar.zst", lambda: zstandard.compress(tarred(halves(ndjson, ".jsonl")))),
    ],
)
def test_every_kind_gives_the_same_index(
    tmp_path: Path, wanted: bytes, name: str, content: Callable[[], bytes]
) -> None:
    (tmp_path / name).write_bytes(content())
    assert built(tmp_path / name)[0] == wanted


def test_parquet_gives_the_same_index(tmp_path: Path) -> None:
    filled = [{"group": None, **one} for one in RECORDS]
    (tmp_path / "c.parquet").write_bytes(parquet(RECORDS))
    (tmp_path / "c.zip").write_bytes(zipped(halves(parquet, ".parquet")))
    expected = built(write_jsonl(tmp_path / "c.jsonl", filled))[0]
    assert built(tmp_path / "c.parquet")[0] == built(tmp_path / "c.zip")[0] == expected


def test_a_folder_of_records_gives_the_same_index(tmp_path: Path, wanted: bytes) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "1.jsonl").write_bytes(ndjson(RECORDS[:5]))
    (folder / "2.csv").write_bytes(table(",")(RECORDS[5:20]))
    (folder / "3.zip").write_bytes(zipped({"x.json": array(RECORDS[20:])}))
    assert built(folder)[0] == wanted


def test_standard_input_gives_the_same_index(
    tmp_path: Path, wanted: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given: list[tuple[str, bytes]] = [
        (".jsonl", ndjson(RECORDS)),
        (".csv", table(",")(RECORDS)),
        (".tar.gz", gzip.compress(tarred(halves(ndjson, ".jsonl")))),
        (".zip", zipped(halves(ndjson, ".jsonl"))),
    ]
    for ending, content in given:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert built(STANDARD_INPUT, SourceOptions(standard_input=ending))[0] == wanted
        assert [path.name for path in tmp_path.iterdir()] == ["i.unlinkable"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"id": 1, "text": 2}')))
    assert complaint(STANDARD_INPUT).startswith('standard input, line 1: no "text"')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert complaint(STANDARD_INPUT).startswith("standard input: there is nothing in it")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The records in a table of a database, with other names."""
    path = tmp_path / "court.sqlite"
    with sqlite3.connect(path) as rulings:
        rulings.execute("CREATE TABLE ruling (number, body TEXT, of_case, title)")
        rows = [[one.get(name) for name in ("id", "text", "group", "title")] for one in RECORDS]
        rulings.executemany("INSERT INTO ruling VALUES (?, ?, ?, ?)", rows)
        rulings.execute("CREATE VIEW bare AS SELECT * FROM ruling")
    rulings.close()
    return path


def test_a_database_gives_the_same_index_by_a_query(tmp_path: Path, database: Path) -> None:
    before = sorted(tmp_path.iterdir()), database.read_bytes()
    query = 'SELECT number AS id, body AS text, of_case AS "group", title FROM bare'
    found = list(Collection([database], SourceOptions(query=query)))
    named = SourceOptions("number", "body", "of_case", query="SELECT * FROM ruling")
    assert (sorted(tmp_path.iterdir()), database.read_bytes()) == before
    plain = Collection([write_jsonl(tmp_path / "c.jsonl", RECORDS)])
    told = [(one.id, one.text, one.group, one.metadata) for one in plain]
    assert [(one.id, one.text, one.group, one.metadata) for one in found] == told
    assert built(database, named)[0] == built(tmp_path / "c.jsonl")[0]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (None, 'say what its records are, such as --query "SELECT number AS id'),
        ("DELETE FROM ruling", "not authorized"),
        ("ATTACH 'other.db' AS other", "not authorized"),
        ("PRAGMA journal_mode = WAL", "not authorized"),
        ("SELECT 1; SELECT 2", "one statement at a time"),
        ("SELECT * FROM nowhere", "no such table: nowhere"),
        ("SELECT number FROM ruling", 'the query gives no columns "id" and "text"'),
        ("SELECT 1 AS id, x'00' AS text", 'row 1: no "text" that can be used'),
        ("SELECT 1 AS id, CAST(x'ff' AS TEXT) AS text", "byte 0 is not valid UTF-8"),
    ],
)
def test_what_a_database_is_not_asked(database: Path, query: str | None, said: str) -> None:
    before = database.read_bytes()
    assert said in complaint(database, SourceOptions(query=query))
    assert database.read_bytes() == before


def test_a_database_that_is_open_is_refused(database: Path) -> None:
    writer = sqlite3.connect(database)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("INSERT INTO ruling VALUES ('x', 'y', '', '')")
    writer.commit()
    query = SourceOptions(query="SELECT number AS id, body AS text FROM ruling")
    assert "a program has it open, or left changes in court.sqlite-wal" in complaint(
        database, query
    )
    writer.close()
    assert len(list(Collection([database], query))) == len(RECORDS) + 1


TEXTS = {f"{year}/{n}.txt": f"{WORDS} ruling {n}" for year in (2024, 2025) for n in range(5)}
PAGE = "<!DOCTYPE html><html><body><p>Der <b>M&uuml;l</b>ler</p><p>said no</p></body></html>"


def test_archives_of_documents_give_the_index_of_the_folder(tmp_path: Path) -> None:
    members = {name: text.encode("utf-16") for name, text in TEXTS.items()}
    members["2025/page.html"] = PAGE.encode()
    folder = tmp_path / "folder"
    for name, content in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    expected = built(folder)[0]
    for name, content in (
        ("c.zip", zipped(dict(reversed(members.items())) | {"__MACOSX/x.txt": b"y", ".x": b""})),
        ("c.tar", tarred({f"./{name}": content for name, content in members.items()})),
    ):
        (tmp_path / name).write_bytes(content)
        assert built(tmp_path / name)[0] == expected


def test_fields_have_the_names_that_archives_give_them(tmp_path: Path, wanted: bytes) -> None:
    names = {"id": "Nummer", "text": "Volltext", "group": "Verfahren", "title": "title"}
    renamed = [{names[key]: value for key, value in one.items()} for one in RECORDS]
    options = SourceOptions("Nummer", "Volltext", "Verfahren")
    assert built(write_jsonl(tmp_path / "c.jsonl", renamed), options)[0] == wanted
    (tmp_path / "c.json").write_bytes(array(renamed))
    assert built(tmp_path / "c.json", options)[0] == wanted
    assert 'no "id" that can be used' in complaint(tmp_path / "c.json")
    with pytest.raises(UserError, match="must name three different fields"):
        SourceOptions("x", "x")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16-le", "shift_jis", "iso2022_jp"])
def test_texts_are_read_in_the_encoding_that_is_named(tmp_path: Path, encoding: str) -> None:
    text = "Der Müller verkauft" if encoding[0] in "lcu" else "上訴 日本 court"
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "1.txt").write_bytes(text.encode(encoding))
    (folder / "2.txt").write_bytes(f"{text} zwei".encode("utf-16"))
    if encoding in ("latin-1", "cp1252", "shift_jis"):
        (folder / "3.txt").write_text(f"{text} drei", "utf-8")
    lines = [{"id": "x", "text": text}, {"id": "y", "text": f"{text} y"}]
    (folder / "4.jsonl").write_bytes(ndjson(lines).decode().encode(encoding))
    (folder / "5.json").write_bytes(
        array([{**one, "id": f"5{one['id']}"} for one in lines]).decode().encode(encoding)
    )
    found = [one.text for one in Collection([folder], SourceOptions(encoding=encoding))]
    assert set(found) <= {text, f"{text} zwei", f"{text} drei", f"{text} y"}
    assert len(found) == 6 + (folder / "3.txt").exists()


def test_an_encoding_that_is_not_named_is_told_with_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "1.txt").write_text("one two", "utf-8")
    (folder / "2.txt").write_bytes("zwölf".encode("latin-1"))
    (folder / "3.jsonl").write_bytes(
        ndjson([{"id": "a", "text": "b"}, {"id": "c", "text": "ö"}]).decode().encode("latin-1")
    )
    (folder / "4.txt").write_bytes("Müller".encode("utf-16-le"))
    assert f"{folder / '2.txt'}: byte 2 is not valid UTF-8; save" in complaint(folder)
    collection = Collection([folder], SKIPPING)
    assert [one.id for one in collection] == ["1.txt", "a"]
    assert collection.left_out == {
        folder / "2.txt": "byte 2 is not valid UTF-8",
        folder / "3.jsonl": "line 2: byte 46 is not valid UTF-8",
        folder / "4.txt": "this seems to be in UTF-16 without a byte order mark",
    }
    with pytest.raises(UserError, match="'klingon' is no encoding"):
        SourceOptions(encoding="klingon")
    with pytest.raises(UserError, match="'rot13' is no encoding"):
        SourceOptions(encoding="rot13")


def test_a_page_that_declares_no_encoding_is_read_in_the_one_that_is_named(tmp_path: Path) -> None:
    page = PAGE.replace("&uuml;", "ü").encode("latin-1")
    (tmp_path / "x.html").write_bytes(page)
    assert "it is not in the encoding that it declares" in complaint(tmp_path / "x.html")
    (found,) = Collection([tmp_path / "x.html"], SourceOptions(encoding="latin-1"))
    assert found.text.split() == SEEN.split()


def test_texts_that_a_program_gives_are_read_as_those_of_files() -> None:
    given: list[str | dict[str, str]] = [PAGE, {"id": "x", "text": PAGE}]
    assert [one.text.split() for one in GivenRecords(given)] == [SEEN.split()] * 2
    plain = GivenRecords(given, SourceOptions(text_as=TextAs.PLAIN))
    assert [one.text for one in plain] == [PAGE] * 2


XML = (
    '<?xml version="1.0" encoding="iso-8859-1"?>'
    "<judgment><p>Der Müller</p><p>said no</p></judgment>"
)
SEEN = "Der Müller said no"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (PAGE, SEEN),
        (PAGE.replace("<html>", '<html><head><meta charset="latin-1"></head>'), SEEN),
        ("<p>Der M&uuml;ller</p>\n<p>said no</p>", SEEN),
        ("Der <b>Mül</b>ler said no", SEEN),
        ("Der Müller<br>said<br/>no<br />", SEEN),
        ("<div class='x'>Der Müller <script>x y</script>said no</div>", SEEN),
        (XML, SEEN),
        ("<akomaNtoso><p>Der Müller</p><p>said no</p></akomaNtoso>", SEEN),
        ("Der Müller said <no>", "Der Müller said no"),
        ("a < b and c > d", "a b and c d"),
        ("the tag <b> is bold", "the tag b is bold"),
        ("<REDACTED> said <NAME>", "REDACTED said NAME"),
        ("x<a and b>y", "x a and b y"),
        ("<P>Der Müller\n<P>said\n<p align=left>no", SEEN),
        (
            "<P> met <B> and <I> at <a hotel>, <a police> and <S>, <P>, <P>",
            "P met B and I at a hotel a police and S P P",
        ),
        ("<head of court> said no</b>", "head of court said no b"),
        ("<b and c> said </b>", "b and c said b"),
    ],
)
def test_texts_that_are_marked_up_are_read_as_that(tmp_path: Path, text: str, seen: str) -> None:
    from unlinkable_index.words import find_words

    path = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    (record,) = Collection([path])
    assert find_words(record.text).forms == find_words(seen).forms
    (as_it_is,) = Collection([path], SourceOptions(text_as=TextAs.PLAIN))
    assert as_it_is.text == text


def test_a_page_in_a_record_is_what_it_is_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x.html").write_text(PAGE, "utf-8")
    lines = write_jsonl(tmp_path / "c.jsonl", [{"id": "x.html", "text": PAGE}])
    assert built(lines)[0] == built(tmp_path / "folder")[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"{\rtf1\ansi Confidentia}", "the text is RTF, which is not read; write"),
        ("<a:b><c>Confidentia</a:b>", "it seems to be XML: mend it, or write --text-as plain"),
        ("<x>" * 5000 + "Confidentia" + "</x>" * 5000, "it seems to be XML"),
    ],
)
def test_markup_that_cannot_be_read_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    told = complaint(path)
    assert told.startswith(f"{path}, line 1: ")
    assert said in told


def complaint(source: Path, options: SourceOptions = USUAL_SOURCES) -> str:
    """What is said of a source; nothing of it is told."""
    with pytest.raises(UserError) as error:
        list(Collection([source], options))
    told = str(error.value)
    assert SECRET not in told
    assert "\n" not in told
    return told


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("c.json", b'{"id": 1, "text": "x"} Confidentia', "record 2: not a JSON object"),
        ("c.json", b'[{"id": 1, "text": "x"} {"id": 2}]', "record 2: no comma before it"),
        ("c.json", b'[{"id": 1, "text": "x"},]', "record 2: a comma without a record"),
        ("c.json", b'[{"id": 1, "text": "x"}', "the array is not closed"),
        ("c.json", b'[{"id": 1, "text": "x"}] x', "there is more behind the array"),
        ("c.json", b'[{"id": 1, "text": "Confidentia}]', "record 1: not valid JSON (Unterminated"),
        ("c.json", b'["Confidentia"]', "record 1: not a JSON object"),
        ("c.json", b'[{"a": ' + b"[" * 99_999, "record 1: this JSON is nested too deeply"),
        ("c.json", b'{"results": []}', 'record 1: no "id" that can be used'),
        ("c.csv", b"number,body\n1,x\n", 'the first line names no columns "id" and "text"'),
        ("c.csv", b"", 'the first line names no columns "id" and "text"'),
        ("c.csv", b"id,text,text\n1,x,y\n", "two of the columns have one name"),
        ("c.csv", b"id,text\n1,a\n2,b,Confidentia\n", "line 3: 3 cells in a row of 2 columns"),
        ("c.csv", b'id,text\n1,a\n2,"Confidentia\n3,x\n', "unexpected end of data"),
        ("c.csv", b'id,text\n1,"a" Confidentia\n', "line 2: this is not as a table must be"),
        ("c.csv", b"id,text\n,Confidentia\n", 'line 2: no "id" that can be used'),
        ("c.parquet", b"PAR1 Confidentia PAR1", "the file is damaged, or no Parquet"),
        ("c.sqlite", b"Confidentia", "say what its records are"),
        ("c.zip", b"PK Confidentia", "damaged or cut short, or no ZIP"),
        ("c.zip", zipped({"x.json": b"[Confidentia]"}), "c.zip/x.json, record 1: not a JSON"),
        ("c.zip", zipped({"x.txt": b"a" * 999})[:-30], "damaged or cut short, or no ZIP"),
        ("c.zip", zipped({"x.txt": SECRET.encode() * 9}).replace(b"x.txt", b"y.txt", 1), "damaged"),
        ("c.tar", b"Confidentia" * 99, "damaged or cut short, or no tar"),
        ("c.tar", tarred({"x.txt": b"a" * 999})[:1024], "damaged or cut short"),
        ("c.tar", tarred({"x.txt": b"a" * 999})[:1536], "damaged or cut short"),
        ("c.tar", tarred({"x.txt": b"a" * 512, "y.txt": b"b"})[:1024], "damaged or cut short"),
        ("c.tar.gz", gzip.compress(tarred({"x.txt": b"a"}), mtime=0)[:-9], "damaged or cut short"),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    (tmp_path / name).write_bytes(content)
    told = complaint(tmp_path / name)
    assert told.startswith(str(tmp_path / name))
    assert said in told


def links_and_devices() -> Iterator[tarfile.TarInfo]:
    for name, kind in (
        ("soft.txt", tarfile.SYMTYPE),
        ("hard.txt", tarfile.LNKTYPE),
        ("pipe.txt", tarfile.FIFOTYPE),
        ("disk.txt", tarfile.BLKTYPE),
    ):
        part = tarfile.TarInfo(name)
        part.type, part.linkname = kind, "/etc/passwd"
        yield part
    for name in ("/etc/x.txt", "../../x.txt", "a/../../x.txt", "c:\\x.txt"):
        part = tarfile.TarInfo(name)
        part.size = 1
        yield part


def hostile_tar(parts: Iterable[tarfile.TarInfo]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for part in parts:
            archive.addfile(part, io.BytesIO(b"x" * part.size))
    return out.getvalue()


def test_no_path_in_an_archive_is_followed_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    outside = {"good.txt": b"one", "/x.txt": b"x", "../x.txt": b"x", "c:/x.txt": b"x", "a.doc": b""}
    outside |= {"inner.zip": zipped({"x.txt": b"x"})}
    (folder / "c.zip").write_bytes(zipped(outside))
    (folder / "c.tar").write_bytes(hostile_tar(links_and_devices()))
    before = sorted(tmp_path.rglob("*"))
    of_zip, of_tar = Collection([folder / "c.zip"]), Collection([folder / "c.tar"])
    assert [record.id for record in of_zip] == ["good.txt"]
    assert list(of_tar) == []
    assert sorted(tmp_path.rglob("*")) == before
    assert of_zip.left_out == {
        folder / "c.zip" / "?": "its path leads out of the archive",
        folder / "c.zip" / "a.doc": "of no kind that is read: save it as DOCX, ODT or text",
        folder / "c.zip" / "inner.zip": "an archive in an archive: unpack the outer one",
    }
    link = "a link, and links in archives are not followed"
    assert of_tar.left_out == {
        folder / "c.tar" / "soft.txt": link,
        folder / "c.tar" / "hard.txt": link,
        folder / "c.tar" / "pipe.txt": "no ordinary file",
        folder / "c.tar" / "disk.txt": "no ordinary file",
        folder / "c.tar" / "?": "its path leads out of the archive",
    }


LONG = b" " * 40_000_000


def overlapping() -> bytes:
    """A ZIP archive in which many names stand for one file."""
    whole = bytearray(zipped({f"{n}.txt": b"x" * 10_000 + bytes([n]) for n in range(3)}))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        first = archive.infolist()[0]
        at = archive.start_dir
    for _ in range(3):  # each then takes all of the archive
        whole[at + 20 : at + 24] = len(whole).to_bytes(4, "little")
        name, extra = (int.from_bytes(whole[at + p : at + p + 2], "little") for p in (28, 30))
        at += 46 + name + extra
    assert first.compress_size < len(whole)
    return bytes(whole)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("c.zip", lambda: zipped({"x.csv": b'id,text\n1,"' + LONG})),
        ("c.zip", lambda: zipped({f"{n}.txt": LONG[:15_000_000] for n in range(3)})),
        ("c.zip", lambda: zipped({"c.jsonl.gz": gzip.compress((b" " * 999_999 + b"\n") * 60)})),
        ("c.zip", overlapping),
        ("c.jsonl.gz", lambda: gzip.compress((b" " * 999_999 + b"\n") * 60)),
        ("c.jsonl.xz", lambda: lzma.compress(LONG)),
        ("c.jsonl.bz2", lambda: bz2.compress(LONG)),
        ("c.json.zst", lambda: zstandard.compress(LONG)),
        ("c.tar.gz", lambda: gzip.compress(tarred({"x.txt": LONG}))),
        ("c.tar.xz", lambda: lzma.compress(tarred({"x.png": LONG}))),
    ],
)
def test_what_unpacks_to_far_too_much_is_refused(
    tmp_path: Path, name: str, content: Callable[[], bytes]
) -> None:
    (tmp_path / name).write_bytes(content())
    told = complaint(tmp_path / name)
    assert told.startswith(str(tmp_path / name))
    assert "times its size" in told or "made to fill disks" in told


def test_a_name_in_an_archive_takes_no_more_memory_than_names_do(tmp_path: Path) -> None:
    long_name = tarfile.TarInfo("././@LongLink")
    long_name.type, long_name.size = tarfile.GNUTYPE_LONGNAME, 30_000_000
    (tmp_path / "c.tar").write_bytes(hostile_tar([long_name]))
    assert "damaged or cut short, or no tar" in complaint(tmp_path / "c.tar")


def test_a_zip_with_a_password_is_told(tmp_path: Path) -> None:
    content = bytearray(zipped({"x.txt": b"one", "y.txt": b"two"}))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        content[archive.start_dir + 8] |= 1
    (tmp_path / "c.zip").write_bytes(content)
    collection = Collection([tmp_path / "c.zip"])
    assert [one.id for one in collection] == ["y.txt"]
    assert collection.left_out == {tmp_path / "c.zip" / "x.txt": "protected with a password"}


def test_values_of_parquet_become_texts(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from datetime import date
    from decimal import Decimal

    from pyarrow import parquet as library

    columns = {
        "id": [7],
        "text": ["one"],
        "on": [date(2026, 1, 2)],
        "fee": [Decimal("1.50")],
        "raw": [b"\x00"],
        "judges": [["A", "B"]],
        "nested": [{"x": 1}],
    }
    library.write_table(pyarrow.table(columns), tmp_path / "c.parquet")
    (record,) = Collection([tmp_path / "c.parquet"])
    assert (record.id, record.text) == ("7", "one")
    assert record.metadata == {
        "on": "2026-01-02",
        "fee": "1.50",
        "raw": None,
        "judges": ["A", "B"],
        "nested": {"x": 1},
    }


def test_a_long_array_is_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unlinkable_index.collection.encodings._PIECE", 7)
    (tmp_path / "c.json").write_bytes(array(RECORDS))
    assert [one.text for one in Collection([tmp_path / "c.json"])] == [
        one["text"] for one in RECORDS
    ]
