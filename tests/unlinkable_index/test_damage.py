"""A damaged index gives a clear error or the right answer: changed bytes, cuts, kinds of file."""

import os
import random
from pathlib import Path

import msgpack
import pytest

from tests.unlinkable_index.answers import Answers, Sample, small_sample
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError
from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.file.storage import BLOCK, CONTENT, FORMAT, PART
from unlinkable_index.index import Index


@pytest.fixture(scope="module", params=[None, b"a key of 16 bytes or more"], ids=["open", "sealed"])
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A small index, with and without a key."""
    return small_sample(tmp_path_factory.mktemp("small"), request.param)


class Copy:
    """A copy of a sample, to be damaged again and again."""

    def __init__(self, sample: Sample, path: Path) -> None:
        self.sound = sample.path.read_bytes()
        self.path = path
        self.refused = self.right = 0
        self._sample = sample
        self._expected = sample.answers()
        path.write_bytes(self.sound)

    def put(self, at: int, changed: bytes) -> None:
        """Overwrite some bytes, ask everything, and mend them."""
        with self.path.open("r+b") as file:
            file.seek(at)
            file.write(changed)
            file.flush()
            self.ask()
            file.seek(at)
            file.write(self.sound[at : at + len(changed)])

    def ask(self) -> None:
        """Every answer is right, or refused."""
        answers = _answers(self._sample, self.path)
        assert answers in (None, self._expected)
        if answers is None:
            self.refused += 1
        else:
            self.right += 1


def _answers(sample: Sample, path: Path) -> Answers | None:
    try:
        return sample.answers(path)
    except UserError:
        return None


OFTEN = pytest.param(3, marks=pytest.mark.slow(reason="ten thousands of indexes to ask everything"))


@pytest.mark.parametrize("every", [23, OFTEN])
def test_no_changed_byte_changes_an_answer(sample: Sample, tmp_path: Path, every: int) -> None:
    copy = Copy(sample, tmp_path / "copy")
    file = IndexFile(sample.path)
    contents = [(s.offset, s.end(PART)) for s in file.sections.values()]
    file.close()
    unpacker = msgpack.Unpacker()
    unpacker.feed(copy.sound)
    header = msgpack.packb(unpacker.unpack()), msgpack.packb(unpacker.unpack())
    contents.insert(0, (0, sum(map(len, header))))
    start = 0
    for content_start, content_end in contents:
        for at in range(
            start, content_start, 64 * every
        ):  # between sections stand bytes that say nothing
            copy.put(at, bytes(64)[: content_start - at])
        for at in range(content_start, content_end, every):
            copy.put(at, bytes([copy.sound[at] ^ 0xFF]))
        start = content_end
    assert copy.refused >= sum(len(range(*content, every)) for content in contents)


def test_no_changed_bit_in_a_sample_of_all_changes_an_answer(
    sample: Sample, tmp_path: Path
) -> None:
    copy = Copy(sample, tmp_path / "copy")
    chosen = random.Random(1)
    for _ in range(500):
        at = chosen.randrange(len(copy.sound))
        copy.put(at, bytes([copy.sound[at] ^ 1 << chosen.randrange(8)]))


def test_no_cut_changes_an_answer(sample: Sample, tmp_path: Path) -> None:
    copy = Copy(sample, tmp_path / "copy")
    for length in range(len(copy.sound) - 1, -1, -1):
        os.truncate(copy.path, length)
        with pytest.raises(UserError):
            Index.open(copy.path, sample.key)


def test_no_scattered_damage_changes_an_answer(sample: Sample, tmp_path: Path) -> None:
    copy = Copy(sample, tmp_path / "copy")
    chosen = random.Random(2)
    for _ in range(300):
        data = bytearray(copy.sound)
        for _ in range(chosen.randint(1, 5)):
            match chosen.randrange(4):
                case 0:  # noise
                    at, size = chosen.randrange(len(data)), chosen.randint(1, 600)
                    data[at : at + size] = chosen.randbytes(size)
                case 1:  # a part moved elsewhere
                    at, to = chosen.randrange(len(data)), chosen.randrange(len(data))
                    data[to : to + 512] = data[at : at + 512]
                case 2:  # a part lost
                    at = chosen.randrange(len(data))
                    del data[at : at + chosen.randint(1, 5000)]
                case 3:  # a sector of zeros
                    at = chosen.randrange(len(data)) // 512 * 512
                    data[at : at + 512] = bytes(512)
            if not data:
                data = bytearray(copy.sound)
        copy.path.write_bytes(data)
        copy.ask()


FOREIGN = {
    "text": b"The court found for the applicant.\n" * 50,
    "zeros": bytes(5000),
    "nils": b"\xc0" * 5000,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "an archive": b"PK\x03\x04" + bytes(300),
    "a database": b"SQLite format 3\0" + bytes(4096),
    "xz": b"\xfd7zXZ\x00\x00\x04" + bytes(100),
    "JSON": b'{"magic": "unlinkable index", "format": 1}',
    "a number": msgpack.packb(7),
    "another map": msgpack.packb({"magic": "something else"}),
    "only the magic": msgpack.packb({"magic": "unlinkable index"}),
    "a deep nest": b"\x91" * 100_000,
    "an array that claims to be huge": b"\xdd\xff\xff\xff\xff",
    "a map that claims to be huge": b"\xdf\xff\xff\xff\xff" + msgpack.packb("magic"),
    "a text that claims to be huge": b"\xdb\xff\xff\xff\xff" + b"x" * 1000,
    "nested claims": b"\xdd\x00\x00\x0f\xff" * 5000,
    "a key that is no key": b"\x81\x90\x01",
    "dates": b"\xd6\xff\x00\x00\x00\x00" * 10,
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files_are_named_as_such(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(FOREIGN[name])
    with pytest.raises(UserError, match=r"not an index|damaged"):
        Index.open(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "missing", tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(UserError):
            Index.open(path)
    (tmp_path / "empty").touch()
    with pytest.raises(UserError, match="empty"):
        Index.open(tmp_path / "empty")


def test_an_index_of_a_newer_or_an_older_format_says_so(tmp_path: Path) -> None:
    path = tmp_path / "other"
    for version, made_by in ((FORMAT + 1, "a newer"), (FORMAT - 1, "an older")):
        path.write_bytes(msgpack.packb({"magic": "unlinkable index", "format": version}) + b"\xc0")
        with pytest.raises(UserError, match=f"made by {made_by} Unlinkable.*build the index anew"):
            Index.open(path)


def test_no_block_of_another_index_or_of_another_place_fits(tmp_path: Path) -> None:
    """Each has its checksum right where it comes from."""
    paths = []
    for word in ("one", "two"):
        records = [{"id": f"{n}", "text": f"the {word} house of number {n}"} for n in range(300)]
        source = write_jsonl(tmp_path / f"{word}.jsonl", records)
        paths.append(tmp_path / word)
        build_index([source], paths[-1], Options(max_words=2, processes=1))
    first, second = (path.read_bytes() for path in paths)
    file = IndexFile(paths[0])
    sections = [section for section in file.sections.values() if section.length > 2 * CONTENT]
    file.close()
    assert sections
    spoilt = tmp_path / "spoilt"
    for section in sections:
        at = section.offset
        here, next_one = slice(at, at + BLOCK), slice(at + BLOCK, at + 2 * BLOCK)
        for block in (first[next_one], second[here]):
            data = bytearray(first)
            data[here] = block
            if data != first:
                spoilt.write_bytes(data)
                with Index.open(spoilt) as index, pytest.raises(UserError, match="damaged"):
                    index.check_all()
