"""Where the editors that the tests drive are installed.

Knows the layout that `.ci/editors` makes, and nothing of what the editors are used for.
"""

import json
import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest

REQUIRED_VARIABLE = "UNLINKABLE_REQUIRE_EDITORS"
REPOSITORY = Path(__file__).parents[2]
CONTRIBUTES: dict[str, Any] = json.loads(
    (REPOSITORY / "editors/vscode/package.json").read_text("utf-8")
)["contributes"]
"""What the extension for VS Code says that it adds: commands, menus, views, settings."""


@dataclass(frozen=True)
class Toolchain:
    """Programs and files; each may be absent until `must_have` has been asked. ``bundled`` is the
    extension that brings the program itself, ``archive`` that program alone."""

    node: Path
    code_server: Path
    neovim: Path
    extension: Path
    bundled: Path
    archive: Path
    chromium: Path
    emacs: Path
    word_processor: Path
    pdf_printer: Path
    pdf_reader: Path
    axe: Path

    @property
    def of_vscode(self) -> tuple[Path, ...]:
        """All that a workbench with the extension needs."""
        return self.node, self.code_server, self.chromium, self.extension


def find_toolchain() -> Toolchain:
    """The places where `.ci/editors` and Debian put things."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    cache = Path(home) / "unlinkable-ci"
    packaged = REPOSITORY / "editors/vscode/dist"
    return Toolchain(
        node=cache / "bin/node",
        code_server=cache / "workbench/node_modules/code-server/out/node/entry.js",
        neovim=cache / "tools/bin/nvim",
        extension=packaged / "unlinkable.vsix",
        bundled=packaged / "unlinkable-linux-x64.vsix",
        archive=packaged / "unlinkable-linux-x64.tar.gz",
        chromium=Path(which("chromium") or "/usr/bin/chromium"),
        emacs=Path(which("emacs") or "/usr/bin/emacs"),
        word_processor=Path(which("soffice") or "/usr/bin/soffice"),
        pdf_printer=Path(which("pdftoppm") or "/usr/bin/pdftoppm"),
        pdf_reader=Path(which("pdftotext") or "/usr/bin/pdftotext"),
        axe=cache / "pages/node_modules/axe-core/axe.min.js",
    )


def must_have(*files: Path, module: str | None = None) -> None:
    """Skips a test, or a module, where an editor is not installed; in CI that is a failure."""
    missing = [str(file) for file in files if not file.exists()]
    if module is not None and find_spec(module) is None:
        missing.append(f"the Python package {module}")
    if not missing:
        return
    message = f"not installed: {', '.join(missing)}; run .ci/editors"
    if os.environ.get(REQUIRED_VARIABLE):
        pytest.fail(message)
    pytest.skip(message, allow_module_level=True)
