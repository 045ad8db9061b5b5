"""The risks that people have accepted: recognising them in a draft, and writing down new ones.

They are kept in the same TOML files as the settings, where comments and order survive. Knows the
forms of words; must know nothing of indexes and editors.
"""

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from unlinkable.settings.schema import AcceptedRisk
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

CONTEXT_WORDS = 3
"""How many words on either side tell one place of a phrase from another."""


@dataclass(frozen=True)
class Place:
    """A finding as far as accepting it goes: words as forms.

    ``terms`` are the other terms of a combination, each as its forms; none for a phrase.
    ``around`` are the forms of up to CONTEXT_WORDS words before and after, with the words between.
    """

    words: tuple[str, ...]
    terms: frozenset[tuple[str, ...]]
    file: Path | None
    around: tuple[str, ...]


class AcceptedRisks:
    """All accepted risks that hold in one folder."""

    def __init__(self, risks: Iterable[AcceptedRisk]) -> None:
        self._risks: dict[tuple[str, ...], list[AcceptedRisk]] = {}
        for risk in risks:
            self._risks.setdefault(_forms(risk.phrase), []).append(risk)

    def __bool__(self) -> bool:
        """Whether anything at all was accepted."""
        return bool(self._risks)

    def __contains__(self, words: tuple[str, ...]) -> bool:
        """Whether anything at all was accepted for these words."""
        return words in self._risks

    def covering(self, place: Place) -> AcceptedRisk | None:
        """The accepted risk that ``place`` falls under."""
        for risk in self._risks.get(place.words, ()):
            if frozenset(map(_forms, risk.terms)) != place.terms:
                continue
            if risk.file is not None and (place.file is None or Path(risk.file) != place.file):
                continue
            if risk.context is None or _forms(risk.context) == place.around:
                return risk
        return None


def write_accepted(path: Path, risk: AcceptedRisk) -> None:
    """Add ``risk`` to the TOML file ``path``, leaving all that stands there as it is.

    A file of the risk is written relative to the folder of ``path`` where it lies within. Raises
    UserError when the file can't be read, is no TOML, or can't be written.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
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
        target = path.resolve()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".unlinkable-", suffix=".toml")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        if target.exists():
            Path(name).chmod(target.stat().st_mode)
        Path(name).replace(target)
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror}), so nothing was accepted"
        ) from error


def _forms(phrase: str) -> tuple[str, ...]:
    return find_words(phrase).forms
