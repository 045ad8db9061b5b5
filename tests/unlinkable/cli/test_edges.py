"""What people mistype, forget or try: one sentence each, and nothing half done."""

import re
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import ORIGINALS, Run
from unlinkable.cli import add, each_command, main, make_parser
from unlinkable.cli.check import FORMATS

DRAFT = ORIGINALS["case-a"].replace("night", "[REDACTED]")
MASKING = ("--rewriter", "mask", "-i", "i.unlinkable")


@pytest.fixture(autouse=True)
def draft(folder: Path, index: str) -> Path:
    """A draft called draft.txt, with an index beside it."""
    assert index
    path = folder / "draft.txt"
    path.write_text(DRAFT, "utf-8")
    return path


def test_the_program_alone_shows_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in each_command(make_parser()):
        assert re.search(rf"\n    {command.split()[0]}\s", shown)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("chek draft.txt", "there is no command 'chek'; did you mean check?"),
        ("draft.txt check", "there is no command 'draft.txt'; the command comes first"),
        ("-i X check", "there is no command 'X'; the command comes first"),
        ("check draft.txt --sumary", "there is no flag --sumary; did you mean --summary?"),
        ("check draft.txt --form json", "there is no flag --form; did you mean --format?"),
        ("protect draft.txt -o x --rewritr=mask", "did you mean --rewriter?"),
        ("check draft.txt --format jsn", "'jsn' is none of text, short, json, sarif, html"),
        ("completion bas", "there is no 'bas'; did you mean bash?"),
        ("info a b", "'b' is one argument too many"),
        ("evaluate d --every 0", "must be 1 or more, not 0"),
        ("evaluate d --every few", "'few' is no whole number"),
        ("model", "usage: unlinkable model"),
    ],
)
def test_what_is_mistyped_gets_a_suggestion_and_usage_of_one_line(
    run: Run, arguments: str, said: str
) -> None:
    done = run(*arguments.split())
    if arguments == "model":  # nothing is wrong with asking what there is
        assert (done.status, done.err) == (0, "")
        assert said in done.out
        return
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    wrong, usage = done.err.splitlines()
    assert wrong.startswith("unlinkable")
    assert usage.startswith("usage: unlinkable")
    assert usage.endswith("(more: --help)")


def test_an_empty_name_names_no_draft(run: Run) -> None:
    """It is the current folder to nobody, least of all to a script whose variable was empty."""
    done = run("check", "", "-i", "i.unlinkable")
    assert (done.status, done.out) == (2, "")
    assert "an empty name names no file" in done.err


def test_a_wrong_value_is_said_once(run: Run) -> None:
    done = run("check", "draft.txt", "-i", "i.unlinkable", "-k", "0")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("k must be") == 1
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("protect", "draft.txt", "-o", "no/such/folder/x", *MASKING),
        ("protect", "draft.txt", "-o", "no/such/", *MASKING),
        ("protect", "draft.txt", "-o", "x", "--report", "no/such/r.json", *MASKING),
        ("check", "draft.txt", "-o", "no/such/x", "-i", "i.unlinkable"),
        ("index", "c.jsonl", "-o", "no/such/x"),
    ],
)
def test_a_mistyped_place_makes_no_folders(
    run: Run, folder: Path, arguments: tuple[str, ...]
) -> None:
    before = sorted(folder.rglob("*"))
    done = run(*arguments)
    assert done.status == 2
    assert "there is no folder no" in done.err
    assert sorted(folder.rglob("*")) == before


def test_a_protected_draft_is_printed_where_that_is_asked(run: Run, folder: Path) -> None:
    assert run("protect", "draft.txt", "-o", "out.txt", *MASKING).status == 0
    before = sorted(folder.rglob("*"))
    done = run("protect", "draft.txt", "-o", "-", *MASKING)
    assert (done.status, done.out) == (0, (folder / "out.txt").read_text("utf-8"))
    assert sorted(folder.rglob("*")) == before
    done = run("protect", "-", "-o", "-", *MASKING, stdin=DRAFT.encode())
    assert (done.status, done.out) == (0, (folder / "out.txt").read_text("utf-8"))
    (folder / "more").mkdir()
    assert "name a folder for several" in run("protect", "more", "-o", "-", *MASKING).err


