"""The notebook of the documentation runs from its first cell to its last."""

import ast
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from unlinkable import Several

NOTEBOOK = Path(__file__).parents[2] / "editors" / "examples" / "compare-methods.ipynb"


def cells(kind: str) -> list[str]:
    """The sources of the cells of one kind."""
    told = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (told["nbformat"], told["nbformat_minor"]) == (4, 5)
    return ["".join(cell["source"]) for cell in told["cells"] if cell["cell_type"] == kind]


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value of its last expression, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)


def test_twenty_texts_become_a_table_and_a_plot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("safetensors")  # the extra lab
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    names: dict[str, Any] = {}
    values = [shown(source, names) for source in cells("code")]
    assert values[0] == len(names["drafts"]) == 20
    assert isinstance(names["checked"], Several)
    assert all(one.findings for one in names["checked"])
    assert names["protected"].before.findings
    assert names["protected"].after.findings == ()
    pages = [value._repr_html_() for value in values if hasattr(value, "_repr_html_")]
    assert len(pages) == 5
    assert not any("<script" in page for page in pages)
    table, plot = pages[-2:]
    assert all(
        f'<td data-label="Method">{method}</td>' in table for method in ("draft", "mask", "words")
    )
    assert plot.count("<svg") == 1
    compared = names["compared"]
    assert compared.mean("draft", "left 1") == 1
    assert compared.mean("mask", "left 1") == compared.mean("words", "left 1") == 0
    assert any(
        row["read_off"] in ("Rosalind Pell", "Swale") for row in values if isinstance(row, dict)
    )


def test_the_notebook_is_kept_without_results() -> None:
    told = json.loads(NOTEBOOK.read_text("utf-8"))
    code = [cell for cell in told["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in told["cells"]}) == len(told["cells"])
