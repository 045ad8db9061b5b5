"""SARIF 2.1.0: valid, places that are right, and no text of any draft."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import jsonschema
import pytest

from tests.unlinkable.reporting.conftest import DRAFT, Check
from tests.unlinkable.reporting.sarif_schema import SARIF


def valid(text: str) -> Any:
    """The only run of a log that keeps to the schema."""
    log = json.loads(text)
    jsonschema.validate(log, SARIF, format_checker=jsonschema.FormatChecker())
    (run,) = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        for place in [*result["locations"], *result.get("relatedLocations", [])]:
            artifact = place["physicalLocation"]["artifactLocation"]
            assert run["artifacts"][artifact["index"]]["location"].get("uri") == artifact.get("uri")
    return run


def test_findings_are_results_at_their_places(check: Check) -> None:
    status, text = check("draft one.txt", "--format", "sarif")
    run = valid(text)
    assert status == 1
    assert run["columnKind"] == "unicodeCodePoints"
    lines = DRAFT.split("\n")
    phrases = []
    for result in run["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        start = region["charOffset"]
        words = DRAFT[start : start + region["charLength"]]
        line = lines[region["startLine"] - 1]
        assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == words
        if result["ruleId"] == "rare-phrase":
            phrases.append(words)
        assert result["properties"]["documents"] == ["case-a"]
    assert phrases == ["late", "bread at"]


def test_a_log_holds_no_text_of_the_draft(check: Check) -> None:
    _, text = check("draft one.txt", "--format", "sarif", "--max-terms", "3")
    for words in ("bread", "baker", "night market", "tax"):
        assert words not in text


def test_paths_are_uris(check: Check, folder: Path) -> None:
    (folder / "sub").mkdir()
    for name in ("sub/Straße 7%.txt", "a:b.txt"):
        (folder / name).write_text(DRAFT, "utf-8")
    absolute = str(folder / "draft one.txt")
    _, text = check("draft one.txt", "sub/Straße 7%.txt", "a:b.txt", absolute, "--format", "sarif")
    uris = [artifact["location"]["uri"] for artifact in valid(text)["artifacts"]]
    assert uris[:3] == ["draft%20one.txt", "sub/Stra%C3%9Fe%207%25.txt", "a%3Ab.txt"]
    assert urlparse(uris[3]).scheme == "file"
    assert unquote(urlparse(uris[3]).path) == absolute


def test_several_drafts_are_one_run_and_failures_are_told(check: Check, folder: Path) -> None:
    (folder / "bad.txt").write_bytes(b"\xff")
    (folder / "clean.txt").write_text("Nothing that anyone ever wrote.", "utf-8")
    status, text = check("bad.txt", "draft one.txt", "clean.txt", "--format", "sarif")
    run = valid(text)
    assert status == 2
    assert len(run["artifacts"]) == 2
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    assert "UTF-8" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_no_draft_at_all_is_still_a_valid_log(check: Check) -> None:
    status, text = check("missing.txt", "--format", "sarif")
    assert status == 2
    assert valid(text)["results"] == []


def test_fingerprints_follow_a_finding_through_the_draft(check: Check, folder: Path) -> None:
    _, before = check("draft one.txt", "--format", "sarif")
    (folder / "draft one.txt").write_text("A new first line.\n\n" + DRAFT, "utf-8")
    _, after = check("draft one.txt", "--format", "sarif")
    prints = [
        [result["partialFingerprints"]["unlinkable/v2"] for result in valid(text)["results"]]
        for text in (before, after)
    ]
    assert prints[0] == prints[1]
    assert len(set(prints[0])) == len(prints[0])


def test_accepted_findings_are_suppressed_results(check: Check, folder: Path) -> None:
    (folder / "unlinkable.toml").write_text(
        'index = "i.unlinkable"\nmax_terms = 1\n'
        '[[accepted]]\nphrase = "bread at"\nreason = "Public"\nby = "M. C."\ndate = "2026-01-02"\n'
        '[[accepted]]\nphrase = "late"\n',
        "utf-8",
    )
    own = ("--settings", "unlinkable.toml")
    status, text = check("draft one.txt", "--format", "sarif", *own)
    results = valid(text)["results"]
    assert status == 0
    assert [result["suppressions"][0]["justification"] for result in results] == ["", "Public"]
    assert results[1]["suppressions"][0]["properties"] == {"by": "M. C.", "date": "2026-01-02"}


def test_standard_input_is_a_file_without_a_uri(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unlinkable.cli.asking.read_text", lambda _: DRAFT)
    _, text = check("-", "--format", "sarif")
    assert "uri" not in valid(text)["artifacts"][0]["location"]


def fingerprints(text: str) -> dict[str, str]:
    """The fingerprint of each phrase of DRAFT that was found once."""
    told = {}
    for result in valid(text)["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        words = DRAFT[region["charOffset"] : region["charOffset"] + region["charLength"]]
        told[words] = result["partialFingerprints"]["unlinkable/v2"]
    return told


def test_a_list_of_words_does_not_read_fingerprints(
    check: Check, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the log, the index and every word, but not the secret, makes other ones."""
    _, first = check("draft one.txt", "--format", "sarif")
    _, again = check("draft one.txt", "--format", "sarif")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "attacker"))
    _, others = check("draft one.txt", "--format", "sarif")
    assert fingerprints(first) == fingerprints(again)
    assert fingerprints(first).keys() == fingerprints(others).keys()
    assert not set(fingerprints(first).values()) & set(fingerprints(others).values())
    assert {len(one) for one in fingerprints(first).values()} == {32}


def test_where_no_secret_can_be_kept_that_is_said(
    check: Check, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "file"))
    monkeypatch.setattr("unlinkable.cli.check.say", lambda said: said_lines.append(said))
    said_lines: list[str] = []
    _, text = check("draft one.txt", "--format", "sarif")
    assert valid(text)["results"]
    assert "fingerprints of this log are not those of other runs" in said_lines[0]
