"""Where the checking program may be on this machine, in which order the places are believed, and
what lies in a place that is trusted.

Knows paths; starts nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

_VS_CODE = "User/globalStorage/unlinkable.unlinkable/server"
"""Where the extension for VS Code installs the program, below the folder of VS Code."""
_BUNDLED = "extensions/unlinkable.unlinkable-*/dist/program"
"""Where it brings the program, below the folder of the user's extensions."""


def find_program(chosen: str) -> str | None:
    """The first program found: the one that was chosen, and only that; else one in a Python
    environment, on the search path, in the user's own programs, or installed by VS Code."""
    if chosen:
        return chosen if _runs(Path(chosen)) else None
    return next((str(place) for place in _places() if _runs(place)), None)


def lies_in(uri: str, place: str) -> bool:
    """Whether a document lies in a folder, or below it, by the words of both URIs: one that leads
    up, or to itself, is not believed."""
    segments = unquote(uri).replace("\\", "/").split("/")
    return uri.startswith(place.rstrip("/") + "/") and not {".", ".."}.intersection(segments)


def _places() -> Iterator[Path]:
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if os.environ.get(name):
            yield _program_in(Path(os.environ[name]))
    on_path = shutil.which("unlinkable")
    if on_path:
        yield Path(on_path)
    home = Path.home()
    yield home / ".local/bin" / _name()
    for folder in _folders_of_vscode(home):
        yield _program_in(folder / _VS_CODE)
    for name in (".vscode", ".vscode-oss"):
        for program in sorted((home / name).glob(_BUNDLED), key=_version, reverse=True):
            yield _program_in(program)


def _folders_of_vscode(home: Path) -> Iterator[Path]:
    for name in ("Code", "VSCodium", "Code - OSS"):
        if sys.platform == "win32":
            yield Path(os.environ.get("APPDATA", str(home))) / name
        elif sys.platform == "darwin":
            yield home / "Library/Application Support" / name
        else:
            yield Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / name


def _version(bundled: Path) -> list[int]:
    """That of the extension which brings the program, from the name of its folder."""
    return [int(number) for number in re.findall("[0-9]+", bundled.parts[-3])]


def _program_in(environment: Path) -> Path:
    return environment / ("Scripts" if sys.platform == "win32" else "bin") / _name()


def _name() -> str:
    return "unlinkable.exe" if sys.platform == "win32" else "unlinkable"


def _runs(place: Path) -> bool:
    """Relative paths count for nothing: they would mean the folder that the office runs in."""
    return place.is_absolute() and place.is_file() and os.access(str(place), os.X_OK)
