"""Names, keys and values reach terminals and logs as text that nothing there obeys."""

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable.cli.conftest import Run
from unlinkable.printing import json_text, plain

COMMANDS = (
    "::error::x",
    "::set-output name=a::b",
    "##vso[task.complete]",
    "##[error]",
    "##TeamCity[",
)
EVIL = "a\x1b[2J\x9b31m\u2028\n::error::forged\r\u202egnp.\u2066##vso[x]"
FULL = Path("/dev/full")
TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def obeyed(output: str) -> list[str]:
    """What in an output a terminal or a runner of pipelines would obey."""
    found = [
        character
        for character in output
        if character != "\n"
        and (unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs") or character in TURNING)
    ]
    found += [line for line in output.splitlines() if line.lstrip().startswith("::")]
    return found + [start for start in ("##vso[", "##[", "##teamcity[") if start in output.lower()]


@given(st.text() | st.lists(st.sampled_from([*COMMANDS, EVIL, " ", "x", "\n"])).map("".join))
def test_plain_text_is_one_line_that_nothing_obeys(text: str) -> None:
    assert obeyed(plain(text)) == []
    assert len(plain(text).splitlines()) <= 1
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize("name", ["ruling 7.txt", "Straße – 3.md", "C:\\a.txt", "判決.txt", "a::b"])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert plain(name) == name


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_is_the_same_value_and_nothing_obeys_it(value: object) -> None:
    assert json.loads(json_text(value)) == value
    written = json_text([value], indent=1)
    assert json.loads(written) == [value]
    assert not [found for found in obeyed(written) if len(found) == 1]
    assert len(json_text(value).splitlines()) == 1


@pytest.mark.parametrize("form", ["text", "json", "sarif", "html"])
def test_names_of_drafts_and_originals_forge_no_line(run: Run, folder: Path, form: str) -> None:
    evil = "sold\x1b[2J bread at\n::error::file=x,\u202e the market"
    record = {"id": EVIL, "title": EVIL, "text": "sold bread at the market"}
    (folder / "e.jsonl").write_text(json.dumps(record), "utf-8")
    assert (
        run("index", "e.jsonl", "-o", f"{EVIL}x.unlinkable", "--processes", "1", "-q").status == 0
    )
    good, bad = f"::error::{EVIL}.txt", f"{EVIL}.txt"
    (folder / good).write_text(evil, "utf-8")
    (folder / bad).write_bytes(b"\xff")
    done = run("check", good, bad, "-i", f"{EVIL}x.unlinkable", "--format", form)
    assert done.status == 2
    assert obeyed(done.err) == []
    found = obeyed(done.out)
    assert [one for one in found if len(one) == 1 or one.startswith("::")] == []
    assert form in ("json", "sarif") or found == []
    assert len(done.err.splitlines()) == 1
    told = run("info", f"{EVIL}x.unlinkable")
    assert (told.status, obeyed(told.out)) == (0, [])


@pytest.mark.parametrize(
    "settings", [f"{json.dumps(EVIL)} = 1\n", f"masks = [{json.dumps('(' + EVIL)}]\n", "k = 0\n"]
)
def test_keys_and_values_of_settings_forge_no_line(
    run: Run, folder: Path, index: str, settings: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = folder / EVIL
    evil.mkdir()
    (evil / "unlinkable.toml").write_text(settings, "utf-8")
    (evil / "draft.txt").write_text("The tax.", "utf-8")
    monkeypatch.chdir(evil)
    done = run("check", "draft.txt", "-i", f"../{index}")
    assert done.status == 2
    assert obeyed(done.err) == []


def test_what_a_model_calls_itself_forges_no_line(run: Run, folder: Path) -> None:
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(folder / "m.gguf", EVIL)
    writer.add_name(EVIL)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    for form in ("text", "json"):
        done = run("model", "info", "m.gguf", "--format", form)
        assert done.status == 0
        assert [one for one in obeyed(done.out) if one[0] != "#"] == []


def test_what_the_command_line_refuses_forges_no_line(run: Run) -> None:
    done = run("check", "a.txt", f"--{EVIL}")
    assert done.status == 2
    assert obeyed(done.err) == []


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written_is_told_in_a_sentence(folder: Path, index: str) -> None:
    (folder / "draft.txt").write_text("The tax.", "utf-8")
    command = [sys.executable, "-P", "-m", "unlinkable", "check", "draft.txt", "-i", index]
    with FULL.open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2
        assert done.stderr.decode() == (
            "unlinkable: the results cannot be written (No space left on device); "
            "make room for them\n"
        )
        silent = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=full, check=False)
        assert silent.returncode in (0, 3)
