"""An index that is replaced, overwritten or cut short while it is open: never a wrong answer."""

import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable_index.answers import Answers, Sample, small_sample
from unlinkable_index.errors import UserError
from unlinkable_index.file.storage import CONTENT
from unlinkable_index.index import Index


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    """A small index to be spoilt."""
    return small_sample(tmp_path)


def test_one_replaced_as_builds_do_it_goes_on_with_the_old_answers(sample: Sample) -> None:
    expected = sample.answers()
    with Index.open(sample.path) as index:
        (sample.path.parent / "new").write_bytes(b"anything")
        (sample.path.parent / "new").replace(sample.path)
        assert sample.answers_of(index) == expected


@pytest.mark.parametrize("length", [0, 1, 4096, 9000, 37_000])
def test_one_cut_short_gives_errors(sample: Sample, length: int) -> None:
    with Index.open(sample.path) as index:
        os.truncate(sample.path, length)
        with pytest.raises(UserError, match="cut short"):
            sample.answers_of(index)


def test_one_overwritten_in_place_gives_errors(sample: Sample) -> None:
    with Index.open(sample.path) as index:
        size = sample.path.stat().st_size
        with sample.path.open("r+b") as file:
            file.write(random.Random(0).randbytes(size))
        with pytest.raises(UserError, match="damaged"):
            sample.answers_of(index)


def test_one_that_was_closed_gives_errors(sample: Sample) -> None:
    index = Index.open(sample.path)
    index.close()
    with pytest.raises(UserError, match="closed"):
        sample.answers_of(index)


@pytest.mark.parametrize("most", [1, 100, 4000])
def test_one_that_is_read_in_short_pieces_gives_the_same_answers(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """As network drives give them: a call may read less than it was asked for."""
    expected, pread = sample.answers(), os.pread
    with Index.open(sample.path) as index:
        monkeypatch.setattr(os, "pread", lambda file, size, at: pread(file, min(size, most), at))
        assert sample.answers_of(index) == expected
        content = sample.path.read_bytes()
        os.truncate(sample.path, 9000)
        with pytest.raises(UserError, match="cut short"):
            sample.answers_of(index)
    sample.path.write_bytes(content)
    monkeypatch.delattr(os, "pread")  # as on Windows
    assert sample.answers() == expected


READER = """
import sys
from pathlib import Path
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from tests.unlinkable_index.answers import small_sample
sample = small_sample(Path(sys.argv[1]))
spoilt = Path(sys.argv[2])
expected = sample.answers()
print("ready", flush=True)
right = refused = 0
while not Path(sys.argv[3]).exists():
    try:
        assert sample.answers(spoilt) == expected
        right += 1
    except UserError:
        refused += 1
print(right, refused)
"""


def test_a_reader_survives_whatever_happens_to_the_file_meanwhile(
    sample: Sample, tmp_path: Path
) -> None:
    sound = sample.path.read_bytes()
    spoilt, end = tmp_path / "spoilt", tmp_path / "end"
    spoilt.write_bytes(sound)
    (tmp_path / "own").mkdir()
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, tmp_path / "own", spoilt, end],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert reader.stdout is not None
    assert reader.stdout.readline() == "ready\n"
    chosen = random.Random(5)
    for round_ in range(300):
        match chosen.randrange(3):
            case 0:
                os.truncate(spoilt, chosen.randrange(len(sound)))
            case 1:
                with spoilt.open("r+b") as file:
                    file.seek(chosen.randrange(len(sound)))
                    file.write(chosen.randbytes(2000))
            case 2:
                spoilt.write_bytes(sound)
        if round_ % 3 == 0:
            spoilt.write_bytes(sound)
            threading.Event().wait(0.005)
    spoilt.write_bytes(sound)
    threading.Event().wait(1.0)  # for one whole reading of the sound file, on a busy machine too
    end.touch()
    out, _ = reader.communicate(timeout=120)
    assert reader.returncode == 0  # a negative one would be a signal: killed
    right, refused = map(int, out.split())
    assert right
    assert refused


def test_several_threads_get_the_answers_that_one_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # so little is kept that the threads drive each other's blocks out
    monkeypatch.setattr("unlinkable_index.file.index_file._KEPT", 4 * CONTENT)
    monkeypatch.setattr("unlinkable_index.file.postings._KEPT_OF_FILTERS", 0)
    sample = small_sample(tmp_path)
    expected = sample.answers()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with Index.open(sample.path) as index, ThreadPoolExecutor(4) as pool:

            def ask(seed: int) -> Answers:
                order = np.random.default_rng(seed).permutation(len(sample.phrases)).tolist()
                for at in order[:50]:
                    phrase = sample.phrases[at]
                    words = index.hasher.words(phrase)
                    index.lookup(index.hasher.phrases(words, len(phrase)))
                return sample.answers_of(index)

            assert set(pool.map(ask, range(40))) == {expected}
    finally:
        sys.setswitchinterval(before)
