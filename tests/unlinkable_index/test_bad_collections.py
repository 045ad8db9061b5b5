"""A collection that is not as it must be gets one clear sentence, and no text of it is told."""

import gzip
import json
import lzma
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Built, Options
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

SECRET = "Confidentia"
GOOD = '{"id": "a", "text": "one two three"}\n{"id": "b", "text": "one two four"}\n'
RECORD = {"id": "c", "text": SECRET}


def build(*sources: Path) -> Built:
    """Build the index of ``sources`` beside the first."""
    return build_index(sources, index_path(sources[0]), Options(processes=1))


def index_path(source: Path) -> Path:
    return source.parent / "made.unlinkable"


def complaint(*sources: Path) -> str:
    """What is said of ``sources``; nothing is left behind, and no text is told."""
    before = sorted(sources[0].parent.iterdir())
    with pytest.raises(UserError) as error:
        build(*sources)
    assert sorted(sources[0].parent.iterdir()) == before
    told = str(error.value)
    assert SECRET not in told
    assert "\n" not in told
    return told


def lines(folder: Path, *records: Any) -> Path:
    """A collection of two good records and ``records``, given as JSON or as values."""
    path = folder / "c.jsonl"
    more = (r if isinstance(r, str) else json.dumps(r) for r in records)
    path.write_text(GOOD + "".join(f"{record}\n" for record in more), "utf-8")
    return path


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ('{"id": "c", "text": "Confidentia', "not valid JSON (Unterminated string, at column 21)"),
        ('{"id": "c" "text": "Confidentia"}', "Expecting ',' delimiter, at column 12"),
        ('{"id": "c", "text": "Confi\tdentia"}', "Invalid control character, at column 27"),
        ('{"id": "c", "text": "x"} Confidentia', "Extra data, at column 26"),
        ('["Confidentia"]', "not a JSON object"),
        ('{"id": "c", "text": "x", "a": ' + "[" * 99_999, "nested too deeply"),
        ('{"id": "c", "text": "x", "a": ' + "[" * 900 + "]" * 900 + "}", "nested more than 100"),
        ('{"id": ' + "1" * 5000 + ', "text": "x"}', "a number too long"),
        ({"text": SECRET}, 'no "id"'),
        ({**RECORD, "id": None}, 'no "id"'),
        ({**RECORD, "id": ""}, 'no "id"'),
        ({**RECORD, "id": 1.5}, 'no "id"'),
        ({**RECORD, "id": True}, 'no "id"'),
        ({"id": "c"}, 'no "text"'),
        ({"id": "c", "text": [SECRET]}, 'no "text"'),
        ({"id": "c", "text": None}, 'no "text"'),
        ({"id": "c", "text": 5}, 'no "text"'),
        ({**RECORD, "group": [SECRET]}, '"group" must be'),
        ({"id": "a", "text": SECRET}, "the id 'a' was already used at"),
    ],
)
def test_a_broken_line_is_named_by_its_number(tmp_path: Path, record: Any, said: str) -> None:
    source = lines(tmp_path, record)
    told = complaint(source)
    assert told.startswith(f"{source}, line 3: ")
    assert said in told


def test_the_byte_that_is_no_utf8_is_named(tmp_path: Path) -> None:
    source = tmp_path / "c.jsonl"
    source.write_bytes(GOOD.encode() + b'{"id": "c", "text": "Confidentia \xe9"}\n')
    at = len(GOOD) + 33
    assert complaint(source) == (
        f"{source}, line 3: byte {at} is not valid UTF-8; save the file as UTF-8, or name its "
        "encoding with --encoding"
    )
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "bad.txt").write_bytes(b"Confidentia \xff")
    assert complaint(folder) == (
        f"{folder / 'bad.txt'}: byte 12 is not valid UTF-8; save the file as UTF-8, or name its "
        "encoding with --encoding"
    )


def test_a_collection_without_words_is_refused(tmp_path: Path) -> None:
    for text in ("", "\n\n", '{"id": "a", "text": "… !"}\n'):
        source = tmp_path / "c.jsonl"
        source.write_text(text, "utf-8")
        assert "the collection has no words" in complaint(source)
    folder = tmp_path / "folder"
    folder.mkdir()
    assert "no file of a kind that is read in this folder (.csv, .db, .docm, .docx, " in complaint(
        folder
    )
    (folder / "ruling.doc").write_text(SECRET)
    (folder / ".hidden.txt").write_text(SECRET)
    assert "no file of a kind that is read in this folder" in complaint(folder)


