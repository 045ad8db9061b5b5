"""Whatever an unlinkable.toml is, it is read quickly or refused in one sentence."""

import os
from pathlib import Path

import pytest

from unlinkable.risks import LARGEST
from unlinkable.settings.layers import folder_layer
from unlinkable.settings.settling import settle

FILES = {
    "brackets": "a=" + "[" * 900_000,
    "tables in each other": "a=" + "{a=" * 300_000,
    "names": "a" + ".a" * 450_000 + "=1",
    "quoted names": '"a"' + '."a"' * 200_000 + "=1",
    "digits": "k=" + "9" * 900_000,
    "a day that is none": "k=2020-99-99",
    "a table where a list must be": "accepted = 3",
    "a list where a name must be": "index = [[[[]]]]",
    "not UTF-8": b"k = '\xff'",
    "too long": "#" * (LARGEST + 1),
}


@pytest.mark.parametrize("kind", FILES)
def test_any_settings_file_is_refused_in_one_short_sentence(kind: str, tmp_path: Path) -> None:
    content = FILES[kind]
    file = tmp_path / "unlinkable.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    (problem,) = settle([folder_layer(tmp_path)]).problems
    assert str(tmp_path) in problem
    assert len(problem) < len(str(tmp_path)) + 200


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("".join(f"k{number} = 1\n" for number in range(20_000)), "19,997 more; they are ignored"),
        ("[[accepted]]\nphrase = 1\n" * 20_000, "20,000 [[accepted]] entries are ignored"),
        ("k" * 500_000 + " = 1", "there is no setting"),
        ("[a]\n" + "b." * 40 + "c = 1", "there is no setting"),
    ],
)
def test_many_mistakes_are_one_message_with_their_number(
    content: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "unlinkable.toml").write_text(content)
    (problem,) = settle([folder_layer(tmp_path)]).problems
    assert said in problem
    assert len(problem) < len(str(tmp_path)) + 300


def test_pipes_devices_folders_and_links_out_are_no_settings(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.toml", tmp_path / "folder"
    outside.write_text("k = 5\n")
    folder.mkdir()
    file = folder / "unlinkable.toml"
    makers = [os.mkfifo, lambda path: path.mkdir()]
    makers += [lambda path, to=to: path.symlink_to(to) for to in ("/dev/zero", outside, "/")]
    for make in makers:
        make(file)
        settled = settle([folder_layer(folder)])
        assert len(settled.problems) == 1
        assert settled.settings.searches.k == 2
        file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
    (folder / "real.toml").write_text("k = 5\n")
    file.symlink_to("real.toml")
    assert settle([folder_layer(folder)]).settings.searches.k == 5
