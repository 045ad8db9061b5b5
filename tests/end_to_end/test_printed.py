"""Constructs times containers, printed by a browser and a word processor: every word on a page is
read once and in its place, and no word that is on none; or the file is refused, with the reason."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.test_word_processor import complete, converted
from tests.end_to_end.toolchain import Toolchain, must_have
from tests.unlinkable_index.documents.combined import (
    Combined,
    messages,
    open_documents,
    pages,
    word_documents,
)
from unlinkable_index.documents import reader
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

must_have(module="playwright")
pytestmark = pytest.mark.editor
RAISED = str.maketrans("", "", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def words(text: str) -> list[str]:
    """The words of a text, numbers left out: notes and items are counted by programs."""
    bare = re.sub(r"\d+", "", text.translate(RAISED).replace("\N{SOFT HYPHEN}", ""))
    return list(find_words(bare).forms)


def printed(toolchain: Toolchain, file: Path) -> list[str]:
    """The words on the pages of a PDF file."""
    command = [toolchain.pdf_reader, "-raw", file, "-"]
    return words(
        subprocess.run(command, check=True, capture_output=True, timeout=60).stdout.decode()
    )


def misses(one: Combined, on_page: list[str], suffix: str, data: bytes) -> Iterator[str]:
    """What is wrong with what is read of a file, against the words that its pages have."""
    try:
        read = words(reader(suffix)(data, Path(f"a{suffix}")).text)
    except UserError:
        return  # it is said not to be read
    if suffix == ".eml":
        read = read[1:]  # the subject
    same = read == on_page if one.in_line else Counter(read) == Counter(on_page)
    if not same:
        yield f"{one.name} ({suffix}): printed {on_page}, read {read}"


def test_of_pages_and_messages_what_a_browser_prints_is_read(
    toolchain: Toolchain, tmp_path: Path
) -> None:
    must_have(toolchain.chromium, toolchain.pdf_reader)
    from playwright.sync_api import sync_playwright

    missed: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=toolchain.chromium, args=["--no-sandbox"]
        )
        page = browser.new_page()
        for number, one in enumerate(pages()):
            file = tmp_path / f"{number}.html"
            file.write_bytes(one.data)
            page.goto(file.as_uri())
            page.pdf(path=file.with_suffix(".pdf"))
            on_page = printed(toolchain, file.with_suffix(".pdf"))
            missed += misses(one, on_page, ".html", one.data)
            for message in messages(one).values():
                missed += misses(one, on_page, ".eml", message)
        browser.close()
    assert not missed, "\n".join(missed)


@pytest.mark.parametrize(
    "made", [word_documents, open_documents], ids=["word documents", "open documents"]
)
def test_of_documents_and_their_pdf_files_what_a_word_processor_prints_is_read(
    toolchain: Toolchain, tmp_path: Path, made: type[Iterator[Combined]]
) -> None:
    must_have(toolchain.word_processor, toolchain.pdf_reader)
    folder = tmp_path / "made"
    folder.mkdir()
    every = list(made())
    for number, one in enumerate(every):
        (folder / f"{number:03}{one.suffix}").write_bytes(complete(one))
    converted(toolchain, folder.iterdir(), "pdf")
    missed: list[str] = []
    for number, one in enumerate(every):
        file = folder / f"{number:03}.pdf"
        on_page = printed(toolchain, file)
        missed += misses(one, on_page, one.suffix, one.data)
        missed += misses(one, on_page, ".pdf", file.read_bytes())
    assert not missed, "\n".join(missed)
