"""`unlinkable info`: what it tells of an index."""

from pathlib import Path

from tests.unlinkable.cli.conftest import Run
from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.index import Index


def test_it_tells_what_the_index_holds(run: Run, folder: Path, index: str) -> None:
    done = run("info", index)
    assert (done.status, done.err) == (0, "")
    with Index.open(folder / index) as opened:
        header = opened.header
    lines = done.out.splitlines()
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines[:8]}
    assert told["fingerprint"] == header.fingerprint
    assert told["documents"] == "17 from 17 records"
    assert told["words"].startswith(f"{header.words:,} (")
    assert told["stems"] == "none: words as they are written"
    assert told["key"] == "none: whoever has the file can use it"
    for n, (common, rare) in enumerate(header.phrases, start=1):
        assert any(
            line.split() == [str(n), "word" if n == 1 else "words", f"{common:,}", f"{rare:,}"]
            for line in lines
        )
    for section in ("phrases", "buckets", "rows", "bitmaps", "documents"):
        assert any(line.startswith(section) for line in lines)


def test_a_damaged_index_is_refused_wherever_the_damage_is(
    run: Run, folder: Path, index: str
) -> None:
    sound = (folder / index).read_bytes()
    for section in IndexFile(folder / index).sections.values():
        if section.length:
            damaged = bytearray(sound)
            damaged[section.offset + section.length // 2] ^= 1
            (folder / "damaged").write_bytes(damaged)
            done = run("info", "damaged")
            assert (done.status, done.out) == (2, "")
            assert "damaged: the index is damaged or cut short" in done.err


def test_what_is_no_index_is_refused(run: Run) -> None:
    assert "not an index of Unlinkable" in run("info", "c.jsonl").err
    assert "the index cannot be opened" in run("info", "gone").err
    assert run("info", "gone").status == 2
