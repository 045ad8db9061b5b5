"""Folders as somebody hostile sends them, made by chance, and `unlinkable` run on them in process.

Around a folder lies what is the reader's own: nothing of that may be read, written or shown,
whatever the folder holds, and every outcome must be one of the contract.
"""

import contextlib
import hashlib
import io
import json
import os
import random
import re
import shutil
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from tests.unlinkable.trust.office import DRAFT, ORIGINALS
from unlinkable.cli import main
from unlinkable.cli.protect.results import DONE_FILE
from unlinkable.settings.values import rules
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

MARK = "Zwiebelfisch"
"""Stands in every draft, and must stand in no message."""
OUTSIDE = "Aussenposten"
"""Stands in the reader's own files, and must stand nowhere else."""
PATIENCE = 120  # seconds after which a run is said to hang
_OPENS = {"open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "os.chmod"}
_NAMES = (
    "draft", "a\nb", "a\x1b[31mb", "::error::x", "##vso[x]", "-o", "--force", "\u202egpj", "\udcff",
    " ", "é", "e\u0301", "x" * 240, "CON", "%s{0}", "a;b", "$(id)", ".hidden", "unlinkable.toml",
    "Unlinkable.TOML", "~", "~nobody-here", "*", "a" * 20,
)  # fmt: skip
_SUFFIXES = (".txt", ".txt", ".txt", ".md", ".TXT", ".markdown", "", ".html", ".unlinkable-part")
_opened: list[str] | None = None


def settings_text(chosen: random.Random, index: Path) -> str:
    """The text of a settings file: right, wrong, hostile, or no TOML at all."""
    if chosen.random() < 0.1:
        return chosen.choice(_NO_SETTINGS)
    lines = [f"index = {json.dumps(str(index))}"] if chosen.random() < 0.5 else []
    tables: list[str] = []
    for _ in range(chosen.choice([0, 1, 1, 2, 4])):
        key = chosen.choice([*rules(), "there.is.none", "k" * 300, "accepted", "server.path"])
        value = chosen.choice(_LIKELY.get(key, _VALUES) if chosen.random() < 0.7 else _VALUES)
        (tables if "." in key else lines).append(f"{key} = {value}")
    for _ in range(chosen.choice([0, 0, 0, 1, 3])):
        entry = [f"phrase = {json.dumps(chosen.choice(_PHRASES))}"]
        entry += chosen.sample(_OF_ENTRY, chosen.choice([0, 1, 3]))
        tables.append("[[accepted]]\n" + "\n".join(entry))
    return "\n".join([*lines, *tables]) + "\n"


_NO_SETTINGS = (
    "a=" + "[" * 50_000, "a" + ".a" * 10_000 + "=1", "k = ", "\0", "\ufeffk = 3", "accepted = 3",
    "".join(f"k{number} = 1\n" for number in range(2_000)), "[[accepted]]\n" * 99, "index = [[]]",
    "k = 2020-99-99", "k=" + "9" * 9_000, "[model]\n" * 2, "#" * 1_000_001,
)  # fmt: skip
_VALUES = (
    "1", "-1", "2", "3", "true", '""', '" "', "[]", "{}", "nan", "1979-05-27", "9" * 30, '["a"]',
    "[[1]]", '"\\u0000"', '"\\u001b[31m"', '"~nobody-here/x"', '"~/x"', '"/"', '"."', '"off"',
    '"/dev/zero"', json.dumps("a/" * 3_000), json.dumps("a" * 300), '"drafts"', '"keyring:x"',
    '"keyring:"', '"::error::"',
)  # fmt: skip
_LIKELY: dict[str, tuple[str, ...]] = {
    "masks": (
        r"['\[\w+\]', '_+']", "['(?s).+']", "[' ']", "['(a+)+$']", "['(?:|(?!a)|(?!b))+']", "['(']",
        "['(?:a{1000}){1000}']", r"['\p{L}+']", "['x*']", "['\\[REDACTED\\]', '']",
    ),
    "source": ('"Marderhut-3"', '"nobody"', '"Marderhut-3\\n::error::"'),
    "sentences": ('"rules"', '"os"', '"no_such_pipeline"', '"../x"'),
    "ranked": ('"off"', '"sentence"', '"paragraph"', '"draft"'),
    "mask": ('"[REDACTED]"', '"[X]"', '"Zw"', '"the"', '"<b>"', '"___"', '"[...]"', '"`"'),
    # An index and its key lie elsewhere as a rule, so that a folder may name any file for them.
    "key_file": ('"drafts/key"', '"drafts/draft.txt"', '"keyring:x"', '"/dev/zero"'),
    "collection": ('"."', '".."', '"drafts"', '"/"', '"/dev/zero"'),
}  # fmt: skip
_PHRASES = ("barked", "dog barked", "A dog barked at the", "", " ", "a\nb", "\x1b[0m", "the " * 99)
_OF_ENTRY = (
    'reason = "because\\n::error::x"', 'by = "\\u001b[2J"', 'date = "yesterday"', 'terms = ["a"]',
    "terms = 3", "other = 1", 'file = "drafts/draft.txt"', 'file = "/x"', 'file = "\\u0000"',
)  # fmt: skip


class HostileFolders:
    """A place with an index, the reader's own files, and one hostile folder after the other."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._home, self._own = place / "home", place / "outside"
        for folder in (self._home, self._own):
            folder.mkdir()
        (self._own / "own.txt").write_text(f"{OUTSIDE} is nobody's business.\n", "utf-8")
        (self._own / "unlinkable.toml").write_text(f'source = "{OUTSIDE}"\n', "utf-8")
        originals = self._home / "originals.jsonl"
        lines = "".join(json.dumps(record) + "\n" for record in ORIGINALS)
        originals.write_text(lines, "utf-8")
        self._index = self._home / "i.unlinkable"
        build_index([originals], self._index, Options(processes=1))

    def try_one(self, chosen: random.Random) -> bool:
        """Make a folder, run a command on it, and judge what came of it; whether drafts were
        read."""
        folder = self._place / "sent"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "drafts").mkdir(parents=True)
        self._fill(folder / "drafts", chosen, depth=0)
        if chosen.random() < 0.4:
            text = settings_text(chosen, self._index)
            (folder / "unlinkable.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
        if chosen.random() < 0.5:
            self._plant_results(folder, chosen)
        arguments = self._command(folder, chosen)
        before, own = _held(folder), _held(self._own)
        status, out, err, opened = self._run(folder, arguments)
        told = f"{arguments}: status {status}\n{err}"
        assert status in (0, 1, 2, 3), told
        assert (arguments[0], status) != ("protect", 1), told
        assert "a mistake of the program" not in err, told
        assert "Traceback" not in err, told
        assert err or status in (0, 1, 3), told
        assert MARK.casefold() not in err.casefold(), told
        for line in (*err.split("\n"), *_lines_of(out, arguments)):
            assert not _OBEYED.search(line), (arguments, line)
        assert _held(self._own) == own, told
        strayed = [path for path in opened if _inside(path, self._own)]
        assert not strayed, (strayed, told)
        after = _held(folder)
        assert OUTSIDE not in out + err, told
        written = {path for path in after if after[path] != before.get(path)}
        assert before.keys() <= after.keys() | {p for p in before if _left_over(p)}, told
        places = ("out", "report.") if arguments[0] == "protect" else ()
        assert not [path for path in written if not path.startswith(places)], (told, written)
        self._judge_results(folder, {path for path in written if path.startswith("out")})
        return MARK in out or bool(written)

    def _fill(self, folder: Path, chosen: random.Random, depth: int) -> None:
        """Put drafts, and what is none, into a folder."""
        for _ in range(chosen.choice([1, 1, 2, 3])):
            stem, suffix = chosen.choice(_NAMES), chosen.choice(_SUFFIXES)
            path = folder / (stem + suffix if chosen.random() < 0.9 else stem)
            if os.path.lexists(path):
                continue
            with contextlib.suppress(OSError):  # such a name cannot be had here
                chosen.choices(_MAKERS, _WEIGHTS)[0](path, self._own, chosen)
        settings = folder / "unlinkable.toml"
        if chosen.random() < 0.25 and not os.path.lexists(settings):
            settings.write_text(settings_text(chosen, self._index), "utf-8")
        if depth < 3 and chosen.random() < 0.35:
            inner = folder / (chosen.choice(_NAMES) + "-in")
            with contextlib.suppress(OSError):
                inner.mkdir()
                self._fill(inner, chosen, depth + 1)
                if chosen.random() < 0.1:
                    inner.chmod(0)

    def _plant_results(self, folder: Path, chosen: random.Random) -> None:
        """Put into the place of the results what a sender might, to have something written over,
        through, or not at all."""
        out = folder / "out"
        if chosen.random() < 0.1:
            out.symlink_to(self._own)
            return
        out.mkdir()
        drafts = [path for path in (folder / "drafts").iterdir() if path.suffix in (".txt", ".md")]
        for draft in drafts[: chosen.choice([1, 3])]:
            with contextlib.suppress(OSError):
                chosen.choice(_MAKERS)(out / draft.name, self._own, chosen)
        done = out / DONE_FILE
        match -1 if os.path.lexists(done) else chosen.randrange(6):
            case 0:
                _forge_done(out)
            case 1:
                done.write_text(chosen.choice(["[", "[]", "{}", '{"draft.txt": 3}', "[" * 9_000]))
            case 2:
                done.symlink_to(self._own / "own.txt")
            case 3:
                os.mkfifo(done)
            case 4:
                (out / f".x.{chosen.choice('ab')}.unlinkable-part").symlink_to(
                    self._own / "own.txt"
                )
            case 5:
                (folder / chosen.choice(_REPORTS)).symlink_to(self._own / "own.txt")

    def _command(self, folder: Path, chosen: random.Random) -> list[str]:
        """A command as a clerk gives it, most of it by default."""
        which = chosen.choice(["check", "check", "protect"])
        drafts = "drafts"
        if chosen.random() < 0.2:
            own = [path for path in (folder / "drafts").iterdir() if not path.is_symlink()]
            drafts = str(chosen.choice(sorted(own) or [drafts]))
        command = [which, "--ranked", "off", *(["-i", str(self._index)] * (chosen.random() < 0.8))]
        command += chosen.choice([[], [], ["--max-terms", "1"], ["--source", "Marderhut-3"]])
        command += chosen.choice([[], [], [], ["--no-workspace"], ["--ignore-accepted"]])
        if which == "check":
            command += ["--format", chosen.choice(["text", "json", "sarif", "html"])]
        else:
            command += ["-o", "out", *(["--report", chosen.choice(_REPORTS)] * chosen.randrange(2))]
            command += ["--force"] * (chosen.random() < 0.3)
        return [*command, "--", drafts]

    def _run(self, folder: Path, arguments: list[str]) -> tuple[int, str, str, list[str]]:
        """Run the command in the folder; the status, what it said, and what it opened."""
        global _opened
        out, err, opened = io.StringIO(), io.StringIO(), list[str]()
        home = str(self._home)
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        with (
            contextlib.chdir(folder),
            mock.patch.dict(os.environ, dict.fromkeys(names, home)),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            _patience(),
        ):
            _watch()
            _opened = opened
            try:
                status = main(arguments)
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else -1
            finally:
                _opened = None
        return status, out.getvalue(), err.getvalue(), opened

    def _judge_results(self, folder: Path, written: set[str]) -> None:
        """Every result is whole: what `protect` noted down of it is its digest."""
        results = {path for path in written if Path(path).name != DONE_FILE and path != "out"}
        results = {path for path in results if (folder / path).is_file()}
        if not results:
            return
        lines = (folder / "out" / DONE_FILE).read_text("utf-8").splitlines()
        noted = {name: entry for line in lines for name, entry in json.loads(line).items()}
        for path in results:
            digest = hashlib.sha256((folder / path).read_bytes()).hexdigest()
            assert digest in noted[Path(path).relative_to("out").as_posix()], path
            assert not _left_over(path), path


_REPORTS = ("report.json", "report.html", "report.md")
_OBEYED = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|^::|##vso"
)


def _lines_of(out: str, arguments: list[str]) -> list[str]:
    """The lines of results meant for a terminal or for another program; a page has its own."""
    return [] if "html" in arguments else [re.sub(r"^\s*", "", line) for line in out.split("\n")]


def _draft(path: Path, own: Path, chosen: random.Random) -> None:
    del own
    front = (
        f"---\nunlinkable-source: {chosen.choice(['Marderhut-3', 'x', '[', OUTSIDE[:3]])}\n---\n"
    )
    ends = ("", f"{MARK}\0{MARK}", f"\n\n```\n{MARK}\n", f"{MARK}\x1b[31m", f" {MARK}" * 300)
    text = chosen.choice(["", "", front]) + chosen.choice(["", DRAFT, DRAFT]) + chosen.choice(ends)
    coding = chosen.choice(["utf-8"] * 6 + ["utf-16", "utf-32", "latin-1"])
    path.write_bytes(text.encode(coding, "replace") + chosen.choice([b"", b"", b"", b"\xff"]))
    if chosen.random() < 0.05:
        path.chmod(chosen.choice([0, 0o222, 0o666]))


def _link(path: Path, own: Path, chosen: random.Random) -> None:
    path.symlink_to(
        chosen.choice(
            ["/", "/dev/zero", own, own / "own.txt", "..", ".", path.name, "nowhere", "draft.txt"]
        )
    )


def _pipe(path: Path, own: Path, chosen: random.Random) -> None:
    del own, chosen
    os.mkfifo(path)


def _folder(path: Path, own: Path, chosen: random.Random) -> None:
    path.mkdir()
    if chosen.random() < 0.5:
        _draft(path / "draft.txt", own, chosen)


_MAKERS: tuple[Callable[[Path, Path, random.Random], None], ...] = (_draft, _link, _pipe, _folder)
_WEIGHTS = (10, 3, 1, 2)


def _forge_done(out: Path) -> None:
    """Note the files that lie there as results of an earlier run."""
    forged = {}
    for path in out.iterdir():
        if path.is_file() and not path.is_symlink():
            forged[path.name] = ["0" * 64, hashlib.sha256(path.read_bytes()).hexdigest()]
    (out / DONE_FILE).write_bytes(json.dumps(forged).encode("utf-8", "replace"))


def _held(folder: Path) -> dict[str, Any]:
    """Everything in a folder: kind, rights and content of each, by its path; links not followed."""
    held: dict[str, Any] = {}
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            status = path.lstat()
            content: object = None
            if stat.S_ISREG(status.st_mode):
                content = path.read_bytes()
            elif stat.S_ISLNK(status.st_mode):
                content = path.readlink()
            held[path.relative_to(folder).as_posix()] = (status.st_mode, content)
    return held


def _left_over(path: str) -> bool:
    return path.startswith("out/") and bool(_UNFINISHED.fullmatch(Path(path).name))


def _inside(path: str, folder: Path) -> bool:
    """Whether what is opened by this path lies in a folder. What a run left is opened only where
    it is no link itself (see `test_leftovers`)."""
    opened = Path(path).parent if _UNFINISHED.fullmatch(Path(path).name) else Path(path)
    return Path(os.path.realpath(opened)).is_relative_to(folder.resolve())


_UNFINISHED = re.compile(r"\..*\.unlinkable-part", re.DOTALL)


def _watch() -> None:
    """From now on, note what is opened while `_opened` is a list."""
    global _watching
    if not _watching:
        sys.addaudithook(_note)
        _watching = True


_watching = False


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in _OPENS and isinstance(arguments[0], str | bytes | Path):
        _opened.append(os.path.join(os.getcwd(), os.fsdecode(arguments[0])))  # noqa: PTH109, PTH118


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    """Let a block take some seconds at most, even where it waits for a pipe."""

    def give_up(number: int, frame: object) -> None:
        raise SystemExit(f"hangs ({number}, {frame}) after {time.process_time()} s of computing")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
