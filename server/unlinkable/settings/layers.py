"""Where settings come from: user file, workspace file, editor, flags; each is a layer, and a file
that others may have written is none. Knows files, names and rights; must know nothing of which
values are allowed."""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import platformdirs

from unlinkable.findings.narrowing import COMMAND_LINE, Origin
from unlinkable.risks import LARGEST
from unlinkable.settings.values import restricted_keys
from unlinkable_index.ordinary_files import is_link, read_ordinary, real


def foreign(path: Path) -> str | None:
    """Why others may have written ``path``, as the end of a sentence; None when they may not.

    A file that is not there is nobody's. Windows keeps its rights elsewhere: there, nothing is
    looked at.
    """
    if os.name == "nt":
        return None
    for place, what in ((path, "the file"), (path.parent, "its folder")):
        try:
            status = place.stat()
        except OSError:
            return None  # whoever reads the file says why that can't be done
        if _others_may_write(status):
            return f"other users may write {what}"
        if place is path and status.st_uid not in _us():
            return f"it belongs to another user (number {status.st_uid})"
    return None


def _us() -> set[int]:
    """The users whose files we take for our own: ourselves, root, and who called us by sudo."""
    called = os.environ.get("SUDO_UID", "")
    return {os.geteuid(), 0} | ({int(called)} if os.geteuid() == 0 and called.isdigit() else set())


def _others_may_write(status: os.stat_result) -> bool:
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False  # as in /tmp: what lies there can be replaced by its owner only
    if status.st_mode & stat.S_IWOTH:
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_private(status.st_gid)


def _is_private(group: int) -> bool:
    """Whether a group has one member, ourselves: many systems make such a group for each user."""
    import grp
    import pwd

    try:
        ours, entry = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:  # no such user or group is known here, as in some containers
        return False
    return ours.pw_gid == group and set(entry.gr_mem) <= {ours.pw_name}


WORKSPACE_FILE = "unlinkable.toml"
SECTION = "unlinkable"
"""Below which name editors keep the settings."""
_MANY_NAMES = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}""")
_DEEPEST = 8  # tables in tables, of which settings need two
NO_WORKSPACE = "UNLINKABLE_NO_WORKSPACE"
"""The environment variable that has the files of folders ignored, unless it is empty or 0."""


@dataclass(frozen=True)
class Layer:
    """Values by dotted name from one place, before they are checked."""

    name: str
    folder: Path | None
    """What relative paths in this layer are relative to."""
    values: Mapping[str, object] = field(default_factory=dict)
    accepted: tuple[object, ...] = ()
    problems: tuple[str, ...] = ()
    origin: Origin = Origin.USER
    ignored: tuple[str, ...] = ()
    """What stands there and does not count, in sentences."""

    def only(self, wanted: Callable[[str], bool]) -> "Layer":
        """The layer with the values whose dotted names are wanted."""
        return replace(self, values={k: v for k, v in self.values.items() if wanted(k)})


def user_file() -> Path:
    """Where this user's own settings lie."""
    return platformdirs.user_config_path("unlinkable", appauthor=False) / WORKSPACE_FILE


def folder_layer(folder: Path) -> Layer:
    """The layer of the settings file of a folder; see `own_layer`. A link that leads out of the
    folder is a problem too."""
    path = folder / WORKSPACE_FILE
    if is_link(path) and not real(path).is_relative_to(real(folder)):
        problem = f"{path} is not used, since it is a link that leads out of its folder."
        return Layer(str(path), folder, problems=(problem,), origin=Origin.FOLDER)
    return replace(own_layer(path), origin=Origin.FOLDER)


def own_layer(path: Path) -> Layer:
    """As `file_layer`, but a file that other users may have written is a problem."""
    if why := foreign(path):
        problem = (
            f"{path} is not used, since {why}: take that right away (chmod go-w) or, if you answer"
            " for it, make it yours (chown) or name it with --settings on the command line."
        )
        return Layer(str(path), path.parent, problems=(problem,))
    return file_layer(path)


