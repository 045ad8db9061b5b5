"""The workspace folders, and the settings that hold in each.

Knows where settings come from; must know nothing of what they are used for.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unlinkable.lsp.text.uris import file_of, file_uri
from unlinkable.settings import (
    WORKSPACE_FILE,
    Layer,
    Settings,
    Settled,
    editor_layers,
    folder_layer,
    folders_ignored,
    own_layer,
    settle,
    user_file,
    without_restricted,
)

LOOSE = ""
"""The folder, so to speak, of documents that lie in no folder."""


@dataclass(frozen=True)
class Folder:
    """One workspace folder: its URI (LOOSE for none), its place on disk, its settings.

    ``hears_drafts``: whether a draft in it may name its source itself, in its front matter.
    """

    uri: str
    path: Path | None
    settled: Settled
    hears_drafts: bool

    @property
    def settings(self) -> Settings:
        """The settings that hold here."""
        return self.settled.settings

    def holds(self, uri: str) -> bool:
        """Whether the document ``uri`` lies in this folder."""
        return self.uri == LOOSE or uri.startswith(self.uri.rstrip("/") + "/")


class Folders:
    """All folders of the session. Settings are read when asked to, never by themselves."""

    def __init__(self, uris: Iterable[str], trusted: bool) -> None:
        self._uris = {LOOSE, *uris}
        self._trusted = trusted
        self._editor: dict[str, object] = {}
        self._editor_for_all: object = None
        self._folders: dict[str, Folder] = {}
        self._stamps: dict[Path, object] = {}

    @property
    def uris(self) -> tuple[str, ...]:
        """The URIs of all folders, the loose one first."""
        return tuple(sorted(self._uris))

    def change(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Take folders in and out."""
        self._uris = (self._uris | set(added)) - set(removed) | {LOOSE}

    def told(self, options: Mapping[str, object]) -> None:
        """What the editor has for each folder, by URI; None where it has nothing to say."""
        self._editor.update(options)

    def told_for_all(self, options: object) -> None:
        """What the editor has for every folder alike, where it says nothing of one alone."""
        self._editor, self._editor_for_all = {}, options

    def settle(self) -> tuple[str, ...]:
        """Read all layers anew; gives the problems, each once."""
        self._stamps = self._stamped()
        self._folders = {uri: self._settled(uri) for uri in self.uris}
        return tuple(dict.fromkeys(p for f in self._folders.values() for p in f.settled.problems))

    def outdated(self) -> bool:
        """Whether a settings file was changed since it was read."""
        return self._stamps != self._stamped()

    def of(self, uri: str) -> Folder:
        """The innermost folder that holds a document, or the file that it shows."""
        place = file_uri(uri)
        return max((f for f in self._folders.values() if f.holds(place)), key=lambda f: len(f.uri))

    def __iter__(self) -> Iterator[Folder]:
        return iter(self._folders.values())

    def _settled(self, uri: str) -> Folder:
        path = file_of(uri)
        told = (self._editor.get(uri), self._editor.get(LOOSE), self._editor_for_all)
        options = next((options for options in told if options is not None), None)
        editor = editor_layers(options, path)
        of_folder = [folder_layer(path)] if path and not folders_ignored() else []
        of_folder.append(_without_client_keys(editor.workspace))
        if not self._trusted:
            of_folder = [without_restricted(layer) for layer in of_folder]
        layers = [own_layer(user_file()), _without_client_keys(editor.user), *of_folder]
        return Folder(uri, path, settle(layers), self._trusted and not folders_ignored())

    def _stamped(self) -> dict[Path, object]:
        folders = [path for uri in self._uris if (path := file_of(uri))]
        return {
            path: _stamp(path)
            for path in [user_file(), *(folder / WORKSPACE_FILE for folder in folders)]
        }


def _stamp(path: Path) -> object:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _without_client_keys(layer: Layer) -> Layer:
    """The layer without what editors keep for themselves under the same name."""
    return layer.only(lambda key: not key.startswith(("server.", "trace.")))
