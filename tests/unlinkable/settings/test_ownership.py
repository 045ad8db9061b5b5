"""A settings file that others may have written is not used, and what to do is said."""

import os
from pathlib import Path

import pytest

from unlinkable.settings import folder_layer, settle, settle_for
from unlinkable.settings.layers import foreign

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A settings file that only its owner, the one who runs the tests, may write."""
    path = tmp_path / "unlinkable.toml"
    path.write_text("k = 3\n", "utf-8")
    path.chmod(0o644)
    tmp_path.chmod(0o755)
    return path


def test_a_file_that_only_we_may_write_is_used(file: Path) -> None:
    assert foreign(file) is None
    assert settle([folder_layer(file.parent)]).settings.searches.k == 3


@pytest.mark.parametrize("mode", [0o666, 0o646, 0o602])
def test_a_file_that_everybody_may_write_is_not_used(file: Path, mode: int) -> None:
    file.chmod(mode)
    settled = settle_for(file.parent, {})
    assert settled.settings.searches.k == 2
    (problem,) = settled.problems
    assert str(file) in problem
    assert "other users may write the file" in problem
    assert "chmod go-w" in problem


def test_a_file_in_a_folder_where_everybody_may_replace_it_is_not_used(file: Path) -> None:
    file.parent.chmod(0o777)
    assert foreign(file) == "other users may write its folder"
    file.parent.chmod(0o1777)  # as /tmp: only the owner may replace it
    assert foreign(file) is None


def test_a_group_of_ours_alone_may_write_and_others_not(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grp
    import pwd

    file.chmod(0o664)
    us = pwd.getpwuid(os.geteuid())
    for members, gid, ours in (
        ([], us.pw_gid, True),
        ([us.pw_name], us.pw_gid, True),
        (["eve"], us.pw_gid, False),
        ([], us.pw_gid + 1, False),
    ):
        group = grp.struct_group(("g", "x", file.stat().st_gid, members))
        user = pwd.struct_passwd((us.pw_name, "x", us.pw_uid, gid, "", "/", "/bin/sh"))
        monkeypatch.setattr(grp, "getgrgid", lambda _, group=group: group)
        monkeypatch.setattr(pwd, "getpwuid", lambda _, user=user: user)
        assert (foreign(file) is None) is ours


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_a_file_of_another_user_is_not_used_but_by_who_called_sudo(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUDO_UID", raising=False)
    os.chown(file, 12345, -1)
    assert foreign(file) == "it belongs to another user (number 12345)"
    monkeypatch.setenv("SUDO_UID", "12345")
    assert foreign(file) is None


def test_a_file_that_the_user_names_is_used_whoever_may_write_it(file: Path) -> None:
    file.chmod(0o666)
    assert settle_for(None, {}, file).settings.searches.k == 3
