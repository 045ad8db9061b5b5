"""`unlinkable add`: what it says, and what whoever checks drafts sees of it."""

import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pseudo_terminal import run_in_terminal
from tests.unlinkable.cli.conftest import Run
from tests.unlinkable_index.writing import write_texts

ONE = ("--processes", "1")


@pytest.fixture
def index(run: Run, folder: Path) -> Path:
    """An index that can grow."""
    done = run("index", "c.jsonl", "-o", "grows.unlinkable", "--keep", *ONE)
    assert done.status == 0
    return folder / "grows.unlinkable"


def write(path: Path, **texts: str) -> None:
    """Write records with these ids."""
    write_texts(path, texts)


@pytest.mark.usefixtures("index")
def test_it_says_what_came_and_went(run: Run, folder: Path) -> None:
    write(folder / "more.jsonl", new="a zebra was sold", other="the bread was eaten")
    asked = ("-i", "grows.unlinkable", *ONE)
    done = run("add", "more.jsonl", *asked)
    assert (done.status, done.out) == (0, "")
    said, size = done.err.splitlines()
    assert said == "grows.unlinkable: 2 new"
    assert size.startswith("grows.unlinkable: 19 documents, 107 words, ")
    write(folder / "more.jsonl", new="the zebra bought", third="one more")
    done = run("add", "more.jsonl", "--withdraw", "other", *asked)
    assert done.err.startswith("grows.unlinkable: 1 new, 1 in place of others (new), 1 withdrawn\n")
    done = run("add", "more.jsonl", *asked)
    assert done.err.splitlines() == [
        "grows.unlinkable: 0 new, 2 there already",
        "nothing has changed, so nothing was done",
    ]


@pytest.mark.usefixtures("index")
def test_what_was_added_is_found(run: Run, folder: Path) -> None:
    (folder / "draft.txt").write_text("The zebra sold.", "utf-8")
    write(folder / "more.jsonl", new="the zebra sold")
    asked = ("draft.txt", "-i", "grows.unlinkable", "--max-terms", "1", "--ranked", "off")
    assert json.loads(run("check", *asked, "--format", "json").out)["findings"] == []
    run("add", "more.jsonl", "-i", "grows.unlinkable", *ONE)
    found = json.loads(run("check", *asked, "--format", "json").out)["findings"]
    assert [one["text"] for one in found] == ["zebra"]
    assert found[0]["documents"] == ["new"]


@pytest.mark.usefixtures("index")
def test_a_long_run_sees_what_is_added_meanwhile(folder: Path) -> None:
    """Drafts are read one after the other: of two, the second only once the first is told."""
    (folder / "drafts").mkdir()
    for name in "ab":
        (folder / "drafts" / name).with_suffix(".txt").write_text("The zebra sold.", "utf-8")
    write(folder / "more.jsonl", new="the zebra sold")
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from unlinkable.cli import check, main\n"
        "real = check.check_draft\n"
        "def checked(path, *more):\n"
        "    done = real(path, *more)\n"
        "    if path.name == 'a.txt':\n"
        "        main(['add', 'more.jsonl', '-i', 'grows.unlinkable', '--processes', '1', '-q'])\n"
        "    return done\n"
        "check.check_draft = checked\n"
        "main(sys.argv[1:])\n"
    )
    flags = ("-i", "grows.unlinkable", "--max-terms", "1", "--ranked", "off", "--format", "json")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, "check", "drafts", *flags],
        capture_output=True,
        check=True,
        text=True,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert [one["text"] for one in first["findings"]] == []
    assert [one["text"] for one in second["findings"]] == ["zebra"]
    assert (first["index"]["documents"], second["index"]["documents"]) == (17, 18)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name the rulings to add, or the ids of those to --withdraw"),
        (("--withdraw", "nobody"), "no ruling of the index has the id 'nobody'"),
        (("gone.jsonl",), "gone.jsonl: no such file or folder"),
    ],
)
@pytest.mark.usefixtures("index")
def test_what_cannot_be_is_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("add", *arguments, "-i", "grows.unlinkable")
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.usefixtures("folder")
def test_an_index_without_its_words_cannot_grow(run: Run) -> None:
    run("index", "c.jsonl", "-o", "plain.unlinkable", *ONE)
    done = run("add", "c.jsonl", "-i", "plain.unlinkable")
    assert done.status == 2
    assert "build it once with `unlinkable index --keep`" in done.err


def test_files_left_out_are_named(run: Run, folder: Path, index: Path) -> None:
    (folder / "week").mkdir()
    (folder / "week" / "new.txt").write_text("a zebra was sold", "utf-8")
    (folder / "week" / "letter.rtf2").write_bytes(b"x")
    done = run("add", "week", "-i", index.name, *ONE)
    assert done.status == 3
    assert "letter.rtf2" in done.err


