"""Imports point one way, and what each room must never know, it does not import.

The arrows themselves stand in pyproject.toml, for import-linter.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"


def linted(folder: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the packages in ``folder``."""
    paths = [str(folder / "server"), str(folder / "index_builder")]
    code = f"import sys; sys.path[:0] = {paths!r}; {LINT}"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


def test_every_room_imports_only_those_it_stands_on() -> None:
    done = linted(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("server/unlinkable/draft/draft.py", "import unlinkable.findings.question"),
        (
            "server/unlinkable/findings/costs.py",
            "def late():\n    import unlinkable.risks.file",
        ),
        ("server/unlinkable/model/process/worker_process.py", "import unlinkable.draft"),
        ("server/unlinkable/rewriting/task.py", "import unlinkable.settings"),
        ("server/unlinkable/findings/question.py", "import pygls"),
        ("server/unlinkable/cli/check.py", "import llama_cpp"),
        ("server/unlinkable/attic/__init__.py", ""),
        ("index_builder/unlinkable_index/words/__init__.py", "import unlinkable.printing"),
    ],
)
def test_an_import_in_the_wrong_direction_is_noticed(
    tmp_path: Path, module: str, line: str
) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in ("server/unlinkable", "index_builder/unlinkable_index"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    changed = tmp_path / module
    changed.parent.mkdir(exist_ok=True)
    with changed.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    done = linted(tmp_path)
    assert done.returncode == 1
    assert "BROKEN" in done.stdout


def test_the_process_of_the_model_knows_no_drafts_and_no_index() -> None:
    """It starts sooner, and what it never loads it cannot leak."""
    asked = "import sys, unlinkable.model.process.worker; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout.split()
    rooms = {name.split(".")[1] for name in loaded if name.startswith("unlinkable.")}
    assert rooms == {"model", "stopping"}
    assert "unlinkable_index.index" not in loaded


WITHOUT_LAB = """
import sys
from unlinkable.cli import main

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "unlinkable.lab" or name.startswith("unlinkable.lab."):
            raise ImportError(name)

sys.meta_path.insert(0, Missing())
import unlinkable.interface, unlinkable.lsp.server, unlinkable.lsp.server
sys.exit(main(sys.argv[1:]))
"""


def test_all_but_the_commands_of_the_lab_runs_without_it(tmp_path: Path) -> None:
    def run(*arguments: str) -> int:
        command = [sys.executable, "-c", WITHOUT_LAB, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "mistake of the program" not in done.stderr
        return done.returncode

    originals = tmp_path / "originals"
    originals.mkdir()
    (originals / "a.txt").write_text("A swan stopped them both at the bridge.", encoding="utf-8")
    (originals / "b.txt").write_text("They both went home over the bridge.", encoding="utf-8")
    (tmp_path / "draft.txt").write_text("A swan stopped them both.", encoding="utf-8")
    assert run("index", "originals", "-o", "x.unlinkable") == 0
    assert run("check", "draft.txt", "-i", "x.unlinkable") == 1
    assert run("price", "draft.txt", "-i", "x.unlinkable") in (0, 1)
    assert run("protect", "draft.txt", "-i", "x.unlinkable", "-o", "out.txt") in (0, 3)
    assert "swan" not in (tmp_path / "out.txt").read_text(encoding="utf-8")
