"""A page takes only what was escaped: whoever forgets to is told by mypy."""

import ast
import subprocess
import sys
from pathlib import Path

from unlinkable.reporting.page import inline, joined, marked, table, tag, text

ROOT = Path(__file__).parents[3]
PAGE = """\
from unlinkable.reporting.page import Html, facts, inline, joined, page, table, tag, text

words = "<b> of a draft"
right: Html = tag("p", text(words), inline(words), joined([text(words)], ", "), title=words)
page("title", [right])
tag("p", words)  # wrong
tag("p", f"{text(words)}, {text(words)}")  # wrong
tag("p", text(words) + text(words))  # wrong
tag("p", ", ".join([text(words)]))  # wrong
joined([words])  # wrong
page("title", [words])  # wrong
facts([("name", words)])  # wrong
table(["head"], [[words]])  # wrong
"""


def test_a_forgotten_escape_is_an_error_of_types(tmp_path: Path) -> None:
    path = tmp_path / "forgetful.py"
    path.write_text(PAGE, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line.split(":") for line in done.stdout.splitlines() if " error:" in line]
    wrong = [n for n, line in enumerate(PAGE.splitlines(), 1) if line.endswith("# wrong")]
    assert {Path(path).name for path, *_ in told} == {"forgetful.py"}, done.stdout
    assert sorted({int(number) for _, number, *_ in told}) == wrong


def test_nobody_else_calls_text_html() -> None:
    for path in (ROOT / "server" / "unlinkable").rglob("*.py"):
        if path.name == "page.py":
            continue
        calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))))
        named = (node.func for node in calls if isinstance(node, ast.Call))
        assert not [node for node in named if isinstance(node, ast.Name) and node.id == "Html"]


def test_whatever_is_put_on_a_page_is_escaped() -> None:
    evil = "<script a='b' c=\"d\">&\x1b[31m\u202e\n"
    made = tag("p", text(evil), inline(evil), marked(evil, "phrase"), title=evil, class_=evil)
    made = joined([made, table([evil, evil], [[text(evil), 1234]])], evil)
    assert "<script" not in made
    assert "1,234" in made


def test_white_space_at_the_edges_stays_where_it_parts_words() -> None:
    assert inline("  a  b ") == " a b "
    assert text("  a  b ") == "a b"
    assert joined([text("a"), text("b")], " & ") == "a &amp; b"