@pytest.mark.usefixtures("folder")
def test_building_what_is_there_does_nothing(run: Run) -> None:
    asked = ("index", "c.jsonl", "-o", "i.unlinkable", *ONE)
    assert "nothing" not in run(*asked).err
    done = run(*asked)
    assert done.status == 0
    assert done.err.endswith("nothing has changed since it was built, so nothing was done\n")


MASKED = "The [REDACTED] of [REDACTED] sold [REDACTED] at the market. She paid."
ASKED = "1 text is full of masks, as drafts are, which must not count as originals"
ADDING = (sys.executable, "-P", "-m", "unlinkable", "add", "more.jsonl", "-i", "grows.unlinkable")


@pytest.mark.usefixtures("index")
def test_a_text_full_of_masks_is_added_only_where_that_is_said(run: Run, folder: Path) -> None:
    write(folder / "more.jsonl", draft=MASKED, quoting="He said [...], (...) and […] of it.")
    done = run("add", "more.jsonl", "-i", "grows.unlinkable", *ONE)
    assert (done.status, done.out) == (2, "")
    assert f"{ASKED} (draft); add them all the same with --with-masks" in done.err
    done = run("add", "more.jsonl", "-i", "grows.unlinkable", "--with-masks", *ONE)
    assert (done.status, done.out) == (0, "")
    assert "2 new" in done.err


@pytest.mark.usefixtures("index")
@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [("y", 0, "grows.unlinkable: 1 new"), ("", 2, "nothing was added"), ("n", 2, "nothing was")],
)
def test_in_a_terminal_it_asks(folder: Path, answer: str, status: int, said: str) -> None:
    write(folder / "more.jsonl", draft=MASKED)
    before = (folder / "grows.unlinkable").read_bytes(), sorted(folder.iterdir())
    typed = {"[y/N] ": f"{answer}\n"}
    shown = run_in_terminal([*ADDING, *ONE], folder, typed=typed)
    assert shown.status == status, shown.text
    assert f"{ASKED}: draft" in shown.text
    assert said in shown.text
    if status:
        assert ((folder / "grows.unlinkable").read_bytes(), sorted(folder.iterdir())) == before


def test_where_rulings_come_masked_from_the_court_nobody_is_asked(run: Run, folder: Path) -> None:
    write(folder / "masked.jsonl", **{f"r{n}": f"{MASKED} On day {n}." for n in range(6)})
    write(folder / "more.jsonl", new=f"{MASKED} On the last day.")
    (folder / "key").write_text(secrets.token_hex(32), "ascii")
    (folder / "key").chmod(0o600)
    key = ("--key-file", "key")
    for out, sealed in (("open.unlinkable", ()), ("sealed.unlinkable", key)):
        assert run("index", "masked.jsonl", "-o", out, "--keep", *sealed, *ONE).status == 0
        done = run("add", "more.jsonl", "-i", out, *sealed, *ONE)
        assert done.status == 0, done.err
        assert "1 new" in done.err


def test_rulings_are_withdrawn_and_replaced_by_lists(run: Run, folder: Path, index: Path) -> None:
    """What stands after it is the index that is built of what stays."""
    asked = ("-i", "grows.unlinkable", *ONE)
    (folder / "gone").write_bytes("\ufeffcase-a\r\n\r\n  case-c \nmore-03".encode())
    write(folder / "new.jsonl", **{"case-b": "the fish was eaten", "more-04": "no owl", "x": "y z"})
    done = run("add", "new.jsonl", "--withdraw-list", "gone", "--withdraw", "more-05", *asked)
    assert done.status == 0
    told = "1 new, 2 in place of others (case-b, more-04), 4 withdrawn"
    assert done.err.startswith(f"grows.unlinkable: {told}\n")
    assert run("add", "--merge", *asked).status == 0
    records = [json.loads(line) for line in (folder / "c.jsonl").read_text("utf-8").splitlines()]
    left = {"case-a", "case-c", "more-03", "more-05", "case-b", "more-04"}
    records = [one for one in records if one["id"] not in left]
    records += map(json.loads, (folder / "new.jsonl").read_text("utf-8").splitlines())
    (folder / "all.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    assert run("index", "all.jsonl", "-o", "whole", *ONE).status == 0
    assert (folder / "whole").read_bytes() == index.read_bytes()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"case-b\nnobody\n", "no ruling of the index has the id 'nobody'"),
        (b"case-b\xff", "gone: this is not valid UTF-8"),
        (b"", "name the rulings to add, or the ids of those to --withdraw"),
        (None, "gone: cannot be read"),
    ],
)
def test_a_list_that_cannot_be_followed_changes_nothing(
    run: Run, folder: Path, index: Path, content: bytes | None, said: str
) -> None:
    if content is not None:
        (folder / "gone").write_bytes(content)
    before = index.read_bytes()
    done = run("add", "--withdraw-list", "gone", "-i", "grows.unlinkable", *ONE)
    assert (done.status, said in done.err) == (2, True)
    assert index.read_bytes() == before
