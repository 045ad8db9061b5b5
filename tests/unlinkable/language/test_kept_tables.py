"""What was read of the tables of languages is kept, and not believed where it is another thing."""

import json
from pathlib import Path

import pytest

from unlinkable.language import table


@pytest.mark.parametrize("there", [None, b"", b"5", b"[]", b"[[], 5]", b'{"a": 1}', b"[[], {}]"])
def test_tables_are_the_same_whatever_is_kept(
    there: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = table._tables()
    monkeypatch.setattr(table, "cache_from_source", lambda _: str(tmp_path / "tables.pyc"))
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    kept = tmp_path / "tables.json"
    if there is not None:
        kept.write_bytes(there)
    assert table._tables.__wrapped__() == expected
    assert json.loads(kept.read_bytes())[1] == expected
    assert table._tables.__wrapped__() == expected