def test_a_result_that_is_there_is_kept_and_it_is_said_how_to_replace_it(run: Run) -> None:
    command = ("protect", "draft.txt", "-o", "out.txt", *MASKING)
    assert run(*command).status == 0
    done = run(*command)
    assert (done.status, "runs note down only what they write into a folder" in done.err) == (
        2,
        True,
    )
    assert run(*command, "--force").status == 0


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--against", "ranking", "--ranked", "off"), "--ranked off asks about nobody"),
        (("--against", "all", "--ranked", "off"), "--ranked off asks about nobody"),
        (("-k", "18"), "-k 18: i.unlinkable has 17 originals"),
    ],
)
def test_flags_that_make_no_sense_are_refused_in_a_sentence(
    run: Run, flags: tuple[str, ...], said: str
) -> None:
    done = run("check", "draft.txt", "-i", "i.unlinkable", *flags)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_of_a_name_that_is_no_file_that_is_said_first(run: Run, folder: Path) -> None:
    (folder / "Fertige Entwürfe").mkdir()
    done = run("check", "Fertige", "Entwürfe", "-i", "i.unlinkable")
    assert (done.status, done.err.count("there is no such file; check the name")) == (2, 2)
    assert "ending" not in done.err


def test_an_index_that_cannot_be_written_is_named_as_the_user_did(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    done = run("index", "c.jsonl", "-o", "new.unlinkable", "--processes", "1", "-q")
    assert done.err.startswith("unlinkable: new.unlinkable: cannot be written (Permission denied)")


def timeless(written: str) -> str:
    """A report without the time at which it was made."""
    return re.sub(r"\d\d:\d\d:\d\d\.\d+Z", "", written)


@pytest.mark.parametrize("form", FORMATS)
def test_what_a_check_found_is_written_where_that_is_asked(
    run: Run, folder: Path, form: str
) -> None:
    asked = ("check", "draft.txt", "-i", "i.unlinkable", "--format", form)
    printed = run(*asked)
    assert (printed.status, bool(printed.out)) == (1, True)
    assert timeless(run(*asked, "-o", "-").out) == timeless(printed.out)
    done = run(*asked, "-o", "found")
    assert (done.status, done.out) == (1, "")
    assert timeless((folder / "found").read_text("utf-8")) == timeless(printed.out)


FORMS = [(form,) for form in FORMATS] + [("text", "--summary")]


@pytest.mark.parametrize("form", FORMS)
def test_a_report_is_written_over_one_of_its_kind(
    run: Run, folder: Path, form: tuple[str, ...]
) -> None:
    """Whatever the report says first: a doubt, a finding, or that nothing was found."""
    (folder / "clean.txt").write_text("He paid the tax.", "utf-8")
    (folder / "hidden.txt").write_text("He pa\u200bid the tax.", "utf-8")
    asked = ("-i", "i.unlinkable", "--format", *form, "-o", "found")
    (folder / "found").write_text("", "utf-8")
    for draft in ("draft.txt", "clean.txt", "hidden.txt", "draft.txt"):
        done = run("check", draft, *asked)
        assert done.status in (0, 1, 3), done.err
    for other in ("json", "sarif", "html"):
        if other == form[0]:
            continue
        written = (folder / "found").read_bytes()
        done = run("check", "draft.txt", "-i", "i.unlinkable", "--format", other, "-o", "found")
        assert (done.status, (folder / "found").read_bytes()) == (2, written)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", ["draft.txt", "i.unlinkable", "original.txt", "c.jsonl"])
def test_a_check_writes_over_nothing_else(
    run: Run, folder: Path, place: str, form: tuple[str, ...]
) -> None:
    (folder / "original.txt").write_text("The owner: nothing found him.", "utf-8")
    before = (folder / place).read_bytes()
    done = run("check", "draft.txt", "-i", "i.unlinkable", "--format", *form, "-o", place)
    assert (done.status, done.out) == (2, "")
    assert "choose another place with -o" in done.err
    assert (folder / place).read_bytes() == before


@pytest.mark.parametrize("error", [MemoryError(), OSError(12, "Cannot allocate memory")])
def test_memory_that_ends_gets_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def full(*_: object) -> int:
        raise error

    monkeypatch.setattr(add, "run_info", full)
    done = run("info", "i.unlinkable")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("unlinkable: the memory of this machine ended; ")
    assert "mistake" not in done.err