def test_a_record_without_words_is_counted_and_leads_nowhere(tmp_path: Path) -> None:
    source = lines(tmp_path, {"id": "c", "text": "— …"}, {"id": "d", "text": ""})
    built = build(source)
    assert built.records_without_words == 2
    assert built.header.documents == 4


def test_what_is_no_collection_is_refused(tmp_path: Path) -> None:
    assert "no such file or folder" in complaint(tmp_path / "nowhere.jsonl")
    for name, said in (
        ("rulings", "name a folder or a file of a kind that is read (.csv, .db, "),
        ("rulings.txt.gz", "unpack it"),
        ("rulings.doc", "save it as DOCX, ODT or text"),
        ("rulings.xlsx", "save its table as CSV, in UTF-8"),
        ("rulings.7z", "unpack it, or pack what it holds as ZIP or tar"),
        ("rulings.pkl", "write its records as Parquet or JSON Lines"),
    ):
        path = tmp_path / name
        path.write_text(GOOD)
        assert f"{path}: not a collection; {said}" in complaint(path)


def test_the_same_id_in_two_sources_is_refused(tmp_path: Path) -> None:
    first = write_jsonl(tmp_path / "1.jsonl", [{"id": 7, "text": "one"}])
    second = write_jsonl(tmp_path / "2.jsonl", [{"id": "7", "text": SECRET}])
    assert f"{second}, line 1: the id '7' was already used at {first}, line 1" in complaint(
        first, second
    )
    assert f"{first}: this source is named twice" in complaint(first, first)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text(SECRET)
    assert "the id 'x.txt' was already used" in complaint(tmp_path / "one", tmp_path / "two")


def test_a_file_that_cannot_be_read_is_never_left_out_in_silence(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "good.txt").write_text("one two")
    (folder / "gone.txt").symlink_to(tmp_path / "nowhere.txt")
    assert f"{folder / 'gone.txt'}: this link leads out of the folder" in complaint(folder)
    (folder / "gone.txt").unlink()
    (folder / "gone.txt").symlink_to(folder / "nowhere.txt")
    assert f"{folder / 'gone.txt'}: cannot be read" in complaint(folder)
    (folder / "gone.txt").unlink()
    os.mkfifo(folder / "gone.txt")
    assert f"{folder / 'gone.txt'}: cannot be read (it is no ordinary file)" in complaint(folder)


def test_a_folder_that_cannot_be_read_is_never_left_out_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "folder" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "folder" / "good.txt").write_text("one two")
    scandir = os.scandir

    def refusing(path: Any) -> Any:
        if Path(path) == inner:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert f"{inner}: cannot be read (Permission denied)" in complaint(tmp_path / "folder")


def zstd(content: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(content)


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "zst": zstd,
}


