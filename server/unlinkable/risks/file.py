"""Writing accepted risks down, in the same TOML files as the settings.

Comments, order and all else that stands there survive. Reading them is the settings' business.
"""

import os
import tempfile
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, demand_no_link, read_ordinary

LARGEST = 4 * MEGABYTE


def write_accepted(path: Path, risk: AcceptedRisk) -> None:
    """Add ``risk`` to the TOML file ``path``, leaving all that stands there as it is.

    A file of the risk is written relative to the folder of ``path`` where it lies within. Raises
    UserError when the file can't be read, is no TOML, or can't be written.
    """
    try:
        text = read_ordinary(path, LARGEST).decode("utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, TOMLKitError, RecursionError) as error:
        raise UserError(
            f"{path}: cannot be read as TOML, so nothing was accepted; mend the file first"
        ) from error
    tables = document.get("accepted")
    if tables is None:
        tables = tomlkit.aot()
        document.append("accepted", tables)
    if not isinstance(tables, AoT):
        raise UserError(
            f"{path}: accepted is no list of [[accepted]] tables, so nothing was accepted"
        )
    tables.append(_table(risk, path.parent))
    _write(path, tomlkit.dumps(document))


def _table(risk: AcceptedRisk, folder: Path) -> tomlkit.items.Table:
    table = tomlkit.table()
    table.add("phrase", risk.phrase)
    if risk.terms:
        table.add("terms", list(risk.terms))
    if risk.context is not None:
        table.add("context", risk.context)
    if risk.file is not None:
        file = Path(risk.file)
        inside = file.is_relative_to(folder)
        table.add("file", file.relative_to(folder).as_posix() if inside else str(file))
    for name in ("reason", "by", "date"):
        table.add(name, getattr(risk, name))
    return table


def _write(path: Path, text: str) -> None:
    """Replace the file in one step, so that nobody ever reads half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        demand_no_link(path)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".unlinkable-", suffix=".toml")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        if path.exists():
            Path(name).chmod(path.stat().st_mode)
        Path(name).replace(path)
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror}), so nothing was accepted"
        ) from error
