"""`unlinkable index`: what it says, and the real command when it fails or is interrupted."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run

UNLINKABLE = (sys.executable, "-m", "unlinkable")


def command(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the real command in the current folder."""
    return subprocess.run(
        [*UNLINKABLE, *arguments], input=stdin, capture_output=True, check=False, timeout=120
    )


def test_it_says_in_one_line_what_was_made(run: Run, folder: Path) -> None:
    done = run("index", "c.jsonl", "-o", "i.unlinkable", "--processes", "1")
    assert (done.status, done.out) == (0, "")
    size = (folder / "i.unlinkable").stat().st_size / 1e6
    assert done.err == f"i.unlinkable: 17 documents, 99 words, {size:,.1f} MB\n"


def test_phrases_are_spread_over_files_beside_the_index(run: Run, folder: Path) -> None:
    arguments = ("index", "c.jsonl", "-o", "i.unlinkable", "--processes", "1", "--files")
    assert run(*arguments, "4").status == 0
    files = list(folder.glob("i.unlinkable*"))
    assert len(files) == 5
    size = sum(path.stat().st_size for path in files)
    assert f"{size:,} bytes in 5 files, every one checked" in run("info", "i.unlinkable").out
    done = run(*arguments, "3")
    assert (done.status, done.out) == (2, "")
    assert "--files must be 1, 2, 4, 8, 16, 32 or 64" in done.err


def test_another_program_can_follow_the_progress_line_by_line(run: Run, folder: Path) -> None:
    flags = ("--processes", "1", "--progress-lines")
    done = run("index", "c.jsonl", "-o", "i.unlinkable", *flags)
    *lines, said = done.err.splitlines()
    assert said.startswith("i.unlinkable: ")
    percents = [int(line.rpartition(": ")[2].removesuffix(" %")) for line in lines]
    assert percents == sorted(percents)
    assert percents[-1] == 100
    assert (folder / "i.unlinkable").is_file()


def test_records_without_words_are_mentioned(run: Run, folder: Path) -> None:
    (folder / "more.jsonl").write_text('{"id": "x", "text": "…"}\n', "utf-8")
    arguments = ("c.jsonl", "more.jsonl", "-o", "i.unlinkable", "--processes", "1")
    assert "note: 1 of 18 records has no words" in run("index", *arguments).err


def test_drafts_that_are_taken_for_originals_are_noticed(run: Run, folder: Path) -> None:
    (folder / "drafts").mkdir()
    for number in range(3):
        (folder / "drafts" / f"{number}.txt").write_text(f"The [REDACTED] of case {number} came.")
    said = "note: most of these texts hold masks, as drafts do"
    assert said in run("index", "drafts", "-o", "masked").err
    (folder / "drafts" / "0.txt").write_text("The baker came.")
    (folder / "drafts" / "1.txt").write_text("The smith came.")
    assert said not in run("index", "drafts", "-o", "masked").err


@pytest.mark.parametrize("options", [(), ("--processes", "1")])
def test_the_real_command_refuses_a_broken_collection_in_one_line(
    folder: Path, options: tuple[str, ...]
) -> None:
    good = (folder / "c.jsonl").read_text("utf-8")
    (folder / "c.jsonl").write_text(good + '{"id": "x", "text": "Confidential', "utf-8")
    before = sorted(folder.iterdir())
    done = command("index", "c.jsonl", "-o", "i.unlinkable", *options)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == [
        "unlinkable: c.jsonl, line 18: not valid JSON (Unterminated string, at column 21); "
        "each line must hold one JSON object"
    ]
    assert sorted(folder.iterdir()) == before


def test_the_real_commands_go_from_a_collection_to_findings(folder: Path) -> None:
    assert command("index", "c.jsonl", "-o", "i.unlinkable", "-q").returncode == 0
    (folder / "draft.txt").write_text("He sold bread and fish.", "utf-8")
    asked = ("-i", "i.unlinkable", "--max-terms", "1", "--ranked", "off", "--format", "json")
    found = command("check", "draft.txt", *asked)
    assert (found.returncode, found.stderr) == (1, b"")
    assert [f["text"] for f in json.loads(found.stdout)["findings"]] == ["and"]
    clean = command("check", "-", *asked, stdin=b"The tax.")
    assert (clean.returncode, clean.stderr) == (0, b"")
    missing = command("check", "gone.txt", *asked)
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr.decode().startswith("unlinkable: gone.txt: the draft cannot be read")
    damaged = (folder / "i.unlinkable").read_bytes()
    (folder / "i.unlinkable").write_bytes(damaged[:-1])
    told = command("check", "draft.txt", *asked)
    assert told.returncode == 2
    assert b"damaged or cut short" in told.stderr
    assert told.stderr.count(b"\n") == 1


