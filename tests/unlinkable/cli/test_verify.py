"""What a record of `protect` says is believed only while all that it rests on is as it was."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import docx
import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.cli import main
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

TEXTS = {
    "a": "The baker of Oldport sold a swan at the night market. He paid the tax.",
    "b": "The baker of Oldport sold bread at the night market. He paid the tax.",
    "c": "The baker sold bread at the market. He paid the tax of Oldport by night.",
}
Verify = Callable[..., tuple[int, str]]


@pytest.fixture
def verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Verify:
    """Run ``unlinkable verify`` in a folder with a record and its result."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "own"))
    index("i.unlinkable", TEXTS)
    Path("unlinkable.toml").write_text('index = "i.unlinkable"\n', "utf-8")
    Path("draft.txt").write_text(TEXTS["a"], "utf-8")
    protect = ["protect", "draft.txt", "-o", "out.txt", "--rewriter", "mask", "-q"]
    assert main([*protect, "--report", "r.json"]) == 0
    capsys.readouterr()

    def run(*arguments: str) -> tuple[int, str]:
        status = main(["verify", *(arguments or ("r.json", "out.txt"))])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def index(name: str, texts: dict[str, str]) -> None:
    """An index of some rulings in the current folder."""
    write_texts(Path(f"{name}.jsonl"), texts)
    build_index([Path(f"{name}.jsonl")], Path(name), Options(processes=1))


def test_a_record_holds_while_nothing_has_changed(verify: Verify) -> None:
    status, said = verify()
    assert status == 0, said
    assert "the record holds" in said
    parts = json.loads(Path("r.json").read_text("utf-8"))
    seal = parts.pop("sha256")
    canonical = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    assert seal == hashlib.sha256(canonical.encode()).hexdigest()
    assert f"SHA-256 {seal}" in said


def test_every_part_of_a_record_is_under_its_seal(verify: Verify) -> None:
    record = json.loads(Path("r.json").read_text("utf-8"))
    for name in record:
        if name != "sha256":
            Path("changed.json").write_text(json.dumps({**record, name: "other"}), "utf-8")
            status, said = verify("changed.json", "out.txt")
            assert (status, "changed since it was written" in said) == (1, True), name
    record["drafts"][0]["passages"][0]["changes"][0]["before"] = "goose"
    Path("changed.json").write_text(json.dumps(record), "utf-8")
    assert verify("changed.json", "out.txt")[0] == 1


def test_a_record_written_with_other_blanks_is_the_same(verify: Verify) -> None:
    record = json.loads(Path("r.json").read_text("utf-8"))
    Path("packed.json").write_text(json.dumps(record, sort_keys=True), "utf-8")
    assert verify("packed.json", "out.txt")[0] == 0


def test_a_result_that_was_changed_is_not_what_the_record_speaks_of(verify: Verify) -> None:
    out = Path("out.txt").read_text("utf-8")
    Path("out.txt").write_text(f"{out} ", "utf-8")
    status, said = verify()
    assert status == 1
    assert "not the text that the record speaks of" in said


def test_a_document_with_more_in_it_that_nobody_sees_is_another_file(verify: Verify) -> None:
    document = docx.Document()
    document.add_paragraph(TEXTS["a"])
    document.save("draft.docx")
    protect = ["protect", "draft.docx", "-o", "out.docx", "--rewriter", "mask", "-q"]
    assert main([*protect, "--report", "d.json"]) in (0, 3)
    assert verify("d.json", "out.docx")[0] in (0, 3)
    changed = docx.Document("out.docx")
    changed.core_properties.author = "The baker of Oldport"
    changed.save("out.docx")
    status, said = verify("d.json", "out.docx")
    assert (status, "though its text is the same" in said) == (1, True), said


def test_a_record_that_names_a_part_twice_is_none(verify: Verify) -> None:
    """People would read the first, and the digest is of the last."""
    text = Path("r.json").read_text("utf-8")
    Path("twice.json").write_text(text.replace("{", '{"date": "2020-01-01",', 1), "utf-8")
    status, said = verify("twice.json", "out.txt")
    assert (status, "no record of protected drafts" in said) == (2, True), said


def test_a_record_does_not_hold_where_a_new_index_tells_more(verify: Verify) -> None:
    index("other.unlinkable", {**TEXTS, "b": "Bread.", "c": "The tax."})
    status, said = verify("r.json", "out.txt", "-i", "other.unlinkable")
    assert status == 1, said
    assert "another one: 3 originals" in said
    assert "leads back by »" in said


def test_what_was_asked_then_is_asked_now(verify: Verify) -> None:
    """Settings of the folder that ask less, since changed, do not make a record hold."""
    index("other.unlinkable", {**TEXTS, "b": "Bread.", "c": "The tax."})
    less = 'index = "other.unlinkable"\nmax_terms = 1\nwithin = 0\nmasks = ["paid"]\n'
    Path("unlinkable.toml").write_text(less, "utf-8")
    assert verify()[0] == 1


def test_what_is_accepted_only_since_does_not_make_a_record_hold(verify: Verify) -> None:
    index("other.unlinkable", {**TEXTS, "b": "Bread.", "c": "The tax."})
    leads = verify("r.json", "out.txt", "-i", "other.unlinkable")[1].split("»", 1)[1]
    words = leads.split("\n")[0].rstrip("«").split("«; »")
    own = "".join(f'[[accepted]]\nphrase = "{word}"\nby = "M. C."\n' for word in words)
    Path("own.toml").write_text(own, "utf-8")
    asked = ("r.json", "out.txt", "-i", "other.unlinkable", "--settings", "own.toml")
    status, said = verify(*asked)
    assert (status, "leads back by »" in said) == (1, True), said


def test_masks_that_the_record_does_not_know_are_said_and_cannot_be_relied_on(
    verify: Verify,
) -> None:
    status, said = verify("r.json", "out.txt", "--mask", "REDACTED", "--mask", "paid")
    assert status == 3, said
    assert "which the record does not say" in said


def test_what_was_accepted_then_holds_and_is_named(verify: Verify) -> None:
    """Who accepted it, and why, also where nobody accepts it today."""
    risk = '[[accepted]]\nphrase = "swan"\nby = "M. C."\nreason = "It was in the press."\n'
    Path("own.toml").write_text(f'index = "i.unlinkable"\n{risk}', "utf-8")
    protect = ["protect", "draft.txt", "-o", "kept.txt", "--rewriter", "mask", "-q"]
    assert main([*protect, "--report", "kept.json", "--settings", "own.toml"]) == 0
    assert "swan" in Path("kept.txt").read_text("utf-8")
    status, said = verify("kept.json", "kept.txt")
    assert "accepted  »swan« by M. C.: It was in the press." in said
    assert status == 0, said


def test_what_is_no_record_is_said_in_a_sentence(verify: Verify) -> None:
    for name, text in (("no.json", "[]"), ("html.json", "<!DOCTYPE"), ("other.json", '{"a": 1}')):
        Path(name).write_text(text, "utf-8")
        status, said = verify(name, "out.txt")
        assert status == 2
        assert f"{name}: no record of protected drafts" in said
    assert verify("absent.json", "out.txt")[0] == 2
    assert verify("r.json", "absent.txt")[0] == 2
