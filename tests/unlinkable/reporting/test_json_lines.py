"""The JSON of a report has what its readers take for granted, whatever was found."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.reporting.conftest import Check

PROTOCOL = Path(__file__).parents[3] / "editors/vscode/src/server/protocol.ts"


def always_there(interface: str) -> set[str]:
    """The fields that the extension for VS Code reads without asking whether they are there."""
    declared = re.search(
        rf"^export interface {interface} {{\n(.*?)^}}", PROTOCOL.read_text("utf-8"), re.M | re.S
    )
    assert declared is not None
    return set(re.findall(r"^  readonly (\w+):", declared[1], re.M))


@pytest.mark.parametrize("text", ["The baker sold bread at the night market.", "The baker paid."])
def test_a_report_has_every_field_that_the_page_of_the_editor_reads(
    check: Check, folder: Path, text: str
) -> None:
    """Of a draft with findings, none of which is doubted, and of one without any."""
    (folder / "draft.txt").write_text(text, "utf-8")
    _, out = check("draft.txt", "--format", "json", "--ranked", "sentence")
    report: dict[str, Any] = json.loads(out)
    assert always_there("Report") >= {"draft", "findings", "doubts"}
    assert always_there("Report") <= set(report)
    for finding in report["findings"]:
        assert always_there("ReportedFinding") <= set(finding)


def test_what_nothing_speaks_against_says_so(check: Check) -> None:
    report = json.loads(check("draft one.txt", "--format", "json")[1])
    assert (report["doubts"], report["ignored"]) == ([], [])
