"""Imports point one way, and what each room must never know, it does not import."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "unlinkable"
INDEX = ROOT / "index_builder" / "unlinkable_index"

MAY_IMPORT = {
    "demo": set(),
    "language": set(),
    "draft": {"language"},
    "settings": {"risks"},
    "risks": {"draft", "findings"},
    "model": set(),
    "fidelity": {"draft", "language"},
    "findings": {"draft", "language"},
    "wordings": {"draft"},
    "rewriting": {"draft", "findings", "fidelity", "language", "model", "risks"},
    "reporting": {"draft", "findings", "model", "rewriting", "risks"},
    "lsp": {"draft", "findings", "model", "reporting", "rewriting", "risks", "settings"},
    "cli": {
        "demo",
        "draft",
        "findings",
        "lsp",
        "model",
        "reporting",
        "rewriting",
        "risks",
        "settings",
    },
}
FOREIGN = {
    "lsprotocol": {"lsp"},
    "pygls": {"lsp"},
    "llama_cpp": {"model"},
    "spacy": {"draft"},
    "tqdm": {"cli"},
}


def imported(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every module that a Python file below ``folder`` imports, also inside functions."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield path, node.module
            elif isinstance(node, ast.Import):
                for name in node.names:
                    yield path, name.name


def test_every_room_is_known() -> None:
    rooms = {path.name for path in SERVER.iterdir() if (path / "__init__.py").is_file()}
    assert rooms == set(MAY_IMPORT)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_those_it_stands_on(room: str) -> None:
    for path, module in imported(SERVER / room):
        names = module.split(".")
        if names[0] == "unlinkable" and len(names) > 1 and names[1] != room:
            assert names[1] in {*MAY_IMPORT[room], "interpretation", "stopping", "printing"}, (
                f"{path.relative_to(ROOT)} imports {module}"
            )


@pytest.mark.parametrize("library", FOREIGN)
def test_a_library_is_known_only_where_it_belongs(library: str) -> None:
    for path, module in imported(SERVER):
        if module.split(".")[0] == library:
            room = path.relative_to(SERVER).parts[0]
            assert room in FOREIGN[library], f"{path.relative_to(ROOT)} imports {module}"


def test_the_index_knows_nothing_of_drafts_editors_or_models() -> None:
    for path, module in imported(INDEX):
        assert module.split(".")[0] not in {"unlinkable", *FOREIGN}, f"{path.name}: {module}"


def test_the_process_of_the_model_knows_no_drafts_and_no_index() -> None:
    """It starts sooner, and what it never loads it cannot leak."""
    asked = "import sys, unlinkable.model.worker; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout.split()
    rooms = {name.split(".")[1] for name in loaded if name.startswith("unlinkable.")}
    assert rooms == {"model", "stopping"}
    assert "unlinkable_index.index" not in loaded
