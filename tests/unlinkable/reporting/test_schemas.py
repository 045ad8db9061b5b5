"""The schemas that are printed fit what is written, and refuse what is not."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomlkit

from tests.unlinkable.reporting.conftest import DRAFT, Check
from unlinkable.cli import main

Printed = pytest.CaptureFixture[str]


def schema(what: str, capsys: Printed, strict: bool = False) -> dict[str, Any]:
    """A schema as it is printed; ``strict``: what it does not name is refused."""
    assert main(["schema", what]) == 0
    printed = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(printed)
    return dict(closed(printed) if strict else printed)


def closed(schema: Any) -> Any:
    """The schema with no room for further members."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    return inner | ({"additionalProperties": False} if "required" in schema else {})


def test_a_line_of_check_fits(check: Check, folder: Path, capsys: Printed) -> None:
    accepted = '[[accepted]]\nphrase = "late"\nby = "M. C."\n'
    (folder / "unlinkable.toml").write_text(f'index = "i.unlinkable"\n{accepted}', "utf-8")
    _, printed = check("draft one.txt", "--format", "json", "--max-terms", "3")
    line = json.loads(printed)
    assert {one["kind"] for one in line["findings"]} >= {"phrase"}
    assert line["accepted"][0]["by"] == "M. C."
    jsonschema.validate(line, schema("check", capsys))
    del line["findings"][0]["start"]
    with pytest.raises(jsonschema.ValidationError, match="'start' is a required property"):
        jsonschema.validate(line, schema("check", capsys))


def test_a_line_of_check_against_all_searchers_fits(folder: Path, capsys: Printed) -> None:
    (folder / "ranked.txt").write_text(f"{DRAFT} {DRAFT}", "utf-8")
    arguments = ("--against", "all", "--background", "c.jsonl", "--format", "json")
    main(["check", "ranked.txt", *arguments])
    line = json.loads(capsys.readouterr().out)
    assert "ranking" in {one["kind"] for one in line["findings"]}
    jsonschema.validate(line, schema("check", capsys))


@pytest.mark.usefixtures("folder")
def test_a_line_of_price_fits_and_holds_nothing_else(capsys: Printed) -> None:
    assert main(["price", "draft one.txt", "--format", "json", "-q"]) in (0, 3)
    line = json.loads(capsys.readouterr().out)
    jsonschema.validate(line, schema("price", capsys))
    assert line["prices"]


def test_the_report_of_protect_fits_and_holds_nothing_else(folder: Path, capsys: Printed) -> None:
    arguments = ["-o", "out.txt", "--report", "r.json", "--rewriter", "words", "-q"]
    main(["protect", "draft one.txt", *arguments])
    capsys.readouterr()
    report = json.loads((folder / "r.json").read_text("utf-8"))
    assert report["drafts"][0]["passages"][0]["changes"]
    jsonschema.validate(report, schema("protect", capsys, strict=True))
    report["drafts"][0]["sha256"].pop("output")
    with pytest.raises(jsonschema.ValidationError, match="'output' is a required property"):
        jsonschema.validate(report, schema("protect", capsys))


GOOD = """
index = "o.unlinkable"
k = 3
against = ["exact", "ranking"]
severity = { phrase = "error" }
[model]
path = "m.gguf"
[[accepted]]
phrase = "bread"
terms = ["baker"]
kind = "words"
"""


def test_a_file_of_settings_fits(capsys: Printed) -> None:
    jsonschema.validate(tomlkit.parse(GOOD).unwrap(), schema("settings", capsys))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("k = 3", "k = 1"),
        ("k = 3", 'k = "3"'),
        ("k = 3", "kk = 3"),
        ('"ranking"', '"everyone"'),
        ('phrase = "error"', 'phrase = "loud"'),
        ('path = "m.gguf"', 'paths = "m.gguf"'),
        ('phrase = "bread"', 'by = "M. C."'),
        ('kind = "words"', 'kind = "word"'),
    ],
)
def test_a_wrong_setting_does_not_fit(right: str, wrong: str, capsys: Printed) -> None:
    assert right in GOOD
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(
            tomlkit.parse(GOOD.replace(right, wrong)).unwrap(), schema("settings", capsys)
        )
