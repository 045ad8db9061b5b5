"""Tables are read from TOML once, and again when a file changes."""

import shutil
import tomllib
from pathlib import Path

import pytest

from unlinkable.language import table


def test_tables_are_kept_until_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "language"
    shutil.copytree(
        Path(table.__file__).parent, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    monkeypatch.setattr(table, "_FOLDER", folder)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    parsed: list[str] = []

    def loads(text: str) -> dict[str, object]:
        parsed.append(text)
        return real(text)

    real = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", loads)
    read = table._tables.__wrapped__
    first = read()
    assert len(parsed) == len(first) > 8
    assert read() == first
    assert len(parsed) == len(first)  # none again
    (kept,) = folder.glob("__pycache__/*.json")
    kept.write_text(kept.read_text()[:-100])
    assert read() == first
    english = folder / "tables" / "english.toml"
    english.write_text(english.read_text().replace("'English'", "'Anglais'", 1))
    assert read()["english.toml"]["name"] == "Anglais"
