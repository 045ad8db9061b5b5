"""The workspace folders, and the settings that hold in each. Knows where settings come from; must
know nothing of what they are used for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unlinkable.lsp.documents import file_of, file_stamp, file_uri
from unlinkable.risks.acceptance import AcceptedRisks
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
    workspace_of,
)

LOOSE = ""
"""The folder, so to speak, of documents that lie in no folder."""


@dataclass(frozen=True)
class WorkspaceFolder:
    """One place that drafts have their settings from.

    - ``uri``: the workspace folder that the drafts lie in (LOOSE for none);
    - ``path``: where the settings file lies, or would lie: the nearest folder, from the draft's own
      upwards, that has one, else the workspace folder; None for drafts in no workspace folder;
    - ``hears_drafts``: whether a draft in it may name its source itself, in its front matter.
    """

    uri: str
    path: Path | None
    settled: Settled
    hears_drafts: bool

    @property
    def settings(self) -> Settings:
        """The settings that hold here."""
        return self.settled.settings

    @cached_property
    def accepted(self) -> AcceptedRisks:
        """The risks that are accepted here."""
        return AcceptedRisks(self.settings.accepted)


class Folders:
    """All folders of the session. Settings are read when asked to, and of a folder below those of
    the workspace when its first draft is opened."""

    def __init__(self, uris: Iterable[str], trusted: bool) -> None:
        self._uris = {LOOSE, *uris}
        self._trusted = trusted
        self._editor: dict[str, object] = {}
        self._editor_for_all: object = None
        self._folders: dict[tuple[str, Path | None], WorkspaceFolder] = {}
        """By the workspace folder, and the folder in it that drafts lie in."""
        self._stamps: dict[Path, object] = {}

    @property
    def uris(self) -> tuple[str, ...]:
        """The URIs of all workspace folders, the loose one first."""
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
        known = [(uri, place) for uri, place in self._folders if uri in self._uris]
        known += [(uri, file_of(uri)) for uri in self.uris]
        self._folders, self._stamps = {}, {user_file(): file_stamp(user_file())}
        each = [self._folder(*one) for one in known]
        return tuple(dict.fromkeys(p for folder in each for p in folder.settled.problems))

    def outdated(self) -> bool:
        """Whether a settings file was changed since it was read."""
        return any(file_stamp(path) != stamp for path, stamp in tuple(self._stamps.items()))

    def of(self, uri: str) -> WorkspaceFolder:
        """Whose settings hold for a document, or for the file that it shows: those of the nearest
        settings file, from its own folder upwards, in the innermost workspace folder."""
        place, file = file_uri(uri), file_of(uri)
        root = max((one for one in self._uris if _holds(one, place)), key=len)
        return self._folder(root, file.parent if file and root != LOOSE else None)

    def _folder(self, uri: str, place: Path | None) -> WorkspaceFolder:
        if (uri, place) not in self._folders:
            for folder in (place, *place.parents) if place else ():
                self._stamps.setdefault(
                    folder / WORKSPACE_FILE, file_stamp(folder / WORKSPACE_FILE)
                )
            path = place and (workspace_of(place) or file_of(uri))
            self._folders[uri, place] = self._settled(uri, path)
        return self._folders[uri, place]

    def _settled(self, uri: str, path: Path | None) -> WorkspaceFolder:
        told = (self._editor.get(uri), self._editor.get(LOOSE), self._editor_for_all)
        options = next((options for options in told if options is not None), None)
        editor = editor_layers(options, file_of(uri))
        of_folder = [folder_layer(path)] if path and not folders_ignored() else []
        of_folder.append(_without_client_keys(editor.workspace))
        if not self._trusted:
            of_folder = [without_restricted(layer) for layer in of_folder]
        layers = [own_layer(user_file()), _without_client_keys(editor.user), *of_folder]
        return WorkspaceFolder(uri, path, settle(layers), self._trusted and not folders_ignored())


def _holds(folder: str, document: str) -> bool:
    return folder == LOOSE or document.startswith(folder.rstrip("/") + "/")


def _without_client_keys(layer: Layer) -> Layer:
    """The layer without what editors keep for themselves under the same name."""
    return layer.only(lambda key: not key.startswith(("server.", "trace.")))
