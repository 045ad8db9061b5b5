"""Writing accepted risks down, in the same TOML files as the settings.

Comments, order and all else that stands there survive. Reading them is the settings' business.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from unlinkable.risks import LARGEST, AcceptedRisk, RiskKind
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import AS_USUAL, MEGABYTE, read_ordinary, write_whole

_LARGEST_READ = 4 * MEGABYTE


def write_accepted(path: Path, risks: Iterable[AcceptedRisk]) -> None:
    """Add ``risks`` to the TOML file ``path``, leaving all that stands there as it is.

    A file of a risk is written relative to the folder of ``path`` where it lies within. Raises
    UserError when the file can't be read, is no TOML, can't be written, or would be too large.
    """
    document = _parsed(path, "nothing was accepted")
    tables = document.get("accepted")
    if tables is None:
        tables = tomlkit.aot()
        document.append("accepted", tables)
    if not isinstance(tables, AoT):
        raise UserError(
            f"{path}: accepted is no list of [[accepted]] tables, so nothing was accepted"
        )
    for risk in risks:
        tables.append(_table(risk, path.parent))
    text = tomlkit.dumps(document)
    if len(text.encode()) > LARGEST:  # no setting in it would hold any more
        raise UserError(
            f"{path}: it would be larger than {LARGEST // MEGABYTE} MB, so nothing was accepted; "
            "take out risks that no draft has any more"
        )
    _write(path, text, "nothing was accepted")


def withdraw_accepted(path: Path, risk: AcceptedRisk) -> None:
    """Take ``risk`` out of the TOML file ``path``, leaving all else as it is.

    Raises UserError when it does not stand there, or the file can't be read or written.
    """
    document = _parsed(path, "nothing was withdrawn")
    tables = document.get("accepted")
    if not isinstance(tables, AoT):
        tables = tomlkit.aot()
    entries = list(tables)
    wanted = _fields(_table(risk, path.parent), path.parent)
    left = [entry for entry in entries if _fields(entry, path.parent) != wanted]
    if len(left) == len(entries):
        raise UserError(f"{path}: this accepted risk is no longer there, so nothing was withdrawn")
    for number in reversed(range(len(entries))):
        if not any(entries[number] is entry for entry in left):
            del tables[number]
    if not left:
        del document["accepted"]
    _write(path, tomlkit.dumps(document), "nothing was withdrawn")


def _fields(table: Mapping[str, object], folder: Path) -> dict[str, object]:
    """What an entry says, its kind in any case and its file as an absolute path; what is empty is
    as good as absent."""
    said = {name: value for name, value in table.items() if value not in ("", [], ())}
    said = {"kind": RiskKind.WORDS.value, **said}
    return said | ({"file": str(folder / str(said["file"]))} if "file" in said else {})


def _parsed(path: Path, outcome: str) -> tomlkit.TOMLDocument:
    try:
        text = read_ordinary(path, _LARGEST_READ).decode("utf-8-sig") if path.exists() else ""
        return tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, TOMLKitError, RecursionError) as error:
        raise UserError(
            f"{path}: cannot be read as TOML, so {outcome}; mend the file first"
        ) from error


def _table(risk: AcceptedRisk, folder: Path) -> tomlkit.items.Table:
    table = tomlkit.table()
    if risk.kind is not RiskKind.WORDS:
        table.add("kind", risk.kind.value)
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


def _write(path: Path, text: str, outcome: str) -> None:
    """Replace the file in one step, so that nobody ever reads half of it. A new one can be read by
    whoever else works in the folder."""
    try:
        write_whole(path, text, AS_USUAL)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror}), so {outcome}") from error
