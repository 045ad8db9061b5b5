"""The demo folder: the invented rulings, their index, drafts and settings, written to disk.

Never touches a folder that is not its own, nor anything the user has changed in one that is.
"""

import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from unlinkable.demo import SEED, DemoDraft, InventedRuling, drafts_of, invented_rulings
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Built, Options
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import demand_no_link

COLLECTION = "rulings.jsonl"
INDEX = "rulings.unlinkable"
SETTINGS = "unlinkable.toml"
DRAFTS = "drafts"
_MARK = "# The settings of this demo folder."


@dataclass(frozen=True)
class DemoFolder:
    """What was written. ``kept`` are files of the user's, found changed and left as they are."""

    path: Path
    drafts: tuple[DemoDraft, ...]
    built: Built
    kept: tuple[Path, ...]

    @property
    def index(self) -> Path:
        """The file of the index."""
        return self.path / INDEX

    def draft_path(self, draft: DemoDraft) -> Path:
        """The file of a draft."""
        return self.path / DRAFTS / draft.name


def write_demo(path: Path) -> DemoFolder:
    """Write the demo into ``path``: a new or an empty folder, or an earlier demo.

    In an earlier demo, collection and index are made afresh; settings and drafts that the user has
    changed are kept. Raises UserError when the folder is anything else, or cannot be written; then,
    and on an interrupt, a new demo leaves nothing behind.
    """
    _refuse_what_is_not_ours(path)
    existed = path.exists()
    was_empty = not existed or not any(path.iterdir())
    try:
        return _write(path)
    except BaseException as error:
        if was_empty:
            for written in path.glob("*") if existed else [path]:
                if written.is_file():
                    written.unlink()
                else:
                    shutil.rmtree(written, ignore_errors=True)
        if isinstance(error, OSError):
            raise UserError(
                f"{path}: the demo cannot be written there ({error.strerror}); name another folder"
            ) from error
        raise


def _write(path: Path) -> DemoFolder:
    rulings = list(invented_rulings(SEED))
    made = drafts_of(rulings)
    settings = files("unlinkable.demo").joinpath("settings.toml").read_text(encoding="utf-8")
    texts = {path / SETTINGS: settings}
    texts |= {path / DRAFTS / draft.name: draft.text for draft in made}
    for file in (*texts, path / COLLECTION, path / INDEX):
        demand_no_link(file, path)
    (path / DRAFTS).mkdir(parents=True, exist_ok=True)
    kept = tuple(file for file, text in texts.items() if not _write_new(file, text))
    collection = path / COLLECTION
    collection.write_text(_json_lines(rulings), encoding="utf-8", newline="\n")
    built = build_index([collection], path / INDEX, Options(processes=1))
    return DemoFolder(path, made, built, kept)


def _refuse_what_is_not_ours(path: Path) -> None:
    if path.is_dir():
        if not any(path.iterdir()):
            return
        with suppress(OSError, UnicodeDecodeError):
            if (path / SETTINGS).read_text(encoding="utf-8").startswith(_MARK):
                return
        raise UserError(f"{path}: this folder holds something else already; name a new one")
    if path.exists():
        raise UserError(f"{path}: this is a file; name a new folder for the demo")


def _write_new(file: Path, text: str) -> bool:
    """Write a file unless the user's version of it is there; false when it is."""
    if file.exists() and file.read_bytes() != text.encode():
        return False
    file.write_text(text, encoding="utf-8", newline="\n")
    return True


def _json_lines(rulings: Iterable[InventedRuling]) -> str:
    records = (ruling.record() for ruling in rulings)
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
