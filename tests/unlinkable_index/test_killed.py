"""Builds that end badly: the index is the old one or a whole new one, and nothing is left behind.

UNLINKABLE_KILLS says at how many moments builds are killed (6 unless it is set, 20 in `.ci/run`).
"""

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.building.work import workplace
from unlinkable_index.file.index_files import is_in_segments
from unlinkable_index.growing import add_to_index
from unlinkable_index.index import Index

KILLS = int(os.environ.get("UNLINKABLE_KILLS", "6"))
PATIENCE = 120.0  # seconds, however busy the machine is
BUILD = """
import sys
from pathlib import Path
from unlinkable_index.builder import Options, build_index
from unlinkable_index.errors import UserError
if __name__ == "__main__":
    try:
        options = Options(processes=int(sys.argv[3]), range_bits=int(sys.argv[4]))
        build_index([Path(sys.argv[1])], Path(sys.argv[2]), options)
    except UserError as error:
        sys.exit(f"refused: {error}")
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two collections, large enough for a build to take a moment."""
    folder = tmp_path_factory.mktemp("sources")
    made = []
    for name in ("old", "new"):
        chosen = random.Random(name)
        texts = (" ".join(f"w{chosen.randrange(3000)}" for _ in range(400)) for _ in range(200))
        records = [{"id": f"{name}-{n}", "text": text} for n, text in enumerate(texts)]
        made.append(write_jsonl(folder / f"{name}.jsonl", records))
    return made[0], made[1]


@pytest.fixture(scope="module")
def whole(sources: tuple[Path, Path]) -> tuple[bytes, bytes]:
    """The indexes of both."""
    out = []
    for source in sources:
        build_index([source], source.with_suffix(".index"), Options(processes=1))
        out.append(source.with_suffix(".index").read_bytes())
    return out[0], out[1]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A program that builds the index of its first argument as its second."""
    (tmp_path / "scripts").mkdir()
    path = tmp_path / "scripts" / "build.py"
    path.write_text(BUILD, "utf-8")
    return path


def start(
    script: Path, source: Path, out: Path, processes: int = 2, range_bits: int = 0
) -> subprocess.Popen[str]:
    """Start a build in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, script, source, out, str(processes), str(range_bits)],
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )


def left_of(build: subprocess.Popen[str]) -> list[psutil.Process]:
    """The processes of a build that still run."""

    def mine() -> Iterator[psutil.Process]:
        for process in psutil.process_iter():
            try:
                if os.getpgid(process.pid) == build.pid and process.status() != "zombie":
                    yield process
            except (psutil.Error, OSError):
                continue

    return list(mine())


def end_of(build: subprocess.Popen[str]) -> str:
    """What a build said, once all its processes have ended, which they do soon."""
    _, said = build.communicate(timeout=PATIENCE)
    until = time.monotonic() + PATIENCE
    while left := left_of(build):
        assert time.monotonic() < until, left
        time.sleep(0.02)
    return said


def moment(number: int, first: float, usual: float) -> float:
    """When to kill a build that takes ``usual`` seconds: from a share of them to shortly after."""
    return usual * (first + (1.1 - first) * number / max(1, KILLS - 1))


def leftovers(out: Path) -> list[Path]:
    """The folders of builds of ``out``."""
    return list(out.parent.glob(f".{out.name}.building-*"))


def test_killed_at_any_moment_the_index_is_the_old_or_the_new(
    tmp_path: Path, script: Path, sources: tuple[Path, Path], whole: tuple[bytes, bytes]
) -> None:
    out = tmp_path / "out" / "index"
    out.parent.mkdir()
    began = time.monotonic()
    assert end_of(start(script, sources[0], out)) == ""
    usual = time.monotonic() - began
    for number in range(KILLS):
        build = start(script, sources[1], out)
        time.sleep(moment(number, 0, usual))
        if number % 2:
            os.killpg(build.pid, signal.SIGKILL)
        else:
            build.kill()  # its workers end by themselves
        end_of(build)
        assert out.read_bytes() in whole
    for folder in leftovers(out):  # one without a lock yet may be another build that just began
        os.utime(folder, (0, 0))
    assert end_of(start(script, sources[1], out)) == ""
    assert out.read_bytes() == whole[1]
    assert [path.name for path in out.parent.iterdir()] == ["index"]


def test_killed_at_any_moment_an_index_of_several_files_is_the_old_or_the_new(
    tmp_path: Path, script: Path, sources: tuple[Path, Path]
) -> None:
    out = tmp_path / "out" / "index"
    out.parent.mkdir()
    fingerprints = set()
    for source in sources:
        began = time.monotonic()
        assert end_of(start(script, source, out, range_bits=1)) == ""
        usual = time.monotonic() - began
        with Index.open(out) as index:
            fingerprints.add(index.fingerprint)
    for number in range(KILLS):
        build = start(script, sources[number % 2], out, range_bits=1)
        time.sleep(moment(number, 0.5, usual))
        os.killpg(build.pid, signal.SIGKILL)
        end_of(build)
        with Index.open(out) as index:
            index.check_all()
            assert index.fingerprint in fingerprints
    for folder in leftovers(out):
        os.utime(folder, (0, 0))
    assert end_of(start(script, sources[1], out, range_bits=1)) == ""
    with Index.open(out) as index:
        index.check_all()
    assert len(list(out.parent.iterdir())) == 3


