"""The secret of the installation: made once, private, and made anew when it may be known."""

import os
from pathlib import Path

import pytest

from unlinkable.settings.installation import LENGTH, installation_secret, secret_file


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_it_is_random_and_stays_the_same() -> None:
    first = installation_secret()
    assert first is not None
    assert len(first) == LENGTH
    assert installation_secret() == first
    secret_file().unlink()
    assert installation_secret() != first


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_only_its_user_can_read_it_and_one_that_others_could_read_is_replaced() -> None:
    first = installation_secret()
    assert secret_file().stat().st_mode & 0o777 == 0o600
    secret_file().chmod(0o644)
    second = installation_secret()
    assert second != first
    assert secret_file().stat().st_mode & 0o777 == 0o600
    assert installation_secret() == second


@pytest.mark.parametrize("damage", [b"", b"00", b"\xff\xfe", b"z" * 64, b"0" * 100])
def test_a_damaged_one_is_replaced(damage: bytes) -> None:
    installation_secret()
    secret_file().write_bytes(damage)
    secret_file().chmod(0o600)
    new = installation_secret()
    assert new is not None
    assert len(new) == LENGTH


def test_where_it_cannot_be_kept_there_is_none(home: Path) -> None:
    (home / "data").write_text("no folder", "utf-8")
    assert installation_secret() is None
