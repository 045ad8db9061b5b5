"""A folder that someone sent: in it lies a module of every name that any Python here can import.

Each one leaves a mark when it is imported.
"""

import importlib.metadata
import os
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

OURS = {"unlinkable", "unlinkable_index"}
LOOKED_FOR = {"sitecustomize", "usercustomize", "llama_cpp", "pip", "venv", "ensurepip", "keyring"}
_MARKING = """\
with open(__file__.rpartition("{name}")[0] + "/.ran", "a") as marks:
    marks.write("{name}\\n")
"""


def every_module() -> set[str]:
    """The top-level names of Python's library, of every package installed here, and our own."""
    installed = set(importlib.metadata.packages_distributions())
    names = OURS | LOOKED_FOR | set(sys.stdlib_module_names) | installed
    return {name for name in names if name.isidentifier()}


def needed_to_start_a_module() -> set[str]:
    """What Python itself imports before the first line of what ``python -m`` names."""
    loaded = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"unlinkable-first-{os.getpid()}"
    folder.mkdir()
    package = folder / "first"
    package.mkdir()
    try:
        (package / "__init__.py").write_text("")
        (package / "__main__.py").write_text(loaded)
        said = subprocess.run(
            [sys.executable, "-m", "first"], cwd=folder, capture_output=True, text=True, check=True
        )
    finally:
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        folder.rmdir()
    return set(said.stdout.split())


def plant(folder: Path, names: Collection[str]) -> None:
    """Put a package of each name into a folder."""
    for name in names:
        package = folder / name
        package.mkdir()
        (package / "__init__.py").write_text(_MARKING.format(name=name), "utf-8")


def ran(folder: Path) -> list[str]:
    """The planted modules that were imported."""
    marks = folder / ".ran"
    return marks.read_text("utf-8").split() if marks.exists() else []
