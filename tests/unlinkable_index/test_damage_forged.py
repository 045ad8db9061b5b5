"""Files with every checksum right and contents that lie: no crash, no hang, no hunger for memory.

What a forger makes an index say can't be told from the truth (the documentation says so); what must
hold is that nothing but an error or an answer comes of it.
"""

import itertools
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from pyroaring import BitMap

from tests.unlinkable_index.answers import Sample, small_sample
from tests.unlinkable_index.forging import Forgery
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

MOST_SECONDS = 5.0  # of computing
MOST_MEMORY = 64 << 20  # bytes, beyond what was in use before


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A small index to forge from."""
    return small_sample(tmp_path_factory.mktemp("small"))


def ask_everything(sample: Sample, path: Path) -> bool:
    """Ask a forged index all there is to ask; whether it was believed."""
    began, memory = time.process_time(), _peak_memory()
    try:
        with Index.open(path) as index:
            answers = sample.answers_of(index)
            index.check_all()
        for documents in answers.sets:
            assert all(0 <= document < len(answers.documents) for document in documents)
        believed = True
    except UserError:
        believed = False
    assert time.process_time() - began < MOST_SECONDS
    assert _peak_memory() - memory < MOST_MEMORY
    return believed


def _peak_memory() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


LIES: list[Any] = [-1, 0, 1, 3, 31, 33, 63, 64, 4096, 2**31, 2**32, 2**63, 2**64 - 1, 1.5, 40.0]
LIES += [True, None, "", "40", b"40", [], [[]], {}, [[1, 2]], [["a", "b"]], [[2**62, 2**62]] * 3]


def test_a_header_that_lies_is_refused_or_harmless(sample: Sample, tmp_path: Path) -> None:
    believed = []
    fields = Forgery.of(sample.path).fields
    for name in fields:
        for lie in LIES:
            forgery = Forgery.of(sample.path)
            forgery.fields[name] = lie
            if ask_everything(sample, forgery.write(tmp_path / "forged")) and lie != fields[name]:
                believed.append(name)
    # what only informs, or what only says how much of the same there could be, or where to look
    harmless = {"words", "records", "unicode", "row_limit", "posting_bits", "part"}
    assert set(believed) <= {*harmless, "counted_words"}


def test_a_header_with_keys_too_few_or_too_many_is_refused(sample: Sample, tmp_path: Path) -> None:
    for name in Forgery.of(sample.path).fields:
        forgery = Forgery.of(sample.path)
        del forgery.fields[name]
        assert not ask_everything(sample, forgery.write(tmp_path / "forged"))
    forgery = Forgery.of(sample.path)
    forgery.fields["more"] = 1
    assert not ask_everything(sample, forgery.write(tmp_path / "forged"))


def test_a_section_table_that_lies_is_refused(sample: Sample, tmp_path: Path) -> None:
    names = list(Forgery.of(sample.path).contents)
    lies = [-4096, -1, 0, 1, 2**32, 2**63, 2**64 - 1, 1.5, "8", None, [], True]
    for name in names:
        for part in (0, 1):
            for lie in lies:
                forgery = Forgery.of(sample.path)
                path = forgery.write(tmp_path / "forged", [(name, part, lie)])
                assert not ask_everything(sample, path)


def test_sections_that_overlap_are_refused(sample: Sample, tmp_path: Path) -> None:
    names = list(Forgery.of(sample.path).contents)
    for earlier, later in itertools.pairwise(names):
        path = Forgery.of(sample.path).write(tmp_path / "a")
        data = msgpack.Unpacker()
        data.feed(path.read_bytes())
        at = data.unpack()["sections"][earlier][0]
        path = Forgery.of(sample.path).write(tmp_path / "forged", [(later, 0, at)])
        assert not ask_everything(sample, path)


def test_missing_further_and_disordered_sections_are_refused(
    sample: Sample, tmp_path: Path
) -> None:
    for name in Forgery.of(sample.path).contents:
        forgery = Forgery.of(sample.path)
        content = forgery.contents.pop(name)
        assert not ask_everything(sample, forgery.write(tmp_path / "forged"))
        forgery.contents[name + "?"] = content
        assert not ask_everything(sample, forgery.write(tmp_path / "forged"))
    forgery = Forgery.of(sample.path)
    forgery.contents = dict(reversed(forgery.contents.items()))
    assert not ask_everything(sample, forgery.write(tmp_path / "forged"))


def _noise(content: bytes, chosen: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chosen.randint(1, 4)):
        at = chosen.randrange(len(changed))
        changed[at] = chosen.choice([0, 1, 0x7F, 0x80, 0xFF, chosen.randrange(256)])
    return bytes(changed)


def _shuffled(content: bytes, chosen: random.Random) -> bytes:
    numbers = np.frombuffer(content[: len(content) // 8 * 8], "<u8").copy()
    chosen.shuffle(numbers)  # type: ignore[arg-type]
    return numbers.tobytes() + content[len(numbers) * 8 :]


def _other_length(content: bytes, chosen: random.Random) -> bytes:
    return chosen.choice([b"", content[:8], content[:-1], content[:-8], content * 2, bytes(7)])


WAYS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "noise": _noise,
    "other order": _shuffled,
    "zeros": lambda content, _: bytes(len(content)),
    "ones": lambda content, _: b"\xff" * len(content),
    "random": lambda content, chosen: chosen.randbytes(len(content)),
    "other length": _other_length,
}


@pytest.mark.parametrize("way", WAYS)
def test_sections_that_lie_do_no_harm(way: str, sample: Sample, tmp_path: Path) -> None:
    chosen = random.Random(way)
    for name in Forgery.of(sample.path).contents:
        for _ in range(25 if way in ("noise", "other order", "random") else 6):
            forgery = Forgery.of(sample.path)
            forgery.contents[name] = WAYS[way](forgery.contents[name], chosen)
            ask_everything(sample, forgery.write(tmp_path / "forged"))


def test_roaring_bitmaps_that_lie_are_refused_or_hold_known_documents(
    sample: Sample, tmp_path: Path
) -> None:
    chosen = random.Random(3)
    runs = BitMap(range(40))
    runs.run_optimize()
    dense = BitMap(range(0, 60_000, 2))
    shapes = [runs.serialize(), dense.serialize(), BitMap([1, 70_000]).serialize(), b""]
    believed = 0
    for _ in range(300):
        forgery = Forgery.of(sample.path)
        offsets = np.frombuffer(forgery.contents["bitmap_offsets"], "<u8").tolist()
        bitmaps = [
            forgery.contents["bitmaps"][start:stop] for start, stop in itertools.pairwise(offsets)
        ]
        at = chosen.randrange(len(bitmaps))
        payload = chosen.choice([bitmaps[at], *shapes])
        bitmaps[at] = _noise(payload, chosen) if payload and chosen.random() < 0.9 else payload
        forgery.contents["bitmaps"] = b"".join(bitmaps)
        ends = np.cumsum([0, *map(len, bitmaps)]).astype("<u8")
        forgery.contents["bitmap_offsets"] = ends.tobytes()
        believed += ask_everything(sample, forgery.write(tmp_path / "forged"))
    assert believed < 300


BOMBS = {
    "nothing": b"",
    "no record": msgpack.packb([]),
    "a text": msgpack.packb("case"),
    "a map": msgpack.packb({"id": "case"}),
    "a record without id": msgpack.packb([{"title": "x"}]),
    "an id that is a number": msgpack.packb([{"id": 7}]),
    "records that are texts": msgpack.packb(["id"]),
    "two objects": msgpack.packb([{"id": "a"}]) + msgpack.packb([{"id": "b"}]),
    "no UTF-8": b"\x91\x81\xa2id\xa2\xff\xfe",
    "keys that are lists": b"\x91\x81\x90\x90",
    "a deep nest": b"\x91" * 50_000 + b"\xc0",
    "claims to be huge": b"\xdd\xff\xff\xff\xff",
    "nested claims": b"\xdd\x00\x03\xff\xff" * 60_000,
    "nested maps that claim": b"\xdf\x00\x03\xff\xff\xa1a" * 40_000,
    "an extension": b"\xc7\x04\x7f1234",
    "a date": b"\xd6\xff\x00\x00\x00\x00",
    "a date out of range": b"\xc7\x0c\xff" + b"\xff" * 12,
}


@pytest.mark.parametrize("name", BOMBS)
def test_document_rows_that_lie_are_refused(name: str, sample: Sample, tmp_path: Path) -> None:
    forgery = Forgery.of(sample.path)
    row = BOMBS[name]
    forgery.contents["documents"] = row * 40
    ends = (np.arange(41) * len(row)).astype("<u8")
    forgery.contents["document_offsets"] = ends.tobytes()
    assert not ask_everything(sample, forgery.write(tmp_path / "forged"))


def test_rows_that_each_claim_all_others_are_refused_at_once(
    sample: Sample, tmp_path: Path
) -> None:
    forgery = Forgery.of(sample.path)
    rows = forgery.contents["documents"] = msgpack.packb([{"id": "a" * 4_000_000}])
    ends = [0 if number % 2 else len(rows) for number in range(41)]
    forgery.contents["document_offsets"] = np.array(ends, "<u8").tobytes()
    assert not ask_everything(sample, forgery.write(tmp_path / "forged"))


def test_a_huge_file_of_nothing_costs_no_memory(sample: Sample, tmp_path: Path) -> None:
    path = Forgery.of(sample.path).write(tmp_path / "forged", [("buckets", 1, 2 * (2**29 + 1))])
    with path.open("r+b") as file:
        file.truncate(1 << 34)
    assert not ask_everything(sample, path)