def heed_signals() -> None:
    """What was started in the background of a shell would not know Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_real_command_can_be_interrupted_and_leaves_nothing_behind(
    folder: Path, how: signal.Signals
) -> None:
    lines = (f'{{"id": "{n}", "text": "case {n} of word{n}"}}\n' for n in range(200_000))
    (folder / "long.jsonl").write_text("".join(lines), "utf-8")  # takes some seconds to build
    before = sorted(folder.iterdir())
    building = subprocess.Popen(
        [*UNLINKABLE, "index", "long.jsonl", "-o", "i.unlinkable"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_signals,
    )
    patience = time.monotonic() + 60
    while sorted(folder.iterdir()) == before:  # not yet at work
        assert building.poll() is None
        assert time.monotonic() < patience
        time.sleep(0.01)
    building.send_signal(how)
    out, err = building.communicate(timeout=60)
    assert building.returncode == 130
    assert out == b""
    assert err == b"unlinkable: interrupted; nothing was left half done\n"
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--memory", "lots"), "'lots' is no size; write it like 500M or 2G"),
        (("--max-words", "many"), "'many' is no whole number"),
    ],
)
def test_flags_that_make_no_sense_are_refused(run: Run, flags: tuple[str, ...], said: str) -> None:
    done = run("index", "c.jsonl", "-o", "i.unlinkable", *flags)
    assert done.status == 2
    assert said in done.err


def test_processes_and_memory_out_of_range_are_refused(run: Run) -> None:
    for flags in (("--processes", "0"), ("--memory", "10M"), ("--max-words", "0")):
        done = run("index", "c.jsonl", "-o", "i.unlinkable", *flags)
        assert done.status == 2
        assert flags[0] in done.err


def test_a_folder_in_which_drafts_lie_is_not_indexed(run: Run, folder: Path) -> None:
    (folder / "all" / "drafts").mkdir(parents=True)
    (folder / "all" / "rulings").mkdir()
    (folder / "all" / "rulings" / "a.txt").write_text("The baker sold bread.", "utf-8")
    (folder / "all" / "drafts" / "unlinkable.toml").write_text("k = 2\n", "utf-8")
    done = run("index", "all", "-o", "all.unlinkable", "--processes", "1")
    assert (done.status, done.out) == (2, "")
    assert "all: drafts/unlinkable.toml in it says that drafts lie there" in done.err
    assert not (folder / "all.unlinkable").exists()
    assert run("index", "all/rulings", "-o", "all.unlinkable", "--processes", "1").status == 0


@pytest.fixture
def untidy(folder: Path) -> Path:
    """A folder of two texts, and of files that are none."""
    place = folder / "rulings"
    (place / "2026").mkdir(parents=True)
    (place / "a.txt").write_text("The baker sold bread.", "utf-8")
    (place / "2026" / "b.md").write_text("The miller sold bread.", "utf-8")
    (place / "2026" / "c.doc").write_bytes(b"PK\x03\x04")
    (place / "empty.txt").write_text(" \n", "utf-8")
    for ordinary in (".hidden", "Thumbs.db", "old.unlinkable"):
        (place / ordinary).write_text("x", "utf-8")
    return place


def test_files_of_a_folder_that_are_not_read_are_named_and_the_status_says_so(
    run: Run, untidy: Path
) -> None:
    done = run("index", "rulings", "-o", "i", "-q")
    assert done.status == 3
    assert "2 files are not in the index" in done.err
    named = untidy.relative_to(Path.cwd()) / "2026" / "c.doc"
    assert f"{named} (of no kind that is read: save it as DOCX, ODT or text)" in done.err
    assert "empty.txt (empty)" in done.err
    assert "hidden" not in done.err
    assert "Thumbs" not in done.err
    assert run("info", "i").status == 0
    done = run("index", "rulings", "-o", "i", "-q", "--skip-unreadable")
    assert done.status == 0
    assert "2 files are not in the index" in done.err
    assert "--skip-unreadable" not in done.err


def test_what_cannot_be_read_is_refused_unless_it_is_to_be_left_out(run: Run, untidy: Path) -> None:
    (untidy / "latin.txt").write_bytes("Der Müller verkauft".encode("latin-1"))
    done = run("index", "rulings", "-o", "i", "-q")
    assert done.status == 2
    assert "latin.txt: byte 5 is not valid UTF-8" in done.err
    done = run("index", "rulings", "-o", "i", "-q", "--skip-unreadable")
    assert done.status == 0
    assert "3 files are not in the index" in done.err
    assert "latin.txt (byte 5 is not valid UTF-8)" in done.err


def test_near_copies_are_suggested_and_taken_back(run: Run, folder: Path) -> None:
    words = " ".join(f"word{number}" for number in range(100))
    records = [{"id": "old", "text": words}, {"id": "new", "text": f"{words} revised"}]
    (folder / "near.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    done = run("near-copies", "near.jsonl", "c.jsonl", "-o", "groups", "-q", "--processes", "1")
    assert done.status == 0
    assert "1 group of 2 records" in done.err
    told = json.loads((folder / "groups").read_text("utf-8"))
    assert told["ids"] == ["old", "new"]
    assert 0.9 < told["share"] < 1
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_bytes(b"\xff")
    (folder / "texts" / "b.txt").write_text(words, "utf-8")
    assert run("near-copies", "texts", "-o", "none", "-q").status == 2
    done = run("near-copies", "texts", "-o", "none", "-q", "--skip-unreadable")
    assert (done.status, "so there are no groups" in done.err) == (0, True)
    assert (folder / "none").read_text("utf-8") == ""
    done = run("index", "near.jsonl", "-o", "one", "--groups", "groups", "-q")
    assert "1 document," in done.err
    assert run("near-copies", "c.jsonl", "-o", "groups", "-q").status == 2
    assert json.loads((folder / "groups").read_text("utf-8")) == told


def test_sources_are_read_as_the_flags_say_by_every_command(run: Run, folder: Path) -> None:
    words = " ".join(f"word{number}" for number in range(100))
    rows = f"Nr;Wortlaut;Fall\na;{words};1\nb;{words} zwölf;2\n"
    (folder / "archive.csv").write_bytes(rows.encode("latin-1"))
    refused = run("index", "archive.csv", "-o", "i", "-q")
    assert (refused.status, "--id-field and --text-field" in refused.err) == (2, True)
    flags = [
        "--id-field",
        "Nr",
        "--text-field",
        "Wortlaut",
        "--group-field",
        "Fall",
        "--encoding",
        "latin-1",
    ]
    done = run("index", "archive.csv", "-o", "i", "-q", "--keep", "--processes", "1", *flags)
    assert (done.status, "2 documents, 201 words" in done.err) == (0, True)
    (folder / "more.csv").write_bytes(rows.replace("zwölf", "zwölf drei").encode("latin-1"))
    done = run("add", "more.csv", "-i", "i", "-q", "--processes", "1", *flags)
    assert "1 there already, 1 in place of others (b)" in done.err
    done = run("near-copies", "archive.csv", "-o", "groups", "-q", "--processes", "1", *flags)
    assert "1 group of 2 records" in done.err
    (folder / "draft.txt").write_text("word1 [REDACTED] word3 word4 zwölf [REDACTED]", "utf-8")
    done = run("attack", "draft.txt", "-i", "i", "--originals", "more.csv", "-q", *flags)
    assert (done.status, done.err) == (1, "")
    done = run("attack", "draft.txt", "-i", "i", "--originals", "more.csv", "-q")
    assert (done.status, "--id-field and --text-field" in done.err) == (2, True)


def test_an_index_is_built_of_standard_input(folder: Path) -> None:
    arguments = ("index", "-", "-o", "i", "-q", "--processes", "1")
    done = command(*arguments, "--stdin-as", ".csv", stdin=b"id,text\na,one two\n")
    assert (done.returncode, b"1 document, 2 words" in done.stderr) == (0, True)
    arguments = ("add", "-", "-i", "i", "-q", "--processes", "1")
    done = command(*arguments, stdin=b'{"id": "b", "text": "three"}')
    assert (done.returncode, b"build it once with" in done.stderr) == (2, True)
    done = command("index", "-", "-o", "j", "--stdin-as", "doc", stdin=b"x")
    assert (done.returncode, b"--stdin-as: 'doc' is of no kind" in done.stderr) == (2, True)
    assert not (folder / "j").exists()


def test_a_plan_builds_nothing(run: Run, folder: Path) -> None:
    text = " ".join(f"word{n % 977:x}" for n in range(50_000))
    lines = (json.dumps({"id": n, "text": text}) for n in range(40))
    (folder / "big.jsonl").write_text("\n".join(lines), "utf-8")
    done = run("index", "big.jsonl", "-o", "planned", "--plan")
    assert (done.status, done.out) == (0, "")
    said = re.fullmatch(
        r"planned: about (\d+) rulings, ([\d.]+) million words: 4 s of processor time, (\d+) MB of "
        r"disk while it is built, (\d+) MB for the index\n",
        done.err,
    )
    assert said
    wanted = (40, 2.0, 114, 25)
    told = map(float, said.groups())
    assert all(abs(one / other - 1) < 0.1 for one, other in zip(told, wanted, strict=True))
    assert not (folder / "planned").exists()
