"""Documents that a real word processor wrote are read word for word as the text it was given."""

import shutil
import subprocess
from pathlib import Path

import pytest

from unlinkable.demo.drafts import drafts
from unlinkable.draft import Markup, read_draft
from unlinkable_index.formats import read_file

OFFICE = shutil.which("soffice")
pytestmark = pytest.mark.skipif(OFFICE is None, reason="LibreOffice (soffice) is not installed")
TEXTS = {draft.name: draft.text for draft in drafts() if draft.name.endswith(".txt")}
AS_TEXT = "--infilter=Text (encoded):UTF8,LF,,,"


def converted(folder: Path, kind: str) -> None:
    """Have the word processor write all texts in a folder as documents of a kind."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    assert OFFICE is not None
    command = [OFFICE, "--headless", profile, AS_TEXT, "--convert-to", kind, "--outdir", folder]
    files = sorted(folder.glob("*.txt"))
    subprocess.run([*command, *files], check=True, capture_output=True, timeout=300)


@pytest.mark.parametrize("kind", ["docx", "odt", "html", "pdf"])
def test_the_words_are_those_of_the_text_and_no_cut_is_added(tmp_path: Path, kind: str) -> None:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    converted(tmp_path, kind)
    for name, text in TEXTS.items():
        seen = read_file((tmp_path / name).with_suffix(f".{kind}"))
        expected, read = read_draft(text), read_draft(seen.text, Markup.DOCUMENT)
        assert read.forms == expected.forms
        if kind == "pdf":  # where a paragraph ends can only be guessed there
            assert read.segments[-1] <= expected.segments[-1]
        else:
            assert read.segments.tolist() == expected.segments.tolist()
