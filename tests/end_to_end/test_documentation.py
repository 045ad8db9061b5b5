"""The pages are short, their sentences can be read, and every link within the repository holds."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_MOST_WORDS = {  # as `wc -w` counts them, tables and code included
    "README.md": 600,
    "editors/CLERK.md": 900,
    "server/TRUST.md": 1050,
    "tests/benchmarks/README.md": 3000,
}
_MOST_IN_ALL = 18_000
_LONGEST_SENTENCE = 30
_FORMULAE = "index_builder/FORMAT.md"
"""Its sentences are formulae in good part, which have no words to count."""


def pages() -> list[Path]:
    """Every page of the repository, but for those of what it has from others."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    paths = [ROOT / line for line in listed.stdout.splitlines()]
    if not paths:
        pytest.skip("no clone: the pages are not known")
    return [path for path in paths if path.exists()]


def name(page: Path) -> str:
    """The path of a page within the repository."""
    return page.relative_to(ROOT).as_posix()


def sentences(text: str) -> list[str]:
    """The sentences of a page outside tables and blocks of code; a piece of code is one word."""
    text = re.sub(r"^\|.*$", "", _BLOCK.sub("", text), flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "CODE", re.sub(r"\]\([^)]*\)", "]", text))
    parts = re.split(r"\n\s*\n|\n(?=\s*(?:[-#]|\d+\.) )", text)
    return [one for part in parts for one in re.split(r"(?<=[.!?])[\"”)*]*\s+", part)]


def anchors(text: str) -> set[str]:
    """What the headings of a page are called in links, as hosts of repositories name them."""
    titles = re.findall(r"^#+ (.+)$", _BLOCK.sub("", text), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {title.strip().replace(" ", "-") for title in plain}


def test_pages_are_no_longer_than_agreed() -> None:
    lengths = {name(page): len(page.read_text("utf-8").split()) for page in pages()}
    assert sum(lengths.values()) <= _MOST_IN_ALL
    assert {page: lengths[page] for page, most in _MOST_WORDS.items() if lengths[page] > most} == {}


def test_the_changelog_has_30_lines_for_a_release() -> None:
    releases = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]
    assert all(release.count("\n") <= 30 for release in releases)


def test_sentences_have_at_most_30_words() -> None:
    long = [
        f"{name(page)}: {' '.join(one.split())}"
        for page in pages()
        if name(page) != _FORMULAE
        for one in sentences(page.read_text("utf-8"))
        if len(one.split()) > _LONGEST_SENTENCE
    ]
    assert long == []


def test_every_link_within_the_repository_holds() -> None:
    broken = []
    for page in pages():
        for link in _LINK.findall(_BLOCK.sub("", page.read_text("utf-8"))):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
                broken.append(f"{name(page)}: {link}")
    assert broken == []