ADD = """
import sys
from pathlib import Path
from unlinkable_index.builder import Options
from unlinkable_index.growing import add_to_index
if __name__ == "__main__":
    add_to_index([Path(sys.argv[1])], Path(sys.argv[2]), ["old-7"], Options(processes=2))
"""


@pytest.mark.parametrize("few", [None, 8])
def test_killed_at_any_moment_an_index_that_grows_is_the_old_or_the_new_and_can_grow_on(
    tmp_path: Path,
    script: Path,
    sources: tuple[Path, Path],
    whole: tuple[bytes, bytes],
    few: int | None,
) -> None:
    out = tmp_path / "out" / "index"
    more = tmp_path / "more.jsonl"
    more.write_text("".join(sources[1].read_text("utf-8").splitlines(keepends=True)[:few]), "utf-8")
    script.write_text(ADD, "utf-8")
    together = sources[0].read_text("utf-8").splitlines(keepends=True)
    together = together[:7] + together[8:] + [sources[1].read_text("utf-8")]
    (tmp_path / "together.jsonl").write_text("".join(together), "utf-8")
    build_index([tmp_path / "together.jsonl"], tmp_path / "new", Options(processes=1))
    old, new = whole[0], (tmp_path / "new").read_bytes()
    first = tmp_path / "first"
    first.mkdir()
    build_index([sources[0]], first / "index", Options(processes=1, keep=Keep.WORDS))
    shutil.copytree(first, out.parent)
    began = time.monotonic()
    assert end_of(start(script, more, out)) == ""
    usual = time.monotonic() - began
    if few is None:
        assert out.read_bytes() == new
    else:
        assert is_in_segments(out)
        new = out.read_bytes()
    for number in range(KILLS):
        shutil.rmtree(out.parent)
        shutil.copytree(first, out.parent)
        build = start(script, more, out)
        time.sleep(moment(number, 0.3, usual))
        os.killpg(build.pid, signal.SIGKILL)
        end_of(build)
        assert out.read_bytes() in (old, new)
        if out.read_bytes() == old:  # what is kept is that of the old one, too
            changes = add_to_index([sources[0]], out).changes
            assert (changes.unchanged, changes.coming) == (200, frozenset())
    for folder in leftovers(out):
        os.utime(folder, (0, 0))
    one_more = write_jsonl(tmp_path / "one.jsonl", [{"id": "one", "text": "one more"}])
    add_to_index([one_more], out, options=Options(processes=1), merge=True)
    assert len(list(out.parent.iterdir())) == 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_a_build_leaves_nothing(
    tmp_path: Path, script: Path, sources: tuple[Path, Path], how: signal.Signals
) -> None:
    out = tmp_path / "index"
    build = start(script, sources[0], out)
    while build.poll() is None and not leftovers(out):
        time.sleep(0.01)
    time.sleep(0.1)
    build.send_signal(how)
    end_of(build)
    assert leftovers(out) == []


def test_builds_of_one_index_at_once_leave_one_of_them_whole(
    tmp_path: Path, script: Path, sources: tuple[Path, Path], whole: tuple[bytes, bytes]
) -> None:
    out = tmp_path / "index"
    builds = [start(script, sources[n % 2], out, processes=1) for n in range(4)]
    assert [end_of(build) for build in builds] == [""] * 4
    assert out.read_bytes() in whole
    assert leftovers(out) == []


def times_gone(out: Path) -> int:
    """How often the folder of a build was gone while it was in use."""
    gone = 0
    for _ in range(100):
        with workplace(out) as folder:
            time.sleep(0.001)
            gone += not folder.is_dir()
    return gone


def test_no_build_removes_the_folder_of_another_that_begins(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as builds:
        assert builds.map(times_gone, [tmp_path / "index"] * 4) == [0] * 4
    assert list(tmp_path.iterdir()) == []


FULL_DISK = """
mount -t tmpfs -o size="$2"k small "$1" || exit 77
cp "$3" "$1/index" || exit 77
"$4" "$5" "$6" "$1/index" 1 0
status=$?
cmp "$3" "$1/index" || exit 70
[ "$(ls -A "$1")" = index ] || exit 71
exit $status
"""


@pytest.mark.skipif(
    subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode != 0,
    reason="a small disk needs Linux with user namespaces",
)
@pytest.mark.parametrize("room", [20, 300, 900, 1500, 3000])
def test_a_full_disk_is_told_and_leaves_the_old_index(
    tmp_path: Path, script: Path, sources: tuple[Path, Path], whole: tuple[bytes, bytes], room: int
) -> None:
    size = len(whole[0]) // 1024 + room
    (tmp_path / "disk").mkdir()
    arguments = [tmp_path / "disk", str(size), sources[0].with_suffix(".index"), sys.executable]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", FULL_DISK, "sh", *arguments, script, sources[1]],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done
    assert "the disk is full" in done.stderr


def test_a_new_index_can_be_read_by_no_more_people_than_the_old(
    tmp_path: Path, sources: tuple[Path, Path]
) -> None:
    out = tmp_path / "index"
    out.touch(mode=0o600)
    build_index([sources[0]], out, Options(processes=1))
    assert out.stat().st_mode & 0o777 == 0o600