@pytest.mark.parametrize("suffix", COMPRESSORS)
def test_compressed_collections_are_read_and_damaged_ones_refused(
    tmp_path: Path, suffix: str
) -> None:
    compress = COMPRESSORS[suffix]
    plain = tmp_path / "c.jsonl"
    plain.write_text(GOOD)
    fingerprint = build(plain).header.fingerprint
    path = tmp_path / f"c.jsonl.{suffix}"
    path.write_bytes(compress(GOOD.encode()))
    assert build(path).header.fingerprint == fingerprint
    first, second = GOOD.encode().splitlines(keepends=True)
    path.write_bytes(compress(first) + compress(second))
    assert build(path).header.fingerprint == fingerprint
    index_path(path).unlink()

    many = "".join(json.dumps({"id": n, "text": f"{SECRET} {n**9}"}) + "\n" for n in range(999))
    whole = compress(many.encode())
    bad = [whole[:-3], whole[: len(whole) // 2], b"Confidentia", compress(first) + whole[:40]]
    bad += [whole[:at] + bytes(8) + whole[at + 8 :] for at in (60, len(whole) // 2)]
    for content in bad:
        path.write_bytes(content)
        told = complaint(path)
        assert told.startswith(f"{path}")
        assert any(said in told for said in ("damaged or cut short", "not valid", "already used"))


def test_what_is_strange_but_sound_is_read(tmp_path: Path) -> None:
    source = tmp_path / "c.jsonl"
    content = "\ufeff" + GOOD.replace("\n", "\r\n") + "\r\n"
    content += '{"id": 12, "text": "nul\\u0000byte \\ud800 lone", "note\\udfff": ["\\ud800"]}\n'
    content += json.dumps({"id": "\u05d0", "text": "cafe\u0301 \u05d1\u05d9\u05ea 𝔘𝔫"}) + "\n"
    content += json.dumps({"id": "long", "text": "x" * 1_000_000, "big": 2**80}) + "\n"
    source.write_text(content, "utf-8", newline="")
    build(source)
    with Index.open(index_path(source)) as index:
        names = [index.document(number).id for number in range(index.documents)]
        assert names == ["a", "b", "12", "\u05d0", "long"]
        forms = ["nulbyte", "lone", "café", "\u05d1\u05d9\u05ea", "un", "x" * 1_000_000]
        found = index.lookup(index.hasher.phrases(index.hasher.words(forms), 1))
        assert [tuple(index.posting(number)) for number in found.tolist()] == [
            (2,), (2,), (3,), (3,), (3,), (4,),
        ]  # fmt: skip


def test_groups_that_differ_in_lone_surrogates_stay_apart(tmp_path: Path) -> None:
    source = tmp_path / "c.jsonl"
    source.write_text(
        '{"id": "a", "text": "one", "group": "\\ud800"}\n'
        '{"id": "b", "text": "two", "group": "\\ud801"}\n'
        '{"id": "c", "text": "three", "group": "\\ud800"}\n'
    )
    assert build(source).header.documents == 2


def test_folders_are_read_with_all_that_is_in_them(tmp_path: Path) -> None:
    folder = tmp_path / "rulings"
    (folder / "2024" / "x.txt").mkdir(parents=True)  # a folder, whatever its name
    (folder / "2024" / "x.txt" / "b.md").write_text("\ufeffone two")
    (folder / "a.TXT").write_text("one three")
    (folder / ".git").mkdir()
    (folder / ".git" / "c.txt").write_text("hidden")
    (folder / "circle").symlink_to(".")
    (folder / "linked").symlink_to("2024")
    (folder / os.fsdecode(b"\xff.txt")).write_text("one five")
    build(folder)
    with Index.open(index_path(folder)) as index:
        names = [index.document(number).id for number in range(index.documents)]
    assert names == ["2024/x.txt/b.md", "a.TXT", "\ufffd.txt"]


def test_several_sources_of_several_kinds_make_one_collection(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "x.md").write_text("one five")
    source = lines(tmp_path)
    build(source, folder)
    with Index.open(index_path(source)) as index:
        assert [index.document(number).id for number in range(3)] == ["a", "b", "x.md"]


def test_the_index_never_takes_the_place_of_an_original(tmp_path: Path) -> None:
    source = lines(tmp_path)
    content = source.read_bytes()
    with pytest.raises(UserError, match="this is one of the originals"):
        build_index([source], source, Options(processes=1))
    assert source.read_bytes() == content


def test_a_place_where_no_index_can_be_is_refused(tmp_path: Path) -> None:
    source, pipe = lines(tmp_path), tmp_path / "pipe"
    os.mkfifo(pipe)
    for out, said in (
        (pipe, "no file that could be replaced"),
        (tmp_path / "no" / "i.unlinkable", "no such folder; create it"),
        (tmp_path, "this is a folder; name a file"),
        (source / "i.unlinkable", "no such folder"),
    ):
        with pytest.raises(UserError, match=said):
            build_index([source], out, Options(processes=1))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (Options(max_words=0), "--max-words"),
        (Options(max_words=65), "--max-words"),
        (Options(memory=1 << 20), "--memory must be at least 300M"),
    ],
)
def test_options_out_of_range_are_refused(tmp_path: Path, options: Options, said: str) -> None:
    with pytest.raises(UserError, match=said):
        build_index([lines(tmp_path)], tmp_path / "i", options)


@pytest.mark.parametrize("suffix", ["", *COMPRESSORS])
def test_a_line_is_refused_that_no_record_can_be(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unlinkable_index.collection.text_files.LARGEST_RECORD", 3_000_000)
    path = tmp_path / f"c.jsonl{suffix and '.'}{suffix}"
    content = GOOD.encode() + b'{"id": "c", "text": "' + SECRET.encode() * 500_000 + b'"}\n'
    path.write_bytes(COMPRESSORS[suffix](content) if suffix else content)
    assert "line 3: longer than 3 MB; each line must hold one record" in complaint(path)
    path.unlink()
    os.mkfifo(path)
    assert f"{path}: cannot be read (it is no ordinary file)" in complaint(path)
