"""A log on very many drafts takes no more memory than one on some."""

import contextlib
import os
import tracemalloc
from pathlib import Path

import pytest

from tests.unlinkable.trust.office import DRAFT, Office
from unlinkable.cli import main

FEW, MANY = 20, 120
EACH = 5_000
"""Bytes that may be kept of a draft: where it lies and what it is; its findings take 30,000."""


@pytest.mark.parametrize("form", ["sarif", "json"])
def test_memory_does_not_grow_with_the_findings_of_all_drafts(
    form: str, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(office.folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(office.folder / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(office.folder / "home"))

    def peak(count: int) -> int:
        folder = office.folder / f"many-{count}"
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").write_text(DRAFT * 10, "utf-8")
        with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
            tracemalloc.start()
            flags = ["--format", form, "--max-terms", "1", "--ranked", "off"]
            assert main(["check", folder.name, *flags]) == 1
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return most

    peak(1)  # whatever is loaded once
    few, many = peak(FEW), peak(MANY)
    assert many - few < EACH * (MANY - FEW)
