"""The schemas that are printed fit what is written, and refuse what is not."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomlkit

from tests.unlinkable.model.tiny_model import write_tiny_model
from tests.unlinkable.reporting.conftest import DRAFT, ORIGINALS, Check
from unlinkable import __version__
from unlinkable.cli import main
from unlinkable.cli.editors import WHAT

ROOT = Path(__file__).parents[3]

Printed = pytest.CaptureFixture[str]


def schema(what: str, capsys: Printed, strict: bool = False) -> dict[str, Any]:
    """A schema as it is printed; ``strict``: what it does not name is refused."""
    assert main(["schema", what]) == 0
    printed = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(printed)
    return dict(closed(printed) if strict else printed)


def fits(result: Any, what: str, capsys: Printed) -> None:
    """Assert that a result fits the schema that it names, and holds nothing else."""
    strict = schema(what, capsys, strict=True)
    jsonschema.validate(result, strict)
    assert result["$schema"] == strict["$id"]


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
    fits(line, "check", capsys)
    del line["findings"][0]["start"]
    with pytest.raises(jsonschema.ValidationError, match="'start' is a required property"):
        jsonschema.validate(line, schema("check", capsys))


def test_a_line_of_check_against_all_searchers_fits(folder: Path, capsys: Printed) -> None:
    (folder / "ranked.txt").write_text(f"{DRAFT} {DRAFT}", "utf-8")
    arguments = ("--against", "all", "--background", "c.jsonl", "--format", "json")
    main(["check", "ranked.txt", *arguments])
    line = json.loads(capsys.readouterr().out)
    assert "ranking" in {one["kind"] for one in line["findings"]}
    assert line["ranked"]["document"]
    fits(line, "check", capsys)


def test_a_line_of_check_of_a_disguised_and_protected_draft_fits(
    check: Check, folder: Path, capsys: Printed
) -> None:
    draft = folder / "disguised.txt"
    draft.write_text(f"{DRAFT} The b\u0430ker [REDACTED] p\u200baid.", "utf-8")
    source = ["--source", "case-a", "--max-terms", "1"]
    protect = ["-o", "out.txt", "--report", "r.json", "--rewriter", "mask", "-q"]
    assert main(["protect", "disguised.txt", *source, *protect]) in (0, 3)
    capsys.readouterr()
    _, printed = check("disguised.txt", "--format", "json", *source)
    line = json.loads(printed)
    assert line["disguises"]
    assert line["source"]["document"] == "case-a"
    fits(line, "check", capsys)
    line = json.loads(check("out.txt", "--format", "json", "--max-terms", "1")[1])
    assert line["protected"]["report"] == "r.json"
    fits(line, "check", capsys)


@pytest.mark.usefixtures("folder")
def test_the_page_of_prices_says_of_which_draft(capsys: Printed) -> None:
    assert main(["price", "draft one.txt", "--format", "html", "-q"]) in (0, 3)
    assert "<dt>Draft</dt><dd>draft one.txt</dd>" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_a_line_of_price_fits_and_holds_nothing_else(capsys: Printed) -> None:
    assert main(["price", "draft one.txt", "--format", "json", "-q"]) in (0, 3)
    line = json.loads(capsys.readouterr().out)
    fits(line, "price", capsys)
    assert line["prices"]


def test_what_attacks_find_out_fits(folder: Path, capsys: Printed) -> None:
    masked = ORIGINALS["case-a"].replace("Millbrook", "[REDACTED]")
    (folder / "case-a.txt").write_text(masked, "utf-8")
    attack = ["attack", "case-a.txt", "--originals", "c.jsonl", "--background", "c.jsonl", "-q"]
    assert main([*attack, "--format", "json"]) == 1
    line = json.loads(capsys.readouterr().out)
    assert {"read_off", "guesses"} <= {name for one in line["masks"] for name in one}
    fits(line, "attack", capsys)
    assert main([*attack, "--format", "json", "--table"]) in (0, 1)
    table = json.loads(capsys.readouterr().out)
    assert table["found"]
    fits(table, "attack-table", capsys)


def test_what_evaluate_measures_fits(folder: Path, capsys: Printed) -> None:
    pytest.importorskip("safetensors")
    (folder / "drafts").mkdir()
    (folder / "drafts/a.txt").write_text(DRAFT, "utf-8")
    assert main(["evaluate", "drafts", "--baseline", "mask", "--format", "json", "-q"]) in (0, 3)
    table = json.loads(capsys.readouterr().out)
    assert table["methods"][0]["measures"]
    fits(table, "evaluate", capsys)


def test_what_is_said_of_a_model_fits(folder: Path, capsys: Printed) -> None:
    write_tiny_model(folder / "m.gguf")
    for file in ((), (str(folder / "m.gguf"),)):
        assert main(["model", "info", *file, "--format", "json"]) == 0
        fits(json.loads(capsys.readouterr().out), "model", capsys)


@pytest.mark.parametrize("what", WHAT)
def test_the_file_at_its_address_is_what_is_printed(what: str, capsys: Printed) -> None:
    assert main(["schema", what]) == 0
    printed = capsys.readouterr().out
    name = json.loads(printed)["$id"].partition(f"/v{__version__}/")[2]
    assert printed == (ROOT / name).read_text("utf-8"), f"unlinkable schema {what} > {name}"


def test_the_report_of_protect_fits_and_holds_nothing_else(folder: Path, capsys: Printed) -> None:
    arguments = ["-o", "out.txt", "--report", "r.json", "--rewriter", "words", "-q"]
    main(["protect", "draft one.txt", *arguments])
    capsys.readouterr()
    report = json.loads((folder / "r.json").read_text("utf-8"))
    assert report["drafts"][0]["passages"][0]["changes"]
    fits(report, "protect", capsys)
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