def file_layer(path: Path) -> Layer:
    """The layer of a TOML file. One that is absent is empty; one that is no TOML is a problem."""
    try:
        text = read_ordinary(path, LARGEST).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return Layer(str(path), path.parent)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        return Layer(str(path), path.parent, problems=(f"{path} cannot be read: {reason}.",))
    import tomllib  # only where there are settings: checks start sooner

    try:
        if _MANY_NAMES.search(text):  # which takes the square of the time to read
            raise ValueError
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of too many digits
        where = re.search(r"\((at .*)\)$", str(error))
        place = where[1] if where else "somewhere"
        return Layer(
            str(path),
            path.parent,
            problems=(f"{path} is not valid TOML ({place}); none of it is used until mended.",),
        )
    accepted = tables.pop("accepted", [])
    problems: tuple[str, ...] = ()
    if not isinstance(accepted, list):
        problems, accepted = (f"{path}: accepted must be a list of tables; it is ignored.",), []
    return Layer(str(path), path.parent, _flat(tables), tuple(accepted), problems)


class EditorLayers(NamedTuple):
    """What an editor has for all the user's work, and what for this workspace alone."""

    user: Layer
    workspace: Layer


def editor_layers(options: object, folder: Path | None) -> EditorLayers:
    """The layers of what an editor sends: a JSON object with camelCase names, or nothing. What is
    set for one workspace alone stands in its member ``workspace``."""
    if not isinstance(options, Mapping):
        return EditorLayers(editor_layer(options, folder), editor_layer(None, folder))
    user = editor_layer({k: v for k, v in options.items() if k != "workspace"}, folder)
    workspace = editor_layer(options.get("workspace"), folder)
    named = replace(workspace, name="the editor's settings of this workspace")
    return EditorLayers(user, replace(named, origin=Origin.FOLDER))


def editor_layer(options: object, folder: Path | None) -> Layer:
    """One layer of an editor; see `editor_layers`. Names may stand below `SECTION` or not."""
    if not isinstance(options, Mapping):
        problem = () if options is None else ("The editor's settings are no object; ignored.",)
        return Layer("the editor", folder, problems=problem)
    given = {key: value for key, value in _flat(options).items() if value is not None}
    values = {_snake(key.removeprefix(f"{SECTION}.")): value for key, value in given.items()}
    return Layer("the editor", folder, values)


def flags_layer(flags: Mapping[str, object]) -> Layer:
    """The layer of the command line; flags that were not given are None."""
    given = {key: value for key, value in flags.items() if value is not None}
    return Layer(COMMAND_LINE, Path.cwd(), given)


def without_restricted(layer: Layer) -> Layer:
    """The layer without what an untrusted workspace must not choose."""
    restricted = restricted_keys()
    names = [key for key in layer.values if key in restricted]
    names += ["accepted"] if layer.accepted else []
    left = replace(layer.only(lambda key: key not in restricted), accepted=())
    if not names:
        return left
    said = f"{layer.name}: {', '.join(names)} not used, since this folder is not trusted."
    return replace(left, ignored=(said,))


def workspace_of(folder: Path) -> Path | None:
    """The nearest folder, from ``folder`` upwards, that has an unlinkable.toml."""
    if ".." in folder.parts:  # else a folder that the path only passes through would count
        folder = real(folder)
    folders = (folder, *folder.parents)
    return next((one for one in folders if os.path.lexists(one / WORKSPACE_FILE)), None)


def folders_ignored() -> bool:
    """Whether the environment asks to ignore the settings files of folders."""
    return os.environ.get(NO_WORKSPACE, "0").strip() not in ("", "0")


def _flat(tables: Mapping[str, object]) -> dict[str, object]:
    return dict(_leaves(tables, "", _DEEPEST))


def _leaves(tables: Mapping[str, object], prefix: str, room: int) -> Iterator[tuple[str, object]]:
    for key, value in tables.items():
        if isinstance(value, Mapping) and room:
            yield from _leaves(value, f"{prefix}{key}.", room - 1)
        else:
            yield prefix + str(key), value


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: f"_{match[1].lower()}", key)
